"""From parse trees to expressions."""

from collections.abc import Callable, Sequence
from typing import Literal, cast

from lark import Token

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.reading import Branch, Node, Reading, Unreadable, bounds
from stateous.grammar.syntax import (
    Arithmetic,
    BooleanLiteral,
    Branches,
    Call,
    Column,
    Comparison,
    Count,
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
    Quantifier,
    Visited,
)

_Ending = Literal["ended", "completed", "failed"]
_ENDINGS: dict[str, _Ending] = {"ended": "ended", "END": "completed", "FAIL": "failed"}
_ELSEWHERE = frozenset(("True", "False", "None"))


def expression(node: Node, reading: Reading) -> Expr:
    """Return the expression that a node of the parse tree stands for; raises `Unreadable`."""
    if isinstance(node, Token):
        return _TOKENS[node.type](node, reading)
    return _TREES[node.data](node, reading)


def proposition(node: Node, reading: Reading) -> Expr:
    """Return an expression that may ask for states, with `in S`, `ended` and the like."""
    reading.states_allowed = True
    try:
        return expression(node, reading)
    finally:
        reading.states_allowed = False


def _all(nodes: Sequence[Node], reading: Reading) -> tuple[Expr, ...]:
    return tuple(expression(node, reading) for node in nodes)


def _names(branch: Branch, reading: Reading) -> tuple[Name, ...]:
    return tuple(values.name(token, reading) for token in tokens(branch))


def tokens(branch: Branch) -> list[Token]:
    """Return the children of a node that holds tokens alone."""
    return cast(list[Token], branch.children)


# ---------------------------------------------------------------------- tokens


def _bare(token: Token, reading: Reading) -> Expr:
    span = reading.span(token)
    quoted = token.startswith("`")
    if reading.states_allowed and not quoted and token in _ENDINGS:
        return Ended(_ENDINGS[token], span=span)
    if token in _ELSEWHERE:
        reading.foreign.append((str(token), span))
    return NameExpr(values.name(token, reading).text, quoted, span=span)


def _column(token: Token, reading: Reading) -> Expr:
    if not token.startswith("<"):
        return _bare(token, reading)
    return Column(values.column(token, reading).text, span=reading.span(token))


def _boolean(token: Token, reading: Reading) -> Expr:
    return BooleanLiteral(token == "true", span=reading.span(token))


def _null(token: Token, reading: Reading) -> Expr:
    return NullLiteral(span=reading.span(token))


_TOKENS: dict[str, Callable[[Token, Reading], Expr]] = {
    "NUMBER": values.number,
    "INTEGER": values.number,
    "TEXT": values.text,
    "DURATION": values.duration,
    "TRUE": _boolean,
    "FALSE": _boolean,
    "NULL": _null,
    "BARE": _bare,
    "HYPHENATED": _bare,
    "ALLOW": _bare,
    "COLUMN": _column,
    "PLACED": _column,
}


# ------------------------------------------------------------- values, atoms


def _list(branch: Branch, reading: Reading) -> Expr:
    return ListLiteral(_all(branch.children, reading), span=reading.span(branch))


def _map(branch: Branch, reading: Reading) -> Expr:
    items = tuple(_entry(cast(Branch, child), reading) for child in branch.children)
    return MapLiteral(items, span=reading.span(branch))


def _entry(branch: Branch, reading: Reading) -> tuple[Name, Expr]:
    name, value = branch.children
    return key(cast(Token, name), reading), expression(value, reading)


def key(token: Token, reading: Reading) -> Name:
    """Return a name, or any text in quotes that stands for one."""
    if token.type == "TEXT":
        return Name(values.text(token, reading).value, span=reading.span(token))
    return values.name(token, reading)


def _brackets(branch: Branch, reading: Reading) -> Expr:
    return expression(branch.children[0], reading)


def _member(branch: Branch, reading: Reading) -> Expr:
    base, word = branch.children
    name = key(cast(Token, word), reading)
    return Member(expression(base, reading), name, span=reading.span(branch))


def _member_call(branch: Branch, reading: Reading) -> Expr:
    base, word, condition = branch.children
    kind = str(word)
    if base == "branches" and kind in ("all", "any", "count", "first"):
        kinds = cast(Literal["any", "all", "count", "first"], kind)
        return Branches(kinds, expression(condition, reading), span=reading.span(branch))
    raise Unreadable(say.no_method(reading.span(word), kind))


