"""The kinds of arithmetic: numbers, and times with durations."""

from typing import Final

from stateous.compiler import guards
from stateous.compiler.rules.expressions import BAD_DIVISOR, BAD_OPERAND, PRODUCT_OF_VALUES
from stateous.compiler.types import Type
from stateous.compiler.typing.kinds import (
    DATETIME,
    DURATION,
    INT,
    bare,
    common_number,
    is_kind,
    is_numeric,
)
from stateous.compiler.typing.scope import Report
from stateous.compiler.typing.typed import Typed
from stateous.grammar.syntax import Arithmetic, Negative, NumberLiteral

_VERBS: Final = {"+": "add", "-": "subtract", "*": "multiply", "//": "divide", "%": "divide"}


def combined(expr: Arithmetic, left: Typed, right: Typed, report: Report) -> Typed | None:
    """Return the arithmetic of two typed values, or None after reporting why there is none."""
    match expr.operator:
        case "+" | "-":
            return _sum(expr, left, right, report)
        case "*":
            return _product(expr, left, right, report)
        case "//" | "%":
            return _quotient(expr, left, right, report)


def negated(expr: Negative, value: Typed, report: Report) -> Typed | None:
    """Return `-value`, of a number or a duration."""
    if not (_is_number(value.type) or is_kind(value.type, "duration")):
        what = f"cannot negate `{value.kind}`"
        report(BAD_OPERAND.at(expr.span, what, help="a sign goes before numbers and durations"))
        return None
    type_ = INT if value.type is None else bare(value.type)
    return Typed(guards.Negate(value.expr, type_), type_)


def _is_number(type_: Type | None) -> bool:
    """Tell whether the type counts as a number; `null` does, and gives null."""
    return type_ is None or is_numeric(type_)


def _arith(expr: Arithmetic, left: Typed, right: Typed, type_: Type) -> Typed:
    return Typed(guards.Arith(expr.operator, left.expr, right.expr, type_), type_)


def _sum(expr: Arithmetic, left: Typed, right: Typed, report: Report) -> Typed | None:
    minus = expr.operator == "-"
    match _time_kind(left.type), _time_kind(right.type):
        case None, None if _is_number(left.type) and _is_number(right.type):
            return _arith(expr, left, right, common_number(left.type, right.type))
        case "datetime", "datetime" if minus:
            return _arith(expr, left, right, DURATION)
        case "datetime", "duration":
            return _arith(expr, left, right, DATETIME)
        case "duration", "datetime" if not minus:
            return _arith(expr, right, left, DATETIME)
        case "duration", "duration":
            return _arith(expr, left, right, DURATION)
        case ("datetime" | "duration") as kind, None if right.type is None:
            return _arith(expr, left, right, DURATION if kind == "duration" else DATETIME)
        case None, "duration" if left.type is None:
            return _arith(expr, left, right, DURATION)
    _report_operands(expr, left, right, report)
    return None


def _time_kind(type_: Type | None) -> str | None:
    if is_kind(type_, "datetime"):
        return "datetime"
    return "duration" if is_kind(type_, "duration") else None


def _product(expr: Arithmetic, left: Typed, right: Typed, report: Report) -> Typed | None:
    if _is_number(left.type) and _is_number(right.type):
        type_ = common_number(left.type, right.type)
    elif _is_whole(left.type) and is_kind(right.type, "duration"):
        type_ = DURATION
    elif is_kind(left.type, "duration") and _is_whole(right.type):
        left, right, type_ = right, left, DURATION
    else:
        _report_operands(expr, left, right, report)
        return None
    if isinstance(left.expr, guards.Const) or isinstance(right.expr, guards.Const):
        return _arith(expr, left, right, type_)
    report(
        PRODUCT_OF_VALUES.at(
            expr.span,
            "neither side of `*` is a literal",
            help="a guard may only multiply by a number that stands in it",
        )
    )
    return None


def _is_whole(type_: Type | None) -> bool:
    return type_ is None or is_kind(type_, "int")


def _quotient(expr: Arithmetic, left: Typed, right: Typed, report: Report) -> Typed | None:
    if not _is_number(left.type):
        what = f"cannot divide `{left.kind}`"
        report(BAD_OPERAND.at(expr.left.span, what, help="only numbers are divided"))
        return None
    match expr.right:
        case NumberLiteral(value=int(divisor)) if divisor > 0:
            type_ = INT if expr.operator == "//" or left.type is None else bare(left.type)
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
