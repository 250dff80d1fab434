"""Comparisons and membership over typed operands."""

from stateous.compiler import guards
from stateous.compiler.rules.expressions import (
    CONDITION_AS_VALUE,
    KINDS_NEVER_EQUAL,
    NO_ORDER,
    NOT_SEARCHABLE,
)
from stateous.compiler.types import EnumType, ListType, MapType, Type, described
from stateous.compiler.typing.kinds import JSON, TEXT, comparable, is_kind, is_numeric, ordered
from stateous.compiler.typing.scope import Report
from stateous.compiler.typing.typed import Typed
from stateous.grammar.source import Span


def comparison(
    operator: str, left: Typed, right: Typed, span: Span, report: Report
) -> guards.Expr | None:
    """Return `left operator right` in the few forms of guards, or None after reporting why not."""
    if left.is_condition or right.is_condition:
        return _equal_conditions(operator, left, right, span, report)
    if not _may_compare(operator, left, right, span, report):
        return None
    match operator:
        case "==":
            return _equal(left, right)
        case "!=":
            return guards.Not(_equal(left, right))
        case "<" | "<=":
            return guards.Compare(operator, left.expr, right.expr)
        case _:
            return guards.Compare("<" if operator == ">" else "<=", right.expr, left.expr)


def membership(item: Typed, container: Typed, span: Span, report: Report) -> guards.Expr | None:
    """Return `item in container`, whose kinds `element` has found to be searchable."""
    inner = element(container.type)
    if item.type is None or inner is None or comparable(item.type, inner):
        return guards.In(item.expr, container.expr)
    _report_kinds(item.kind, described(inner), item.type, inner, span, report)
    return None


def element(container: Type | None) -> Type | None:
    """Return what a searched value holds; None where it holds nothing, as `null`."""
    match container:
        case ListType(item=item):
            return item.type
        case MapType():
            return TEXT
        case _:
            return JSON if is_kind(container, "json") else None


def is_searchable(container: Typed, span: Span, report: Report) -> bool:
    """Tell whether `in` may search the value; report it if not."""
    if container.type is None or element(container.type) is not None:
        return True
    help_ = "write `contains(text, part)`" if is_kind(container.type, "text") else None
    report(
        NOT_SEARCHABLE.at(
            span, f"`in` searches a list or a map, not `{container.kind}`", help=help_
        )
    )
    return False


def _equal(left: Typed, right: Typed) -> guards.Expr:
    if left.type is None:
        return guards.IsNull(right.expr)
    if right.type is None:
        return guards.IsNull(left.expr)
    return guards.Compare("==", left.expr, right.expr)


def _equal_conditions(
    operator: str, left: Typed, right: Typed, span: Span, report: Report
) -> guards.Expr | None:
    """Return a condition that is compared with `true` or `false`, as no comparison at all."""
    condition, other = (left, right) if left.is_condition else (right, left)
    match other.expr, operator:
        case guards.Const(value=bool(wanted)), ("==" | "!="):
            holds = wanted == (operator == "==")
            return condition.expr if holds else guards.Not(condition.expr)
    report(
        CONDITION_AS_VALUE.at(
            span,
            "a condition can be compared with `true` and `false` only",
            help="join conditions by `and`, `or` and `not`",
        )
    )
    return None


def _may_compare(operator: str, left: Typed, right: Typed, span: Span, report: Report) -> bool:
    one, other = left.type or right.type, right.type or left.type
    if one is None or other is None:
        return True
    if not comparable(one, other):
        _report_kinds(left.kind, right.kind, one, other, span, report)
        return False
    if operator in ("==", "!=") or ordered(one, other):
        return True
    report(
        NO_ORDER.at(
            span, f"`{described(one)}` has no order", help="compare it by `==`, `!=` or `in`"
        )
    )
    return False


def _report_kinds(
    left_kind: str, right_kind: str, left: Type, right: Type, span: Span, report: Report
) -> None:
    report(
        KINDS_NEVER_EQUAL.at(
            span,
            f"cannot compare `{left_kind}` with `{right_kind}`",
            help=_advice(left, right) or _advice(right, left) or "only values of one kind compare",
        )
    )


def _advice(one: Type, other: Type) -> str | None:
    if is_numeric(one) and is_kind(other, "text"):
        return "a number stands without quotes, and a text is never a number"
    if is_kind(one, "bool") and is_kind(other, "text"):
        return "write `true` or `false`, without quotes"
    if is_kind(one, "duration") and is_kind(other, "text"):
        return "write a duration without quotes, as `36h`"
    if is_kind(one, "json"):
        return "declare the field with its type instead of `json`"
    if isinstance(one, EnumType) and isinstance(other, EnumType):
        return "two enums are the same type when they have the same members"
    return None
