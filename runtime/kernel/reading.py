"""Closures that read a value, and the forms that values take while a guard runs.

A value stands in canonical form (`compiler.types`) or, for arithmetic and order, in its
working form: decimals are numbers, datetimes and durations whole microseconds; all other
values are the same in both.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from stateous.compiler.guards import Read
from stateous.compiler.types import Json, ScalarType, Type
from stateous.compiler.values import numbers, times
from stateous.compiler.values.scalars import ordinal
from stateous.runtime.kernel.scope import Scope

Bound = tuple[Json, ...]
"""The items bound by `any` and `all`, the outermost first."""

Value = Callable[[Scope, Bound], Any]
"""A compiled expression."""


def reader(read: Read, variables: tuple[str, ...]) -> Value:
    """Return a closure that reads the canonical form; what is missing on the way is null."""
    path = read.path
    if read.root == "variable":
        assert read.variable is not None
        index = len(variables) - 1 - variables[::-1].index(read.variable)
        return lambda _, bound: follow(bound[index], path)
    match read.root:
        case "payload":
            return lambda scope, _: follow(scope.payload, path)
        case "subject" | "model":
            return lambda scope, _: follow(scope.subject, path)
        case "branch":
            return lambda scope, _: follow(scope.branch, path)
    first, rest = path[0], path[1:]
    if rest:
        return lambda scope, _: follow(scope.ctx.get(first), rest)
    return lambda scope, _: scope.ctx.get(first)


def follow(value: Json, path: tuple[str, ...]) -> Json:
    """Return what stands at the end of a path, null where anything on it is missing."""
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def working_form(type_: Type | None) -> Callable[[Json], Any] | None:
    """Return what makes the working form of a value; None where the two forms are the same."""
    if isinstance(type_, ScalarType) and type_.kind in ("decimal", "datetime", "duration"):
        return partial(ordinal, type_.kind)
    return None


def canonical_form(type_: Type | None) -> Callable[[Any], Json] | None:
    """Return the opposite of `working_form`; None where the two forms are the same."""
    if not isinstance(type_, ScalarType):
        return None
    match type_.kind:
        case "number":
            return numbers.canonical
        case "decimal":
            return numbers.plain
        case "datetime":
            return times.datetime_text
        case "duration":
            return times.duration_text
        case _:
            return None


def converted(value: Value, convert: Callable[[Any], Any] | None) -> Value:
    """Return `value` with `convert` applied to what is not null."""
    if convert is None:
        return value

    def read(scope: Scope, bound: Bound) -> Any:
        found = value(scope, bound)
        return None if found is None else convert(found)

    return read
