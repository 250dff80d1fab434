"""The encoding of a guard says of concrete data what the evaluator says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stateous.compiler.types import Field, RecordType, Slot
from stateous.verifier.decoding.case import Case, Truths
from tests.meanings import Meaning, meanings
from tests.strategies import ALL_TYPES, Readable, canonical_values, conditions, slots
from tests.verifier.pinning import EXAMPLES, group_with, pinned


@pytest.mark.parametrize("scaled", [False, True], ids=["reals", "scaled"])
@pytest.mark.parametrize("meaning", meanings(), ids=str)
def test_the_encoding_agrees_with_the_table_of_meanings(meaning: Meaning, scaled: bool) -> None:
    group = group_with([meaning.guard], meaning.context, meaning.payload_type)
    case = Case(
        source="s",
        event="routed",
        context=meaning.ctx,
        payload=meaning.payload,
        counts=meaning.counts,
        visit=meaning.visit,
        attempt=meaning.attempt,
        now=meaning.now,
    )
    found = pinned(group, case, scaled=scaled)
    assert found.modelled
    assert found.says(meaning.holds)


def _fields(prefix: str, chosen: list[Slot]) -> tuple[Field, ...]:
    return tuple(Field(f"{prefix}{index}", slot) for index, slot in enumerate(chosen))


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data())
def test_the_encoding_agrees_with_the_evaluator(data: st.DataObject) -> None:
    context = RecordType("C", _fields("c", data.draw(st.lists(slots(ALL_TYPES), max_size=3))))
    payload = RecordType("P", _fields("p", data.draw(st.lists(slots(ALL_TYPES), max_size=2))))
    readable = Readable(context.fields, payload.fields, ("ping",), clocks=True)
    group = group_with([data.draw(conditions(readable))], context, payload)
    values = data.draw(canonical_values(Slot(context)))
    assert isinstance(values, dict)
    case = Case(
        source="s",
        event="routed",
        context=values,
        payload=data.draw(canonical_values(Slot(payload))),
        counts={"routed": 1, "ping": data.draw(st.integers(0, 4))},
        visit=data.draw(st.integers(1, 3)),
        attempt=data.draw(st.integers(1, 3)),
    )
    (truth,) = Truths(group.definition, case).values()
    found = pinned(group, case, scaled=data.draw(st.booleans()))
    assert found.says(truth) or not found.modelled
