"""Guards at run time: typed expressions become closures, once for each definition.

A closure answers as the language page says: a missing value is null, arithmetic with null
gives null, an ordering with null is false, and nothing ever fails. What depends on a type
is decided when the closure is made; only `json` values are looked at when it runs.
"""

import operator
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from stateous.compiler.guards import (
    And,
    Arith,
    BranchCount,
    BranchFirst,
    BranchTest,
    Clock,
    Compare,
    Const,
    Count,
    Ended,
    Expr,
    In,
    InState,
    IsNull,
    Len,
    ListExpr,
    Matches,
    Negate,
    Not,
    Or,
    Quantified,
    Read,
    TextTest,
    Truth,
    Visited,
    type_of,
)
from stateous.compiler.types import EnumType, Json, ListType, ScalarType, Slot, Type
from stateous.compiler.values import numbers
from stateous.compiler.values.numbers import EXACT
from stateous.compiler.values.regex import automaton
from stateous.compiler.values.restrictions import identity
from stateous.runtime.kernel.reading import (
    Bound,
    Value,
    canonical_form,
    converted,
    follow,
    reader,
    working_form,
)
from stateous.runtime.kernel.scope import Scope

__all__ = ["Scope", "condition", "count_key"]

Test = Callable[[Scope, Bound], bool]
"""A compiled condition."""


def condition(expr: Expr) -> Callable[[Scope], bool]:
    """Return the closure of a condition."""
    test = _test(expr, ())
    return lambda scope: test(scope, ())


def count_key(event: str, state: str | None = None) -> str:
    """Return the key under which a token counts an event, or an outlet of a special state."""
    return event if state is None else f"{state}.{event}"


# ------------------------------------------------------------------ conditions


def _test(expr: Expr, variables: tuple[str, ...]) -> Test:
    """Return the closure of a condition within `any` or `all` over `variables`."""
    match expr:
        case Truth(value=value):
            truth = _value(value, variables)
            return lambda scope, bound: truth(scope, bound) is True
        case Not(value=value):
            test = _test(value, variables)
            return lambda scope, bound: not test(scope, bound)
        case And(operands=operands):
            return _every(tuple(_test(operand, variables) for operand in operands))
        case Or(operands=operands):
            return _some(tuple(_test(operand, variables) for operand in operands))
        case IsNull(value=value):
            read = _value(value, variables)
            return lambda scope, bound: read(scope, bound) is None
        case Compare():
            return _comparison(expr, variables)
        case In():
            return _membership(expr, variables)
        case TextTest():
            return _text_test(expr, variables)
        case Matches(value=value, pattern=pattern):
            return _matches(_value(value, variables), pattern)
        case Quantified():
            return _quantified(expr, variables)
        case BranchTest(kind=kind, condition=inner):
            return _branch_test(_test(inner, variables), settled=kind == "any")
        case InState() | Visited() | Ended():
            return _about_token(expr)
        case _:
            raise AssertionError(f"`{expr.op}` is not a condition")


def _every(tests: tuple[Test, ...]) -> Test:
    def run(scope: Scope, bound: Bound) -> bool:
        for test in tests:  # noqa: SIM110 - a generator costs more than most tests do
            if not test(scope, bound):
                return False
        return True

    return run


def _some(tests: tuple[Test, ...]) -> Test:
    def run(scope: Scope, bound: Bound) -> bool:
        for test in tests:  # noqa: SIM110 - a generator costs more than most tests do
            if test(scope, bound):
                return True
        return False

    return run


def _comparison(expr: Compare, variables: tuple[str, ...]) -> Test:
    if expr.operator == "==":
        return _equality(expr.left, expr.right, variables)
    compare = operator.lt if expr.operator == "<" else operator.le
    left, right = _value(expr.left, variables), _value(expr.right, variables)
    if _is_json(type_of(expr.left)) or _is_json(type_of(expr.right)):
        return lambda scope, bound: _json_order(compare, left(scope, bound), right(scope, bound))

    def run(scope: Scope, bound: Bound) -> bool:
        a, b = left(scope, bound), right(scope, bound)
        return a is not None and b is not None and compare(a, b)

    return run


