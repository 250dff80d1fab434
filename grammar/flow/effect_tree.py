"""From parse trees to effects, targets and guards: what a transition does."""

from collections.abc import Callable, Iterable
from typing import cast

from lark import Token

from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.blocks import named, optional_text, readable
from stateous.grammar.flow.expression_tree import expression, tokens
from stateous.grammar.flow.reading import Branch, Node, Reading
from stateous.grammar.flow.statement import Statement
from stateous.grammar.syntax import (
    Assign,
    CallEffect,
    Effect,
    EmitEffect,
    Expr,
    SetEffect,
    Target,
    ToEnd,
    ToFail,
    ToRefuse,
    ToState,
    ToStay,
    WithClause,
)


def assignments(node: Node | None, reading: Reading) -> tuple[Assign, ...]:
    """Return the values that are given to fields; none where nothing is given."""
    if node is None:
        return ()
    return tuple(_assignment(cast(Branch, child), reading) for child in cast(Branch, node).children)


def _assignment(branch: Branch, reading: Reading) -> Assign:
    path, value = branch.children
    return Assign(
        values.path(cast(Token, path), reading),
        expression(value, reading),
        span=reading.span(branch),
    )


def with_clause(statement: Statement, branch: Branch, reading: Reading) -> WithClause:
    """Return where fields come from."""
    given = assignments(branch.children[0], reading)
    return WithClause(given, allows=statement.allows, span=reading.span(branch))


# --------------------------------------------------------------------- effects


def effects(statements: Iterable[Statement], reading: Reading) -> tuple[Effect, ...]:
    """Return what stands below a transition, in the order written."""
    return readable([s for s in statements if s.rule in _EFFECTS], _effect, reading)


def _effect(statement: Statement, branch: Branch, reading: Reading) -> Effect:
    return _EFFECTS[branch.data](statement, branch, reading)


def set_effect(statement: Statement, branch: Branch, reading: Reading) -> SetEffect:
    """Return an update of a field."""
    path, value = branch.children
    return SetEffect(
        values.path(cast(Token, path), reading),
        expression(value, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )


def _emit(statement: Statement, branch: Branch, reading: Reading) -> EmitEffect:
    event, given = branch.children
    return EmitEffect(
        named(event, reading),
        assignments(given, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )


def _call(statement: Statement, branch: Branch, reading: Reading) -> CallEffect:
    function = values.text(tokens(branch)[0], reading)
    return CallEffect(function, allows=statement.allows, span=reading.span(branch))


_EFFECTS: dict[str, Callable[[Statement, Branch, Reading], Effect]] = {
    "set": set_effect,
    "emit": _emit,
    "call_effect": _call,
}

# --------------------------------------------------------- guards and targets


def condition(node: Node | None, reading: Reading) -> tuple[Expr | None, bool]:
    """Return the guard of a transition, and whether it says `otherwise`."""
    if node is None:
        return None, False
    branch = cast(Branch, node)
    if branch.data == "otherwise":
        return None, True
    return expression(branch.children[0], reading), False


def target(node: Node, reading: Reading) -> Target:
    """Return where a transition leads."""
    branch = cast(Branch, node)
    span = reading.span(branch)
    if branch.data == "to_stay":
        return ToStay(span=span)
    token = tokens(branch)[0]
    if branch.data == "to_end":
        return ToEnd(optional_text(token, reading), span=span)
    if branch.data == "to_fail":
        return ToFail(optional_text(token, reading), span=span)
    if branch.data == "to_refuse":
        return ToRefuse(values.text(token, reading).value, span=span)
    return ToState(values.name(token, reading), span=span)
