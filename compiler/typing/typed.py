"""A typed expression with its type, and literals typed by what stands opposite."""

from decimal import Decimal
from typing import Final, NamedTuple

from stateous.compiler import guards
from stateous.compiler.literals import duration_json, no_member
from stateous.compiler.rules.expressions import CONDITION_AS_VALUE, MALFORMED_LITERAL
from stateous.compiler.types import EnumType, ScalarType, Type, described
from stateous.compiler.typing.kinds import BOOL, DURATION, INT, NUMBER, READ_FROM_TEXT, TEXT, bare
from stateous.compiler.typing.scope import Report
from stateous.compiler.values.numbers import canonical
from stateous.compiler.values.scalars import RuleBroken, admit_scalar
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    BooleanLiteral,
    DurationLiteral,
    Name,
    NullLiteral,
    NumberLiteral,
    TextLiteral,
)

_CONDITIONS: Final = (
    guards.Compare,
    guards.In,
    guards.IsNull,
    guards.TextTest,
    guards.Matches,
    guards.Quantified,
    guards.BranchTest,
    guards.Truth,
    guards.Not,
    guards.And,
    guards.Or,
    guards.InState,
    guards.Visited,
    guards.Ended,
)


class Typed(NamedTuple):
    """An expression and the type of its value; the type is None for the literal `null`."""

    expr: guards.Expr
    type: Type | None

    @property
    def is_condition(self) -> bool:
        """Whether it answers true or false and is never null."""
        return isinstance(self.expr, _CONDITIONS)

    @property
    def kind(self) -> str:
        """The type as a message names it."""
        return "null" if self.type is None else described(self.type)


def holding(condition: guards.Expr) -> Typed:
    """Return a condition, which is of kind bool."""
    return Typed(condition, BOOL)


PlainLiteral = NumberLiteral | BooleanLiteral | NullLiteral | DurationLiteral
"""A literal that means the same whatever stands opposite."""


def literal(expr: PlainLiteral) -> Typed:
    """Return a literal with its own type; a number is an int when it was written without a point."""
    match expr:
        case NumberLiteral(value=value):
            return number(value)
        case BooleanLiteral(value=value):
            return Typed(guards.Const(value, BOOL), BOOL)
        case NullLiteral():
            return Typed(guards.Const(None, None), None)
        case DurationLiteral():
            return Typed(guards.Const(duration_json(expr), DURATION), DURATION)


def number(value: int | Decimal) -> Typed:
    """Return a number as a literal has it."""
    type_ = INT if isinstance(value, int) else NUMBER
    return Typed(guards.Const(canonical(value), type_), type_)


def text(literal: TextLiteral, opposite: Type | None, report: Report) -> Typed | None:
    """Return a text literal, read as the type of what stands opposite where that has a text form."""
    if isinstance(opposite, EnumType):
        return _member(literal, opposite, report)
    if not isinstance(opposite, ScalarType) or opposite.kind not in READ_FROM_TEXT:
        return Typed(guards.Const(literal.value, TEXT), TEXT)
    type_ = bare(opposite)
    try:
        return Typed(guards.Const(admit_scalar(opposite.kind, literal.value), type_), type_)
    except RuleBroken as broken:
        report(
            MALFORMED_LITERAL.at(
                literal.span, f"this text is not a `{opposite.kind}`", help=f"it {broken}"
            )
        )
        return None


def _member(literal: TextLiteral, enum: EnumType, report: Report) -> Typed | None:
    if literal.value in enum.members:
        return Typed(guards.Const(literal.value, enum), enum)
    report(no_member(Name(literal.value, span=literal.span), enum))
    return None


def as_value(typed: Typed | None, span: Span, report: Report) -> Typed | None:
    """Return `typed` where only a value may stand; report a condition there."""
    if typed is None or not typed.is_condition:
        return typed
    report(
        CONDITION_AS_VALUE.at(
            span,
            "a condition is not a value here",
            help="join conditions by `and`, `or` and `not`",
        )
    )
    return None
