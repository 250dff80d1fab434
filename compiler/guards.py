"""Typed expressions: what a guard means once names and types are settled.

The forms are few on purpose, since the evaluator, the solver and the graph file each
handle every one. The compiler has already rewritten the rest:

- `a > b` is `b < a`, `a >= b` is `b <= a`, `a != b` is `not a == b`, a chain is an `and`
  of comparisons, `x not in e` is `not x in e`, `x is not null` is `not x is null`;
- literals opposite another type are of that type (`'2026-01-01'` opposite a date);
- a bare value of kind bool that stands as a condition is a `Truth`: null counts as false.

Conditions (`Compare`, `In`, `IsNull`, `TextTest`, `Matches`, `Quantified`, `BranchTest`,
`Not`, `And`, `Or`, `Truth`, `InState`, `Visited`, `Ended`) answer true or false, never null. The other
forms are values and may be null. `op` names the form in a graph file.
"""

from dataclasses import dataclass
from typing import Literal

from stateous.compiler.types import Json, ScalarType, Type


@dataclass(frozen=True, slots=True)
class Const:
    """A literal in the canonical JSON form of `type`; `type` is None for null."""

    value: Json
    type: Type | None
    op: Literal["const"] = "const"


@dataclass(frozen=True, slots=True)
class Read:
    """A value read from the context, the payload, the subject or a bound variable.

    `model` is a field of the read model that a state machine or a fold is about. `branch` is one of
    `workflow`, `key`, `token`, `outcome`, `status` (texts) or a path into `payload`, of the
    branch that a condition over branches looks at.
    `path` goes through nested records, maps and json, and is not empty but for a variable.
    `nullable` is whether it can be null: its own `?`, or anything on the way that may be missing.
    `type` is the type of what is read.
    """

    root: Literal["ctx", "payload", "subject", "model", "branch", "variable"]
    path: tuple[str, ...]
    type: Type
    nullable: bool
    variable: str | None = None
    op: Literal["read"] = "read"


@dataclass(frozen=True, slots=True)
class Count:
    """How many events of this name were accepted, the one being routed included: an int.

    With `state`, how often that state was left by its outlet `event`.
    """

    event: str
    state: str | None = None
    op: Literal["count"] = "count"


@dataclass(frozen=True, slots=True)
class Clock:
    """`visit` and `attempt`, ints from 1; `now`, a datetime."""

    name: Literal["visit", "attempt", "now"]
    op: Literal["clock"] = "clock"


@dataclass(frozen=True, slots=True)
class Arith:
    """Arithmetic; null when an operand is. `right` of `//` and `%` is a positive int literal."""

    operator: Literal["+", "-", "*", "//", "%"]
    left: "Expr"
    right: "Expr"
    type: Type
    op: Literal["arith"] = "arith"


@dataclass(frozen=True, slots=True)
class Negate:
    """`-value`; null of null."""

    value: "Expr"
    type: Type
    op: Literal["negate"] = "negate"


@dataclass(frozen=True, slots=True)
class Len:
    """The code points of a text, the items of a list or map; null of null; an int."""

    value: "Expr"
    op: Literal["len"] = "len"


@dataclass(frozen=True, slots=True)
class ListExpr:
    """A list literal of values; only as the container of `In`, or opposite a list in `==`."""

    items: tuple["Expr", ...]
    type: Type
    op: Literal["list"] = "list"


@dataclass(frozen=True, slots=True)
class Compare:
    """`left < right`, `left <= right` (false when either is null) or `left == right`.

    Numbers compare by value, text by code point, dates, datetimes and durations by time.
    `json` operands of different kinds are never equal and never ordered.
    """

    operator: Literal["<", "<=", "=="]
    left: "Expr"
    right: "Expr"
    op: Literal["compare"] = "compare"


@dataclass(frozen=True, slots=True)
class In:
    """`item in container`: a `ListExpr`, a list, a map (its keys), or json that holds one of these."""

    item: "Expr"
    container: "Expr"
    op: Literal["in"] = "in"


@dataclass(frozen=True, slots=True)
class IsNull:
    """`value is null`."""

    value: "Expr"
    op: Literal["is_null"] = "is_null"


@dataclass(frozen=True, slots=True)
class TextTest:
    """`startswith`, `endswith`, `contains` of a text; false of null."""

    test: Literal["startswith", "endswith", "contains"]
    value: "Expr"
    text: "Expr"
    op: Literal["text_test"] = "text_test"