def _equality(left: Expr, right: Expr, variables: tuple[str, ...]) -> Test:
    """Return the closure of `==`: scalars by their working form, the rest by the canonical one."""
    if _is_plain(type_of(left)) and _is_plain(type_of(right)):
        a, b = _value(left, variables), _value(right, variables)
        return lambda scope, bound: a(scope, bound) == b(scope, bound)
    c, d = _canonical(left, variables), _canonical(right, variables)
    return lambda scope, bound: identity(c(scope, bound)) == identity(d(scope, bound))


def _json_order(compare: Callable[[Any, Any], bool], left: Any, right: Any) -> bool:
    """Order two values of which one is `json`: two numbers or two texts, else false."""
    if isinstance(left, str) and isinstance(right, str):
        return compare(left, right)
    return _is_number(left) and _is_number(right) and compare(left, right)


def _membership(expr: In, variables: tuple[str, ...]) -> Test:
    if isinstance(expr.container, ListExpr):
        return _some(tuple(_equality(expr.item, i, variables) for i in expr.container.items))
    container = _canonical(expr.container, variables)
    match type_of(expr.container):
        case ListType(item=Slot(type=inner)) if _is_plain(inner) and _is_plain(type_of(expr.item)):
            return _in_scalars(_value(expr.item, variables), container, working_form(inner))
        case _:
            return _in_json(_canonical(expr.item, variables), container)


def _in_scalars(item: Value, container: Value, convert: Callable[[Json], Any] | None) -> Test:
    def run(scope: Scope, bound: Bound) -> bool:
        items = container(scope, bound)
        if items is None:
            return False
        if convert is not None:
            items = [None if each is None else convert(each) for each in items]
        return item(scope, bound) in items

    return run


def _in_json(item: Value, container: Value) -> Test:
    """Return the closure of `in` by kind: the items of a list, the keys of a map."""

    def run(scope: Scope, bound: Bound) -> bool:
        what, where = item(scope, bound), container(scope, bound)
        if isinstance(where, dict):
            return isinstance(what, str) and what in where
        if not isinstance(where, list):
            return False
        key = identity(what)
        return any(identity(each) == key for each in where)

    return run


def _text_test(expr: TextTest, variables: tuple[str, ...]) -> Test:
    value, text = _value(expr.value, variables), _value(expr.text, variables)
    holds = _TEXT_TESTS[expr.test]

    def run(scope: Scope, bound: Bound) -> bool:
        a, b = value(scope, bound), text(scope, bound)
        return isinstance(a, str) and isinstance(b, str) and holds(a, b)

    return run


_TEXT_TESTS: dict[str, Callable[[str, str], bool]] = {
    "startswith": str.startswith,
    "endswith": str.endswith,
    "contains": operator.contains,
}


def _matches(value: Value, pattern: str) -> Test:
    matches = automaton(pattern).matches

    def run(scope: Scope, bound: Bound) -> bool:
        text = value(scope, bound)
        return isinstance(text, str) and matches(text)

    return run


def _quantified(expr: Quantified, variables: tuple[str, ...]) -> Test:
    """Return the closure of `any` or `all`: it looks for the item that settles the answer."""
    over = _canonical(expr.over, variables)
    test = _test(expr.condition, (*variables, expr.variable))
    settled = expr.kind == "any"

    def run(scope: Scope, bound: Bound) -> bool:
        items = over(scope, bound)
        if isinstance(items, list):
            for item in items:
                if test(scope, (*bound, item)) is settled:
                    return settled
        return not settled

    return run


def _branch_test(test: Test, *, settled: bool) -> Test:
    """Return the closure of `branches.any` or `.all`; over no branches `all` is true."""

    def run(scope: Scope, bound: Bound) -> bool:
        for branch in scope.branches:
            if test(replace(scope, branch=branch), bound) is settled:
                return settled
        return not settled

    return run


def _about_token(expr: InState | Visited | Ended) -> Test:
    match expr:
        case InState(states=states):
            return lambda scope, _: scope.state in states and scope.status in _LIVE
        case Visited(state=state):
            return lambda scope, _: scope.visits.get(state, 0) > 0
        case Ended(how="ended"):
            return lambda scope, _: scope.status in ("completed", "failed")
        case Ended(how=how, label=None):
            return lambda scope, _: scope.status == how
        case Ended(how=how, label=label):
            return lambda scope, _: scope.status == how and scope.label == label


