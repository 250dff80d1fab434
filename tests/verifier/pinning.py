"""Terms held to concrete data: does a guard's encoding say of it what the evaluator says?"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from unittest.mock import patch

from stateous.compiler.guards import Expr
from stateous.compiler.ir import Complete, Event, Goto, State, Transition, Workflow
from stateous.compiler.types import Json, ListType, MapType, RecordType, Slot, Type
from stateous.compiler.typing.kinds import JSON
from stateous.compiler.values.restrictions import identity
from stateous.runtime.kernel.definition import prepare
from stateous.verifier.decoding.case import Case
from stateous.verifier.encoding.constants import constant
from stateous.verifier.encoding.equality import same
from stateous.verifier.encoding.solver import Model, Outcome, Refuted
from stateous.verifier.encoding.symbols import Entries, Items, Tagged
from stateous.verifier.encoding.term_builder import (
    boolean,
    conjunction,
    disjunction,
    equal,
    implies,
    integer,
    negation,
)
from stateous.verifier.encoding.terms import Term
from stateous.verifier.encoding.uses import Path, Uses
from stateous.verifier.encoding.world import World
from stateous.verifier.inquiry import Encoding, Group

EXAMPLES = int(os.environ.get("STATEOUS_EXAMPLES", "150"))
"""How many random groups and guards are tried; a long run sets it to 20,000."""

ATTEMPTS = 5
"""How many attempts the one state of these workflows has."""


def group_with(
    guards: Iterable[Expr], context: RecordType | None, payload: RecordType | None
) -> Group:
    """Return the lines with these guards, in the state `s` on the event `routed`."""
    lines = (Transition("s", "routed", Complete(), guard, "…") for guard in guards)
    workflow = Workflow(
        name="w",
        title=None,
        context=context,
        events=(Event("routed", None, payload, None), Event("ping", None, None, None)),
        states=(State("s", retries=ATTEMPTS - 1),),
        transitions=(Transition("__start__", None, Goto("s")), *lines),
    )
    ids = workflow.groups[("s", "routed")]
    found = {index: workflow.transitions[index].guard for index in ids}
    only = {index: guard for index, guard in found.items() if guard is not None}
    return Group(prepare(workflow), "s", "routed", only)


@dataclass(frozen=True)
class Pinned:
    """Whether the encoding of a guard, held to some data, can be true, and can be false.

    `modelled` is whether the data have a model at all: a list may be too long for one.
    """

    true: Outcome
    false: Outcome
    modelled: bool
    exact: bool

    def says(self, truth: bool) -> bool:
        """Tell whether the encoding allows the truth, and nothing else where it is exact."""
        right, wrong = (self.true, self.false) if truth else (self.false, self.true)
        return isinstance(right, Model) and (not self.exact or isinstance(wrong, Refuted))


def pinned(group: Group, case: Case, *, scaled: bool) -> Pinned:
    """Hold the encoding of the group's only guard to the data of a case.

    Lists get room for more items than a proof needs, since data need not be small.
    """
    with patch.object(Uses, "slots", _roomy):
        encoding = Encoding(group, scaled=scaled)
    (guard,) = encoding.guards.values()
    pins = _Pins(encoding.world)
    held = tuple(pins.of_case(encoding, case))
    encoding.solver.add(*held)
    return Pinned(
        encoding.solver.ask(guard),
        encoding.solver.ask(negation(guard)),
        modelled=pins.modelled,
        exact=not encoding.world.doubts.models and pins.exact,
    )


_slots = Uses.slots


def _roomy(uses: Uses, path: Path) -> tuple[int, bool]:
    size, enough = _slots(uses, path)
    return size + 3, enough


class _Pins:
    """Terms that hold what was read to its value."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.modelled = True
        self.exact = True

    def of_case(self, encoding: Encoding, case: Case) -> Iterator[Term]:
        roots = encoding.roots
        for event, term in roots.counts.items():
            yield equal(term, integer(case.counts.get(event, 0)))
        for name, value in (("visit", case.visit), ("attempt", case.attempt), ("now", case.now)):
            if name in roots.clocks:
                yield equal(roots.clocks[name], integer(value))
        workflow = roots.workflow
        payload = roots.payload_type
        for record, root, values in (
            (workflow.context, "ctx", dict(case.context)),
            (payload, "payload", case.payload),
        ):
            if isinstance(record, RecordType) and isinstance(values, dict):
                yield from self._fields(record, (root,), values)

    def _fields(self, record: RecordType, path: Path, values: dict[str, Json]) -> Iterator[Term]:
        for field in record.fields:
            yield from self.of(field.slot.type, (*path, field.name), values.get(field.name))

    def of(self, type_: Type, path: Path, value: Json) -> Iterator[Term]:
        """Yield what holds the symbol at `path`, and those inside, to `value`."""
        symbol = self.world.symbols.get(path)
        if symbol is None:
            return
        yield equal(symbol.null, boolean(value is None))
        if value is None:
            return
        match type_, symbol, value:
            case RecordType(), _, dict():
                yield from self._fields(type_, path, value)
            case ListType(), Items(), list():
                yield from self._items(type_, symbol, path, value)
            case MapType(value=slot), Entries(), dict():
                yield from self._entries(slot, symbol, path, value)
            case _, Tagged(), _:
                yield from self._json(symbol, path, value)
            case _:
                yield same(self.world, symbol, constant(self.world, value, type_))

    def _items(
        self, type_: ListType, symbol: Items, path: Path, value: list[Json]
    ) -> Iterator[Term]:
        yield equal(symbol.length, integer(len(value)))
        held = {identity(item) for item in value}
        for item, flag in symbol.held:
            yield equal(flag, boolean(identity(item) in held))
        if symbol.members is None:
            self.modelled &= len(value) <= len(symbol.slots)
            for index, item in enumerate(value[: len(symbol.slots)]):
                yield from self.of(type_.item.type, (*path, index), item)

    def _entries(
        self, slot: Slot, symbol: Entries, path: Path, value: dict[str, Json]
    ) -> Iterator[Term]:
        yield equal(symbol.length, integer(len(value)))
        for key, (there, _) in symbol.named.items():
            yield equal(there, boolean(key in value))
            yield from self.of(slot.type, (*path, key), value.get(key)) if key in value else ()
        others = [self.world.texts.constant(key) for key in value if key not in symbol.named]
        for there, name in symbol.loose:
            self.exact = False
            yield implies(there, disjunction(*(equal(name, other) for other in others)))

    def _json(self, symbol: Tagged, path: Path, value: Json) -> Iterator[Term]:
        known = constant(self.world, value, JSON)
        assert isinstance(known, Tagged)
        yield conjunction(
            equal(symbol.tag, known.tag),
            equal(symbol.boolean, known.boolean),
            equal(symbol.number, known.number),
            equal(symbol.text, known.text),
        )
        use = self.world.uses.of(path)
        if isinstance(value, list):
            for key in use.members:
                yield equal(symbol.member(key), known.member(key))
        if isinstance(value, dict):
            for key in use.keys:
                inner: Path = (*path, key)
                if inner in self.world.symbols:
                    yield equal(symbol.entry(key)[0], boolean(key in value))
                    yield from self.of(JSON, inner, value[key]) if key in value else ()
