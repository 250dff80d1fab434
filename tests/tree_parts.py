"""Hypothesis strategies for what lines are made of: names, waivers, types, fields, values."""

from collections.abc import Callable, Hashable, Iterable
from decimal import Decimal
from typing import Any, Literal, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stateous.grammar.durations import LONGEST
from stateous.grammar.syntax import (
    Allow,
    Assign,
    Constraint,
    DurationLiteral,
    Expr,
    FieldDecl,
    ListOf,
    MapOf,
    Name,
    NamedType,
    Negative,
    NullLiteral,
    NumberLiteral,
    OneOf,
    TextLiteral,
    TypeExpr,
    TypeUse,
)
from tests.expressions import KEYWORDS, LITERALS, NOWHERE, TEXTS

T = TypeVar("T")

# Words that begin lines, or stand between the parts of one.
LINE_WORDS = (
    *("state", "on", "first", "as", "with", "until", "by", "for", "nothing", "writes", "into"),
    *("fails", "pass", "fired", "fact", "child", "completes", "approved", "rejected", "context"),
    *("completed", "failed", "refused", "emitted", "invokes", "starts", "waiting", "except"),
    *("list", "map", "one", "input", "secret", "identifier", "length", "items", "unique", "key"),
    *("leads", "visit", "runs", "over", "initial", "final", "enters", "every", "at", "clock"),
    *("otherwise", "timeout", "error", "joined", "between", "multiple", "matching", "backoff"),
    *("allow", "cases", "returns", "event", "after", "title", "from", "follows", "call"),
)
_PLAIN = ("a", "b_2", "Low", "status", "order", "Ticket", "repo", "n1")
# What may not be declared as a workflow, a state or an event is no name in any notation.
_FORBIDDEN = frozenset(("START", "END", "FAIL", "STAY", "REFUSE"))
_WORDS = st.sampled_from(_PLAIN) | st.sampled_from((*KEYWORDS, *LINE_WORDS))
_HYPHENATED = st.one_of(
    st.sampled_from(("a", "coding", "in-hand", "not-2", "a-b", "END-1")),
    st.sampled_from([word for word in (*KEYWORDS, *LINE_WORDS, *_PLAIN) if word not in _FORBIDDEN]),
)


def named(words: SearchStrategy[str]) -> SearchStrategy[Name]:
    """Return names of these words."""
    return words.map(lambda word: Name(word, span=NOWHERE))


WORD = named(_WORDS)
HYPHENATED = named(_HYPHENATED)
DECLARED = named(_HYPHENATED.filter(lambda word: word not in ("timeout", "error", "joined")))
"""What a workflow, a state or an event may be called where it is declared."""
TEXT = TEXTS.map(lambda value: TextLiteral(value, span=NOWHERE))
TITLE = st.none() | TEXTS
INTEGER = st.integers(0, 40).map(lambda value: NumberLiteral(value, span=NOWHERE))
DURATION = st.integers(1, LONGEST).map(lambda seconds: DurationLiteral(seconds, span=NOWHERE))

_ALLOW = st.builds(
    Allow,
    named(st.sampled_from(("ST4001", "ST4102", "ST3105"))),
    TEXTS,
    st.none() | st.sampled_from(("2027-01-01", "soon")),
    span=st.just(NOWHERE),
)
ALLOWS: SearchStrategy[tuple[Allow, ...]] = st.one_of(
    st.just(()), st.just(()), st.just(()), st.lists(_ALLOW, min_size=1, max_size=2).map(tuple)
)


def some(
    items: SearchStrategy[T],
    least: int = 0,
    most: int = 2,
    by: Callable[[T], Hashable] | None = None,
) -> SearchStrategy[tuple[T, ...]]:
    """Return a few of these in a tuple; `by` tells what no two may share."""
    if by is None:
        return st.lists(items, min_size=least, max_size=most).map(tuple)
    return st.lists(items, min_size=least, max_size=most, unique_by=by).map(tuple)


def line(
    node: Callable[..., T], *parts: SearchStrategy[Any], **fields: SearchStrategy[Any]
) -> SearchStrategy[T]:
    """Return nodes that are lines of their own: with waivers, and nowhere."""
    return st.builds(node, *parts, allows=ALLOWS, span=st.just(NOWHERE), **fields)


