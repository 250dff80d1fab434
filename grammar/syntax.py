"""The syntax tree that the three notations share.

Nodes are plain frozen values. Every node has a `span`, which does not take part in
comparisons: two trees are equal when they say the same, wherever it was written.
Text, numbers and durations are held by value, not as they were spelt.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from stateous.grammar.source import Span


def _span() -> Span:
    """A field for the place of a node; it does not take part in comparisons."""
    place: Span = field(compare=False, repr=False, kw_only=True)
    return place


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it is meant: without backquotes."""

    text: str
    span: Span = _span()


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class NumberLiteral:
    """A number without sign; `value` is an int when it was written without a point."""

    value: int | Decimal
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TextLiteral:
    """A text in quotes; `value` is the text that it means."""

    value: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BooleanLiteral:
    """`true` or `false`."""

    value: bool
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class NullLiteral:
    """`null`."""

    span: Span = _span()


@dataclass(frozen=True, slots=True)
class DurationLiteral:
    """A duration such as `1d12h`, in seconds."""

    seconds: int
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """`[a, b]`."""

    items: tuple["Expr", ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MapLiteral:
    """`{key: value}`; only where a specification or a default gives a value."""

    items: tuple[tuple[Name, "Expr"], ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class NameExpr:
    """A bare name: `ctx`, `payload`, `visit`, `attempt`, `now`, a bound variable, an enum member.

    `quoted` tells that it stood in backquotes, so that it is no keyword.
    """

    name: str
    quoted: bool = field(default=False, compare=False)
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Member:
    """`base.name`, and `ctx['name']`, which means the same."""

    base: "Expr"
    name: Name
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Count:
    """`count(event)` or `count(state.outlet)`."""

    state: Name | None
    event: Name
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Call:
    """A call of one of the functions of `function`, by name."""

    function: Name
    arguments: tuple["Expr", ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Quantifier:
    """`any(x in list: condition)` or `all(…)`."""

    kind: Literal["any", "all"]
    variable: Name
    over: "Expr"
    condition: "Expr"
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Branches:
    """`branches.all(condition)`, `.any(…)`, `.count(…)`, on `joined` only."""

    kind: Literal["any", "all", "count"]
    condition: "Expr"
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain such as `0 < x <= 9`: `operators` stand between `operands`."""

    operands: tuple["Expr", ...]
    operators: tuple[Literal["<", "<=", ">", ">=", "==", "!="], ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Membership:
    """`item in container`, or `not in` when `negated`."""

    item: "Expr"
    container: "Expr"
    negated: bool
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class NullTest:
    """`value is null`, or `is not null` when `negated`."""

    value: "Expr"
    negated: bool
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Not:
    """`not value`."""

    value: "Expr"
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Logic:
    """`a and b and c`, or the same with `or`; at least two operands."""

    operator: Literal["and", "or"]
    operands: tuple["Expr", ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left + right` and the like."""

    operator: Literal["+", "-", "*", "//", "%"]
    left: "Expr"
    right: "Expr"
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Negative:
    """`-value`."""

    value: "Expr"
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class InState:
    """`in S` or `in [a, b]`; only in the `then` of a specification and in properties."""

    states: tuple[Name, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Visited:
    """`visited(S)`; only where `InState` may stand."""

    state: Name
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Ended:
    """`ended`, `END` (completed) or `FAIL` (failed); only where `InState` may stand."""

    how: Literal["ended", "completed", "failed"]
    span: Span = _span()


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
)


# ---------------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class NamedType:
    """A built-in type (`text`, `int`, …) or the name of an enum or a type."""

    name: Name
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class OneOf:
    """`one of low, high`: an enum on the spot."""

    members: tuple[Name, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ListOf:
    """`list of T`."""

    item: "TypeUse"
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MapOf:
    """`map of T`: text keys."""

    value: "TypeUse"
    span: Span = _span()


TypeExpr = NamedType | OneOf | ListOf | MapOf


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint on a value, with its literal arguments.

    `kind` and arguments: `>=`, `>`, `<=`, `<`, `multiple of` one literal; `between` two;
    `length` and `items` two, of which the first (no lower bound) or the second (none
    above) may be NullLiteral; `unique` none; `unique by` none (the field is in `field`);
    `matching` one text.
    """

    kind: Literal[
        ">=",
        ">",
        "<=",
        "<",
        "between",
        "multiple of",
        "length",
        "items",
        "unique",
        "unique by",
        "matching",
    ]
    arguments: tuple[Expr, ...] = ()
    field: Name | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TypeUse:
    """A type where it is used: with `?` and constraints."""

    type: TypeExpr
    nullable: bool = False
    constraints: tuple[Constraint, ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """A field of a type or of a context.

    `computed_default` is a Python `default_factory`'s value, already made plain; it and
    `default` exclude each other. `note` is said where the field's type is used as `json`
    because the notation could not express it.
    """

    name: Name
    type: TypeUse
    default: Expr | None = None
    role: Literal["plain", "input", "local"] = "plain"
    secret: bool = False
    identifier: bool = False
    note: str | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class EnumDecl:
    """`enum E` with a member a line. A member that is no name is a text."""

    name: Name
    title: str | None
    members: tuple[Name, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TypeDecl:
    """`type T` with a field a line."""

    name: Name
    title: str | None
    fields: tuple[FieldDecl, ...]
    span: Span = _span()


# ------------------------------------------------------------------ workflows


@dataclass(frozen=True, slots=True)
class ContextDecl:
    """`context T`: with a body (`fields`) it declares T, without one it refers to T."""

    name: Name
    fields: tuple[FieldDecl, ...] | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class EventDecl:
    """`event e "title": T into k`."""

    name: Name
    title: str | None
    payload: TypeUse | None
    into: Name | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ToState:
    """The target of a transition: a state."""

    state: Name
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ToEnd:
    """The target END."""

    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ToFail:
    """The target FAIL, with the reason if one is given."""

    reason: str | None
    span: Span = _span()


Target = ToState | ToEnd | ToFail


@dataclass(frozen=True, slots=True)
class StartLine:
    """`START -> T`, `START when c -> T`, `START otherwise -> T`."""

    when: Expr | None
    otherwise: bool
    target: Target
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class OnLine:
    """`on E [when c | otherwise] -> T` in a state."""

    event: Name
    when: Expr | None
    otherwise: bool
    target: Target
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Backoff:
    """`backoff 1s..1m`: the first and the longest wait between attempts."""

    first: DurationLiteral
    longest: DurationLiteral
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Retries:
    """`retries n [backoff a..b]`."""

    number: NumberLiteral
    backoff: Backoff | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Writes:
    """`writes a, b`; no names for `writes nothing`."""

    fields: tuple[Name, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class StateDecl:
    """`state s` with its clauses and lines."""

    name: Name
    title: str | None
    timeout: DurationLiteral | None
    retries: Retries | None
    writes: Writes | None
    lines: tuple[OnLine, ...]
    span: Span = _span()


# ------------------------------------------------------------- specifications


@dataclass(frozen=True, slots=True)
class Assign:
    """`path = value` in a step of a specification."""

    path: tuple[Name, ...]
    value: Expr
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class GivenContext:
    """`given context a = 1, b = "x"`: starts the token with these values."""

    values: tuple[Assign, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class GivenState:
    """`given in S`: visit 1, counts 0."""

    state: Name
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class GivenClock:
    """`given clock "2026-01-01T08:00:00Z"`."""

    time: TextLiteral
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class WhenEvent:
    """`when [fired] E a = 1 [with f = v]`: the routine's report, or an event from outside."""

    event: Name
    payload: tuple[Assign, ...]
    writes: tuple[Assign, ...]
    fired: bool
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class WhenPass:
    """`when 6h pass`."""

    duration: DurationLiteral
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class WhenFails:
    """`when S fails "why"`: one failed attempt."""

    state: Name
    reason: str | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ThenCompleted:
    """`then completed`."""

    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ThenFailed:
    """`then failed ["text"]`."""

    reason: str | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ThenRefused:
    """`then refused [reason]`; `reason` is one of the engine's words or a text."""

    reason: Name | TextLiteral | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ThenCondition:
    """`then <condition>`, with `, visit n` after `in S`."""

    condition: Expr
    visit: NumberLiteral | None
    span: Span = _span()


Step = (
    GivenContext
    | GivenState
    | GivenClock
    | WhenEvent
    | WhenPass
    | WhenFails
    | ThenCompleted
    | ThenFailed
    | ThenRefused
    | ThenCondition
)


@dataclass(frozen=True, slots=True)
class SpecificationDecl:
    """`specification "name"` with its steps."""

    name: TextLiteral
    steps: tuple[Step, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class WorkflowDecl:
    """`workflow w`."""

    name: Name
    title: str | None
    context: ContextDecl | None
    events: tuple[EventDecl, ...]
    start: tuple[StartLine, ...]
    states: tuple[StateDecl, ...]
    specifications: tuple[SpecificationDecl, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class File:
    """All that one file declares, in the order written."""

    enums: tuple[EnumDecl, ...]
    types: tuple[TypeDecl, ...]
    workflows: tuple[WorkflowDecl, ...]
    span: Span = _span()
