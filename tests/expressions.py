"""Hypothesis strategies for expressions as trees: every kind of node, and awkward names."""

from decimal import Decimal
from typing import Literal, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stateous.grammar.durations import LONGEST
from stateous.grammar.source import Source, Span
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

NOWHERE: Span = Source("generated", "").span(0, 0)
# Words that mean something in some place, so that printing has to know where they do.
KEYWORDS = (
    *("and", "or", "not", "in", "is", "true", "false", "null", "any", "all", "count"),
    *("visited", "ended", "END", "FAIL", "branches", "ctx", "when", "otherwise", "now"),
)

WORDS = st.sampled_from((*KEYWORDS, "a", "b_2", "Low"))
HYPHENATED = WORDS | st.sampled_from(("a-b", "in-hand", "not-2"))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(
    ("\"'", "\\", "\\n", "\n\r\t", "\u202e", "it's # no `comment`")
)


def _name(words: SearchStrategy[str]) -> SearchStrategy[Name]:
    return words.map(lambda word: Name(word, span=NOWHERE))


_WORD, _HYPHENATED, _KEY = _name(WORDS), _name(HYPHENATED), _name(WORDS | TEXTS)

_NUMBERS: SearchStrategy[Expr] = st.one_of(
    st.integers(0, 10**30), st.decimals(0, 10**9, places=3, allow_nan=False)
).map(lambda value: NumberLiteral(_plain(value), span=NOWHERE))


def _plain(value: int | Decimal) -> int | Decimal:
    return int(value) if value == int(value) else value


_SCALARS: SearchStrategy[Expr] = st.one_of(
    _NUMBERS,
    _NUMBERS.map(lambda number: Negative(number, span=NOWHERE)),
    TEXTS.map(lambda text: TextLiteral(text, span=NOWHERE)),
    st.booleans().map(lambda value: BooleanLiteral(value, span=NOWHERE)),
    st.just(NullLiteral(span=NOWHERE)),
    st.integers(1, LONGEST).map(lambda seconds: DurationLiteral(seconds, span=NOWHERE)),
    WORDS.map(lambda word: NameExpr(word, span=NOWHERE)),
    st.builds(
        # A member of an enum: `ctx`, which is never an enum, is read from by `ctx['k']`.
        lambda word, name: Member(NameExpr(word, span=NOWHERE), name, span=NOWHERE),
        WORDS.filter(lambda word: word != "ctx"),
        _WORD,
    ),
)


def _lists(items: SearchStrategy[Expr]) -> SearchStrategy[Expr]:
    return st.lists(items, max_size=3).map(lambda some: ListLiteral(tuple(some), span=NOWHERE))


def _maps(values: SearchStrategy[Expr]) -> SearchStrategy[Expr]:
    items = st.lists(st.tuples(_KEY, values), max_size=3)
    return items.map(lambda some: MapLiteral(tuple(some), span=NOWHERE))


LITERALS: SearchStrategy[Expr] = st.recursive(
    _SCALARS, lambda inner: _lists(inner) | _maps(inner), max_leaves=4
)
# A map stands inside a list alone: an expression does not begin with a brace.
_VALUES = _SCALARS | _lists(LITERALS)

_Order = Literal["<", "<=", ">", ">=", "==", "!="]
_ORDERS: SearchStrategy[_Order] = st.sampled_from(get_args(_Order))
_How = Literal["ended", "completed", "failed"]
_HOW: SearchStrategy[_How] = st.sampled_from(get_args(_How))
_PROPOSITIONS: SearchStrategy[Expr] = st.one_of(
    st.lists(_HYPHENATED, min_size=1, max_size=3).map(
        lambda states: InState(tuple(states), span=NOWHERE)
    ),
    _HYPHENATED.map(lambda state: Visited(state, span=NOWHERE)),
    _HOW.map(lambda how: Ended(how, span=NOWHERE)),
    TEXTS.map(lambda label: Ended("completed", label, span=NOWHERE)),
)
_COUNTS: SearchStrategy[Expr] = st.builds(
    lambda state, event: Count(state, event, span=NOWHERE), st.none() | _HYPHENATED, _HYPHENATED
)


@st.composite
def _comparisons(draw: st.DrawFn, inner: SearchStrategy[Expr]) -> Expr:
    operators = tuple(draw(st.lists(_ORDERS, min_size=1, max_size=3)))
    operands = tuple(draw(inner) for _ in range(len(operators) + 1))
    return Comparison(operands, operators, span=NOWHERE)


@st.composite
def _logic(draw: st.DrawFn, inner: SearchStrategy[Expr]) -> Expr:
    operator: Literal["and", "or"] = draw(st.sampled_from(("and", "or")))
    operands = draw(st.lists(inner, min_size=2, max_size=4))
    return Logic(operator, tuple(operands), span=NOWHERE)


def _compound(inner: SearchStrategy[Expr]) -> SearchStrategy[Expr]:
    arguments = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        _comparisons(inner),
        _logic(inner),
        st.builds(Member, inner, _KEY, span=st.just(NOWHERE)),
        st.builds(Call, _WORD, arguments, span=st.just(NOWHERE)),
        st.builds(
            Quantifier, st.sampled_from(("any", "all")), _WORD, inner, inner, span=st.just(NOWHERE)
        ),
        st.builds(Branches, st.sampled_from(("any", "all", "count")), inner, span=st.just(NOWHERE)),
        st.builds(Membership, inner, inner, st.booleans(), span=st.just(NOWHERE)),
        st.builds(NullTest, inner, st.booleans(), span=st.just(NOWHERE)),
        st.builds(Not, inner, span=st.just(NOWHERE)),
        st.builds(Negative, inner, span=st.just(NOWHERE)),
        st.builds(
            Arithmetic,
            st.sampled_from(("+", "-", "*", "//", "%")),
            inner,
            inner,
            span=st.just(NOWHERE),
        ),
    )


def _conditions(leaves: SearchStrategy[Expr], most: int) -> SearchStrategy[Expr]:
    return st.recursive(leaves, _compound, max_leaves=most)


EXPRESSIONS: SearchStrategy[Expr] = _conditions(_VALUES | _COUNTS | _PROPOSITIONS, 12)
"""Any expression that may stand behind `then`, where the most kinds of node may stand."""

GUARDS: SearchStrategy[Expr] = _conditions(_VALUES | _COUNTS, 4)
"""Any expression that may stand behind `when`: without `in S` and the like."""

PROPERTIES: SearchStrategy[Expr] = _conditions(_SCALARS | _COUNTS | _PROPOSITIONS, 4)
"""Any expression that may stand in a property; smaller ones than EXPRESSIONS."""

COLUMNS = ("low", "then", "Col_3")
"""The columns of every table that is made."""
COLUMN: SearchStrategy[Expr] = st.sampled_from(COLUMNS).map(lambda name: Column(name, span=NOWHERE))
CONDITIONS_OF_ROWS: SearchStrategy[Expr] = _conditions(_SCALARS | COLUMN | _PROPOSITIONS, 4)
"""Any expression that may stand behind `then` where there is a table."""
