"""Text from outside as it may be printed: in one line, with nothing that steers a terminal.

A character that a terminal obeys instead of printing it, or that changes the order in
which others are read, is shown by a visible stand-in: a spec may come from anywhere.
"""

from functools import lru_cache

TAB = "\u2192   "
"""A tab is seldom meant, so it is shown."""


@lru_cache(maxsize=4096)
def stand_in(character: str) -> str:
    """Return what is printed for one character: itself when it has a shape."""
    if character == "\t":
        return TAB
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return character if character.isprintable() else f"<U+{code:04X}>"


def printable(text: str) -> str:
    """Return `text` in one line, everything that has no shape replaced by a stand-in."""
    if text.isprintable():
        return text
    return "".join(map(stand_in, " ".join(text.splitlines())))