_LIVE = ("active", "paused")


# ---------------------------------------------------------------------- values


def _value(expr: Expr, variables: tuple[str, ...]) -> Value:
    """Return the closure of a value, in its working form."""
    match expr:
        case Const(value=value, type=type_):
            convert = working_form(type_)
            constant = value if convert is None or value is None else convert(value)
            return lambda _, __: constant
        case Read(type=type_):
            return converted(reader(expr, variables), working_form(type_))
        case ListExpr():
            return _canonical(expr, variables)
        case Count(event=event, state=state):
            key = count_key(event, state)
            return lambda scope, _: scope.counts.get(key, 0)
        case Clock(name=name):
            return _CLOCKS[name]
        case BranchCount(condition=inner):
            return _branch_count(_test(inner, variables))
        case BranchFirst(type=type_):
            return converted(_branch_first(expr, variables), working_form(type_))
        case Arith():
            return _arithmetic(expr, variables)
        case Negate(value=value):
            negate = EXACT.minus if _is_exact(type_of(value)) else operator.neg
            return converted(_value(value, variables), negate)
        case Len(value=value):
            return _length(_canonical(value, variables))
        case _:
            return _test(expr, variables)


def _canonical(expr: Expr, variables: tuple[str, ...]) -> Value:
    """Return the closure of a value, in canonical form."""
    match expr:
        case Const(value=value):
            return lambda _, __: value
        case Read():
            return reader(expr, variables)
        case BranchFirst():
            return _branch_first(expr, variables)
        case ListExpr(items=items):
            parts = tuple(_canonical(item, variables) for item in items)
            return lambda scope, bound: [part(scope, bound) for part in parts]
        case _:
            return converted(_value(expr, variables), canonical_form(type_of(expr)))


_CLOCKS: dict[str, Value] = {
    "visit": lambda scope, _: scope.visit,
    "attempt": lambda scope, _: scope.attempt,
    "now": lambda scope, _: scope.now,
}


def _branch_count(test: Test) -> Value:
    return lambda scope, bound: sum(
        test(replace(scope, branch=branch), bound) for branch in scope.branches
    )


def _branch_first(expr: BranchFirst, variables: tuple[str, ...]) -> Value:
    test, path = _test(expr.condition, variables), expr.path

    def run(scope: Scope, bound: Bound) -> Json:
        for branch in scope.branches:
            if test(replace(scope, branch=branch), bound):
                return follow(branch, path)
        return None

    return run


def _length(value: Value) -> Value:
    def run(scope: Scope, bound: Bound) -> int | None:
        sized = value(scope, bound)
        return len(sized) if isinstance(sized, str | list | dict) else None

    return run


def _arithmetic(expr: Arith, variables: tuple[str, ...]) -> Value:
    left, right = _value(expr.left, variables), _value(expr.right, variables)
    exact = _is_exact(type_of(expr.left)) or _is_exact(type_of(expr.right))
    compute = (_EXACT_OPERATIONS if exact else _WHOLE_OPERATIONS)[expr.operator]

    def run(scope: Scope, bound: Bound) -> Any:
        a, b = left(scope, bound), right(scope, bound)
        return None if a is None or b is None else compute(a, b)

    return run


# Ints, and the microseconds of datetimes and durations, stay ints.
_WHOLE_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
_EXACT_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": EXACT.add,
    "-": EXACT.subtract,
    "*": EXACT.multiply,
    "//": numbers.floor_divide,
    "%": numbers.modulo,
}


# ----------------------------------------------------------------------- kinds


def _is_plain(type_: Type | None) -> bool:
    """Tell whether values of the type are compared by their working form alone."""
    return type_ is None or (isinstance(type_, EnumType | ScalarType) and not _is_json(type_))


def _is_json(type_: Type | None) -> bool:
    return isinstance(type_, ScalarType) and type_.kind == "json"


def _is_exact(type_: Type | None) -> bool:
    """Tell whether values of the type may be decimals."""
    return isinstance(type_, ScalarType) and type_.kind in ("number", "decimal")


def _is_number(value: object) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)
