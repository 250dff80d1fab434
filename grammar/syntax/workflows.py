"""Workflows, states, lines, and the file that holds them."""

from dataclasses import dataclass

from stateous.grammar.source import Span
from stateous.grammar.syntax.expressions import DurationLiteral, Expr, NumberLiteral
from stateous.grammar.syntax.node import Name, place
from stateous.grammar.syntax.specifications import SpecificationDecl
from stateous.grammar.syntax.types import EnumDecl, FieldDecl, TypeDecl, TypeUse


@dataclass(frozen=True, slots=True)
class ContextDecl:
    """`context T`: with a body (`fields`) it declares T, without one it refers to T."""

    name: Name
    fields: tuple[FieldDecl, ...] | None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class EventDecl:
    """`event e "title": T into k`."""

    name: Name
    title: str | None
    payload: TypeUse | None
    into: Name | None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ToState:
    """The target of a transition: a state."""

    state: Name
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ToEnd:
    """The target END."""

    span: Span = place()


@dataclass(frozen=True, slots=True)
class ToFail:
    """The target FAIL, with the reason if one is given."""

    reason: str | None
    span: Span = place()


Target = ToState | ToEnd | ToFail


@dataclass(frozen=True, slots=True)
class StartLine:
    """`START -> T`, `START when c -> T`, `START otherwise -> T`."""

    when: Expr | None
    otherwise: bool
    target: Target
    span: Span = place()


@dataclass(frozen=True, slots=True)
class OnLine:
    """`on E [when c | otherwise] -> T` in a state."""

    event: Name
    when: Expr | None
    otherwise: bool
    target: Target
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Backoff:
    """`backoff 1s..1m`: the first and the longest wait between attempts."""

    first: DurationLiteral
    longest: DurationLiteral
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Retries:
    """`retries n [backoff a..b]`."""

    number: NumberLiteral
    backoff: Backoff | None
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Writes:
    """`writes a, b`; no names for `writes nothing`."""

    fields: tuple[Name, ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class StateDecl:
    """`state s` with its clauses and lines."""

    name: Name
    title: str | None
    timeout: DurationLiteral | None
    retries: Retries | None
    writes: Writes | None
    lines: tuple[OnLine, ...]
    span: Span = place()


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
    span: Span = place()


@dataclass(frozen=True, slots=True)
class File:
    """All that one file declares, in the order written."""

    enums: tuple[EnumDecl, ...]
    types: tuple[TypeDecl, ...]
    workflows: tuple[WorkflowDecl, ...]
    span: Span = place()
