"""Scalars at the door: from what was given to the canonical form, and the order of values.

A function here takes one raw value that is not null and returns its canonical form, or
raises `RuleBroken` with the rule in words. Kinds never mix: `true` is no number, `"1"` is
no int, and `1` is no text.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from stateous.compiler.types import Json, Scalar
from stateous.compiler.values import numbers, times
from stateous.compiler.values.numbers import Number, NumberError

JSON_DEPTH = 100
"""How deep lists and objects may nest in a `json` value."""

JSON_SIZE = 100_000
"""How many values a `json` value may hold, itself and those inside it."""

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)


class RuleBroken(ValueError):
    """A value breaks a rule; the message is the rule, as what the value must be."""


def admit_scalar(kind: Scalar, raw: object) -> Json:
    """Return the canonical form of `raw`, which is not None, as a value of `kind`.

    Raises RuleBroken.
    """
    try:
        return _DOORS[kind](raw)
    except NumberError as error:
        raise RuleBroken(str(error)) from None


def ordinal(kind: Scalar, value: Json) -> Any:
    """Return what the order of values of `kind` goes by, for one in canonical form.

    Numbers and decimals go by their value, datetimes and durations by their microseconds, texts and
    dates by their text. Equal values have equal ordinals.
    """
    match kind, value:
        case "decimal", str():
            return numbers.canonical(Decimal(value))
        case "datetime", str():
            return times.parse_datetime(value)
        case "duration", str():
            return times.parse_duration(value)
        case _:
            return value


def text(raw: object) -> str:
    """Return a text; one that UTF-8 cannot hold is none."""
    if not isinstance(raw, str):
        raise RuleBroken("must be a text")
    try:
        raw.encode()
    except UnicodeEncodeError:
        raise RuleBroken("must be a text without lone surrogates") from None
    return str.__str__(raw)


def _int(raw: object) -> int:
    number = numbers.exact(raw)
    if not isinstance(number, int):
        raise RuleBroken("must be an int")
    return number


def _number(raw: object) -> Number:
    number = numbers.exact(raw)
    if number is None:
        raise RuleBroken("must be a number")
    return numbers.fitting(number)


def _decimal(raw: object) -> str:
    number = numbers.from_text(raw) if isinstance(raw, str) else numbers.exact(raw)
    if number is None:
        raise RuleBroken("must be a decimal")
    return numbers.plain(numbers.fitting(number))


def _bool(raw: object) -> bool:
    if not isinstance(raw, bool):
        raise RuleBroken("must be true or false")
    return raw


def _date(raw: object) -> str:
    return times.date_text(_parsed(times.parse_date, raw, "must be a date such as 2026-01-31"))


def _datetime(raw: object) -> str:
    rule = "must be a datetime with an offset, such as 2026-01-31T08:00:00Z"
    return times.datetime_text(_parsed(times.parse_datetime, raw, rule))


def _duration(raw: object) -> str:
    size = _parsed(times.parse_duration, raw, "must be a duration such as PT36H or 1d12h")
    if abs(size) > times.LONGEST_DURATION:
        raise RuleBroken("must be at most 999999999 days, either way")
    return times.duration_text(size)


def _parsed(parse: Callable[[str], int], raw: object, rule: str) -> int:
    if not isinstance(raw, str):
        raise RuleBroken(rule)
    try:
        value = parse(raw)
    except ValueError as error:
        raise RuleBroken(str(error)) from None
    if parse is not times.parse_duration:
        _within_calendar(value if parse is times.parse_datetime else value * times.DAY)
    return value


_FIRST_TIME: Final = times.to_microseconds("date", "0001-01-01")
_LAST_TIME: Final = times.to_microseconds("date", "+10000-01-01")


def _within_calendar(time: int) -> None:
    if not _FIRST_TIME <= time < _LAST_TIME:
        raise RuleBroken("must be in the years 1 to 9999")


def _uuid(raw: object) -> str:
    if not isinstance(raw, str) or _UUID.fullmatch(raw) is None:
        raise RuleBroken("must be a UUID")
    return raw.lower()


def _json(raw: object) -> Json:
    return _JsonDoor().admit(raw, JSON_DEPTH)


class _JsonDoor:
    """Admits one `json` value; it counts what it has let in."""

    def __init__(self) -> None:
        self.room = JSON_SIZE

    def admit(self, raw: object, depth: int) -> Json:
        self.room -= 1
        if self.room < 0:
            raise RuleBroken(f"must hold at most {JSON_SIZE} values")
        if raw is None or isinstance(raw, bool):
            return raw
        if isinstance(raw, str):
            return text(raw)
        if isinstance(raw, Mapping | list | tuple):
            return self._admit_inside(raw, depth)
        number = numbers.exact(raw)
        if number is None:
            raise RuleBroken("must be a JSON value")
        return numbers.fitting(number)

    def _admit_inside(
        self, raw: Mapping[Any, Any] | list[Any] | tuple[Any, ...], depth: int
    ) -> Json:
        if depth == 0:
            raise RuleBroken(f"must nest at most {JSON_DEPTH} deep")
        if isinstance(raw, Mapping):
            return {text(key): self.admit(value, depth - 1) for key, value in raw.items()}
        return [self.admit(item, depth - 1) for item in raw]


_DOORS: Mapping[Scalar, Callable[[object], Json]] = {
    "text": text,
    "int": _int,
    "number": _number,
    "decimal": _decimal,
    "bool": _bool,
    "date": _date,
    "datetime": _datetime,
    "duration": _duration,
    "uuid": _uuid,
    "json": _json,
}
