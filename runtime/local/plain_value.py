"""Values of a routine as JSON, and back."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, cast
from uuid import UUID

from stateous.compiler.types import Json
from stateous.compiler.values import times


def to_json(value: object) -> Json:
    """Return a copy of `value` as JSON; raise TypeError for what JSON cannot hold.

    Besides JSON itself it takes what the types of the language are in Python: models,
    decimals, dates, datetimes, timedeltas and UUIDs. Whether the value fits its field is
    for the engine to say.
    """
    match value:
        case None | bool() | int() | float() | Decimal() | str():
            return cast(Json, value)
        case datetime() | date():
            return value.isoformat()
        case timedelta():
            return times.duration_text(value // timedelta(microseconds=1))
        case UUID():
            return str(value)
        case Mapping():
            members = cast(Mapping[object, object], value).items()
            return {_key(key): to_json(member) for key, member in members}
        case list() | tuple():
            return [to_json(item) for item in cast(list[object], value)]
        case _ if callable(dump := getattr(value, "model_dump", None)):
            return to_json(dump(mode="json", by_alias=True))
        case _:
            raise TypeError(f"a {type(value).__name__} is not a JSON value")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key must be a text, got {key!r}")
    return key


def from_json(value: Json) -> Any:
    """Return a copy of `value` for a routine; a number with a point is a float."""
    match value:
        case Decimal():
            return float(value)
        case list():
            return [from_json(item) for item in value]
        case dict():
            return {key: from_json(member) for key, member in value.items()}
        case _:
            return value
