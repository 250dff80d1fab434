"""States of a workflow: their kinds, their clauses and their lines."""

from dataclasses import dataclass
from typing import Literal

from stateous.grammar.source import Span
from stateous.grammar.syntax.effects import Assign, Effect, WithClause
from stateous.grammar.syntax.expressions import DurationLiteral, Expr, NumberLiteral
from stateous.grammar.syntax.node import Allow, Name, place, waivers

# --------------------------------------------------------------------- targets


@dataclass(frozen=True, slots=True)
class ToState:
    """The target of a transition: a state."""

    state: Name
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ToEnd:
    """The target END; `label` is the outcome that `END as "label"` gives."""

    label: str | None = None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ToFail:
    """The target FAIL, with the reason if one is given."""

    reason: str | None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ToStay:
    """The target STAY: the event is counted, and the visit goes on."""

    span: Span = place()


@dataclass(frozen=True, slots=True)
class ToRefuse:
    """The target REFUSE "reason": the event is refused on purpose."""

    reason: str
    span: Span = place()


Target = ToState | ToEnd | ToFail | ToStay | ToRefuse

# ----------------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class StartLine:
    """`START -> T`, `START when c -> T`, `START otherwise -> T`, and what stands below it."""

    when: Expr | None
    otherwise: bool
    target: Target
    effects: tuple[Effect, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class OnLine:
    """`on E [first] [when c | otherwise] -> T` in a state, and what stands below it.

    In a state machine the target is a state of it, and there are no effects.
    """

    event: Name
    when: Expr | None
    otherwise: bool
    target: Target
    first: bool = False
    effects: tuple[Effect, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class DecideLine:
    """`when c -> T` or `otherwise -> T` in a `decide`, and what stands below it."""

    when: Expr | None
    otherwise: bool
    target: Target
    effects: tuple[Effect, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


# ----------------------------------------------------------------------- kinds


@dataclass(frozen=True, slots=True)
class TaskKind:
    """`state N`: a routine does its task."""


@dataclass(frozen=True, slots=True)
class ActionKind:
    """`action N invokes Command`: a task that carries a command's fields."""

    command: Name


@dataclass(frozen=True, slots=True)
class DecideKind:
    """`decide N [first]`: the guards of its lines choose at once."""

    first: bool = False


@dataclass(frozen=True, slots=True)
class WaitForEvents:
    """`wait N for A, B`: waits for outside events."""

    events: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class WaitForTime:
    """`wait N for 3d`; `time` is a DurationLiteral, or the Member `ctx.f`."""

    time: Expr


@dataclass(frozen=True, slots=True)
class ApprovalKind:
    """`approval N by Role`: waits for a person."""

    role: Name


@dataclass(frozen=True, slots=True)
class ParallelKind:
    """`parallel N runs a, b`: one child token for each workflow."""

    workflows: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class ForeachKind:
    """`foreach N over ctx.items as item runs w`: one child token for each item of a list."""

    over: Expr
    variable: Name
    workflow: Name


StateKind = (
    TaskKind
    | ActionKind
    | DecideKind
    | WaitForEvents
    | WaitForTime
    | ApprovalKind
    | ParallelKind
    | ForeachKind
)

# --------------------------------------------------------------------- clauses


@dataclass(frozen=True, slots=True)
class Timeout:
    """`timeout 6h`."""

    duration: DurationLiteral
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Backoff:
    """`backoff 1s..1m`: the first and the longest wait between attempts."""

    first: DurationLiteral
    longest: DurationLiteral
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Retries:
    """`retries n [backoff a..b]`: attempts after the first."""

    number: NumberLiteral
    backoff: Backoff | None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Attempts:
    """`attempts n` of an action: all attempts, the first included."""

    number: NumberLiteral
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Writes:
    """`writes a, b`; no names for `writes nothing`."""

    fields: tuple[Name, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Ensures:
    """`ensures condition`, or `ensures on E: condition`."""

    event: Name | None
    condition: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class After:
    """`after 2h E [f = literal]`: an event that the clock fires in the same visit."""

    duration: DurationLiteral
    event: Name
    values: tuple[Assign, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Until:
    """`until 3d` of a wait; `time` is a DurationLiteral, or `ctx.f` (a duration or datetime)."""

    time: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Expires:
    """`expires after 2d` of an approval; `time` is a DurationLiteral, or `ctx.f`."""

    time: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Join:
    """`join all`, `join any`, or `join at least n`."""

    rule: Literal["all", "any", "at least"]
    number: NumberLiteral | None = None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Passing:
    """`passing x, y`: context fields that children get by name."""

    fields: tuple[Name, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Gather:
    """`gather k = payload.f`: declares the context field k, one value for each completed child."""

    field: Name
    value: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Key:
    """`key item.f` of a foreach: what names a child."""

    value: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class AtOnce:
    """`at most n at once` of a foreach."""

    number: NumberLiteral
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class StateDecl:
    """A state of any kind, with its clauses and lines.

    Which clauses a kind may have is not asked here: the compiler does, so that the three
    notations get one answer. `lines` are the `on` lines, `choices` the lines of a `decide`.
    """

    name: Name
    title: str | None
    kind: StateKind = TaskKind()
    timeout: Timeout | None = None
    retries: Retries | None = None
    attempts: Attempts | None = None
    writes: Writes | None = None
    ensures: tuple[Ensures, ...] = ()
    after: tuple[After, ...] = ()
    until: Until | None = None
    expires: Expires | None = None
    join: Join | None = None
    passing: Passing | None = None
    mappings: tuple[WithClause, ...] = ()
    gathers: tuple[Gather, ...] = ()
    key: Key | None = None
    at_once: AtOnce | None = None
    lines: tuple[OnLine, ...] = ()
    choices: tuple[DecideLine, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()
