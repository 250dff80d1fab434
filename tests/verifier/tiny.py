"""Groups of random guards over domains so tiny that every case can be tried."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import combinations, product
from typing import Final, Literal

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stateous.compiler import guards
from stateous.compiler.types import Field, Json, ListType, RecordType, ScalarType, Slot, Type
from stateous.compiler.values.restrictions import broken_uniqueness_rule
from stateous.verifier.decoding.case import Case, Truths
from stateous.verifier.inquiry import Group
from tests.strategies import BOOL, INT, LEVEL, TEXT, Readable, conditions
from tests.verifier.pinning import group_with

TINY: Final = ScalarType("int", minimum=-1, maximum=2)
EVEN: Final = ScalarType("int", above=-3, below=5, multiple_of=2)
HALF: Final = ScalarType("number", minimum=0, maximum=2, multiple_of=Decimal("0.5"))
WORD: Final = ScalarType("text", pattern="[ab]{0,2}")
DAY: Final = ScalarType("date", minimum="2026-01-31", maximum="2026-02-01")
PAIR: Final = RecordType("Pair", (Field("m", Slot(TINY)), Field("on", Slot(BOOL))))
LIST: Final = ListType(Slot(TINY), max_items=2)
SET: Final = ListType(Slot(LEVEL, nullable=True), min_items=1, max_items=3, unique=True)
PAIRS: Final = ListType(Slot(PAIR), max_items=1)

_NUMBERS: Final = (TINY, EVEN, HALF)

_DOMAINS: Final[Mapping[Type, tuple[Json, ...]]] = {
    TINY: (-1, 0, 1, 2),
    EVEN: (-2, 0, 2, 4),
    HALF: (0, Decimal("0.5"), 1, Decimal("1.5"), 2),
    BOOL: (False, True),
    LEVEL: LEVEL.members,
    WORD: ("", "a", "b", "aa", "ab", "ba", "bb"),
    DAY: ("2026-01-31", "2026-02-01"),
}
"""Every value of the scalars."""

MOST_CASES: Final = 1_500
"""How many cases of one group are tried; larger groups are not made."""

COUNTED: Final = range(21)
"""The counts and visits that are tried: far beyond the constants that guards compare them with."""


def values(slot: Slot) -> tuple[Json, ...]:
    """Return every value of a slot."""
    found = tuple(_values(slot.type))
    return (*found, None) if slot.nullable else found


def _values(type_: Type) -> Iterable[Json]:
    match type_:
        case RecordType(fields=fields):
            columns = [values(field.slot) for field in fields]
            names = [field.name for field in fields]
            return [dict(zip(names, row, strict=True)) for row in product(*columns)]
        case ListType(item=item, min_items=least, max_items=most):
            sizes = range(least or 0, (most or 0) + 1)
            lists = [list(row) for size in sizes for row in product(values(item), repeat=size)]
            return [each for each in lists if broken_uniqueness_rule(type_, each) is None]
        case _:
            return _DOMAINS[type_]


@dataclass(frozen=True)
class Truth:
    """What trying every case shows: overlapping pairs, whether there is a gap, dead guards."""

    overlaps: frozenset[tuple[int, int]]
    gap: bool
    dead: frozenset[int]


def enumerated(group: Group) -> Truth:
    """Try every case of a group."""
    overlaps: set[tuple[int, int]] = set()
    gap, dead = False, set(group.guards)
    for case in cases(group):
        holding = [index for index, holds in Truths(group.definition, case).items() if holds]
        overlaps.update(combinations(holding, 2))
        gap |= not holding
        dead.difference_update(holding)
    return Truth(frozenset(overlaps), gap, frozenset(dead))


def cases(group: Group) -> Iterator[Case]:
    """Yield every case; what no guard reads has one value."""
    workflow = group.definition.workflow
    parts = [part for guard in group.guards.values() for part in guards.parts(guard)]
    counted = {part.event for part in parts if isinstance(part, guards.Count)}
    clocks = {part.name for part in parts if isinstance(part, guards.Clock)}
    payload = workflow.event_by_name["routed"].payload
    assert workflow.context is not None
    for context, given, ping, routed, visit, attempt in product(
        _values(workflow.context),
        (None,) if payload is None else _values(payload),
        COUNTED if "ping" in counted else (0,),
        COUNTED[1:] if "routed" in counted else (1,),
        COUNTED[1:] if "visit" in clocks else (1,),
        range(1, 6) if "attempt" in clocks else (1,),
    ):
        assert isinstance(context, dict)
        counts = {"ping": ping, "routed": routed}
        yield Case("s", "routed", context, given, counts, visit, attempt)


# ------------------------------------------------------------------ strategies

TYPES: Final[tuple[Type, ...]] = (
    *(TINY, TINY, EVEN, HALF, BOOL, LEVEL, WORD, WORD, DAY),
    *(PAIR, LIST, SET, PAIRS),
)


def _size(fields: Iterable[Field]) -> int:
    size = 1
    for field in fields:
        size *= len(values(field.slot))
    return size


@st.composite
def groups(draw: st.DrawFn, types: tuple[Type, ...] = TYPES) -> Group:
    """Return groups of two to four guards over fields of these types, few enough to try all cases."""
    slots = st.builds(Slot, st.sampled_from(types), st.booleans())
    found = draw(st.lists(slots, min_size=1, max_size=3))
    fields = [Field(f"f{index}", slot) for index, slot in enumerate(found)]
    while _size(fields) > 300:
        fields.pop()
    cut = draw(st.integers(0, len(fields)))
    context, payload = tuple(fields[:cut]), tuple(fields[cut:])
    counted = draw(st.sampled_from(((), (), ("ping",), ("routed",))))
    readable = Readable(context, payload, counted, clocks=draw(st.integers(0, 9)) == 0)
    lines = draw(st.lists(_guards(readable), min_size=2, max_size=4))
    group = group_with(lines, RecordType("C", context), RecordType("P", payload))
    return group


@lru_cache(maxsize=256)
def _guards(readable: Readable) -> SearchStrategy[guards.Expr]:
    plain = conditions(readable, 1)
    return st.one_of(plain, plain, st.builds(guards.Not, plain), *_relations(readable))


def _relations(readable: Readable) -> list[SearchStrategy[guards.Expr]]:
    """Return conditions that hold fields against each other, and ask more of texts and records."""
    found: list[SearchStrategy[guards.Expr]] = []
    reads = [inner for read in readable.reads for inner in _within(read)]
    for one in reads:
        found += [_relation(one, other) for other in reads if _alike(one, other)]
        if one.type in _NUMBERS:
            found.append(_quotients(one))
        if one.type == WORD:
            tests = st.sampled_from(("startswith", "endswith", "contains"))
            parts = st.sampled_from("ab").map(lambda text: guards.Const(text, TEXT))
            found.append(st.builds(guards.TextTest, tests, st.just(one), parts))
            patterns = st.sampled_from(("a*", "a?b", "[^a]{1,2}"))
            found.append(st.builds(guards.Matches, st.just(one), patterns))
        if isinstance(one.type, ListType) or one.type == WORD:
            size = st.integers(0, 3).map(_int)
            sizes = st.just(guards.Len(one))
            operators = st.sampled_from(("<", "<=", "=="))
            found.append(st.builds(guards.Compare, operators, sizes, size))
    return found


def _within(read: guards.Read) -> Iterator[guards.Read]:
    """Yield a read and, of a record, the reads of its fields."""
    yield read
    if isinstance(read.type, RecordType):
        for field in read.type.fields:
            nullable = read.nullable or field.slot.nullable
            path = (*read.path, field.name)
            yield guards.Read(read.root, path, field.slot.type, nullable, read.variable)


def _alike(one: guards.Read, other: guards.Read) -> bool:
    both = {one.type, other.type}
    return one != other and (one.type == other.type or both <= set(_NUMBERS))


def _quotients(read: guards.Read) -> SearchStrategy[guards.Expr]:
    """Return comparisons of a quotient or a rest, also of negative numbers."""
    operators: SearchStrategy[Literal["//", "%"]] = st.sampled_from(("//", "%"))
    divisors = st.integers(2, 3).map(_int)
    types = st.sampled_from((INT, ScalarType("number")))
    parts = st.builds(guards.Arith, operators, st.just(read), divisors, types)
    comparisons = st.sampled_from(("<", "<=", "=="))
    return st.builds(guards.Compare, comparisons, parts, st.integers(-1, 1).map(_int))


def _int(value: int) -> guards.Const:
    return guards.Const(value, INT)


def _relation(one: guards.Read, other: guards.Read) -> SearchStrategy[guards.Expr]:
    ordered = isinstance(one.type, ScalarType) and one.type.kind != "bool"
    operators = st.sampled_from(("<", "<=", "==") if ordered else ("==",))
    return st.builds(guards.Compare, operators, st.just(one), st.just(other))
