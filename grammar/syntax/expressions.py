"""Expressions: guards, literals, and what the `then` of a specification may ask."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from stateous.grammar.source import Span
from stateous.grammar.syntax.node import Name, place


@dataclass(frozen=True, slots=True)
class NumberLiteral:
    """A number without sign; `value` is an int when it was written without a point."""

    value: int | Decimal
    span: Span = place()


@dataclass(frozen=True, slots=True)
class TextLiteral:
    """A text in quotes; `value` is the text that it means."""

    value: str
    span: Span = place()


@dataclass(frozen=True, slots=True)
class BooleanLiteral:
    """`true` or `false`."""

    value: bool
    span: Span = place()


@dataclass(frozen=True, slots=True)
class NullLiteral:
    """`null`."""

    span: Span = place()


@dataclass(frozen=True, slots=True)
class DurationLiteral:
    """A duration such as `1d12h`, in seconds."""

    seconds: int
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """`[a, b]`."""

    items: tuple["Expr", ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class MapLiteral:
    """`{key: value}`; only where a specification or a default gives a value."""

    items: tuple[tuple[Name, "Expr"], ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class NameExpr:
    """A bare name: `ctx`, `payload`, `visit`, `attempt`, `now`, a bound variable, an enum member.

    `quoted` tells that it stood in backquotes, so that it is no keyword.
    """

    name: str
    quoted: bool = field(default=False, compare=False)
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Member:
    """`base.name`, and `ctx['name']`, which means the same."""

    base: "Expr"
    name: Name
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Count:
    """`count(event)` or `count(state.outlet)`."""

    state: Name | None
    event: Name
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Call:
    """A call of one of the functions of `function`, by name."""

    function: Name
    arguments: tuple["Expr", ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Quantifier:
    """`any(x in list: condition)` or `all(…)`."""

    kind: Literal["any", "all"]
    variable: Name
    over: "Expr"
    condition: "Expr"
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Branches:
    """`branches.all(condition)`, `.any(…)`, `.count(…)`, on `joined` only.

    `branches.first(condition)` is the first branch for which it holds, of which a `set`
    reads `.payload.f`.
    """

    kind: Literal["any", "all", "count", "first"]
    condition: "Expr"
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain such as `0 < x <= 9`: `operators` stand between `operands`."""

    operands: tuple["Expr", ...]
    operators: tuple[Literal["<", "<=", ">", ">=", "==", "!="], ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Membership:
    """`item in container`, or `not in` when `negated`."""

    item: "Expr"
    container: "Expr"
    negated: bool
    span: Span = place()


@dataclass(frozen=True, slots=True)
class NullTest:
    """`value is null`, or `is not null` when `negated`."""

    value: "Expr"
    negated: bool
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Not:
    """`not value`."""

    value: "Expr"
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Logic:
    """`a and b and c`, or the same with `or`; at least two operands."""

    operator: Literal["and", "or"]
    operands: tuple["Expr", ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left + right` and the like."""

    operator: Literal["+", "-", "*", "//", "%"]
    left: "Expr"
    right: "Expr"
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Negative:
    """`-value`."""

    value: "Expr"
    span: Span = place()


@dataclass(frozen=True, slots=True)
class InState:
    """`in S` or `in [a, b]`; only in the `then` of a specification and in properties."""

    states: tuple[Name, ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Visited:
    """`visited(S)`; only where `InState` may stand."""

    state: Name
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Ended:
    """`ended`, `END` (completed) or `FAIL` (failed); only where `InState` may stand.

    `label` is that of `END as "label"`.
    """

    how: Literal["ended", "completed", "failed"]
    label: str | None = None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Column:
    """`<name>`: what a row of the table has in this column; in the steps of a specification."""

    name: str
    span: Span = place()


Expr = (
    NumberLiteral
    | TextLiteral
    | BooleanLiteral
    | NullLiteral
    | DurationLiteral
    | ListLiteral
    | MapLiteral
    | NameExpr
    | Member
    | Count
    | Call
    | Quantifier
    | Branches
    | Comparison
    | Membership
    | NullTest
    | Not
    | Logic
    | Arithmetic
    | Negative
    | InState
    | Visited
    | Ended
    | Column
)
