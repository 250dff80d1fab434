"""Values of the language as Python expressions."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from stateous.codegen.python_text import Bracket, Code, call, quoted, sequel
from stateous.compiler.types import (
    EnumType,
    Json,
    ListType,
    MapType,
    RecordType,
    Scalar,
    ScalarType,
    Type,
)
from stateous.compiler.values import times
from stateous.compiler.values.numbers import plain


def literal(type_: Type, value: Json, model: Callable[[RecordType], str]) -> Code:
    """Return an expression for `value`, which is in the canonical form of `type_`.

    `model` answers the name of a record's class.
    """
    match type_, value:
        case _, None:
            return "None"
        case RecordType(), dict():
            return call(f"{model(type_)}.model_validate", plain_literal(value))
        case ListType(item=item), list():
            return Bracket("[", tuple(literal(item.type, v, model) for v in value), "]")
        case MapType(value=slot), dict():
            return _mapping({k: literal(slot.type, v, model) for k, v in value.items()})
        case ScalarType(kind=kind), _:
            return scalar_literal(kind, value)
        case EnumType(), str():
            return quoted(value)
        case _:
            raise TypeError(f"{value!r} is no value of {type_}")


def scalar_literal(kind: Scalar, value: Json) -> Code:
    """Return an expression for a scalar in its canonical form."""
    match kind, value:
        case "decimal", str():
            return call("Decimal", quoted(value) if "." in value else value)
        case "uuid", str():
            return call("UUID", quoted(value))
        case "date", str():
            return _date(date.fromisoformat(value))
        case "datetime", str():
            return _datetime(datetime.fromisoformat(value))
        case "duration", str():
            return _duration(timedelta(microseconds=times.parse_duration(value)))
        case _:
            return plain_literal(value)


def _date(value: date) -> Code:
    return call("datetime.date", str(value.year), str(value.month), str(value.day))


def _datetime(value: datetime) -> Code:
    at = value.astimezone(UTC)
    parts = [at.year, at.month, at.day, at.hour, at.minute, at.second, at.microsecond]
    return call("datetime.datetime", *map(str, parts), "tzinfo=datetime.UTC")


def _duration(value: timedelta) -> Code:
    parts = {"days": value.days, "seconds": value.seconds, "microseconds": value.microseconds}
    given = [f"{name}={number}" for name, number in parts.items() if number]
    return call("datetime.timedelta", *(given or ["0"]))


def plain_literal(value: Json) -> Code:
    """Return an expression for a JSON value."""
    match value:
        case None | bool():
            return repr(value)
        case Decimal() | int():
            return plain(value)
        case str():
            return quoted(value)
        case list():
            return Bracket("[", tuple(map(plain_literal, value)), "]")
        case dict():
            return _mapping({k: plain_literal(v) for k, v in value.items()})


def _mapping(items: Mapping[str, Code]) -> Code:
    pairs = tuple(sequel(f"{quoted(key)}: ", code) for key, code in items.items())
    return Bracket("{", pairs, "}")
