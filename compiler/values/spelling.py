"""Values in the spelling of `.flow`, for messages.

What is written here can be read back where a literal of the type may stand, but for
parts that are cut short on purpose (`…`).
"""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

from stateous.compiler.types import (
    EnumType,
    Json,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.values import numbers, times

SHORT = 60
"""How many characters of a value a message shows."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_WORDS = frozenset(("true", "false", "null", "and", "or", "not", "in", "is"))
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def shown(type_: Type | Slot | None, value: Json) -> str:
    """Return a value in canonical form as the author would write it.

    Without a type, or inside `json`, texts are in quotes, whatever they stand for.
    """
    if isinstance(type_, Slot):
        type_ = type_.type
    match type_, value:
        case ScalarType(kind="decimal"), str():
            return value
        case ScalarType(kind="duration"), str():
            return times.duration_words(times.parse_duration(value)) or quoted(value)
        case EnumType(), str() if _is_name(value):
            return value
        case ListType(item=item), list():
            return _listed(shown(item, inner) for inner in value)
        case MapType(value=slot), dict():
            return _mapped({key: shown(slot, inner) for key, inner in value.items()})
        case RecordType(), dict():
            return _mapped({key: shown(_slot(type_, key), inner) for key, inner in value.items()})
        case _:
            return untyped(value)


def untyped(value: object) -> str:
    """Return any value as the language would write it; one that is no JSON by its kind alone."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | Decimal():
            return numbers.plain(value) if numbers.in_reach(value) else "a number out of reach"
        case float():
            return float.__repr__(value)
        case str():
            return quoted(value)
        case Mapping():
            return _mapped({str(key): untyped(inner) for key, inner in value.items()})
        case list() | tuple():
            return _listed(map(untyped, value))
        case _:
            return f"a Python {type(value).__name__}"


def quoted(text: str) -> str:
    """Return a text in double quotes, with the escapes that the language knows."""
    return '"' + "".join(map(_escaped, text)) + '"'


def shortened(text: str, longest: int = SHORT) -> str:
    """Return a text cut to `longest` characters, the last of them `…` if any is missing."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def printable(text: str) -> str:
    """Return any text from outside as a short one that UTF-8 can hold."""
    return encodable(shortened(text))


def encodable(text: str) -> str:
    """Return any text as one that UTF-8 can hold: lone surrogates become escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    return "".join(f"\\u{unit:04x}" for unit in _utf16(character))


def _utf16(character: str) -> tuple[int, ...]:
    """Return the UTF-16 units of a character: two beyond the basic plane."""
    point = ord(character)
    if point <= 0xFFFF:
        return (point,)
    return (0xD800 + ((point - 0x10000) >> 10), 0xDC00 + ((point - 0x10000) & 0x3FF))


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None and text not in _WORDS


def _slot(record: RecordType, name: str) -> Slot | None:
    field = record.field(name)
    return field.slot if field else None


def _listed(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _mapped(items: Mapping[str, str]) -> str:
    written = (f"{k if _is_name(k) else quoted(k)}: {v}" for k, v in items.items())
    return "{" + ", ".join(written) + "}"
