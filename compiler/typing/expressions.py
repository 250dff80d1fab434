"""Expressions: from the syntax tree to typed guards, by the rules of kinds.

A value is typed by itself where it can be, and by what stands opposite where it must be: a
bare name is a member of the enum opposite, a text is a date opposite a date. What is at
fault is reported once and has no type; whatever holds it is then left unsaid.
"""

from collections.abc import Iterable
from typing import Final

from stateous.compiler import guards
from stateous.compiler.rules.expressions import (
    MISPLACED_LITERAL,
    NOT_A_CONDITION,
    NOT_A_LIST,
    QUANTIFIERS_TOO_DEEP,
    VALUE_OF_ANOTHER_KIND,
)
from stateous.compiler.rules.names import HIDES_OUTER
from stateous.compiler.types import ListType, Slot, Type, described
from stateous.compiler.typing import branches
from stateous.compiler.typing.arithmetic import combined, negated
from stateous.compiler.typing.comparing import comparison, element, is_searchable, membership
from stateous.compiler.typing.functions import called, is_known
from stateous.compiler.typing.kinds import BROKEN, JSON, comparable, is_kind
from stateous.compiler.typing.lists import list_literal
from stateous.compiler.typing.naming import counted, ended, known_state
from stateous.compiler.typing.reading import is_free, may_read, member, path_of, word
from stateous.compiler.typing.scope import ROOTS, Scope
from stateous.compiler.typing.typed import Typed, as_value, holding, literal, number, text
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.syntax import (
    Arithmetic,
    BooleanLiteral,
    Branches,
    Call,
    Column,
    Comparison,
    Count,
    DurationLiteral,
    Ended,
    Expr,
    InState,
    ListLiteral,
    Logic,
    MapLiteral,
    Member,
    Membership,
    Name,
    NameExpr,
    Negative,
    Not,
    NullLiteral,
    NullTest,
    NumberLiteral,
    Quantifier,
    TextLiteral,
    Visited,
)

_DEEPEST: Final = 3
"""How deep `any` and `all` nest: a proof looks at each item of each list inside each other."""


def condition(expr: Expr, scope: Scope) -> guards.Expr | None:
    """Return the typed condition that `expr` is, or None after reporting why it is none."""
    found = typed(expr, scope)
    if found is None or found.is_condition:
        return found.expr if found is not None else None
    if is_kind(found.type, "bool"):
        return guards.Truth(found.expr)
    what = f"a value of `{found.kind}` is no condition"
    help_ = "compare it with `true`" if is_kind(found.type, "json") else "compare it with something"
    scope.report(NOT_A_CONDITION.at(expr.span, what, help=help_))
    return None


def value(expr: Expr, slot: Slot, scope: Scope) -> guards.Expr | None:
    """Return the typed value that `expr` gives to a place of type `slot`.

    What can never be of that kind is reported, and then there is None. What may break the
    type, by null or a constraint, is for a proof to find.
    """
    if slot.type is BROKEN:
        return None
    found = typed(expr, scope, slot.type)
    if not is_kind(slot.type, "bool"):
        # A condition is a value of kind bool, and of no other.
        found = as_value(found, expr.span, scope.report)
    if found is None:
        return None
    if not _may_hold(slot, found.type):
        scope.report(_of_another_kind(expr, found, slot))
        return None
    return found.expr


def _may_hold(slot: Slot, given: Type | None) -> bool:
    return slot.nullable if given is None else comparable(given, slot.type)


def _of_another_kind(expr: Expr, given: Typed, slot: Slot) -> Diagnostic:
    kind = described(slot.type)
    if given.type is None:
        message, help_ = f"`null` is never `{kind}`", "the field has no `?`: give it a value"
    else:
        message = f"a value of `{given.kind}` is never `{kind}`"
        help_ = f"give a value of `{kind}`"
    return VALUE_OF_ANOTHER_KIND.at(expr.span, message, help=help_)


def typed(expr: Expr, scope: Scope, opposite: Type | None = None) -> Typed | None:
    """Return `expr` with its type, or None after reporting what is wrong with it.

    `opposite` is the type that a bare name, a text or a list literal is read by.
    """
    match expr:
        case TextLiteral():
            return text(expr, opposite, scope.report)
        case NameExpr():
            return word(expr, opposite, scope)
        case ListLiteral():
            return _list(expr, opposite, scope)
        case Member():
            return _member(expr, scope)
        case Branches():
            return _asked(expr, (), scope)
        case Count():
            return counted(expr, scope)
        case Call():
            return _call(expr, scope)
        case Arithmetic():
            return _arithmetic(expr, scope)
        case Negative():
            return _negative(expr, scope)
        case NumberLiteral() | BooleanLiteral() | NullLiteral() | DurationLiteral():
            return literal(expr)
        case Column():
            what = "a column of a table may be named in the steps of its specification only"
            scope.report(MISPLACED_LITERAL.at(expr.span, what))
            return None
        case MapLiteral():
            scope.report(MISPLACED_LITERAL.at(expr.span, "a map in braces cannot stand here"))
            return None
        case _:
            return _holding(_condition(expr, scope))


