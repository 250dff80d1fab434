"""The kinds of arithmetic: numbers, and times with durations."""

from typing import Final

from stateous.compiler import guards
from stateous.compiler.rules.expressions import BAD_DIVISOR, BAD_OPERAND, PRODUCT_OF_VALUES
from stateous.compiler.types import Type
from stateous.compiler.typing.kinds import (
    INT,
    bare,
    counts_as_number,
    is_kind,
    product_type,
    quotient_type,
    sum_type,
)
from stateous.compiler.typing.scope import Report
from stateous.compiler.typing.typed import Typed
from stateous.grammar.syntax import Arithmetic, Negative, NumberLiteral

_VERBS: Final = {"+": "add", "-": "subtract", "*": "multiply", "//": "divide", "%": "divide"}


def combined(
    expr: Arithmetic, left: Typed, right: Typed, report: Report, *, any_product: bool = False
) -> Typed | None:
    """Return the arithmetic of two typed values, or None after reporting why there is none.

    With `any_product` neither side of `*` has to be a literal.
    """
    match expr.operator:
        case "+" | "-":
            return _sum(expr, left, right, report)
        case "*":
            return _product(expr, left, right, report, any_product)
        case "//" | "%":
            return _quotient(expr, left, right, report)


def negated(expr: Negative, value: Typed, report: Report) -> Typed | None:
    """Return `-value`, of a number or a duration."""
    if not (counts_as_number(value.type) or is_kind(value.type, "duration")):
        what = f"cannot negate `{value.kind}`"
        report(BAD_OPERAND.at(expr.span, what, help="a sign goes before numbers and durations"))
        return None
    type_ = INT if value.type is None else bare(value.type)
    return Typed(guards.Negate(value.expr, type_), type_)


def _arith(expr: Arithmetic, left: Typed, right: Typed, type_: Type) -> Typed:
    return Typed(guards.Arith(expr.operator, left.expr, right.expr, type_), type_)


def _sum(expr: Arithmetic, left: Typed, right: Typed, report: Report) -> Typed | None:
    type_ = sum_type(expr.operator, left.type, right.type)
    if type_ is not None:
        return _arith(expr, left, right, type_)
    if expr.operator == "+" and is_kind(right.type, "datetime") and left.type is not None:
        turned = sum_type("+", right.type, left.type)
        if turned is not None:
            return _arith(expr, right, left, turned)
    _report_operands(expr, left, right, report)
    return None


def _product(
    expr: Arithmetic, left: Typed, right: Typed, report: Report, any_product: bool
) -> Typed | None:
    turned = is_kind(left.type, "duration") and not is_kind(right.type, "duration")
    one, other = (right, left) if turned else (left, right)
    type_ = product_type(one.type, other.type)
    if type_ is None:
        _report_operands(expr, left, right, report)
        return None
    sides = (left.expr, right.expr)
    if any_product or any(isinstance(side, guards.Const) for side in sides):
        return _arith(expr, one, other, type_)
    report(
        PRODUCT_OF_VALUES.at(
            expr.span,
            "neither side of `*` is a literal",
            help="a guard may only multiply by a number that stands in it",
        )
    )
    return None


def _quotient(expr: Arithmetic, left: Typed, right: Typed, report: Report) -> Typed | None:
    type_ = quotient_type(expr.operator, left.type)
    if type_ is None:
        what = f"cannot divide `{left.kind}`"
        report(BAD_OPERAND.at(expr.left.span, what, help="only numbers are divided"))
        return None
    match expr.right:
        case NumberLiteral(value=int(divisor)) if divisor > 0:
            return _arith(expr, left, right, type_)
    report(
        BAD_DIVISOR.at(
            expr.right.span,
            f"the right side of `{expr.operator}` is not a positive whole number",
            help="a guard divides only by a number that stands in it, such as `2`",
        )
    )
    return None


def _report_operands(expr: Arithmetic, left: Typed, right: Typed, report: Report) -> None:
    verb = _VERBS[expr.operator]
    word = {"add": "and", "subtract": "and", "multiply": "by"}[verb]
    report(
        BAD_OPERAND.at(
            expr.span,
            f"cannot {verb} `{left.kind}` {word} `{right.kind}`",
            help=_advice(left.type, right.type),
        )
    )


def _advice(left: Type | None, right: Type | None) -> str:
    if is_kind(left, "json") or is_kind(right, "json"):
        return "`json` may hold anything: declare the field with its type"
    if is_kind(left, "date") or is_kind(right, "date"):
        return "a date has no arithmetic: use a `datetime`"
    return "numbers go with numbers, durations with durations and datetimes"
