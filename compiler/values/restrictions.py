"""The constraints of a type, asked of a value in canonical form that is not null.

Each function returns the rule that the value breaks, as what it must be, or None. Rules
are in the words of the language: `at least 0`, `a multiple of 5`.
"""

import operator
from collections.abc import Hashable, Iterable

from stateous.compiler.types import Json, ListType, ScalarType
from stateous.compiler.values import numbers
from stateous.compiler.values.regex import automaton
from stateous.compiler.values.scalars import ordinal
from stateous.compiler.values.spelling import quoted, shown


def broken_scalar_rule(type_: ScalarType, value: Json) -> str | None:
    """Return the first constraint of a scalar that `value` breaks."""
    if _has_bounds(type_) and (rule := _broken_bound(type_, value)):
        return rule
    if not isinstance(value, str):
        return None
    if rule := _broken_size(len(value), type_.min_length, type_.max_length, "character"):
        return rule
    if type_.pattern is not None and not automaton(type_.pattern).matches(value):
        return f"must match {quoted(type_.pattern)}"
    return None


def broken_size_rule(type_: ListType, size: int) -> str | None:
    """Return the rule on the number of items that `size` breaks."""
    return _broken_size(size, type_.min_items, type_.max_items, "item")


def broken_uniqueness_rule(type_: ListType, items: list[Json]) -> str | None:
    """Return the rule on equal items that a list breaks; two missing fields are equal."""
    if type_.unique and _repeats(items):
        return "must not hold an item twice"
    if (name := type_.unique_by) and _repeats(_field(item, name) for item in items):
        return f"must not hold two items with the same `{name}`"
    return None


def identity(value: Json) -> Hashable:
    """Return a key that two values share exactly when they are equal: `true` is not `1`."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, list):
        return ("list", tuple(map(identity, value)))
    if isinstance(value, dict):
        return ("map", frozenset((key, identity(inner)) for key, inner in value.items()))
    return value


def _has_bounds(type_: ScalarType) -> bool:
    bounds = (type_.minimum, type_.above, type_.maximum, type_.below, type_.multiple_of)
    return any(bound is not None for bound in bounds)


def _broken_bound(type_: ScalarType, value: Json) -> str | None:
    at = ordinal(type_.kind, value)
    for word, bound, holds in (
        ("at least", type_.minimum, operator.ge),
        ("more than", type_.above, operator.gt),
        ("at most", type_.maximum, operator.le),
        ("less than", type_.below, operator.lt),
        ("a multiple of", type_.multiple_of, numbers.is_multiple),
    ):
        if bound is not None and not holds(at, ordinal(type_.kind, bound)):
            return f"must be {word} {shown(type_, bound)}"
    return None


def _broken_size(size: int, least: int | None, most: int | None, unit: str) -> str | None:
    if least is not None and size < least:
        return f"must have at least {_counted(least, unit)}"
    if most is not None and size > most:
        return f"must have at most {_counted(most, unit)}"
    return None


def _repeats(values: Iterable[Json]) -> bool:
    keys = [identity(value) for value in values]
    return len(set(keys)) < len(keys)


def _field(item: Json, name: str) -> Json:
    return item.get(name) if isinstance(item, dict) else None


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
