"""From the types of fields to symbols: variables, and the facts that types say of them.

A symbol is made when a guard first reads it, so the size of a record costs nothing.
`present` says when the place of a value exists at all; a symbol is null where it does not.
"""

from itertools import combinations, islice
from typing import Final

from stateous.compiler.types import (
    EnumType,
    Json,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Slot,
)
from stateous.compiler.typing.kinds import JSON
from stateous.compiler.values.door import Breach, admit
from stateous.compiler.values.restrictions import identity
from stateous.verifier.decoding.samples import fillers
from stateous.verifier.encoding.equality import same
from stateous.verifier.encoding.json_domain import json_value
from stateous.verifier.encoding.scalar_domain import enum, scalar
from stateous.verifier.encoding.symbols import Entries, Items, Record, Symbol
from stateous.verifier.encoding.term_builder import (
    FALSE,
    add,
    conjunction,
    disjunction,
    equal,
    integer,
    ite,
    less,
    less_equal,
    negation,
    variable,
)
from stateous.verifier.encoding.terms import Sort, Term
from stateous.verifier.encoding.uses import Path, most_slots
from stateous.verifier.encoding.world import World, named

_LENGTH: Final = ScalarType("int", minimum=0)
_MANY: Final = 1_000
"""How many items are counted before they are taken to be enough for any list."""


def symbol(world: World, slot: Slot, path: Path, present: Term) -> Symbol:
    """Return the variable at `path`, made when it is first asked for."""
    if path not in world.symbols:
        world.symbols[path] = _symbol(world, slot, path, present)
    return world.symbols[path]


def _symbol(world: World, slot: Slot, path: Path, present: Term) -> Symbol:
    if slot.type == JSON:
        return json_value(world, path, present)
    null = negation(present)
    if slot.nullable:
        missing = variable(f"{named(path)} is null", Sort.BOOL)
        null = disjunction(null, world.knob("flag", missing, None, present))
    present = negation(null)
    match slot.type:
        case ScalarType() as type_:
            return scalar(world, type_, named(path), null, present)
        case EnumType() as type_:
            return enum(world, type_, named(path), null, present)
        case RecordType() as type_:
            return record(world, type_, path, null)
        case ListType() as type_:
            return _items(world, type_, path, null)
        case MapType() as type_:
            return _entries(world, type_, path, null)


def record(world: World, type_: RecordType, path: Path, null: Term) -> Record:
    """Return a record whose fields are made when they are read."""

    def field(name: str) -> Symbol:
        found = type_.field(name)
        assert found is not None
        return symbol(world, found.slot, (*path, name), negation(null))

    return Record(null, tuple(field.name for field in type_.fields), field)


def _length(world: World, path: Path, present: Term) -> Term:
    length = world.knob("point", variable(f"len({named(path)})", Sort.INT), _LENGTH, present)
    world.know(present, less_equal(integer(0), length))
    return length


def _total(flags: list[Term]) -> Term:
    total = integer(0)
    for flag in flags:
        total = add(total, ite(flag, integer(1), integer(0)))
    return total


# ---------------------------------------------------------------------- lists


def _items(world: World, type_: ListType, path: Path, null: Term) -> Items:
    present, use = negation(null), world.uses.of(path)
    length = _length(world, path, present)
    if type_.min_items is not None:
        world.know(present, less_equal(integer(type_.min_items), length))
    if type_.max_items is not None:
        world.know(present, less_equal(length, integer(type_.max_items)))
    by_members = use.by_members and (type_.unique_by is None or not use.members)
    make = _by_members if by_members else _by_slots
    return make(world, type_, path, Items(null, length))


def _by_members(world: World, type_: ListType, path: Path, bare: Items) -> Items:
    """Return the list as the values in it, of those that guards look for.

    Its other items can be anything else that the type has, so only how many there are of
    these matters.
    """
    present = negation(bare.null)
    held: dict[object, tuple[Json, Term]] = {}
    members = {}
    for key, value in world.uses.of(path).members.items():
        try:
            item = admit(type_.item, value)
        except Breach:
            members[key] = FALSE
            continue
        if identity(item) not in held:
            held[identity(item)] = item, world.flag(f"{value!r} in {named(path)}", present)
        members[key] = held[identity(item)][1]
    flags = [flag for _, flag in held.values()]
    some = _total(flags)
    world.know(present, less_equal(some, bare.length))
    others = _others(type_, tuple(item for item, _ in held.values()))
    if others is not None and not _may_repeat(type_):
        world.know(present, less_equal(bare.length, add(some, integer(others))))
    elif others == 0:
        world.know(present, disjunction(equal(bare.length, integer(0)), *flags))
    return Items(bare.null, bare.length, members=members, held=tuple(held.values()))


