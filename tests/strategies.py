"""Hypothesis strategies: types with their values, conditions, and small workflows.

Domains are tiny on purpose (ints 0 to 4, short texts, three members), so that equal values,
nulls and edges come up often and runs can be enumerated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stateous.compiler import guards, ir
from stateous.compiler.types import (
    Default,
    EnumType,
    Field,
    Json,
    ListType,
    MapType,
    RecordType,
    Scalar,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.values import times

INT = ScalarType("int")
BOOL = ScalarType("bool")
TEXT = ScalarType("text")
LEVEL = EnumType(("low", "mid", "high"), "Level")

# ----------------------------------------------------------------- plain values

TINY_INTS = st.integers(0, 4)
TINY_TEXTS = st.text("ab", max_size=2)
TENTHS = st.integers(-20, 20).map(lambda tenths: Decimal(tenths) / 10)
TIMES = st.integers(-3, 3).map(
    lambda hours: times.to_microseconds("date", "2026-01-01") + hours * 3_600_000_000
)

_SCALAR_VALUES: Mapping[Scalar, SearchStrategy[Json]] = {
    "text": TINY_TEXTS,
    "int": TINY_INTS,
    "number": TENTHS.map(lambda n: int(n) if n == int(n) else n.normalize()),
    "decimal": TENTHS.map(lambda n: f"{n.normalize():f}" if n else "0"),
    "bool": st.booleans(),
    "date": st.dates().map(str),
    "datetime": TIMES.map(times.datetime_text),
    "duration": st.integers(-90, 90).map(lambda m: times.duration_text(m * 60_000_000)),
    "uuid": st.uuids().map(str),
    "json": st.recursive(
        st.none() | st.booleans() | TINY_INTS | TINY_TEXTS,
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TINY_TEXTS, inner, max_size=2),
        max_leaves=4,
    ),
}


def canonical_values(slot: Slot) -> SearchStrategy[Json]:
    """Return values of a slot without constraints, in canonical form."""
    values = _values_of(slot.type)
    return st.none() | values if slot.nullable else values


def _values_of(type_: Type) -> SearchStrategy[Json]:
    match type_:
        case ScalarType(kind="json"):
            return _SCALAR_VALUES["json"].filter(lambda value: value is not None)
        case ScalarType(kind=kind):
            return _SCALAR_VALUES[kind]
        case EnumType(members=members):
            return st.sampled_from(members)
        case ListType(item=item):
            return st.lists(canonical_values(item), max_size=3)
        case MapType(value=value):
            return st.dictionaries(TINY_TEXTS, canonical_values(value), max_size=2)
        case RecordType(fields=fields):
            return st.fixed_dictionaries({f.name: canonical_values(f.slot) for f in fields})


def objects(
    required: Mapping[str, SearchStrategy[Json]],
    optional: Mapping[str, SearchStrategy[Json]] | None = None,
) -> SearchStrategy[dict[str, Json]]:
    """Return JSON objects with all of the required keys and some of the optional ones."""
    return st.fixed_dictionaries(dict(required), optional=dict(optional or {}))


# ------------------------------------------------------------------------ types

SCALAR_TYPES: SearchStrategy[Type] = st.sampled_from(
    [*(ScalarType(kind) for kind in _SCALAR_VALUES), LEVEL]
)


def slots(types: SearchStrategy[Type] = SCALAR_TYPES) -> SearchStrategy[Slot]:
    """Return slots of these types, half of them nullable."""
    return st.builds(Slot, types, st.booleans())


def records(
    name: str = "Record", types: SearchStrategy[Type] = SCALAR_TYPES
) -> SearchStrategy[RecordType]:
    """Return records of up to three fields, called `a`, `b` and `c`."""
    chosen = st.lists(slots(types), min_size=1, max_size=3)
    return chosen.map(lambda found: RecordType(name, _fields(found)))


def _fields(found: Sequence[Slot]) -> tuple[Field, ...]:
    return tuple(Field(name, slot) for name, slot in zip("abc", found, strict=False))


ALL_TYPES: SearchStrategy[Type] = st.recursive(
    SCALAR_TYPES,
    lambda inner: (
        st.builds(ListType, slots(inner)) | st.builds(MapType, slots(inner)) | records(types=inner)
    ),
    max_leaves=4,
)


# ------------------------------------------------------------------- conditions


@dataclass(frozen=True)
class Readable:
    """What a condition may read: context and payload fields, counted events, `visit`."""

    ctx: tuple[Field, ...] = ()
    payload: tuple[Field, ...] = ()
    events: tuple[str, ...] = ()
    clocks: bool = False
    variables: tuple[tuple[str, Slot], ...] = ()

    @property
    def reads(self) -> tuple[guards.Read, ...]:
        """Every field and variable, as an expression that reads it."""
        return (
            *(_read("ctx", f) for f in self.ctx),
            *(_read("payload", f) for f in self.payload),
            *(
                guards.Read("variable", (), slot.type, slot.nullable, name)
                for name, slot in self.variables
            ),
        )


def _read(root: str, field_: Field) -> guards.Read:
    assert root in ("ctx", "payload")
    slot = field_.slot
    return guards.Read(
        "ctx" if root == "ctx" else "payload", (field_.name,), slot.type, slot.nullable
    )


@lru_cache(maxsize=256)
def conditions(readable: Readable, depth: int = 2) -> SearchStrategy[guards.Expr]:
    """Return conditions that keep the rules of kinds."""
    atoms = _atoms(readable, depth)
    if depth == 0:
        return atoms
    inner = conditions(readable, depth - 1)
    operands = st.lists(inner, min_size=2, max_size=3).map(tuple)
    joined = st.builds(guards.And, operands) | st.builds(guards.Or, operands)
    return st.one_of(atoms, atoms, st.builds(guards.Not, inner), joined)


def _atoms(readable: Readable, depth: int) -> SearchStrategy[guards.Expr]:
    found: list[SearchStrategy[guards.Expr]] = [_number_comparisons(readable)]
    for read in readable.reads:
        found.append(_atoms_on(read))
        match read.type:
            case ListType(item=item) if depth and not readable.variables:
                inner = replace(readable, variables=(("x", item),))
                over = st.just(read)
                kinds = st.sampled_from(("any", "all"))
                inside = conditions(inner, depth - 1)
                found.append(st.builds(guards.Quantified, kinds, st.just("x"), over, inside))
    return st.one_of(found)


def _number_comparisons(readable: Readable) -> SearchStrategy[guards.Expr]:
    operators = st.sampled_from(("<", "<=", "=="))
    values = number_values(readable)
    return st.builds(guards.Compare, operators, values, values)


def number_values(readable: Readable) -> SearchStrategy[guards.Expr]:
    """Return expressions whose value is a number or null."""
    leaves: list[SearchStrategy[guards.Expr]] = [st.builds(guards.Const, TINY_INTS, st.just(INT))]
    leaves += [st.just(read) for read in readable.reads if _is_numeric(read.type)]
    leaves += [st.just(guards.Count(event)) for event in readable.events]
    leaves += [st.just(guards.Clock("visit")), st.just(guards.Clock("attempt"))] * readable.clocks
    leaf = st.one_of(leaves)
    literal = st.builds(guards.Const, st.integers(1, 3), st.just(INT))
    return st.one_of(
        leaf,
        st.builds(_arithmetic, st.sampled_from("+-"), leaf, leaf),
        st.builds(_arithmetic, st.sampled_from(("*", "//", "%")), leaf, literal),
        leaf.map(lambda value: guards.Negate(value, guards.type_of(value) or INT)),
    )


def _arithmetic(
    operator: Literal["+", "-", "*", "//", "%"], left: guards.Expr, right: guards.Expr
) -> guards.Expr:
    whole = operator == "//" or (guards.type_of(left), guards.type_of(right)) == (INT, INT)
    return guards.Arith(operator, left, right, INT if whole else ScalarType("number"))


def _is_numeric(type_: Type) -> bool:
    return isinstance(type_, ScalarType) and type_.kind in ("int", "number", "decimal")


def _atoms_on(read: guards.Read) -> SearchStrategy[guards.Expr]:
    """Return conditions about one field."""
    found: list[SearchStrategy[guards.Expr]] = [st.just(guards.IsNull(read))]
    match read.type:
        case ScalarType(kind="json") as json:
            found.append(_equal(read, st.builds(guards.Const, TINY_INTS, st.just(INT))))
            found.append(st.just(guards.In(guards.Const("a", TEXT), read)))
            assert json.kind == "json"
        case ScalarType(kind="bool"):
            found.append(st.just(guards.Truth(read)))
        case ListType(item=item):
            found.append(_members(item).map(lambda member: guards.In(member, read)))
        case MapType():
            found.append(TINY_TEXTS.map(lambda key: guards.In(guards.Const(key, TEXT), read)))
        case ScalarType() | EnumType():
            found += _scalar_atoms(read)
        case RecordType():
            pass
    return st.one_of(found)


def _scalar_atoms(read: guards.Read) -> list[SearchStrategy[guards.Expr]]:
    constants = _members(Slot(read.type))
    found = [_equal(read, constants)]
    found.append(st.lists(constants, max_size=3).map(lambda items: _one_of(read, items)))
    if not isinstance(read.type, EnumType) and read.type.kind != "uuid":
        operators = st.sampled_from(("<", "<="))
        found.append(st.builds(guards.Compare, operators, st.just(read), constants))
        found.append(st.builds(guards.Compare, operators, constants, st.just(read)))
    if read.type == TEXT:
        tests = st.sampled_from(("startswith", "endswith", "contains"))
        found.append(st.builds(guards.TextTest, tests, st.just(read), constants))
        found.append(
            st.sampled_from(("a*", "a?b", "[^a]{1,2}")).map(lambda p: guards.Matches(read, p))
        )
        found.append(st.just(guards.Compare("<", guards.Len(read), guards.Const(1, INT))))
    return found


def _members(slot: Slot) -> SearchStrategy[guards.Expr]:
    def constant(value: Json) -> guards.Expr:
        return guards.Const(value, None if value is None else slot.type)

    return canonical_values(slot).map(constant)


def _equal(read: guards.Read, others: SearchStrategy[guards.Expr]) -> SearchStrategy[guards.Expr]:
    return others.map(lambda other: guards.Compare("==", read, other))


def _one_of(read: guards.Read, items: Sequence[guards.Expr]) -> guards.Expr:
    return guards.In(read, guards.ListExpr(tuple(items), ListType(Slot(read.type))))


# -------------------------------------------------------------------- workflows

STATES: tuple[str, ...] = ("first", "second", "third")
EVENTS: tuple[str, ...] = ("ping", "pong")
PAYLOAD = RecordType(
    "Payload",
    (
        Field("n", Slot(ScalarType("int", minimum=0, maximum=4))),
        Field("t", Slot(TEXT, nullable=True)),
    ),
)
CONTEXT_FIELDS = (
    Field("k", Slot(ScalarType("int", minimum=0)), Default(0)),
    Field("name", Slot(TEXT, nullable=True), role="input"),
    Field("flag", Slot(BOOL), Default(False), role="local"),
    Field("token", Slot(TEXT, nullable=True), secret=True),
)
ATTEMPTS = Field("attempts", Slot(INT))


_LINES_ON: Mapping[str, tuple[Field, ...]] = {
    "ping": (),
    "pong": PAYLOAD.fields,
    "timeout": (),
    "error": (ATTEMPTS,),
}


@st.composite
def workflows(draw: st.DrawFn) -> ir.Workflow:
    """Return workflows of up to three states and two events, one with a payload and `into`.

    Nothing keeps guards from overlapping or leaving gaps, and states from being unreachable.
    """
    names = STATES[: draw(st.integers(1, 3))]
    context = RecordType(
        "Context", (*CONTEXT_FIELDS, Field("last", Slot(PAYLOAD, nullable=True), role="into"))
    )
    events = (ir.Event("ping", None, None, None), ir.Event("pong", None, PAYLOAD, "last"))
    transitions = [ir.Transition(ir.START, None, draw(_targets(names)))]
    for name in names:
        for event in _LINES_ON:
            transitions += draw(_groups(name, event, names))
    states = tuple(draw(_states(name)) for name in names)
    return ir.Workflow("w", None, context, events, states, tuple(transitions))


@lru_cache
def _states(name: str) -> SearchStrategy[ir.State]:
    return st.builds(
        ir.State,
        st.just(name),
        timeout=st.none() | st.integers(1, 5),
        retries=st.integers(0, 2),
        writes=st.sampled_from((None, (), ("k",), ("k", "flag"))),
    )


@lru_cache
def _targets(names: tuple[str, ...]) -> SearchStrategy[ir.Target]:
    ends: tuple[ir.Target, ...] = (ir.Complete(), ir.Fail(), ir.Fail("over"))
    return st.sampled_from((*map(ir.Goto, names), *map(ir.Goto, names), *ends))


@lru_cache
def _groups(state: str, event: str, names: tuple[str, ...]) -> SearchStrategy[list[ir.Transition]]:
    readable = Readable(CONTEXT_FIELDS, _LINES_ON[event], (*EVENTS, "error"), clocks=True)

    def line(target: ir.Target, guard: guards.Expr | None) -> ir.Transition:
        own = event in ir.OWN_EVENTS
        return ir.Transition(state, event, target, guard, "…" if guard else None, outlet=own)

    def group(lines: list[ir.Transition], last: ir.Target | None) -> list[ir.Transition]:
        if not lines or last is None:
            return lines
        rest = ir.Transition(state, event, last, otherwise=True, outlet=event in ir.OWN_EVENTS)
        return [*lines, rest]

    targets = _targets(names)
    lines = st.lists(st.builds(line, targets, st.none() | conditions(readable, 1)), max_size=2)
    return st.builds(group, lines, st.none() | targets)
