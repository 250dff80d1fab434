"""Writes expressions as text that reads as the same tree, with no more brackets than needed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stateous.grammar.spelling import duration, is_word, name, number, text
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

# How tight a form binds; an operand that binds looser than its place asks for gets brackets.
_OR, _AND, _NOT, _TEST, _SUM, _PRODUCT, _SIGN, _PART, _ATOM = range(9)
_ENDINGS = {"ended": "ended", "completed": "END", "failed": "FAIL"}


@dataclass(frozen=True, slots=True)
class _Style:
    """A way of writing: the quote, whether `ctx['k']` and `count('e')` are preferred, and
    whether `ended`, `END` and `FAIL` are keywords where the text will stand."""

    quote: str
    by_key: bool
    states_allowed: bool


def canonical(expr: Expr, *, states_allowed: bool = False) -> str:
    """Return an expression as it stands in a graph file and in Python: `ctx['k']`, `count('e')`.

    With `states_allowed` it is written for a place where `in S` and the like may stand.
    """
    return _within(expr, _OR, _Style("'", True, states_allowed))


def flow(expr: Expr, *, states_allowed: bool = False) -> str:
    """Return an expression as it stands in a `.flow` file: `ctx.k`, `count(e)`, double quotes.

    With `states_allowed` it is written for a place where `in S` and the like may stand.
    """
    return _within(expr, _OR, _Style('"', False, states_allowed))


def operands(expr: Logic, *, states_allowed: bool = False) -> tuple[str, ...]:
    """Return the operands of `a and b` as they stand between its words."""
    style = _Style('"', False, states_allowed)
    least = _NOT if expr.operator == "and" else _AND
    return tuple(_within(operand, least, style) for operand in expr.operands)


def placed(meant: Name) -> str:
    """Return a name where a column of a table may stand for it."""
    return f"<{meant.text}>" if meant.column else meant.text


def _within(expr: Expr, least: int, style: _Style) -> str:
    """Return an operand, in brackets when it binds looser than `least`."""
    binding, write = _FORMS[type(expr)]
    if isinstance(expr, Logic) and expr.operator == "or":
        binding = _OR
    elif isinstance(expr, Arithmetic) and expr.operator in "+-":
        binding = _SUM
    written: str = write(expr, style)
    return written if binding >= least else f"({written})"


def _joined(items: tuple[Expr, ...], style: _Style) -> str:
    return ", ".join(_within(item, _OR, style) for item in items)


# ---------------------------------------------------------------- atoms and parts


def _number(expr: NumberLiteral, style: _Style) -> str:
    return number(expr.value)


def _text(expr: TextLiteral, style: _Style) -> str:
    return text(expr.value, style.quote)


def _boolean(expr: BooleanLiteral, style: _Style) -> str:
    return "true" if expr.value else "false"


def _null(expr: NullLiteral, style: _Style) -> str:
    return "null"


def _duration(expr: DurationLiteral, style: _Style) -> str:
    return duration(expr.seconds)


def _list(expr: ListLiteral, style: _Style) -> str:
    return f"[{_joined(expr.items, style)}]"


def _map(expr: MapLiteral, style: _Style) -> str:
    items = (
        f"{key(name, style.quote)}: {_within(value, _OR, style)}" for name, value in expr.items
    )
    return f"{{{', '.join(items)}}}"


def key(meant: Name, quote: str = '"') -> str:
    """Return the key of an entry of a map."""
    return meant.text if is_word(meant.text) else text(meant.text, quote)


def _name(expr: NameExpr, style: _Style) -> str:
    return name(expr.name, states_allowed=style.states_allowed)


def _member(expr: Member, style: _Style) -> str:
    base = _within(expr.base, _PART, style)
    of_context = isinstance(expr.base, NameExpr) and expr.base.name == "ctx"
    if not is_word(expr.name.text) or (style.by_key and of_context):
        return f"{base}[{text(expr.name.text, style.quote)}]"
    return f"{base}.{expr.name.text}"


def _count(expr: Count, style: _Style) -> str:
    event = f"{expr.state.text}.{expr.event.text}" if expr.state else expr.event.text
    return f"count({text(event, style.quote) if style.by_key else event})"


def _call(expr: Call, style: _Style) -> str:
    return f"{name(expr.function.text, called=True)}({_joined(expr.arguments, style)})"


def _quantifier(expr: Quantifier, style: _Style) -> str:
    variable = name(expr.variable.text)
    over = _within(expr.over, _SUM, style)
    return f"{expr.kind}({variable} in {over}: {_within(expr.condition, _OR, style)})"


def _branches(expr: Branches, style: _Style) -> str:
    return f"branches.{expr.kind}({_within(expr.condition, _OR, style)})"


def _in_state(expr: InState, style: _Style) -> str:
    states = [placed(state) for state in expr.states]
    return f"in {states[0]}" if len(states) == 1 else f"in [{', '.join(states)}]"


def _visited(expr: Visited, style: _Style) -> str:
    return f"visited({placed(expr.state)})"


def _ended(expr: Ended, style: _Style) -> str:
    label = "" if expr.label is None else f" as {text(expr.label, style.quote)}"
    return _ENDINGS[expr.how] + label


def _column(expr: Column, style: _Style) -> str:
    return f"<{expr.name}>"


# --------------------------------------------------------------------- operators


def _arithmetic(expr: Arithmetic, style: _Style) -> str:
    own = _SUM if expr.operator in "+-" else _PRODUCT
    left, right = _within(expr.left, own, style), _within(expr.right, own + 1, style)
    return f"{left} {expr.operator} {right}"


def _negative(expr: Negative, style: _Style) -> str:
    return f"-{_within(expr.value, _SIGN, style)}"


def _comparison(expr: Comparison, style: _Style) -> str:
    first, *rest = (_within(operand, _SUM, style) for operand in expr.operands)
    pairs = zip(expr.operators, rest, strict=True)
    return " ".join((first, *(f"{operator} {operand}" for operator, operand in pairs)))


def _membership(expr: Membership, style: _Style) -> str:
    word = "not in" if expr.negated else "in"
    return f"{_within(expr.item, _SUM, style)} {word} {_within(expr.container, _SUM, style)}"


def _null_test(expr: NullTest, style: _Style) -> str:
    return f"{_within(expr.value, _SUM, style)} is {'not ' if expr.negated else ''}null"


def _not(expr: Not, style: _Style) -> str:
    return f"not {_within(expr.value, _NOT, style)}"


def _logic(expr: Logic, style: _Style) -> str:
    least = _NOT if expr.operator == "and" else _AND
    return f" {expr.operator} ".join(_within(operand, least, style) for operand in expr.operands)


_FORMS: dict[type, tuple[int, Callable[[Any, _Style], str]]] = {
    NumberLiteral: (_ATOM, _number),
    TextLiteral: (_ATOM, _text),
    BooleanLiteral: (_ATOM, _boolean),
    NullLiteral: (_ATOM, _null),
    DurationLiteral: (_ATOM, _duration),
    ListLiteral: (_ATOM, _list),
    MapLiteral: (_ATOM, _map),
    NameExpr: (_ATOM, _name),
    Member: (_PART, _member),
    Count: (_ATOM, _count),
    Call: (_ATOM, _call),
    Quantifier: (_ATOM, _quantifier),
    Branches: (_PART, _branches),
    Comparison: (_TEST, _comparison),
    Membership: (_TEST, _membership),
    NullTest: (_TEST, _null_test),
    Not: (_NOT, _not),
    Logic: (_AND, _logic),
    Arithmetic: (_PRODUCT, _arithmetic),
    Negative: (_SIGN, _negative),
    InState: (_TEST, _in_state),
    Visited: (_ATOM, _visited),
    Ended: (_ATOM, _ended),
    Column: (_ATOM, _column),
}
