"""Guards mean what the second, slow evaluator says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stateous.compiler import guards
from stateous.compiler.types import Field, RecordType, Slot
from stateous.compiler.typing.kinds import BOOL, INT
from stateous.runtime.kernel.evaluate import condition
from stateous.runtime.kernel.scope import Scope
from tests.meanings import Meaning, meanings
from tests.reference_evaluator import World, holds
from tests.strategies import ALL_TYPES, EVENTS, Readable, canonical_values, conditions, slots


def _fields(prefix: str, chosen: list[Slot]) -> tuple[Field, ...]:
    return tuple(Field(f"{prefix}{index}", slot) for index, slot in enumerate(chosen))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_condition_answers_as_the_reference_does(data: st.DataObject) -> None:
    ctx = _fields("c", data.draw(st.lists(slots(ALL_TYPES), max_size=3)))
    payload = _fields("p", data.draw(st.lists(slots(ALL_TYPES), max_size=2)))
    expr = data.draw(conditions(Readable(ctx, payload, ("ping", "pong"), clocks=True)))
    compiled = condition(expr)
    for _ in range(3):
        values = data.draw(canonical_values(Slot(RecordType("C", ctx))))
        given_payload = data.draw(canonical_values(Slot(RecordType("P", payload))))
        counts = data.draw(st.dictionaries(st.sampled_from(EVENTS), st.integers(1, 4)))
        assert isinstance(values, dict)
        visit, attempt = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
        scope = Scope(values, given_payload, counts, visit, attempt)
        world = World(values, given_payload, counts, visit, attempt)
        assert compiled(scope) == holds(expr, world)


@pytest.mark.parametrize("meaning", meanings(), ids=str)
def test_a_guard_answers_as_the_table_of_meanings_says(meaning: Meaning) -> None:
    scope = Scope(
        ctx=meaning.ctx,
        payload=meaning.payload,
        counts=meaning.counts,
        visit=meaning.visit,
        attempt=meaning.attempt,
        now=meaning.now,
    )
    assert condition(meaning.guard)(scope) is meaning.holds


def test_a_condition_as_a_value_is_true_or_false() -> None:
    # What `set large = ctx.n > 100` gives, opposite a field of kind bool.
    large = guards.Compare("<", guards.Const(100, INT), guards.Read("ctx", ("n",), INT, False))
    agrees = guards.Compare("==", large, guards.Read("ctx", ("flag",), BOOL, False))
    test = condition(agrees)
    assert test(Scope({"n": 101, "flag": True}))
    assert not test(Scope({"n": 100, "flag": True}))
    assert test(Scope({"n": 100, "flag": False}))
