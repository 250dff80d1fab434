"""Types, fields, literals and conditions of specs that compile, for `tests.valid_specs`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal, TypeVar

from hypothesis import strategies as st

from stateous.grammar.syntax import (
    Allow,
    Arithmetic,
    Assign,
    BooleanLiteral,
    Call,
    Comparison,
    Constraint,
    DurationLiteral,
    EnumDecl,
    Expr,
    FieldDecl,
    ListLiteral,
    ListOf,
    Logic,
    MapLiteral,
    MapOf,
    Member,
    Membership,
    Name,
    NamedType,
    NameExpr,
    Negative,
    Not,
    NullLiteral,
    NullTest,
    NumberLiteral,
    OneOf,
    Quantifier,
    TextLiteral,
    TypeExpr,
    TypeUse,
)
from tests.expressions import KEYWORDS, NOWHERE
from tests.tree_parts import LINE_WORDS

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[Any]], Any]

_RESERVED = frozenset(
    ("START", "END", "FAIL", "STAY", "REFUSE", "timeout", "error", "joined", "list", "map", "one")
)
_PLAIN = tuple(f"{word}{number}" for number in ("", "_2", "3") for word in ("a", "Low", "status"))
_WORDS = tuple(
    dict.fromkeys(
        word for word in (*KEYWORDS, *LINE_WORDS, *_PLAIN, "class", "self") if word not in _RESERVED
    )
)
ROOTS = frozenset(("ctx", "payload", "subject", "now", "visit", "attempt", "branches"))
_TAILS = ("", "", "", "-2", "-in", "-a-b")


def name(text: str) -> Name:
    """Return a name that stands nowhere."""
    return Name(text, span=NOWHERE)


class Names:
    """Gives names, each once: from the words of the language and others."""

    def __init__(self, draw: Draw, *, plain: bool = False) -> None:
        first = draw(st.integers(0, len(_WORDS) - 1))
        self._words = [] if plain else [*_WORDS[first:], *_WORDS[:first]]
        self._stride = draw(st.sampled_from((1, 7, 11, 13)))
        self._next = 0

    def word(self) -> Name:
        """Return a name without `-`."""
        self._next += 1
        if not self._words:
            return name(f"n{self._next}")
        return name(self._words.pop(self._next * self._stride % len(self._words)))

    def bare(self) -> Name:
        """Return a name that may stand alone in an expression: none of what a place may read."""
        word = self.word()
        return self.bare() if word.text in ROOTS else word

    def declared(self) -> Name:
        """Return a name for a workflow, a state or an event."""
        word = self.word()
        return name(word.text + _TAILS[self._next % len(_TAILS)])


def number(value: int | Decimal) -> NumberLiteral:
    """Return a number."""
    return NumberLiteral(value, span=NOWHERE)


def text(value: str) -> TextLiteral:
    """Return a text."""
    return TextLiteral(value, span=NOWHERE)


def duration(seconds: int) -> DurationLiteral:
    """Return a duration."""
    return DurationLiteral(seconds, span=NOWHERE)


def read(root: str, *path: Name) -> Expr:
    """Return `root.path`."""
    found: Expr = NameExpr(root, span=NOWHERE)
    for part in path:
        found = Member(found, part, span=NOWHERE)
    return found


NULL = NullLiteral(span=NOWHERE)
_FLAGS = tuple(BooleanLiteral(value, span=NOWHERE) for value in (True, False))

# -------------------------------------------------------------------------- types


@dataclass(frozen=True)
class Sort:
    """A type as it is used, with literals that it admits; `fields` are those of a record."""

    kind: str
    use: TypeUse
    literals: tuple[Expr, ...]
    fields: "tuple[FieldDecl, ...]" = ()
    item: "Sort | None" = None


def _limited(kind: str, *arguments: Expr, field: Name | None = None) -> Constraint:
    return Constraint(kind, arguments, field, span=NOWHERE)  # type: ignore[arg-type]


def _use(type_: TypeExpr, *constraints: Constraint) -> TypeUse:
    return TypeUse(type_, False, constraints, span=NOWHERE)


def _scalar(kind: str, literals: Iterable[Expr], *constraints: Constraint) -> Sort:
    type_ = NamedType(name(kind), span=NOWHERE)
    return Sort(kind, _use(type_, *constraints), tuple(literals))


_DATES = (text("2026-01-02"), text("2027-12-31"))
_TIMES = (text("2026-01-02T03:04:05Z"), text("2026-01-02T03:04:05.5+02:00"))
SCALARS: tuple[Sort, ...] = (
    _scalar("text", (text("a"), text(""), text('it\'s "x" # no\n\\'))),
    _scalar("text", (text("abc"),), _limited("length", number(1), number(5))),
    _scalar("text", (text("ABC"),), _limited("matching", text("[A-Z]{3}"))),
    _scalar("int", (number(0), number(3), Negative(number(2), span=NOWHERE))),
    _scalar("int", (number(5), number(10)), _limited(">=", number(0))),
    _scalar("int", (number(1), number(4)), _limited("between", number(1), number(5))),
    _scalar("int", (number(0), number(10)), _limited("multiple of", number(5))),
    _scalar(
        "number",
        (number(2), number(Decimal("0.1"))),
        _limited(">", Negative(number(1), span=NOWHERE)),
    ),
    _scalar(
        "decimal", (number(1), number(Decimal("2.50")), text("3.5")), _limited("<=", number(100))
    ),
    _scalar("bool", _FLAGS),
    _scalar("date", _DATES, _limited(">=", text("2026-01-01"))),
    _scalar("datetime", _TIMES),
    _scalar("duration", (duration(3600), duration(90)), _limited(">=", duration(60))),
    _scalar("uuid", (text("123e4567-e89b-12d3-a456-426614174000"),)),
    _scalar("json", (number(1), text("x"), ListLiteral((number(1),), span=NOWHERE))),
)
KEYS = (SCALARS[0], SCALARS[3], SCALARS[13])
"""What may tell a subject or a child: a text, an int, a uuid."""


def _member(member: Name) -> Expr:
    if " " in member.text:
        return text(member.text)
    return NameExpr(member.text, span=NOWHERE)


def enum_sort(declaration: EnumDecl) -> Sort:
    """Return the type that an enum declares, its members by bare name and by `Enum.member`."""
    members = declaration.members
    full = read(declaration.name.text, members[0])
    literals = (*map(_member, members), *((full,) if declaration.name.text != "ctx" else ()))
    return Sort("enum", _use(NamedType(declaration.name, span=NOWHERE)), literals)


def draw_sort(draw: Draw, names: Names, enums: Sequence[Sort], records: Sequence[Sort]) -> Sort:
    """Return a type of any shape."""
    shape = draw(st.integers(0, 9))
    if shape == 0:
        members = (names.bare(), names.bare(), name("in work"))
        sort = Sort(
            "enum",
            _use(OneOf(members, span=NOWHERE)),
            (_member(members[0]), _member(members[1]), text("in work")),
        )
        return sort
    if shape in (1, 2) and (found := enums if shape == 1 else records):
        known: Sort = draw(st.sampled_from(found))
        return known
    if shape in (3, 4):
        inner = draw(st.sampled_from((*SCALARS[:9], *enums, *records, *records)))
        return list_of(draw, inner)
    if shape == 5:
        inner = draw(st.sampled_from((*SCALARS, *enums)))
        use = _use(MapOf(inner.use, span=NOWHERE))
        items = ((name("k"), inner.literals[0]), (name("a key"), inner.literals[-1]))
        return Sort("map", use, (MapLiteral(items, span=NOWHERE), MapLiteral((), span=NOWHERE)))
    scalar: Sort = draw(st.sampled_from(SCALARS))
    return scalar


def list_of(draw: Draw, inner: Sort) -> Sort:
    """Return the type of lists of this."""
    constraints: list[Constraint] = []
    unique = inner.kind in ("text", "int", "enum") and draw(st.booleans())
    if unique:
        constraints.append(_limited("unique"))
    if inner.kind == "record" and draw(st.booleans()):
        constraints.append(_limited("unique by", field=inner.fields[0].name))
    if draw(st.booleans()):
        constraints.append(_limited("items", NULL, number(10)))
    empty = ListLiteral((), span=NOWHERE)
    full = () if inner.kind == "record" else (ListLiteral((inner.literals[0],), span=NOWHERE),)
    use = _use(ListOf(inner.use, span=NOWHERE), *constraints)
    return Sort("list", use, (empty, *full), item=inner)


# ------------------------------------------------------------------------- fields


@dataclass(frozen=True)
class Known:
    """A field that records may have: the same name is the same type everywhere."""

    name: Name
    sort: Sort


def is_settled(declaration: FieldDecl) -> bool:
    """Tell whether a field need not be given."""
    return (
        declaration.type.nullable or declaration.default is not None or declaration.role == "local"
    )


def field_of(draw: Draw, known: Known, *, settled: bool = False, roles: bool = False) -> FieldDecl:
    """Return a declaration of a field; a `settled` one has a value without being given."""
    sort = known.sort
    how = draw(st.sampled_from(("?", "=", "", "")))
    role: Literal["plain", "input", "local"] = "plain"
    if roles:
        role = draw(st.sampled_from(("plain", "plain", "input", "local")))
    if sort.kind in ("record", "map", "list", "json") or (
        how == "" and (settled or role == "local")
    ):
        how = "?"
    return FieldDecl(
        known.name,
        replace(sort.use, nullable=how == "?"),
        draw(st.sampled_from(sort.literals)) if how == "=" else None,
        role,
        secret=roles and draw(st.integers(0, 5)) == 0,
        allows=draw(ALLOWS),
        span=NOWHERE,
    )


_ALLOW = st.builds(
    lambda code, reason, until: Allow(name(code), reason, until, span=NOWHERE),
    st.sampled_from(("ST5001", "ST4013")),
    st.sampled_from(("why", 'a "reason" # here')),
    st.none() | st.just("2027-01-01"),
)
ALLOWS: st.SearchStrategy[tuple[Allow, ...]] = st.integers(0, 7).flatmap(
    lambda chance: (
        st.just(())
        if chance
        else st.lists(_ALLOW, min_size=1, max_size=2, unique_by=lambda allow: allow.code.text).map(
            tuple
        )
    )
)
"""Waivers above a line, seldom any."""


def assign(path: tuple[Name, ...], value: Expr) -> Assign:
    """Return `path = value`."""
    return Assign(path, value, span=NOWHERE)


def given(
    draw: Draw, fields: Iterable[FieldDecl], bank: dict[str, Sort], *, maps: bool = False
) -> tuple[Assign, ...]:
    """Return literals for the fields that must be given, and some of the others.

    Literals with braces only with `maps`.
    """
    found: list[Assign] = []
    for declaration in fields:
        sort = bank[declaration.name.text]
        values = [v for v in sort.literals if maps or not isinstance(v, MapLiteral)]
        if not values or declaration.role == "local":
            continue
        if not is_settled(declaration) or draw(st.integers(0, 3)) == 0:
            found.append(assign((declaration.name,), draw(st.sampled_from(values))))
    return tuple(found)


# --------------------------------------------------------------------- conditions


@dataclass(frozen=True)
class Readable:
    """A value that a place may read."""

    expr: Expr
    sort: Sort


COUNTED = _scalar("int", (number(0), number(3)))


def readable(root: str, fields: Iterable[FieldDecl], bank: dict[str, Sort]) -> list[Readable]:
    """Return the fields of `root`; bare with an empty root."""
    found = []
    for declaration in fields:
        own = declaration.name
        sort = bank[own.text]
        if not root and own.text in ROOTS:
            continue
        expr = read(root, own) if root else NameExpr(own.text, span=NOWHERE)
        found.append(Readable(expr, sort))
        found += [
            Readable(Member(expr, inner.name, span=NOWHERE), bank[inner.name.text])
            for inner in sort.fields
        ]
    return found


_ORDERS = st.sampled_from(("<", "<=", ">", ">=", "==", "!="))
_EQUAL = st.sampled_from(("==", "!="))


def compare(left: Expr, operator: str, right: Expr) -> Comparison:
    """Return a comparison of two."""
    return Comparison((left, right), (operator,), span=NOWHERE)  # type: ignore[arg-type]


def condition(
    draw: Draw, reads: Sequence[Readable], names: Names, bank: dict[str, Sort], depth: int = 2
) -> Expr:
    """Return a condition over what may be read."""
    shape = draw(st.integers(0, 7)) if depth else 7
    if shape == 0:
        operator = draw(st.sampled_from(("and", "or")))
        parts = tuple(condition(draw, reads, names, bank, depth - 1) for _ in range(2))
        return Logic(operator, parts, span=NOWHERE)
    if shape == 1:
        return Not(condition(draw, reads, names, bank, depth - 1), span=NOWHERE)
    if not reads:
        flag: Expr = draw(st.sampled_from(_FLAGS))
        return flag
    return _test(draw, draw(st.sampled_from(reads)), names, bank)


def _test(draw: Draw, found: Readable, names: Names, bank: dict[str, Sort]) -> Expr:
    own, sort = found.expr, found.sort
    how = draw(st.integers(0, 3))
    if how == 0:
        return NullTest(own, draw(st.booleans()), span=NOWHERE)
    literal = draw(st.sampled_from(sort.literals)) if sort.literals else NULL
    match sort.kind:
        case "bool":
            return own
        case "text" if how == 1:
            function = draw(st.sampled_from(("startswith", "endswith", "contains")))
            return Call(name(function), (own, text("a")), span=NOWHERE)
        case "text" if how == 2:
            return Call(name("matches"), (own, text("[a-z]+|b{2,3}")), span=NOWHERE)
        case "text" | "enum" | "uuid" if how == 3:
            items = ListLiteral((literal, sort.literals[0]), span=NOWHERE)
            return Membership(own, items, draw(st.booleans()), span=NOWHERE)
        case "enum" | "uuid" | "json":
            return compare(own, draw(_EQUAL), literal)
        case "int" if how == 1:
            operator = draw(st.sampled_from(("//", "%", "*", "+", "-")))
            left = Arithmetic(operator, own, number(2), span=NOWHERE)
            return Comparison((number(0), left, number(9)), ("<", "<="), span=NOWHERE)
        case "datetime" if how == 1:
            passed = Arithmetic("-", read("now"), own, span=NOWHERE)
            return compare(passed, draw(_ORDERS), duration(3600))
        case "list" if how == 1 and sort.item is not None:
            variable = names.bare()
            bound = readable_item(variable, sort.item, bank)
            inner = _test(draw, draw(st.sampled_from(bound)), names, bank)
            kind = draw(st.sampled_from(("any", "all")))
            return Quantifier(kind, variable, own, inner, span=NOWHERE)
        case "list":
            length = Call(name("len"), (own,), span=NOWHERE)
            return compare(length, draw(_ORDERS), number(2))
        case "map":
            return Membership(text("k"), own, draw(st.booleans()), span=NOWHERE)
        case "record":
            return NullTest(own, draw(st.booleans()), span=NOWHERE)
        case _:
            return compare(own, draw(_ORDERS), literal)


def readable_item(variable: Name, item: Sort, bank: dict[str, Sort]) -> list[Readable]:
    """Return what may be read of a bound variable."""
    own: Expr = NameExpr(variable.text, span=NOWHERE)
    if item.kind != "record":
        return [Readable(own, item)]
    return [Readable(Member(own, f.name, span=NOWHERE), bank[f.name.text]) for f in item.fields]
