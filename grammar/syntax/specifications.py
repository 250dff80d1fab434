"""Specifications: their steps and tables.

Where a table gives a value, a step holds a `Column`, or a `Name` with `column` set;
`stateous.grammar.tables` makes the steps of each row of them.
"""

from dataclasses import dataclass
from typing import Literal

from stateous.grammar.source import Span
from stateous.grammar.syntax.effects import Assign
from stateous.grammar.syntax.expressions import Expr, TextLiteral
from stateous.grammar.syntax.node import Allow, Name, place, waivers


@dataclass(frozen=True, slots=True)
class GivenContext:
    """`given context a = 1, b = "x"`: starts the token with these values."""

    values: tuple[Assign, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class GivenFact:
    """`given fact E a = 1`: a committed fact, without entry effects and triggers."""

    event: Name
    values: tuple[Assign, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class GivenState:
    """`given in S`: visit 1, counts 0."""

    state: Name
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class GivenClock:
    """`given clock "2026-01-01T08:00:00Z"`; `time` is a TextLiteral or a Column."""

    time: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class GivenCall:
    """`given call "module:function" returns a = 1`: what a callback updates in this run."""

    function: TextLiteral
    values: tuple[Assign, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenEvent:
    """`when [fired] E a = 1 [with f = v]`: the routine's report, or an event from outside."""

    event: Name
    payload: tuple[Assign, ...]
    writes: tuple[Assign, ...]
    fired: bool
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenFact:
    """`when fact E a = 1`: a fact is committed."""

    event: Name
    values: tuple[Assign, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenPass:
    """`when 6h pass`; `duration` is a DurationLiteral or a Column."""

    duration: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenFails:
    """`when S fails "why"`: one failed attempt. `reason` is a TextLiteral or a Column."""

    state: Name
    reason: Expr | None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenOutlet:
    """`when S outlet`, such as `when pay refused`: a state of a special kind is left by an outlet."""

    state: Name
    outlet: Name
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenDecided:
    """`when approved by Role`, `when rejected by Role`: a person answers."""

    outcome: Literal["approved", "rejected"]
    role: Name
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenChild:
    """`when child w ["key"] completes [as "label"] [with payload a = 1]`, or `… fails`.

    `key` and `label` are TextLiterals or Columns; `label` and `payload` go with `completes`.
    """

    workflow: Name
    key: Expr | None
    outcome: Literal["completes", "fails"]
    label: Expr | None = None
    payload: tuple[Assign, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenCompleted:
    """`then completed [as "label"]`; `label` is a TextLiteral or a Column."""

    label: Expr | None = None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenFailed:
    """`then failed ["text"]`; `reason` is a TextLiteral or a Column."""

    reason: Expr | None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenRefused:
    """`then refused [reason]`; `reason` is one of the engine's words, a text, or a column's name."""

    reason: Name | TextLiteral | None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenEmitted:
    """`then emitted E a = 1`: since the last `when`, with these values at least."""

    event: Name
    values: tuple[Assign, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenNothing:
    """`then nothing emitted`, `invoked` or `started`, since the last `when`."""

    what: Literal["emitted", "invoked", "started"]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenInvokes:
    """`then invokes C a = 1`."""

    command: Name
    values: tuple[Assign, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenStarts:
    """`then starts W`."""

    workflow: Name
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenWaitingUntil:
    """`then waiting until "2026-01-02T00:00:00Z"`; `time` is a TextLiteral or a Column."""

    time: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenWaitingFor:
    """`then waiting for E, F`."""

    events: tuple[Name, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenOtherIn:
    """`then W in S`, `then W in [a, b]`: the token of another workflow, or a machine's state."""

    workflow: Name
    states: tuple[Name, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenCondition:
    """`then <condition>`, with `, visit n` after `in S`.

    A condition that is a Column alone may also stand for `refused`, `completed` or
    `failed`. `visit` is a NumberLiteral or a Column.
    """

    condition: Expr
    visit: Expr | None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


Step = (
    GivenContext
    | GivenFact
    | GivenState
    | GivenClock
    | GivenCall
    | WhenEvent
    | WhenFact
    | WhenPass
    | WhenFails
    | WhenOutlet
    | WhenDecided
    | WhenChild
    | ThenCompleted
    | ThenFailed
    | ThenRefused
    | ThenEmitted
    | ThenNothing
    | ThenInvokes
    | ThenStarts
    | ThenWaitingUntil
    | ThenWaitingFor
    | ThenOtherIn
    | ThenCondition
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, a cell for each column.

    A cell is a literal (NullLiteral for an empty one), or a NameExpr for a name: of a
    state, an event, an outlet, an enum member, or `refused` and the like.
    """

    cells: tuple[Expr, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Table:
    """`cases` with a header line and rows."""

    columns: tuple[Name, ...]
    rows: tuple[Row, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class SpecificationDecl:
    """`specification "name"` with its steps, and the table that they are repeated for."""

    name: TextLiteral
    steps: tuple[Step, ...]
    cases: Table | None = None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()
