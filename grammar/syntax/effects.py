"""Values given to fields, and what a transition does besides leading to a state."""

from dataclasses import dataclass

from stateous.grammar.source import Span
from stateous.grammar.syntax.expressions import Expr, TextLiteral
from stateous.grammar.syntax.node import Allow, Name, place, waivers


@dataclass(frozen=True, slots=True)
class Assign:
    """`path = value`: a field, or one inside it, and what it gets."""

    path: tuple[Name, ...]
    value: Expr
    span: Span = place()


@dataclass(frozen=True, slots=True)
class WithClause:
    """`with f = expr, g = expr`: where fields of a command, a child or a started token come from."""

    values: tuple[Assign, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class SetEffect:
    """`set path = expr`: a pure update of the context, or of a read model."""

    path: tuple[Name, ...]
    value: Expr
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class EmitEffect:
    """`emit Event f = expr`: an output action. It takes nothing by name."""

    event: Name
    values: tuple[Assign, ...]
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


@dataclass(frozen=True, slots=True)
class CallEffect:
    """`call "module:function"`: a Python callback that may update the context."""

    function: TextLiteral
    allows: tuple[Allow, ...] = waivers()
    span: Span = place()


Effect = SetEffect | EmitEffect | CallEffect
