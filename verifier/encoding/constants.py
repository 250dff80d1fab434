"""Symbols of known values."""

from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeGuard

from stateous.compiler.types import (
    EnumType,
    Json,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Type,
)
from stateous.compiler.typing.kinds import JSON
from stateous.compiler.values.restrictions import identity
from stateous.verifier.encoding.scalar_domain import scalar_constant
from stateous.verifier.encoding.symbols import NULL, Entries, Items, Record, Symbol, Tag, Tagged
from stateous.verifier.encoding.term_builder import FALSE, TRUE, boolean, integer, rational
from stateous.verifier.encoding.terms import Term
from stateous.verifier.encoding.world import World


def constant(world: World, value: Json, type_: Type | None) -> Symbol:
    """Return the symbol of a value in canonical form; one without a type is null or JSON."""
    match type_, value:
        case _, None:
            return NULL
        case ListType(item=item), list():
            slots = tuple(constant(world, each, item.type) for each in value)
            return Items(FALSE, integer(len(slots)), slots)
        case MapType(value=slot), dict():
            named = {key: (TRUE, constant(world, each, slot.type)) for key, each in value.items()}
            return Entries(FALSE, integer(len(named)), named)
        case RecordType(), dict():
            return _record(world, type_, value)
        case ((ScalarType() | EnumType()), _) if type_ != JSON:
            return scalar_constant(world, value, type_)
        case _:
            return _json(world, value)


def _record(world: World, type_: RecordType, value: Mapping[str, Json]) -> Record:
    fields = {
        field.name: constant(world, value.get(field.name), field.slot.type)
        for field in type_.fields
    }
    return Record(FALSE, tuple(fields), fields.__getitem__)


def _json(world: World, value: Json) -> Tagged:
    return Tagged(
        null=boolean(value is None),
        tag=_tag(value),
        boolean=boolean(value is True),
        number=rational(Fraction(value) if _is_number(value) else 0),
        text=world.texts.constant(value if isinstance(value, str) else ""),
        member=_member(value),
        entry=_entry(world, value),
    )


def _is_number(value: Json) -> TypeGuard[int | Decimal]:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _tag(value: Json) -> Term:
    match value:
        case None:
            return Tag.NULL
        case bool():
            return Tag.BOOL
        case int() | Decimal():
            return Tag.NUMBER
        case str():
            return Tag.TEXT
        case list():
            return Tag.LIST
        case dict():
            return Tag.MAP


def _member(value: Json) -> Callable[[Hashable], Term]:
    held = {identity(item) for item in value} if isinstance(value, list) else set[Hashable]()
    return lambda key: boolean(key in held)


def _entry(world: World, value: Json) -> Callable[[str], tuple[Term, Tagged]]:
    entries = value if isinstance(value, dict) else dict[str, Json]()
    return lambda key: (boolean(key in entries), _json(world, entries.get(key)))