@dataclass(frozen=True, slots=True)
class Matches:
    """A whole match of `pattern` (`compiler.values.regex`); false of null."""

    value: "Expr"
    pattern: str
    op: Literal["matches"] = "matches"


@dataclass(frozen=True, slots=True)
class Quantified:
    """`any` or `all` over the items of a list, bound to `variable`.

    Over null `any` is false and `all` is true.
    """

    kind: Literal["any", "all"]
    variable: str
    over: "Expr"
    condition: "Expr"
    op: Literal["quantified"] = "quantified"


@dataclass(frozen=True, slots=True)
class BranchTest:
    """`branches.any(condition)`, `branches.all(condition)`: over the branches of a join."""

    kind: Literal["any", "all"]
    condition: "Expr"
    op: Literal["branch_test"] = "branch_test"


@dataclass(frozen=True, slots=True)
class BranchCount:
    """`branches.count(condition)`: an int."""

    condition: "Expr"
    op: Literal["branch_count"] = "branch_count"


@dataclass(frozen=True, slots=True)
class BranchFirst:
    """`branches.first(condition).payload.f`: null where the condition holds for none.

    `path` is what follows `first(…)`: `("payload", "f")`.
    """

    condition: "Expr"
    path: tuple[str, ...]
    type: Type
    op: Literal["branch_first"] = "branch_first"


@dataclass(frozen=True, slots=True)
class Truth:
    """A value of kind bool as a condition: null counts as false."""

    value: "Expr"
    op: Literal["truth"] = "truth"


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    value: "Expr"
    op: Literal["not"] = "not"


@dataclass(frozen=True, slots=True)
class And:
    """All of several conditions."""

    operands: tuple["Expr", ...]
    op: Literal["and"] = "and"


@dataclass(frozen=True, slots=True)
class Or:
    """One at least of several conditions."""

    operands: tuple["Expr", ...]
    op: Literal["or"] = "or"


@dataclass(frozen=True, slots=True)
class InState:
    """The token is active and in one of these states; in specifications and properties only."""

    states: tuple[str, ...]
    op: Literal["in_state"] = "in_state"


@dataclass(frozen=True, slots=True)
class Visited:
    """The token has been in the state; in specifications and properties only."""

    state: str
    op: Literal["visited"] = "visited"


@dataclass(frozen=True, slots=True)
class Ended:
    """The token has ended: completed or failed (`ended`), or the one named.

    `label` is the outcome of `END as "label"`.
    """

    how: Literal["ended", "completed", "failed"]
    label: str | None = None
    op: Literal["ended"] = "ended"


Expr = (
    Const
    | Read
    | Count
    | Clock
    | Arith
    | Negate
    | Len
    | ListExpr
    | Compare
    | In
    | IsNull
    | TextTest
    | Matches
    | Quantified
    | BranchTest
    | BranchCount
    | BranchFirst
    | Truth
    | Not
    | And
    | Or
    | InState
    | Visited
    | Ended
)


def children(expr: Expr) -> tuple[Expr, ...]:
    """Return the expressions directly inside `expr`."""
    match expr:
        case Arith(left=a, right=b) | Compare(left=a, right=b):
            return (a, b)
        case In(item=a, container=b) | TextTest(value=a, text=b):
            return (a, b)
        case Quantified(over=a, condition=b):
            return (a, b)
        case Negate(value=a) | Len(value=a) | IsNull(value=a) | Truth(value=a) | Not(value=a):
            return (a,)
        case Matches(value=a):
            return (a,)
        case BranchTest(condition=a) | BranchCount(condition=a) | BranchFirst(condition=a):
            return (a,)
        case ListExpr(items=items) | And(operands=items) | Or(operands=items):
            return items
        case _:
            return ()


def parts(expr: Expr) -> tuple[Expr, ...]:
    """Return `expr` and every expression inside it, outermost first."""
    return (expr, *(part for child in children(expr) for part in parts(child)))


def type_of(expr: Expr) -> Type | None:
    """Return the type of an expression: `bool` for a condition, None for the literal null."""
    match expr:
        case Const(type=type_) | Read(type=type_) | Arith(type=type_) | Negate(type=type_):
            return type_
        case ListExpr(type=type_) | BranchFirst(type=type_):
            return type_
        case Count() | Len() | BranchCount() | Clock(name="visit" | "attempt"):
            return _INT
        case Clock(name="now"):
            return _DATETIME
        case _:
            return _BOOL


_INT = ScalarType("int")
_BOOL = ScalarType("bool")
_DATETIME = ScalarType("datetime")