def part(node: Callable[..., T], *parts: SearchStrategy[Any]) -> SearchStrategy[T]:
    """Return nodes that stand within a line."""
    return st.builds(node, *parts, span=st.just(NOWHERE))


def spelt(name: Name) -> str:
    """Return what no two names of one list may share."""
    return name.text


def first_of_each(nodes: Iterable[T], name: Callable[[T], str]) -> tuple[T, ...]:
    """Return the nodes, without those whose name an earlier one has."""
    found: dict[str, T] = {}
    for node in nodes:
        found.setdefault(name(node), node)
    return tuple(found.values())


# ------------------------------------------------------------------------ values


def assigns(
    values: SearchStrategy[Expr], least: int = 0, most: int = 2
) -> SearchStrategy[tuple[Assign, ...]]:
    """Return lists of `path = value`, no path twice."""
    return some(part(Assign, some(WORD, 1, 2), values), least, most, by=_path)


def _path(assign: Assign) -> tuple[str, ...]:
    return tuple(name.text for name in assign.path)


# ------------------------------------------------------------------------- types

_NUMBER: SearchStrategy[Expr] = st.one_of(
    st.integers(0, 99), st.decimals("0.01", "9.99", places=2)
).map(lambda value: NumberLiteral(_plain(value), span=NOWHERE))
_LIMIT: SearchStrategy[Expr] = st.one_of(
    _NUMBER, _NUMBER.map(lambda value: Negative(value, span=NOWHERE)), TEXT, DURATION
)
_NO_LIMIT: Expr = NullLiteral(span=NOWHERE)
_MEMBER = named(_WORDS | TEXTS)
_MEMBERS = some(_MEMBER, 1, 3, by=spelt)


def _plain(value: int | Decimal) -> int | Decimal:
    return int(value) if value == int(value) else value


def _constraint(kind: str, *arguments: Expr, field: Name | None = None) -> Constraint:
    return Constraint(kind, arguments, field, span=NOWHERE)  # type: ignore[arg-type]


def _ranges(kind: Literal["length", "items"]) -> SearchStrategy[Constraint]:
    both = st.tuples(INTEGER, INTEGER | st.just(_NO_LIMIT)) | st.tuples(st.just(_NO_LIMIT), INTEGER)
    return both.map(lambda bounds: _constraint(kind, *bounds))


_CONSTRAINT: SearchStrategy[Constraint] = st.one_of(
    st.builds(_constraint, st.sampled_from((">=", ">", "<=", "<")), _LIMIT),
    st.builds(_constraint, st.just("between"), _LIMIT, _LIMIT),
    st.builds(_constraint, st.just("multiple of"), _LIMIT),
    _ranges("length"),
    _ranges("items"),
    st.just(_constraint("unique")),
    WORD.map(lambda field: _constraint("unique by", field=field)),
    TEXT.map(lambda pattern: _constraint("matching", pattern)),
)
_NAMED: SearchStrategy[TypeExpr] = part(
    NamedType, named(st.sampled_from(("text", "int", "json", "uuid", "datetime", "Low"))) | WORD
)


def _uses(types: SearchStrategy[TypeExpr]) -> SearchStrategy[TypeUse]:
    return part(TypeUse, types, st.booleans(), some(_CONSTRAINT))


TYPE: SearchStrategy[TypeUse] = _uses(
    st.recursive(
        _NAMED | part(OneOf, _MEMBERS),
        lambda inner: part(ListOf, _uses(inner)) | part(MapOf, _uses(inner)),
        max_leaves=2,
    )
)
"""A type as it is used, with `?` and constraints at each level."""

MEMBERS = _MEMBERS


@st.composite
def _fields(draw: st.DrawFn) -> FieldDecl:
    return FieldDecl(
        draw(WORD),
        draw(TYPE),
        draw(st.none() | LITERALS),
        draw(st.sampled_from(("plain", "plain", "input", "local"))),
        draw(st.booleans()),
        draw(st.booleans()),
        allows=draw(ALLOWS),
        span=NOWHERE,
    )


def fields(least: int = 0) -> SearchStrategy[tuple[FieldDecl, ...]]:
    """Return fields of one body, no name twice."""
    return some(_fields(), least, 3, by=lambda field: field.name.text)
