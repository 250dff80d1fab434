"""The defaults of models as JSON values: each a fixed value, which every token gets.

A `default_factory` is called twice, and watched: one that gives another value at each call, or
that reads a clock or a source of chance, has no fixed value.
"""

import dataclasses
import json
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from traceback import format_exception_only
from types import ModuleType
from typing import Any, Final
from uuid import UUID

from pydantic import BaseModel, RootModel
from pydantic_core import to_jsonable_python

from stateous.grammar.durations import iso_text
from stateous.grammar.schema.json_names import json_names

_DEPTH: Final = 60

_NOW: Final = frozenset({"now", "today", "utcnow"})
_CHANGING: Final[Mapping[str, frozenset[str]]] = {
    "time": frozenset(
        {"ctime", "gmtime", "localtime", "monotonic", "monotonic_ns", "perf_counter"}
        | {"perf_counter_ns", "process_time", "process_time_ns", "strftime", "time", "time_ns"}
    ),
    "posix": frozenset({"getrandom", "urandom"}),
    "nt": frozenset({"urandom"}),
}
"""For each module, the functions that give another value at another time."""


class NoFixedValue(ValueError):
    """A default has no fixed value in JSON; the message says why, as in `it <message>`."""


def made_by(factory: Callable[[], object]) -> object:
    """Return the value that a `default_factory` always gives. Raises NoFixedValue."""
    try:
        value, read = _watched(factory)
        again, _ = _watched(factory)
        varies = plain(value) != plain(again)
    except (KeyboardInterrupt, NoFixedValue):
        raise
    except BaseException as error:  # noqa: BLE001 - the author's own code may raise anything
        said = "".join(format_exception_only(error)).strip().partition("\n")[0]
        raise NoFixedValue(f"cannot be worked out: {said}") from None
    if varies:
        raise NoFixedValue("is another value at each call")
    if read is not None:
        raise NoFixedValue(f"reads `{read}`, which gives another value at another time")
    return value


def _watched(factory: Callable[[], object]) -> tuple[object, str | None]:
    """Call a factory; return its value, and the clock or source of chance that it read first."""
    read: list[str] = []

    def look(frame: object, event: str, called: Any) -> None:
        if event == "c_call" and (name := _changing(called)) is not None:
            read.append(name)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        value = factory()
    finally:
        sys.setprofile(before)
    return value, next(iter(read), None)


def _changing(called: Any) -> str | None:
    """Return the name of a function of Python's own that gives another value at another time."""
    owner, name = getattr(called, "__self__", None), getattr(called, "__name__", "")
    if isinstance(owner, type) and issubclass(owner, date) and name in _NOW:
        return f"{owner.__name__}.{name}"
    if isinstance(owner, ModuleType) and name in _CHANGING.get(owner.__name__, ()):
        return f"{'os' if owner.__name__ != 'time' else 'time'}.{name}"
    shared = getattr(random.random, "__self__", None)
    return f"random.{name}" if shared is not None and owner is shared else None


def plain(value: object, depth: int = 0) -> object:
    """Return a value as JSON has it, fields by the names under which they arrive.

    Secrets are told, sets are in order. Raises NoFixedValue for what JSON cannot hold.
    """
    if depth > _DEPTH:
        raise NoFixedValue("nests too deep")
    match value:
        case None | bool():
            return value
        case Enum():
            return plain(value.value, depth + 1)
        case int() | float() | str():
            return value
        case BaseModel():
            return _model(value, depth)
        case Mapping():
            return {_key(key): plain(inner, depth + 1) for key, inner in value.items()}
        case AbstractSet():
            return _ordered(plain(item, depth + 1) for item in value)
        case Sequence() if not isinstance(value, bytes | bytearray | memoryview):
            return [plain(item, depth + 1) for item in value]
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return _fields(value, depth)
        case _ if callable(getattr(value, "get_secret_value", None)):
            return plain(value.get_secret_value(), depth + 1)  # type: ignore[attr-defined]
    return _scalar(value)


def _model(value: BaseModel, depth: int) -> object:
    if isinstance(value, RootModel):
        return plain(value.root, depth + 1)
    extra = value.model_extra or {}
    return {**_fields(value, depth), **{k: plain(v, depth + 1) for k, v in extra.items()}}


def _fields(value: object, depth: int) -> dict[str, object]:
    names = json_names(type(value))
    return {name: plain(getattr(value, field), depth + 1) for field, name in names.items()}


def _key(key: object) -> str:
    inner = plain(key)
    if isinstance(inner, bool) or not isinstance(inner, str | int):
        raise NoFixedValue(f"has a key that is no text: {type(key).__name__}")
    return str(inner)


def _ordered(items: Iterable[object]) -> list[object]:
    """Return the items of a set in an order that does not change from run to run."""
    found: list[Any] = list(items)
    try:
        return sorted(found)
    except TypeError:
        return sorted(found, key=lambda item: json.dumps(item, sort_keys=True))


def _scalar(value: object) -> object:
    match value:
        case Decimal() | UUID() | PurePath():
            return str(value)
        case date() | time():  # a datetime is a date
            return value.isoformat().replace("+00:00", "Z")
        case timedelta():
            return iso_text(value)
    try:
        return to_jsonable_python(value)
    except Exception:  # noqa: BLE001 - whatever the value's own code raises
        raise NoFixedValue("cannot be written as JSON") from None
