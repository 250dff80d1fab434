"""Patterns of the language in the regular expressions of pydantic, which are Rust's."""

from collections.abc import Iterable

from stateous.compiler.values.pattern import (
    ANY_BUT_NEWLINE,
    LAST_CODE_POINT,
    Chars,
    Choice,
    Node,
    Range,
    Repeat,
    Sequence,
    Text,
    complement,
)
from stateous.compiler.values.regex import parse

_SPECIAL = frozenset("\\.+*?()|[]{}^$#&-~")
_SURROGATES = (0xD800, 0xDFFF)


def rust_pattern(pattern: str) -> str:
    """Return a pattern that finds exactly the texts that `pattern` matches as a whole."""
    return f"^(?:{_text(parse(pattern))})$"


def _text(node: Node) -> str:
    match node:
        case Text(text=text):
            return "".join(map(_character, text))
        case Chars():
            return _class(node)
        case Sequence(parts=parts):
            return "".join(map(_part, parts))
        case Choice(options=options):
            return "|".join(map(_text, options))
        case Repeat(item=item, least=least, most=most):
            return _atom(item) + _counts(least, most)


def _part(node: Node) -> str:
    return f"(?:{_text(node)})" if isinstance(node, Choice) else _text(node)


def _atom(node: Node) -> str:
    single = isinstance(node, Chars) or (isinstance(node, Text) and len(node.text) == 1)
    return _text(node) if single else f"(?:{_text(node)})"


def _counts(least: int, most: int | None) -> str:
    match least, most:
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case 0, 1:
            return "?"
        case _, None:
            return f"{{{least},}}"
        case _:
            return f"{{{least}}}" if least == most else f"{{{least},{most}}}"


def _class(chars: Chars) -> str:
    if chars == ANY_BUT_NEWLINE:
        return "."
    ranges = chars.ranges
    if ranges and ranges[0][0] == 0 and ranges[-1][1] == LAST_CODE_POINT:
        inner = complement(chars).ranges
        return f"[^{_members(inner)}]" if inner else r"[\s\S]"
    return f"[{_members(ranges)}]" if ranges else r"[^\s\S]"


def _members(ranges: Iterable[Range]) -> str:
    return "".join(map(_range, filter(None, map(_without_surrogates, ranges))))


def _without_surrogates(range_: Range) -> Range | None:
    """Return the range with its ends outside the surrogates, which no text of ours holds."""
    first, last = range_
    low, high = _SURROGATES
    first = high + 1 if low <= first <= high else first
    last = low - 1 if low <= last <= high else last
    return (first, last) if first <= last else None


def _range(range_: Range) -> str:
    first, last = map(chr, range_)
    if first == last:
        return _character(first)
    return f"{_character(first)}-{_character(last)}"


def _character(character: str) -> str:
    if character in _SPECIAL:
        return f"\\{character}"
    if character.isascii() and character.isprintable():
        return character
    return f"\\x{{{ord(character):X}}}"
