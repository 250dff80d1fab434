"""The reader of the small regular language of `matches` and `matching`.

Literals, `.` (any character but a newline), classes (`[a-z]`, `[^…]`, `\\d`, `\\w`, `\\s`
and their opposites, of ASCII), groups, `|`, and `*`, `+`, `?`, `{m}`, `{m,}`, `{m,n}`.
A match is always of the whole text, so `^` at the start and `$` at the end of the pattern,
or of one of its outermost alternatives, mean nothing and are allowed. What needs
backtracking or a memory (back references, look-around, lazy repeats) is refused.
"""

import re
from functools import lru_cache

from stateous.compiler.values.automaton import Automaton
from stateous.compiler.values.pattern import (
    ANY_BUT_NEWLINE,
    DIGIT,
    SPACE,
    WORD,
    Chars,
    Choice,
    Node,
    Repeat,
    Text,
    complement,
    sequence,
    size,
    union,
)

SIZE = 5_000
"""The most characters of a pattern, its counted repeats written out."""

DEPTH = 50
"""How deep groups may nest."""

_CLASSES = {
    "d": DIGIT,
    "D": complement(DIGIT),
    "w": WORD,
    "W": complement(WORD),
    "s": SPACE,
    "S": complement(SPACE),
}
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v"}
_COUNTED = re.compile(r"\{(\d{1,9})(?:(,)(\d{1,9})?)?\}", re.ASCII)


class RegexError(ValueError):
    """A pattern that the language does not have; `offset` is where, `message` a phrase."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


def parse(pattern: str) -> Node:
    """Return the tree of a pattern; raise RegexError when the language does not have it."""
    reader = _Reader(pattern)
    node = reader.choice(0)
    if not reader.at_end:
        raise reader.error("`)` closes no group; write `\\)` for the character")
    if size(node) > SIZE:
        raise RegexError(
            0, f"the pattern is too large: its repeats come to more than {SIZE} characters"
        )
    return node


@lru_cache(maxsize=512)
def automaton(pattern: str) -> Automaton:
    """Return the automaton of a pattern; raise RegexError as `parse` does."""
    return Automaton(parse(pattern))


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.offset = 0

    @property
    def at_end(self) -> bool:
        return self.offset == len(self.pattern)

    @property
    def next(self) -> str:
        """The next character, or the empty text at the end."""
        return self.pattern[self.offset : self.offset + 1]

    def take(self, text: str) -> bool:
        """Move behind `text` if it stands here."""
        found = self.pattern.startswith(text, self.offset)
        self.offset += len(text) * found
        return found

    def error(self, message: str, offset: int | None = None) -> RegexError:
        return RegexError(self.offset if offset is None else offset, message)

    def choice(self, depth: int) -> Node:
        if depth > DEPTH:
            raise self.error(f"groups nest more than {DEPTH} deep")
        options = [self.sequence(depth)]
        while self.take("|"):
            options.append(self.sequence(depth))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self, depth: int) -> Node:
        if depth == 0:
            self.take("^")
        parts: list[Node] = []
        while self.next not in ("", "|", ")") and not self._takes_last_anchor(depth):
            parts.append(self.repeated(depth))
        return sequence(parts)

    def _takes_last_anchor(self, depth: int) -> bool:
        if (
            depth > 0
            or self.next != "$"
            or self.pattern[self.offset + 1 : self.offset + 2] not in ("", "|")
        ):
            return False
        return self.take("$")

    def repeated(self, depth: int) -> Node:
        item = self.single(depth)
        counts = self.repeat()
        if counts is None:
            return item
        if self.next and self.next in "?+":
            raise self.error(
                "lazy and possessive repeats are not allowed, nor needed: a match is whole"
            )
        if self.next == "*" or _COUNTED.match(self.pattern, self.offset):
            raise self.error("a repeat cannot follow a repeat; put the first in a group")
        return Repeat(item, *counts)

    def repeat(self) -> tuple[int, int | None] | None:
        if self.take("*"):
            return 0, None
        if self.take("+"):
            return 1, None
        if self.take("?"):
            return 0, 1
        return self.counted() if self.next == "{" else None

    def counted(self) -> tuple[int, int | None]:
        start = self.offset
        found = _COUNTED.match(self.pattern, start)
        if found is None:
            raise self.error("a count is `{m}`, `{m,}` or `{m,n}`; write `\\{` for the character")
        self.offset = found.end()
        least = int(found[1])
        most = least if found[2] is None else int(found[3]) if found[3] else None
        if most is not None and most < least:
            raise self.error("the second count is smaller than the first", start)
        return least, most

    def single(self, depth: int) -> Node:
        start = self.offset
        if self.take("("):
            return self.group(depth, start)
        if self.take("["):
            return self.bracket(start)
        if self.take("."):
            return ANY_BUT_NEWLINE
        if self.take("\\"):
            escaped = self.escape(start)
            return escaped if isinstance(escaped, Chars) else Text(escaped)
        return self.literal(start)

    def literal(self, start: int) -> Node:
        character = self.next
        if character in "*+?{":
            raise self.error(f"nothing to repeat; write `\\{character}` for the character")
        if character in "^$":
            raise self.error("`^` and `$` may stand only at the ends: a match is whole")
        if character in "]}":
            raise self.error(f"write `\\{character}` for the character")
        self.offset = start + 1
        return Text(character)

    def group(self, depth: int, start: int) -> Node:
        if self.next == "?" and not self.take("?:"):
            raise self.error("only plain groups `( )` and `(?: )` are allowed", start)
        inner = self.choice(depth + 1)
        if not self.take(")"):
            raise self.error("the group is not closed", start)
        return inner

    def escape(self, start: int) -> Chars | str:
        """Read what follows a backslash: a class, or one character."""
        character = self.next
        self.offset += 1
        if character in _CLASSES:
            return _CLASSES[character]
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character.isdecimal():
            raise self.error("references to groups are not allowed", start)
        if not character or not character.isascii() or character.isalnum():
            raise self.error(f"`\\{character}` has no meaning here", start)
        return character

    def bracket(self, start: int) -> Node:
        negated = self.take("^")
        sets: list[Chars] = []
        while not self.take("]"):
            if self.at_end:
                raise self.error("the class is not closed", start)
            sets.append(self.bracket_item())
        if not sets:
            raise self.error("the class is empty; write `\\]` for the character", start)
        members = union(range_ for chars in sets for range_ in chars.ranges)
        return complement(members) if negated else members

    def bracket_item(self) -> Chars:
        start = self.offset
        first = self.bracket_character()
        if self.next != "-" or self.pattern[self.offset + 1 : self.offset + 2] in ("]", ""):
            return first if isinstance(first, Chars) else union([(ord(first), ord(first))])
        self.take("-")
        last = self.bracket_character()
        if isinstance(first, Chars) or isinstance(last, Chars):
            raise self.error("a range runs from one character to another", start)
        if last < first:
            raise self.error(f"the range `{first}-{last}` runs backwards", start)
        return union([(ord(first), ord(last))])

    def bracket_character(self) -> Chars | str:
        start = self.offset
        if self.take("\\"):
            return self.escape(start)
        self.offset += 1
        return self.pattern[start]
