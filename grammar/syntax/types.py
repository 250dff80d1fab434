"""Types, fields, and the declarations of enums and records."""

from dataclasses import dataclass
from typing import Literal

from stateous.grammar.source import Span
from stateous.grammar.syntax.expressions import Expr
from stateous.grammar.syntax.node import Allow, Name, place, waivers


@dataclass(frozen=True, slots=True)
class NamedType:
    """A built-in type (`text`, `int`, …) or the name of an enum or a type."""

    name: Name
    span: Span = place()


@dataclass(frozen=True, slots=True)
class OneOf:
    """`one of low, high`: an enum on the spot."""

    members: tuple[Name, ...]
    span: Span = place()


@dataclass(frozen=True, slots=True)
class ListOf:
    """`list of T`."""

    item: "TypeUse"
    span: Span = place()


@dataclass(frozen=True, slots=True)
class MapOf:
    """`map of T`: text keys."""

    value: "TypeUse"
    span: Span = place()


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
    span: Span = place()


@dataclass(frozen=True, slots=True)
class TypeUse:
    """A type where it is used: with `?` and constraints."""

    type: TypeExpr
    nullable: bool = False
    constraints: tuple[Constraint, ...] = ()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """A field of a type, a context, a command, a fact or a read model.

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
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class EnumDecl:
    """`enum E` with a member a line. A member that is no name is a text."""

    name: Name
    title: str | None
    members: tuple[Name, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class TypeDecl:
    """`type T` with a field a line."""

    name: Name
    title: str | None
    fields: tuple[FieldDecl, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()
