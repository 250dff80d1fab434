"""What a file declares besides workflows: commands, facts, roles, read models, machines."""

from dataclasses import dataclass
from typing import Literal

from stateous.grammar.source import Span
from stateous.grammar.syntax.effects import SetEffect, WithClause
from stateous.grammar.syntax.expressions import TextLiteral
from stateous.grammar.syntax.node import Allow, Name, place, waivers
from stateous.grammar.syntax.specifications import SpecificationDecl
from stateous.grammar.syntax.states import OnLine
from stateous.grammar.syntax.types import EnumDecl, FieldDecl, TypeDecl
from stateous.grammar.syntax.workflows import WorkflowDecl


@dataclass(frozen=True, slots=True)
class Use:
    """`use "path.flow"`: what another file declares may be named here."""

    path: TextLiteral
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class CommandDecl:
    """`command C` with a field a line."""

    name: Name
    title: str | None
    fields: tuple[FieldDecl, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class FactDecl:
    """`event E` at the top level: a fact, with a field a line."""

    name: Name
    title: str | None
    fields: tuple[FieldDecl, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class RoleDecl:
    """`role R`: who may approve."""

    name: Name
    title: str | None
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Fold:
    """`from Event` in a read model, with `set` lines below it."""

    event: Name
    sets: tuple[SetEffect, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ReadModelDecl:
    """`readmodel M key k` with fields and folds."""

    name: Name
    title: str | None
    key: Name
    fields: tuple[FieldDecl, ...]
    folds: tuple[Fold, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Entering:
    """`entering starts W` or `entering invokes C`, with `with` lines below it."""

    effect: Literal["starts", "invokes"]
    name: Name
    mappings: tuple[WithClause, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class MachineStateDecl:
    """`state N [initial] [final]` of a state machine."""

    name: Name
    title: str | None
    initial: bool = False
    final: bool = False
    entering: tuple[Entering, ...] = ()
    lines: tuple[OnLine, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Lookup:
    """`lookup machine-wide` of a state machine."""

    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class MachineDecl:
    """`statemachine M follows R`."""

    name: Name
    title: str | None
    follows: Name
    states: tuple[MachineStateDecl, ...]
    lookup: Lookup | None = None
    specifications: tuple[SpecificationDecl, ...] = ()
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class File:
    """All that one file declares; each sort in the order written."""

    enums: tuple[EnumDecl, ...] = ()
    types: tuple[TypeDecl, ...] = ()
    workflows: tuple[WorkflowDecl, ...] = ()
    uses: tuple[Use, ...] = ()
    commands: tuple[CommandDecl, ...] = ()
    facts: tuple[FactDecl, ...] = ()
    roles: tuple[RoleDecl, ...] = ()
    readmodels: tuple[ReadModelDecl, ...] = ()
    machines: tuple[MachineDecl, ...] = ()
    specifications: tuple[SpecificationDecl, ...] = ()
    span: Span = place()