# ------------------------------------------------------------------ conditions


def _condition(
    expr: (
        Comparison | Membership | NullTest | Not | Logic | Quantifier | InState | Visited | Ended
    ),
    scope: Scope,
) -> guards.Expr | None:
    match expr:
        case Comparison():
            return _chain(expr, scope)
        case Logic(operator=operator, operands=operands):
            return _joined(operator, [condition(operand, scope) for operand in operands])
        case Not(value=value):
            return _not(condition(value, scope))
        case NullTest():
            return _null_test(expr, scope)
        case Membership():
            return _membership(expr, scope)
        case Quantifier():
            return _quantified(expr, scope)
        case InState(states=names) if may_read("in", expr.span, scope):
            states = [known_state(name, scope) for name in names]
            known = tuple(state for state in states if state is not None)
            return guards.InState(known) if len(known) == len(states) else None
        case Visited(state=name) if may_read("visited", expr.span, scope):
            state = known_state(name, scope)
            return None if state is None else guards.Visited(state)
        case Ended() if may_read("ended", expr.span, scope):
            return ended(expr, scope)
        case _:
            return None


def _holding(found: guards.Expr | None) -> Typed | None:
    return None if found is None else holding(found)


def _not(value: guards.Expr | None) -> guards.Expr | None:
    return None if value is None else guards.Not(value)


def _joined(operator: str, operands: Iterable[guards.Expr | None]) -> guards.Expr | None:
    found = tuple(operands)
    known = tuple(operand for operand in found if operand is not None)
    if len(known) < len(found):
        return None
    return guards.And(known) if operator == "and" else guards.Or(known)


def _null_test(expr: NullTest, scope: Scope) -> guards.Expr | None:
    value = _value(expr.value, scope)
    if value is None:
        return None
    test = guards.IsNull(value.expr)
    return guards.Not(test) if expr.negated else test


def _chain(expr: Comparison, scope: Scope) -> guards.Expr | None:
    """Return a chain of comparisons; each operand is typed, and its faults reported, once."""
    alone = [_alone(operand, scope) for operand in expr.operands]
    links: list[guards.Expr | None] = []
    for index, operator in enumerate(expr.operators):
        left, right = expr.operands[index : index + 2]
        pair = _opposite(left, right, alone[index], alone[index + 1], scope)
        span = expr.span if len(expr.operators) == 1 else left.span.to(right.span)
        links.append(pair and comparison(operator, *pair, span, scope.report))
    return links[0] if len(links) == 1 else _joined("and", links)


def _alone(expr: Expr, scope: Scope) -> Typed | None:
    """Return the type that an operand has by itself; None when it needs one opposite."""
    return None if _is_flexible(expr, scope) else typed(expr, scope)


def _is_flexible(expr: Expr, scope: Scope) -> bool:
    """Tell whether what stands opposite decides how `expr` is read."""
    return isinstance(expr, TextLiteral | ListLiteral) or is_free(expr, scope)


def _opposite(
    left: Expr, right: Expr, one: Typed | None, other: Typed | None, scope: Scope
) -> tuple[Typed, Typed] | None:
    """Return two operands, each read by the other's type where that decides.

    `one` and `other` are what they are by themselves; None where that is nothing, or a fault.
    """
    free = _is_flexible(left, scope), _is_flexible(right, scope)
    if free == (True, True):
        one, other = _both_flexible(left, right, scope)
    elif free == (True, False):
        one = _read_by(left, other, scope)
    elif free == (False, True):
        other = _read_by(right, one, scope)
    else:
        one = _distinct(left, one, other, scope)
        other = _distinct(right, other, one, scope)
    return None if one is None or other is None else (one, other)


def _both_flexible(left: Expr, right: Expr, scope: Scope) -> tuple[Typed | None, Typed | None]:
    """Type two operands neither of which decides: texts are texts, and names are unknown."""
    if isinstance(right, TextLiteral):
        other = typed(right, scope)
        return _read_by(left, other, scope), other
    one = typed(left, scope)
    return one, _read_by(right, one, scope)


def _read_by(expr: Expr, other: Typed | None, scope: Scope) -> Typed | None:
    return None if other is None else typed(expr, scope, other.type)


def _distinct(expr: Expr, own: Typed | None, other: Typed | None, scope: Scope) -> Typed | None:
    """Return `own`, unless `expr` reads a bare name that is also a member of the enum opposite."""
    is_bare = isinstance(expr, NameExpr) and scope.bare(expr.name) is not None
    return _read_by(expr, other, scope) if own is not None and is_bare else own


def _membership(expr: Membership, scope: Scope) -> guards.Expr | None:
    pair = (
        _in_literal(expr.item, expr.container, scope)
        if isinstance(expr.container, ListLiteral)
        else _in_value(expr.item, expr.container, scope)
    )
    if pair is None:
        return None
    found = membership(*pair, expr.span, scope.report)
    return _not(found) if expr.negated else found


def _in_literal(item: Expr, container: ListLiteral, scope: Scope) -> tuple[Typed, Typed] | None:
    """Return the operands of `x in [a, b]`: x decides how the list is read."""
    one = _value(item, scope)
    other = list_literal(container, one.type, scope) if one is not None else None
    return None if one is None or other is None else (one, other)


