"""Workflows: context, events, starts, triggers, states, properties."""

from dataclasses import dataclass
from typing import Literal

from stateous.grammar.source import Span
from stateous.grammar.syntax.effects import Effect, WithClause
from stateous.grammar.syntax.expressions import DurationLiteral, Expr
from stateous.grammar.syntax.node import Allow, Name, place, waivers
from stateous.grammar.syntax.specifications import SpecificationDecl
from stateous.grammar.syntax.states import OnLine, StartLine, StateDecl, Target
from stateous.grammar.syntax.types import FieldDecl, TypeUse


@dataclass(frozen=True, slots=True)
class ContextDecl:
    """`context T`: with a body (`fields`) it declares T, without one it refers to T."""

    name: Name
    fields: tuple[FieldDecl, ...] | None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class EventDecl:
    """`event e "title": T into k` of a workflow."""

    name: Name
    title: str | None
    payload: TypeUse | None
    into: Name | None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Subject:
    """`for ReadModel`: what a workflow is about."""

    readmodel: Name
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


# -------------------------------------------------------------------- triggers


@dataclass(frozen=True, slots=True)
class OnFact:
    """`when Event`: a fact is committed."""

    event: Name


@dataclass(frozen=True, slots=True)
class OnEntry:
    """`when Machine enters State`."""

    machine: Name
    state: Name


@dataclass(frozen=True, slots=True)
class Every:
    """`every 15m`, aligned to midnight."""

    period: DurationLiteral


@dataclass(frozen=True, slots=True)
class At:
    """`at 08:00 [on Monday] [in "Europe/Zurich"]`, as written: the compiler checks all three."""

    time: Name
    day: Name | None = None
    zone: Name | None = None


Occasion = OnFact | OnEntry | Every | At


@dataclass(frozen=True, slots=True)
class Trigger:
    """`trigger <occasion> -> S`, with `with` lines below it: starts tokens."""

    occasion: Occasion
    target: Target
    mappings: tuple[WithClause, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


# --------------------------------------------------------- lines for all states


@dataclass(frozen=True, slots=True)
class Deadline:
    """`deadline 30d -> T`: once, so long after the start, in whatever state."""

    duration: DurationLiteral
    target: Target
    effects: tuple[Effect, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Anywhere:
    """`anywhere [except a, b]` with `on` lines, for every state that has none of its own."""

    excepted: tuple[Name, ...]
    lines: tuple[OnLine, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class PropertyDecl:
    """A property of every run.

    `invariant name: first` · `never name: first` · `eventually [name:] first` ·
    `always [name:] first leads to second` · `always [name:] first until second`.
    """

    kind: Literal["invariant", "never", "leads to", "until", "eventually"]
    name: Name | None
    first: Expr
    second: Expr | None = None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WorkflowDecl:
    """`workflow w`."""

    name: Name
    title: str | None
    context: ContextDecl | None = None
    events: tuple[EventDecl, ...] = ()
    start: tuple[StartLine, ...] = ()
    states: tuple[StateDecl, ...] = ()
    specifications: tuple[SpecificationDecl, ...] = ()
    subject: Subject | None = None
    triggers: tuple[Trigger, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    anywhere: tuple[Anywhere, ...] = ()
    properties: tuple[PropertyDecl, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()
