"""A second evaluator of guards, written to be obviously right, and slow.

Every value carries the name of its kind, so that values of two kinds are never equal.
Numbers are fractions; times are those of the standard library.
"""

import math
import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

from pydantic import TypeAdapter

from stateous.compiler import guards
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

Tagged = tuple[str, Any] | None

_DURATION = TypeAdapter(timedelta)
_ORDERED = ("number", "text", "date", "datetime", "duration")


@dataclass(frozen=True)
class World:
    """What a guard reads."""

    ctx: Mapping[str, Json]
    payload: Json = None
    counts: Mapping[str, int] = field(default_factory=dict)
    visit: int = 0
    attempt: int = 0
    variables: Mapping[str, Json] = field(default_factory=dict)


def holds(expr: guards.Expr, world: World) -> bool:
    """Tell whether a condition holds."""
    match expr:
        case guards.Truth(value=value):
            return tagged(value, world) == ("bool", True)
        case guards.Not(value=value):
            return not holds(value, world)
        case guards.And(operands=operands):
            return all(holds(operand, world) for operand in operands)
        case guards.Or(operands=operands):
            return any(holds(operand, world) for operand in operands)
        case guards.IsNull(value=value):
            return tagged(value, world) is None
        case guards.Compare(operator=sign, left=left, right=right):
            return _compare(sign, tagged(left, world), tagged(right, world))
        case guards.In(item=item, container=container):
            return _contains(tagged(container, world), tagged(item, world))
        case guards.TextTest(test=test, value=value, text=text):
            return _text_test(test, tagged(value, world), tagged(text, world))
        case guards.Matches(value=value, pattern=pattern):
            found = tagged(value, world)
            return found is not None and re.fullmatch(pattern, found[1], re.ASCII) is not None
        case guards.Quantified():
            return _quantified(expr, world)
        case _:
            raise AssertionError(expr)


def tagged(expr: guards.Expr, world: World) -> Tagged:
    """Return the value of an expression with its kind."""
    match expr:
        case guards.Const(value=value, type=type_):
            return None if type_ is None else tag(type_, value)
        case guards.Read(type=type_):
            return tag(type_, _read(expr, world))
        case guards.Count(event=event):
            return "number", Fraction(world.counts.get(event, 0))
        case guards.Clock(name="visit"):
            return "number", Fraction(world.visit)
        case guards.Clock(name="attempt"):
            return "number", Fraction(world.attempt)
        case guards.Negate(value=value):
            found = tagged(value, world)
            return found and (found[0], -found[1])
        case guards.Len(value=value):
            found = tagged(value, world)
            return found and ("number", Fraction(len(found[1])))
        case guards.ListExpr(items=items):
            return "list", tuple(tagged(item, world) for item in items)
        case guards.Arith(operator=sign, left=left, right=right):
            return _arithmetic(sign, tagged(left, world), tagged(right, world))
        case _:
            raise AssertionError(expr)


def tag(type_: Type, value: Json) -> Tagged:
    """Return a value in canonical form with its kind."""
    match type_, value:
        case _, None:
            return None
        case ScalarType(kind="json"), _:
            return _tag_json(value)
        case ScalarType(kind="int" | "number" | "decimal"), (int() | str() as number):
            return "number", Fraction(number)
        case ScalarType(kind="number"), _:
            return "number", Fraction(str(value))
        case ScalarType(kind="date"), str():
            return "date", date.fromisoformat(value)
        case ScalarType(kind="datetime"), str():
            return "datetime", datetime.fromisoformat(value)
        case ScalarType(kind="duration"), str():
            return "duration", _DURATION.validate_python(value)
        case ScalarType(kind=kind), _:
            return kind, value
        case EnumType(), _:
            return "enum", value
        case ListType(item=Slot(type=inner)), list():
            return "list", tuple(tag(inner, item) for item in value)
        case MapType(value=Slot(type=inner)), dict():
            return "map", frozenset((key, tag(inner, item)) for key, item in value.items())
        case RecordType(fields=fields), dict():
            return "map", frozenset((f.name, tag(f.slot.type, value[f.name])) for f in fields)
    raise AssertionError((type_, value))


def _tag_json(value: Json) -> Tagged:
    match value:
        case None:
            return None
        case bool():
            return "bool", value
        case str():
            return "text", value
        case list():
            return "list", tuple(map(_tag_json, value))
        case dict():
            return "map", frozenset((key, _tag_json(item)) for key, item in value.items())
        case _:
            return "number", Fraction(str(value))


def _read(read: guards.Read, world: World) -> Json:
    value: Any
    if read.root == "variable":
        assert read.variable is not None
        value = world.variables[read.variable]
    else:
        value = world.ctx if read.root == "ctx" else world.payload
    for key in read.path:
        value = value.get(key) if isinstance(value, Mapping) else None
    found: Json = value
    return found


def _compare(sign: str, left: Tagged, right: Tagged) -> bool:
    if sign == "==":
        return left == right
    if left is None or right is None or left[0] != right[0] or left[0] not in _ORDERED:
        return False
    return bool((operator.lt if sign == "<" else operator.le)(left[1], right[1]))


def _contains(container: Tagged, item: Tagged) -> bool:
    match container:
        case ("list", items):
            return any(item == each for each in items)
        case ("map", items):
            return item is not None and item[0] == "text" and item[1] in [key for key, _ in items]
        case _:
            return False


def _text_test(test: str, value: Tagged, part: Tagged) -> bool:
    if value is None or part is None or value[0] != "text":
        return False
    text, sought = str(value[1]), str(part[1])
    match test:
        case "startswith":
            return text[: len(sought)] == sought
        case "endswith":
            return text[::-1][: len(sought)] == sought[::-1]
        case _:
            return text.find(sought) >= 0


def _quantified(expr: guards.Quantified, world: World) -> bool:
    assert isinstance(expr.over, guards.Read)
    items = _read(expr.over, world)
    results = [
        holds(expr.condition, replace(world, variables={**world.variables, expr.variable: item}))
        for item in (items if isinstance(items, list) else [])
    ]
    return any(results) if expr.kind == "any" else all(results)


def _arithmetic(sign: str, left: Tagged, right: Tagged) -> Tagged:
    if left is None or right is None:
        return None
    a, b = left[1], right[1]
    match sign:
        case "+":
            result = a + b
        case "-":
            result = a - b
        case "*":
            result = a * b
        case "//":
            result = Fraction(math.floor(a / b))
        case _:
            result = a - b * math.floor(a / b)
    return _kind(result), result


def _kind(value: object) -> str:
    return {Fraction: "number", datetime: "datetime", timedelta: "duration"}[type(value)]
