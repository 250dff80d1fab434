"""Specifications and their steps."""

from dataclasses import dataclass

from stateous.grammar.source import Span
from stateous.grammar.syntax.expressions import DurationLiteral, Expr, NumberLiteral, TextLiteral
from stateous.grammar.syntax.node import Name, place


@dataclass(frozen=True, slots=True)
class Assign:
    """`path = value` in a step of a specification."""

    path: tuple[Name, ...]
    value: Expr
    span: Span = place()


@dataclass(frozen=True, slots=True)
class GivenContext:
    """`given context a = 1, b = "x"`: starts the token with these values."""

    values: tuple[Assign, ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class GivenState:
    """`given in S`: visit 1, counts 0."""

    state: Name
    span: Span = place()


@dataclass(frozen=True, slots=True)
class GivenClock:
    """`given clock "2026-01-01T08:00:00Z"`."""

    time: TextLiteral
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenEvent:
    """`when [fired] E a = 1 [with f = v]`: the routine's report, or an event from outside."""

    event: Name
    payload: tuple[Assign, ...]
    writes: tuple[Assign, ...]
    fired: bool
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenPass:
    """`when 6h pass`."""

    duration: DurationLiteral
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WhenFails:
    """`when S fails "why"`: one failed attempt."""

    state: Name
    reason: str | None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenCompleted:
    """`then completed`."""

    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenFailed:
    """`then failed ["text"]`."""

    reason: str | None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenRefused:
    """`then refused [reason]`; `reason` is one of the engine's words or a text."""

    reason: Name | TextLiteral | None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ThenCondition:
    """`then <condition>`, with `, visit n` after `in S`."""

    condition: Expr
    visit: NumberLiteral | None
    span: Span = place()


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
    span: Span = place()