def _call(branch: Branch, reading: Reading) -> Expr:
    function, *arguments = branch.children
    name = values.name(cast(Token, function), reading)
    return Call(name, _all(arguments, reading), span=reading.span(branch))


def _count(branch: Branch, reading: Reading) -> Expr:
    _, first, second = tokens(branch)
    span = reading.span(branch)
    if second is None:
        return Count(None, values.name(first, reading), span=span)
    return Count(values.name(first, reading), values.name(second, reading), span=span)


def _count_text(branch: Branch, reading: Reading) -> Expr:
    token = tokens(branch)[1]
    state, dot, event = values.text(token, reading).value.rpartition(".")
    return Count(
        values.name_in_text(token, state, reading) if dot else None,
        values.name_in_text(token, event, reading),
        span=reading.span(branch),
    )


def _quantifier(branch: Branch, reading: Reading) -> Expr:
    kind, variable, over, condition = branch.children
    return Quantifier(
        cast(Literal["any", "all"], str(kind)),
        values.name(cast(Token, variable), reading),
        expression(over, reading),
        expression(condition, reading),
        span=reading.span(branch),
    )


# ------------------------------------------------------------------ operators


def _arithmetic(branch: Branch, reading: Reading) -> Expr:
    first, *rest = branch.children
    start, _ = bounds(branch)
    left = expression(first, reading)
    for operator, operand in zip(rest[::2], rest[1::2], strict=True):
        left = Arithmetic(
            cast(Literal["+", "-", "*", "//", "%"], str(operator)),
            left,
            expression(operand, reading),
            span=reading.place(start, bounds(operand)[1]),
        )
    return left


def _negative(branch: Branch, reading: Reading) -> Expr:
    return Negative(expression(branch.children[1], reading), span=reading.span(branch))


def _chain(branch: Branch, reading: Reading) -> Expr:
    operators = tuple(str(operator) for operator in branch.children[1::2])
    return Comparison(
        _all(branch.children[::2], reading),
        cast(tuple[Literal["<", "<=", ">", ">=", "==", "!="], ...], operators),
        span=reading.span(branch),
    )


def _membership(branch: Branch, reading: Reading) -> Expr:
    item, container = _all(branch.children, reading)
    negated = branch.data == "non_membership"
    return Membership(item, container, negated, span=reading.span(branch))


def _null_test(branch: Branch, reading: Reading) -> Expr:
    negated = branch.data == "non_null_test"
    return NullTest(expression(branch.children[0], reading), negated, span=reading.span(branch))


def _negation(branch: Branch, reading: Reading) -> Expr:
    return Not(expression(branch.children[0], reading), span=reading.span(branch))


def _logic(branch: Branch, reading: Reading) -> Expr:
    operator: Literal["and", "or"] = "or" if branch.data == "disjunction" else "and"
    return Logic(operator, _all(branch.children, reading), span=reading.span(branch))


# ---------------------------------------------------------------- propositions


def _in_state(branch: Branch, reading: Reading) -> Expr:
    span = reading.span(branch)
    if not reading.states_allowed:
        raise Unreadable(say.states_in_guard(span))
    return InState(_names(branch, reading), span=span)


def _visited(branch: Branch, reading: Reading) -> Expr:
    span = reading.span(branch)
    if not reading.states_allowed:
        raise Unreadable(say.states_in_guard(span))
    return Visited(values.name(tokens(branch)[1], reading), span=span)


def _labelled_end(branch: Branch, reading: Reading) -> Expr:
    span = reading.span(branch)
    if not reading.states_allowed:
        raise Unreadable(say.states_in_guard(span))
    label = values.text(tokens(branch)[1], reading).value
    return Ended("completed", label, span=span)


_TREES: dict[str, Callable[[Branch, Reading], Expr]] = {
    "list": _list,
    "map": _map,
    "brackets": _brackets,
    "member_of": _member,
    "member_call": _member_call,
    "call": _call,
    "count": _count,
    "count_text": _count_text,
    "quantifier": _quantifier,
    "sum": _arithmetic,
    "product": _arithmetic,
    "negative": _negative,
    "chain": _chain,
    "membership": _membership,
    "non_membership": _membership,
    "null_test": _null_test,
    "non_null_test": _null_test,
    "negation": _negation,
    "conjunction": _logic,
    "disjunction": _logic,
    "in_state": _in_state,
    "visited": _visited,
    "labelled_end": _labelled_end,
    "moment_path": _member,
}
