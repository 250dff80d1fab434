"""Single tokens, and what they mean: names, texts, numbers and durations."""

import re
from decimal import Decimal

from lark import Token

from stateous.grammar.durations import LONGEST, seconds
from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow.reading import Reading, Unreadable
from stateous.grammar.syntax import DurationLiteral, Name, NumberLiteral, TextLiteral

MAX_NAME_LENGTH = 64
MAX_DIGITS = 1000

# The terminals of names that may have hyphens.
_HYPHENS = ("HYPHENATED", "PLACED", "OTHER")
_PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_HYPHENATED_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_ESCAPES = {'"': '"', "'": "'", "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
_SURROGATE = re.compile("[\ud800-\udfff]")


def name(token: Token, reading: Reading) -> Name:
    """Return the name that a token spells, with or without backquotes.

    In the steps of a specification, `<name>` is the name of a table's column; elsewhere that
    raises `Unreadable`.
    """
    if token.startswith("<"):
        return column(token, reading)
    return _name(str(token), token.start_pos or 0, reading, hyphens=token.type in _HYPHENS)


def column(token: Token, reading: Reading) -> Name:
    """Return the name of a table's column; raises `Unreadable` where none may stand."""
    span = reading.span(token)
    if not reading.columns_allowed:
        raise Unreadable(say.column_elsewhere(span))
    return Name(token[1:-1], column=True, span=span)


def path(token: Token, reading: Reading) -> tuple[Name, ...]:
    """Return the names of a dotted path."""
    names: list[Name] = []
    start = token.start_pos or 0
    parts = re.findall(r"`[^`]*`|[^.`]+", token)
    for number, part in enumerate(parts):
        # A longer path may begin with a child that a `parallel` runs.
        names.append(_name(part, start, reading, hyphens=number == 0 and len(parts) > 1))
        start += len(part) + 1
    return tuple(names)


def name_in_text(token: Token, text: str, reading: Reading) -> Name:
    """Return a name that stands in a text, as in `count('failed')`; raises `Unreadable`."""
    span = reading.span(token)
    if not _HYPHENATED_NAME.fullmatch(text):
        raise Unreadable(say.not_a_name(span, text, hyphens=True))
    return Name(text, span=span)


def _name(spelt: str, start: int, reading: Reading, hyphens: bool) -> Name:
    text = spelt.strip("`")
    span = reading.place(start, start + len(spelt))
    form = _HYPHENATED_NAME if hyphens else _PLAIN_NAME
    if not form.fullmatch(text):
        reading.report(say.not_a_name(span, text, hyphens))
        reading.doubtful.add(text)
    elif len(text) > MAX_NAME_LENGTH:
        reading.report(say.long_name(span, MAX_NAME_LENGTH))
    return Name(text, span=span)


def text(token: Token, reading: Reading) -> TextLiteral:
    """Return the text that a token in quotes means."""
    start = (token.start_pos or 0) + 1
    inner = token[1:-1]

    def meaning(match: "re.Match[str]") -> str:
        code, character = match.groups()
        if code:
            return chr(int(code, 16))
        if character not in _ESCAPES:
            place = reading.place(start + match.start(), start + match.end())
            reading.report(say.bad_escape(place))
        return _ESCAPES.get(character, match.group())

    value = _ESCAPE.sub(meaning, inner) if "\\" in inner else str(inner)
    if _SURROGATE.search(value):
        value = _join_surrogates(value, token, reading)
    return TextLiteral(value, span=reading.span(token))


def _join_surrogates(value: str, token: Token, reading: Reading) -> str:
    """Join pairs of `\\u` escapes that together are one character."""
    joined = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if "\ufffd" in joined and "\ufffd" not in value:
        reading.report(say.half_character(reading.span(token)))
    return joined


def number(token: Token, reading: Reading) -> NumberLiteral:
    """Return the number that a token spells: an int when it has no point.

    Raises `Unreadable` for a number so long that it could only slow everything down.
    """
    span = reading.span(token)
    if len(token) > MAX_DIGITS:
        raise Unreadable(say.long_number(span, MAX_DIGITS))
    return NumberLiteral(Decimal(token) if "." in token else int(token), span=span)


def duration(token: Token, reading: Reading) -> DurationLiteral:
    """Return the duration that a token spells: each unit once, the larger first."""
    span = reading.span(token)
    parts = sorted(re.findall(r"[0-9]+[dhms]", token), key=lambda part: "dhms".index(part[-1]))
    repeats = len({part[-1] for part in parts}) < len(parts)
    length = seconds(token) or 0
    if repeats or "".join(parts) != token:
        reading.report(say.duration_order(span, None if repeats else "".join(parts)))
    elif not 1 <= length <= LONGEST:
        reading.report(say.duration_range(span))
    return DurationLiteral(min(max(length, 1), LONGEST), span=span)
