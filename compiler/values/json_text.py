"""JSON text: exact numbers, one canonical form.

Numbers with a point are Decimals both ways, so that no value changes on its way through
a file or a database.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import NoReturn, cast

from stateous.compiler.types import Json

MAX_DEPTH = 250
"""How deep a document may nest: a value of the deepest type, inside a row of the ledger."""


MAX_DIGITS = 4_000
"""How many digits a number may have on each side of its point."""


class JsonError(ValueError):
    """A text that is not JSON as we take it; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def parse(text: str) -> Json:
    """Return the value that `text` holds. Raises `JsonError`.

    A key given twice, NaN, an infinity, a number of more than `MAX_DIGITS` digits before or
    behind the point, and nesting deeper than `MAX_DEPTH` are errors.
    """
    try:
        value = json.loads(
            text,
            parse_float=_decimal,
            parse_constant=_no_constant,
            object_pairs_hook=_without_duplicates,
        )
    except json.JSONDecodeError as error:
        raise JsonError(error.msg.lower(), error.lineno, error.colno) from None
    except RecursionError:
        raise JsonError(f"it nests deeper than {MAX_DEPTH}") from None
    except ValueError as error:
        raise error if isinstance(error, JsonError) else JsonError(str(error)) from None
    if _deeper_than(value, MAX_DEPTH):
        raise JsonError(f"it nests deeper than {MAX_DEPTH}")
    return cast(Json, value)


def _decimal(text: str) -> Decimal:
    """Return a number with a point or an exponent, before anything writes its digits out."""
    try:
        number = Decimal(text)
    except InvalidOperation:  # the exponent itself is beyond what a Decimal holds
        raise JsonError("a number is too large or too small") from None
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int), "JSON has neither NaN nor infinity"
    if number.adjusted() >= MAX_DIGITS or exponent < -MAX_DIGITS or exponent >= MAX_DIGITS:
        raise JsonError("a number is too large or too small")
    return number


def _no_constant(name: str) -> NoReturn:
    raise JsonError(f"`{name}` is not a JSON number")


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise JsonError(f"the key `{next(k for k, n in times.items() if n > 1)}` is given twice")
    return found


def _deeper_than(value: object, depth: int) -> bool:
    """Tell whether `value` nests deeper; level by level, since the stack is what we protect."""
    level = [value]
    for _ in range(depth + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: object) -> Sequence[object]:
    match value:
        case dict():
            return list(cast(dict[str, object], value).values())
        case list():
            return cast(list[object], value)
        case _:
            return ()


def canonical(value: Json | Mapping[str, Json]) -> str:
    """Return `value` as one line of ASCII: keys sorted, no spaces."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except TypeError:
        return _canonical(value)


def _canonical(value: object) -> str:
    """The same as `json.dumps` for values that hold Decimals, which it cannot write."""
    match value:
        case Decimal():
            return format(value, "f")
        case Mapping():
            items = sorted(cast(Mapping[str, object], value).items())
            return "{" + ",".join(f"{json.dumps(k)}:{_canonical(v)}" for k, v in items) + "}"
        case list() | tuple():
            return "[" + ",".join(_canonical(v) for v in cast(Sequence[object], value)) + "]"
        case None | bool() | int() | str():
            return json.dumps(value)
        case _:
            raise TypeError(f"a {type(value).__name__} is not a JSON value")


def pretty(value: Json | Mapping[str, Json], indent: int = 2, margin: int = 0) -> str:
    """Return `value` over several lines, keys as they stand.

    `margin` is the indentation of the line that the value begins on.
    """
    pad = " " * (margin + indent)
    match value:
        case Mapping() if value:
            inner = [
                f"{pad}{_text(k)}: {pretty(v, indent, margin + indent)}" for k, v in value.items()
            ]
            return "{\n" + ",\n".join(inner) + "\n" + " " * margin + "}"
        case list() if value:
            inner = [f"{pad}{pretty(v, indent, margin + indent)}" for v in value]
            return "[\n" + ",\n".join(inner) + "\n" + " " * margin + "]"
        case _:
            return inline(value)


def inline(value: Json | Mapping[str, Json]) -> str:
    """Return `value` as one line with a space after `:` and `,`; keys as they stand."""
    match value:
        case Mapping():
            return "{" + ", ".join(f"{_text(k)}: {inline(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(inline(v) for v in value) + "]"
        case str():
            return _text(value)
        case _:
            return _canonical(value)


def _text(value: str) -> str:
    """A JSON text that people can read: only what must be escaped is.

    Lone surrogates have no UTF-8, so a text that holds one is escaped as a whole.
    """
    readable = json.dumps(value, ensure_ascii=False)
    return readable if _encodable(readable) else json.dumps(value)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def digest(value: Json | Mapping[str, Json]) -> str:
    """Return `sha256:` and the hash of the canonical text of `value`."""
    return f"sha256:{sha256(canonical(value).encode()).hexdigest()}"
