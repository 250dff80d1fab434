"""Values of a type, the simplest first: for what no guard reads but a witness must hold."""

from collections.abc import Iterator
from itertools import count, islice
from uuid import UUID

from stateous.compiler.types import (
    EnumType,
    Field,
    Json,
    ListType,
    RecordType,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.values.regex import parse
from stateous.compiler.values.restrictions import identity
from stateous.verifier.decoding.patterns import matches
from stateous.verifier.encoding.ranges import POINTS, range_of, value_of
from stateous.verifier.encoding.texts import words

_LONGEST = 2_000
"""How long a text is looked for that a pattern matches."""


class NoSample(ValueError):
    """No value of the type was found."""


def samples(slot: Slot) -> Iterator[Json]:
    """Yield values of the slot in canonical form, null last."""
    yield from _values(slot.type)
    if slot.nullable:
        yield None


def sample(slot: Slot) -> Json:
    """Return the simplest value of the slot: null where it may be. Raises NoSample."""
    if slot.nullable:
        return None
    for value in samples(slot):
        return value
    raise NoSample


def unread(field: Field) -> Json:
    """Return the value for a field that no guard reads. Raises NoSample."""
    if field.default is not None:
        return field.default.value
    return None if not field.required else sample(field.slot)


def _values(type_: Type) -> Iterator[Json]:
    match type_:
        case ScalarType():
            yield from _scalars(type_)
        case EnumType(members=members):
            yield from members
        case ListType():
            yield from _lists(type_)
        case RecordType():
            yield from records(type_, None)
        case _:
            yield {}


def _scalars(type_: ScalarType) -> Iterator[Json]:
    if type_.kind in POINTS:
        yield from (value_of(type_.kind, point) for point in range_of(type_).points())
        return
    match type_.kind:
        case "bool":
            yield from (False, True)
        case "uuid":
            yield from (str(UUID(int=number)) for number in count())
        case "text":
            yield from _texts(type_)
        case _:
            yield from words(1)


def _texts(type_: ScalarType) -> Iterator[Json]:
    least, most = type_.min_length or 0, type_.max_length
    if type_.pattern is not None:
        yield from matches(parse(type_.pattern), least, _LONGEST if most is None else most)
        return
    if least == 0:
        yield ""
    for word in words(max(least, 1)):
        if most is not None and len(word) > most:
            return
        yield word


def _lists(type_: ListType) -> Iterator[Json]:
    most = type_.max_items
    for size in count(type_.min_items or 0):
        if most is not None and size > most:
            return
        items = list(islice(fillers(type_, ()), size))
        if len(items) < size:
            return
        yield list[Json](items)


def fillers(type_: ListType, taken: tuple[Json, ...]) -> Iterator[Json]:
    """Yield items that can stand in one list beside those of `taken`, and are none of them."""
    if type_.unique_by is not None and isinstance(type_.item.type, RecordType):
        used = {identity(_part(item, type_.unique_by)) for item in taken}
        for record in records(type_.item.type, type_.unique_by):
            if identity(_part(record, type_.unique_by)) not in used:
                yield record
        return
    used = {identity(item) for item in taken}
    for item in samples(type_.item):
        if identity(item) not in used:
            yield item


def records(type_: RecordType, varied: str | None) -> Iterator[dict[str, Json]]:
    """Yield records; they differ in the field `varied`, or in the first field that can."""
    try:
        plain = {field.name: unread(field) for field in type_.fields}
    except NoSample:
        return
    yield plain
    for field in type_.fields:
        if varied is None or field.name == varied:
            yield from (
                {**plain, field.name: value}
                for value in samples(field.slot)
                if identity(value) != identity(plain[field.name])
            )


def _part(item: Json, name: str) -> Json:
    return item.get(name) if isinstance(item, dict) else None