def _others(type_: ListType, taken: tuple[Json, ...]) -> int | None:
    """Return how many other items there are, or None when they are many or hard to count."""
    item = type_.item
    if type_.unique_by is not None and isinstance(item.type, RecordType):
        by = item.type.field(type_.unique_by)
        item = item if by is None else by.slot
    match item.type:
        case EnumType() | ScalarType(kind="bool" | "int" | "date" | "datetime" | "duration"):
            found = sum(1 for _ in islice(fillers(type_, taken), _MANY + 1))
            return found if found <= _MANY else None
        case _:
            return None


def _by_slots(world: World, type_: ListType, path: Path, bare: Items) -> Items:
    """Return the list with an item for each question that needs a witness."""
    use, present = world.uses.of(path), negation(bare.null)
    size, enough = world.uses.slots(path)
    if not _may_repeat(type_):
        # No item can be repeated, so a longer list has no model.
        most = most_slots(path)
        least = (type_.max_items or most) if use.measured else (type_.min_items or 0)
        enough = enough and not use.measured and least <= most
        enough = enough and (least <= size or not world.uses.asked_for_each(path))
        size = min(max(size, least), most)
        world.know(present, less_equal(bare.length, integer(size)))
    if type_.max_items is not None and type_.max_items <= size:
        size, enough = type_.max_items, enough or not world.uses.asked_for_each(path)
    if not enough:
        world.doubts.proofs[f"only lists of few items were tried for `{named(path)}`"] = None
    slots = tuple(
        symbol(
            world,
            type_.item,
            (*path, index),
            conjunction(present, less(integer(index), bare.length)),
        )
        for index in range(size)
    )
    _differ(world, type_, bare, slots)
    return Items(bare.null, bare.length, slots)


def _differ(world: World, type_: ListType, bare: Items, slots: tuple[Symbol, ...]) -> None:
    if _may_repeat(type_):
        return
    parts = [_part(slot, type_.unique_by) for slot in slots]
    for (_, one), (later, other) in combinations(enumerate(parts), 2):
        both = conjunction(negation(bare.null), less(integer(later), bare.length))
        world.know(both, negation(same(world, one, other)))


def _part(symbol_: Symbol, name: str | None) -> Symbol:
    return symbol_.field(name) if name is not None and isinstance(symbol_, Record) else symbol_


def _may_repeat(type_: ListType) -> bool:
    return not type_.unique and type_.unique_by is None


# ----------------------------------------------------------------------- maps


def _entries(world: World, type_: MapType, path: Path, null: Term) -> Entries:
    """Return the map as the entries that guards name, and a loose key for each other search."""
    use, present = world.uses.of(path), negation(null)
    length = _length(world, path, present)
    named_entries = {key: _entry(world, type_, (*path, key), present) for key in use.keys}
    loose, enough = world.uses.slots(path) if use.searches else (0, True)
    if not enough:
        world.doubts.proofs[f"only maps of few keys were tried for `{named(path)}`"] = None
    keys = tuple(_loose_key(world, path, index, present) for index in range(loose))
    _keys_differ(world, tuple(use.keys), keys)
    flags = [there for there, _ in (*named_entries.values(), *keys)]
    world.know(present, less_equal(_total(flags), length))
    return Entries(null, length, named_entries, keys)


def _entry(world: World, type_: MapType, path: Path, present: Term) -> tuple[Term, Symbol]:
    there = conjunction(present, world.flag(f"{named(path)} is there", present))
    return there, symbol(world, type_.value, path, there)


def _loose_key(world: World, path: Path, index: int, present: Term) -> tuple[Term, Term]:
    name = f"key {index} of {named(path)}"
    there = conjunction(present, world.flag(f"{name} is there", present))
    key = scalar(world, ScalarType("text"), name, FALSE, there)
    return there, key.value


def _keys_differ(
    world: World, named_keys: tuple[str, ...], loose: tuple[tuple[Term, Term], ...]
) -> None:
    for index, (there, key) in enumerate(loose):
        others = [(there, world.texts.constant(name)) for name in named_keys]
        others += [(conjunction(there, earlier), other) for earlier, other in loose[:index]]
        for both, other in others:
            world.know(both, negation(equal(key, other)))