def _in_value(item: Expr, container: Expr, scope: Scope) -> tuple[Typed, Typed] | None:
    """Return the operands of `x in e`: what e holds decides how x is read."""
    other = _value(container, scope)
    if other is not None and not is_searchable(other, container.span, scope.report):
        other = None
    if other is None and _is_flexible(item, scope):
        return None
    one = _value(item, scope, element(other.type) if other is not None else None)
    return None if one is None or other is None else (one, other)


def _quantified(expr: Quantifier, scope: Scope) -> guards.Expr | None:
    over = _value(expr.over, scope)
    slot = _item_slot(over, expr.over, scope)
    if not may_bind(expr.variable, scope):
        return None
    if over is None or slot is None or not _may_nest(expr, scope):
        return None
    inner = condition(expr.condition, scope.binding(expr.variable, slot))
    if inner is None:
        return None
    return guards.Quantified(expr.kind, expr.variable.text, over.expr, inner)


def _may_nest(expr: Quantifier, scope: Scope) -> bool:
    if scope.depth < _DEEPEST:
        return True
    what = f"`{expr.kind}` stands inside {_DEEPEST} others"
    help_ = "let a routine work it out, and let the guard read the result"
    scope.report(QUANTIFIERS_TOO_DEEP.at(expr.span, what, help=help_))
    return False


def _item_slot(over: Typed | None, expr: Expr, scope: Scope) -> Slot | None:
    match over:
        case None:
            return None
        case Typed(type=ListType(item=item)):
            return item
        case Typed(type=None):
            return Slot(JSON, nullable=True)
    help_ = "`any` and `all` go over the items of a field that is a list"
    scope.report(NOT_A_LIST.at(expr.span, f"`{over.kind}` is not a list", help=help_))
    return None


def may_bind(variable: Name, scope: Scope) -> bool:
    """Tell whether a variable may have its name; report one that hides another name."""
    name = variable.text
    what = None
    if name in ROOTS:
        what = "a word of the language"
    elif name in scope.variables:
        what = "a variable already"
    elif scope.model is not BROKEN and scope.bare(name) is not None:
        what = "a word of a branch" if scope.position == "branch" else "a field of the read model"
    elif name in scope.vocabulary.types:
        what = "a type"
    if what is not None:
        scope.report(
            HIDES_OUTER.at(variable.span, f"`{name}` is {what}", help="choose another name")
        )
    return what is None


def _member(expr: Member, scope: Scope) -> Typed | None:
    base, names = path_of(expr)
    return _asked(base, names, scope) if isinstance(base, Branches) else member(expr, scope)


def _asked(expr: Branches, names: tuple[Name, ...], scope: Scope) -> Typed | None:
    """Return a question to branches; `names` are the path behind it."""
    if not branches.may_ask(expr, scope):
        return None
    inner = condition(expr.condition, scope.of_branch())
    if inner is None:
        return None
    if names:
        return branches.of_first(expr, names, inner, scope)
    return branches.asked(expr, inner, scope)


# ---------------------------------------------------------------------- values


def _value(expr: Expr, scope: Scope, opposite: Type | None = None) -> Typed | None:
    return as_value(typed(expr, scope, opposite), expr.span, scope.report)


def _list(literal: ListLiteral, opposite: Type | None, scope: Scope) -> Typed | None:
    if isinstance(opposite, ListType):
        found = list_literal(literal, opposite.item.type, scope)
        return found and Typed(found.expr, opposite)
    if is_kind(opposite, "json"):
        return list_literal(literal, JSON, scope)
    what = "a list in brackets can only be searched, or compared with a list"
    scope.report(MISPLACED_LITERAL.at(literal.span, what, help="write `x in [a, b]`"))
    return None


def _call(call: Call, scope: Scope) -> Typed | None:
    if not is_known(call, scope.report):
        return None
    value = _value(call.arguments[0], scope)
    return None if value is None else called(call, value, scope.report)


def _negative(expr: Negative, scope: Scope) -> Typed | None:
    if isinstance(expr.value, NumberLiteral):
        return number(-expr.value.value)
    value = _value(expr.value, scope)
    return None if value is None else negated(expr, value, scope.report)


def _arithmetic(expr: Arithmetic, scope: Scope) -> Typed | None:
    texts = isinstance(expr.left, TextLiteral), isinstance(expr.right, TextLiteral)
    right = None if texts[1] else _value(expr.right, scope)
    left = _term(expr, expr.left, right, scope)
    if texts[1]:
        right = _term(expr, expr.right, left, scope)
    if left is None or right is None:
        return None
    return combined(expr, left, right, scope.report, any_product=scope.sets)


def _term(expr: Arithmetic, term: Expr, other: Typed | None, scope: Scope) -> Typed | None:
    """Return one side of an operator; a text is read as the kind opposite where a sum allows it."""
    kinds = ("decimal", "datetime") if expr.operator == "-" else ("decimal",)
    by_other = other is not None and is_kind(other.type, *kinds)
    return _value(term, scope, other.type if other is not None and by_other else None)
