r"""Patterns of JSON Schema as patterns of the language.

A JSON Schema's pattern matches somewhere in a text, in a rich notation; ours matches the
whole text, in a small one. So a pattern is padded on each side that `^` or `$` leaves open,
and what the small notation spells otherwise (`a+?`, `\x41`, a named group) is respelt.
"""

import re

_ANY = r"[\s\S]*"
_COUNT = re.compile(r"\{[0-9]{1,9}(?:,(?:[0-9]{1,9})?)?\}")
_NAMED_GROUP = re.compile(r"\?P?<[A-Za-z_][A-Za-z0-9_]*>")
_CODE_POINT = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})")
_FIRST = re.compile(r"\^|\\A")
_LAST = re.compile(r"(?:\$|\\[zZ])(?=\||\Z)")
_DEPTH = 50
_CLASSES = "dDwWsS"
_CONTROLS = "nrtfv"
_SET_OPERATORS = ("&&", "--", "~~", "[")


class _Outside(Exception):
    """The pattern says what the small notation cannot."""


def whole_pattern(pattern: str) -> str | None:
    """Return the pattern of the language that matches the same texts; None when there is none.

    Classes such as `\\d` hold ASCII alone, as JSON Schema has them.
    """
    inner = _inside_anchors(pattern)
    try:
        return _Reader(pattern if inner is None else inner, padded=inner is None).whole()
    except _Outside:
        return None


def _inside_anchors(pattern: str) -> str | None:
    """Return what one group between `^` and `$` holds, if that is all there is."""
    if not pattern.startswith("^(?:") or not pattern.endswith(")$"):
        return None
    reader = _Reader(pattern[4:], padded=False)
    try:
        reader.choice(0)
    except _Outside:
        return None
    return pattern[4:-2] if reader.text[reader.offset :] == ")$" else None


class _Reader:
    """Reads a pattern from left to right and respells it."""

    def __init__(self, text: str, *, padded: bool) -> None:
        self.text = text
        self.offset = 0
        self.padded = padded

    def whole(self) -> str:
        found = self.choice(0)
        if self.offset < len(self.text):
            raise _Outside
        return found

    def take(self, form: re.Pattern[str]) -> re.Match[str] | None:
        found = form.match(self.text, self.offset)
        self.offset += len(found[0]) if found else 0
        return found

    def take_text(self, text: str) -> bool:
        found = self.text.startswith(text, self.offset)
        self.offset += len(text) * found
        return found

    @property
    def next(self) -> str:
        return self.text[self.offset : self.offset + 1]

    def character(self) -> str:
        if not self.next:
            raise _Outside
        self.offset += 1
        return self.text[self.offset - 1]

    def choice(self, depth: int) -> str:
        if depth > _DEPTH:
            raise _Outside
        options = [self.option(depth)]
        while self.take_text("|"):
            options.append(self.option(depth))
        return "|".join(options)

    def option(self, depth: int) -> str:
        first = self.take(_FIRST) if depth == 0 else None
        parts: list[str] = []
        last = None
        while last is None and self.next not in ("", "|", ")"):
            last = self.take(_LAST) if depth == 0 else None
            parts += [] if last else [self.repeated(depth)]
        body = "".join(parts)
        if depth > 0 or not self.padded:
            return f"{first[0] if first else ''}{body}{last[0] if last else ''}"
        before = "" if first else _ANY
        after = "" if last or (before and not body) else _ANY
        return f"{before}{body}{after}"

    def repeated(self, depth: int) -> str:
        item = self.single(depth)
        count = self.count()
        if not count:
            return item
        self.take_text("?")  # a lazy repeat matches the same whole texts
        if self.next in ("*", "+", "?") or _COUNT.match(self.text, self.offset):
            raise _Outside
        return item + count

    def count(self) -> str:
        if self.next and self.next in "*+?":
            return self.character()
        found = self.take(_COUNT)
        if found is None:
            return ""
        least, _, most = found[0][1:-1].partition(",")
        if most and int(most) < int(least):
            raise _Outside
        return found[0]

    def single(self, depth: int) -> str:
        match self.character():
            case "(":
                return self.group(depth)
            case "[":
                return self.bracket()
            case "\\":
                return self.escape()
            case "^" | "$" | "*" | "+" | "?":
                raise _Outside
            case "{" if self.next == ",":
                raise _Outside
            case "]" | "}" | "{" as character:
                return f"\\{character}"
            case character:
                return character

    def group(self, depth: int) -> str:
        opening = "(?:" if self.take_text("?:") or self.take(_NAMED_GROUP) else "("
        if self.next == "?":
            raise _Outside
        inner = self.choice(depth + 1)
        if not self.take_text(")"):
            raise _Outside
        return f"{opening}{inner})"

    def escape(self) -> str:
        code_point = self.take(_CODE_POINT)
        if code_point is not None:
            return _literal(chr(int(code_point[1] or code_point[2], 16)))
        character = self.character()
        plain = character in _CLASSES + _CONTROLS
        if not plain and (not character.isascii() or character.isalnum()):
            raise _Outside
        return f"\\{character}"

    def bracket(self) -> str:
        negated = "^" if self.take_text("^") else ""
        members: list[str] = []
        while not self.take_text("]"):
            if self.text.startswith(_SET_OPERATORS, self.offset):
                raise _Outside
            members.append(self.member())
        if not members:
            raise _Outside
        return f"[{negated}{''.join(members)}]"

    def member(self) -> str:
        first = self.bracket_character()
        if self.next != "-" or self.text[self.offset + 1 : self.offset + 2] in ("]", ""):
            return first
        self.take_text("-")
        last = self.bracket_character()
        if _is_class(first) or _is_class(last) or _code(last) < _code(first):
            raise _Outside
        return f"{first}-{last}"

    def bracket_character(self) -> str:
        return self.escape() if self.take_text("\\") else self.character()


def _literal(character: str) -> str:
    """Return one character as the notation spells it, inside a class or outside."""
    special = character.isascii() and character.isprintable() and not character.isalnum()
    return f"\\{character}" if special else character


def _is_class(spelt: str) -> bool:
    return len(spelt) == 2 and spelt[1] in _CLASSES


def _code(spelt: str) -> int:
    """Return the code point of a character of a class, escaped or not."""
    controls = dict(zip(_CONTROLS, "\n\r\t\f\v", strict=True))
    return ord(controls.get(spelt[1], spelt[1]) if len(spelt) == 2 else spelt)
