"""From a model of the solver to a case: concrete values that the door lets in."""

from fractions import Fraction
from itertools import islice
from uuid import UUID

from stateous.compiler.types import (
    EnumType,
    Field,
    Json,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.typing.kinds import JSON, NUMBER, TEXT
from stateous.compiler.values.door import Breach, admit
from stateous.runtime.kernel.simulation import BEGINNING
from stateous.verifier.decoding.case import Case
from stateous.verifier.decoding.samples import NoSample, fillers, sample, unread
from stateous.verifier.encoding.ranges import POINTS, is_decimal, value_of
from stateous.verifier.encoding.roots import Clock, Roots, context_field
from stateous.verifier.encoding.solver import Model
from stateous.verifier.encoding.symbols import Entries, Items, Record, Scalar, Symbol, Tag, Tagged
from stateous.verifier.encoding.terms import Term
from stateous.verifier.encoding.texts import words
from stateous.verifier.encoding.uses import Path
from stateous.verifier.encoding.world import named


class NoCase(ValueError):
    """The model is no data that the language has; the message says why."""


def decode(model: Model, roots: Roots) -> Case:
    """Return the case that a model stands for. Raises NoCase."""
    decoder = _Decoder(model, roots)
    try:
        context = decoder.context()
        payload = decoder.payload()
        subject = decoder.subject()
    except NoSample:
        raise NoCase("no value was found for a field that no guard reads") from None
    except Breach as breach:
        raise NoCase(breach.message) from None
    return Case(
        source=roots.source,
        event=roots.event,
        context=context,
        payload=payload,
        counts=decoder.counts(),
        visit=decoder.clock("visit", 1),
        attempt=decoder.clock("attempt", roots.first_attempt),
        now=decoder.clock("now", BEGINNING),
        subject=subject,
    )


class _Decoder:
    """Reads values off one model."""

    def __init__(self, model: Model, roots: Roots) -> None:
        self.model = model
        self.roots = roots
        self.world = roots.world

    def counts(self) -> dict[str, int]:
        counts = {event: self._int(term) for event, term in self.roots.counts.items()}
        return {**dict.fromkeys(self.roots.routed, 1), **counts}

    def clock(self, name: Clock, default: int) -> int:
        term = self.roots.clocks.get(name)
        return default if term is None else self._int(term)

    def context(self) -> dict[str, Json]:
        workflow = self.roots.workflow
        if workflow.context is not None:
            return {field.name: self._field(field, "ctx") for field in workflow.context.fields}
        names = [path[1] for path in self.world.symbols if len(path) == 2 and path[0] == "ctx"]
        found = {
            str(name): self._field(context_field(workflow, str(name)), "ctx") for name in names
        }
        return {name: value for name, value in found.items() if value is not None}

    def payload(self) -> Json:
        type_ = self.roots.payload_type
        return None if type_ is None else admit(Slot(type_), self._record(type_, ("payload",)))

    def subject(self) -> dict[str, Json] | None:
        type_ = self.roots.workflow.subject_record
        return None if type_ is None else self._record(type_, ("subject",))

    def _field(self, field: Field, *path: str | int) -> Json:
        found = self.world.symbols.get((*path, field.name))
        value = (
            unread(field)
            if found is None
            else self._value(field.slot.type, found, (*path, field.name))
        )
        return (
            value if path[0] == "payload" else admit(field.slot, value, named((*path, field.name)))
        )

    def _value(self, type_: Type, symbol: Symbol, path: Path) -> Json:
        if self.model.holds(symbol.null):
            return None
        match type_, symbol:
            case ((ScalarType() | EnumType()), Scalar(value=term)):
                return self._scalar(type_, term)
            case RecordType(), Record():
                return self._record(type_, path)
            case ListType(), Items():
                return self._items(type_, symbol, path)
            case MapType(), Entries():
                return self._entries(type_, symbol, path)
            case _, Tagged():
                return self._json(symbol, path)
            case _:
                raise AssertionError(type_)

    def _int(self, term: Term) -> int:
        value = self.model.value(term)
        assert isinstance(value, int)
        return value

    def _scalar(self, type_: ScalarType | EnumType, term: Term) -> Json:
        value = self.model.value(term)
        if isinstance(type_, EnumType):
            return self.world.member(self._int(term))
        if type_.kind in POINTS:
            assert isinstance(value, int | Fraction)
            return self._number(type_, Fraction(value))
        if type_.kind == "text":
            return self.world.texts.decode(value, type_)
        return str(UUID(int=self._int(term))) if type_.kind == "uuid" else bool(value)

    def _number(self, type_: ScalarType, point: Fraction) -> Json:
        if not is_decimal(point):
            raise NoCase("only a number with more digits than the door lets in was found")
        return value_of(type_.kind, point)

    def _record(self, type_: RecordType, path: Path) -> dict[str, Json]:
        return {field.name: self._field(field, *path) for field in type_.fields}

    def _items(self, type_: ListType, symbol: Items, path: Path) -> list[Json]:
        size = self._int(symbol.length)
        self._require_short(size)
        if symbol.members is None:
            slots = enumerate(symbol.slots[:size])
            items = [self._value(type_.item.type, slot, (*path, index)) for index, slot in slots]
            return items + items[:1] * (size - len(items))
        held = [item for item, flag in symbol.held if self.model.holds(flag)]
        return held + _padding(
            type_, tuple(item for item, _ in symbol.held), held, size - len(held)
        )

    def _require_short(self, size: int) -> None:
        longest = self.world.uses.longest
        if size > longest:
            raise NoCase(f"only a list or map of more than {longest} items was found")

    def _entries(self, type_: MapType, symbol: Entries, path: Path) -> dict[str, Json]:
        size = self._int(symbol.length)
        self._require_short(size)
        found = {
            key: self._value(type_.value.type, value, (*path, key))
            for key, (there, value) in symbol.named.items()
            if self.model.holds(there)
        }
        for there, key in symbol.loose:
            if self.model.holds(there):
                name = self.world.texts.decode(self.model.value(key), TEXT)
                found[name] = sample(type_.value)
        others = (word for word in words(1) if word not in symbol.named and word not in found)
        return found | {key: sample(type_.value) for key in islice(others, size - len(found))}

    def _json(self, symbol: Tagged, path: Path) -> Json:
        match self._int(symbol.tag):
            case Tag.BOOL.value:
                return self.model.holds(symbol.boolean)
            case Tag.NUMBER.value:
                return self._scalar(NUMBER, symbol.number)
            case Tag.TEXT.value:
                return self._scalar(TEXT, symbol.text)
            case Tag.LIST.value:
                looked_for = self.world.uses.of(path).members
                return [v for key, v in looked_for.items() if self.model.holds(symbol.member(key))]
            case _:
                keys = [
                    key
                    for key in self.world.uses.of(path).keys
                    if (*path, key) in self.world.symbols
                ]
                entries = {key: symbol.entry(key) for key in keys}
                return {
                    key: self._value(JSON, value, (*path, key))
                    for key, (there, value) in entries.items()
                    if self.model.holds(there)
                }


def _padding(type_: ListType, known: tuple[Json, ...], held: list[Json], size: int) -> list[Json]:
    """Return `size` items for a list that holds `held`, none of them one that guards look for."""
    if type_.unique or type_.unique_by is not None:
        found = list(islice(fillers(type_, known), size))
    else:
        found = (list(islice(fillers(type_, known), 1)) or held[:1]) * size
    if len(found) < size:
        raise NoSample
    return found
