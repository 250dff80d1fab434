"""List literals: literals alone, each read by the kind of item that is wanted."""

from decimal import Decimal

from stateous.compiler import guards
from stateous.compiler.rules.expressions import (
    KINDS_NEVER_EQUAL,
    MISPLACED_LITERAL,
    NOT_A_LITERAL,
)
from stateous.compiler.types import ListType, ScalarType, Slot, Type, described
from stateous.compiler.typing.kinds import (
    JSON,
    bare,
    common_number,
    comparable,
    is_kind,
    is_numeric,
)
from stateous.compiler.typing.reading import is_free, member, path_of, word
from stateous.compiler.typing.scope import Scope
from stateous.compiler.typing.typed import Typed, literal, number, text
from stateous.compiler.values import numbers
from stateous.grammar.syntax import (
    BooleanLiteral,
    DurationLiteral,
    Expr,
    ListLiteral,
    Member,
    NameExpr,
    Negative,
    NullLiteral,
    NumberLiteral,
    TextLiteral,
)


def list_literal(expr: ListLiteral, item: Type | None, scope: Scope) -> Typed | None:
    """Return a list of literals, each of which can equal an `item`; report those that cannot.

    Without an `item` each is of its own kind.
    """
    found = [_item(inner, item, scope) for inner in expr.items]
    items = tuple(inner for inner in found if inner is not None)
    if len(items) < len(found):
        return None
    nullable = any(inner.type is None for inner in items)
    type_ = ListType(Slot(_common(item, items), nullable))
    return Typed(guards.ListExpr(tuple(inner.expr for inner in items), type_), type_)


def _common(item: Type | None, items: tuple[Typed, ...]) -> Type:
    """Return a kind that every item has."""
    if item is None or is_kind(item, "json"):
        return JSON
    common = bare(item)
    if is_numeric(item):
        for inner in items:
            common = common_number(common, inner.type)
    return common


def _item(expr: Expr, item: Type | None, scope: Scope) -> Typed | None:
    found = _literal(expr, item, scope)
    if found is None or found.type is None or item is None or comparable(found.type, item):
        return found
    scope.report(
        KINDS_NEVER_EQUAL.at(expr.span, f"cannot compare `{described(item)}` with `{found.kind}`")
    )
    return None


def _literal(expr: Expr, item: Type | None, scope: Scope) -> Typed | None:
    match expr:
        case NumberLiteral(value=value) | Negative(value=NumberLiteral(value=value)):
            return _number(-value if isinstance(expr, Negative) else value, item)
        case BooleanLiteral() | NullLiteral() | DurationLiteral():
            return literal(expr)
        case TextLiteral():
            return text(expr, item, scope.report)
        case NameExpr() if is_free(expr, scope):
            return word(expr, item, scope)
        case Member() if _is_enum_member(expr, scope):
            return member(expr, scope)
        case ListLiteral():
            return _inner(expr, item, scope)
    what = "a list in brackets holds literals only"
    scope.report(NOT_A_LITERAL.at(expr.span, what, help="write `x == a or x == b`"))
    return None


def _number(value: int | Decimal, item: Type | None) -> Typed:
    """Return a number; opposite a decimal it is one, since inside lists forms are compared."""
    if not is_kind(item, "decimal"):
        return number(value)
    decimal = ScalarType("decimal")
    return Typed(guards.Const(numbers.plain(value), decimal), decimal)


def _is_enum_member(expr: Member, scope: Scope) -> bool:
    base, _ = path_of(expr)
    return isinstance(base, NameExpr) and base.name in scope.vocabulary.types


def _inner(expr: ListLiteral, item: Type | None, scope: Scope) -> Typed | None:
    if isinstance(item, ListType):
        found = list_literal(expr, item.item.type, scope)
        return found and Typed(found.expr, item)
    if item is None or is_kind(item, "json"):
        return list_literal(expr, item, scope)
    what = f"cannot compare `{described(item)}` with a list"
    scope.report(MISPLACED_LITERAL.at(expr.span, what))
    return None
