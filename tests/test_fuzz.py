"""The front end takes any text: nothing raises, all is quick, and what is said leads to the fault."""

from collections import Counter

import pytest

from tests.fuzz.checks import outcome
from tests.fuzz.inputs import inputs
from tests.fuzz.reach import Led
from tests.fuzz.sizes import SIZES, cost_of

SEED = "2026"
COUNT = 2_000
CHUNKS = 8

LEAST_LED = 0.9
"""The least share of reports on a spec with one edit that lead to it; the measure has the rest."""

REFUSED_AT_ONCE = (
    "laughs",
    "brackets, 10,000 deep",
    "brackets, 10,000 deep and open",
    "lists, 10,000 deep",
    "not, 10,000 times",
    "types, 10,000 deep",
    "indentation, 3,500 deep",
    "YAML flow sequences, 10,000 deep",
    "YAML flow mappings, 10,000 deep",
    "YAML block sequences, 10,000 deep",
    "YAML block mappings, 3,500 deep",
    "a line of 10 MB",
    "a YAML line of 10 MB",
    "brackets, 10 MB",
)
"""The hostile texts that are refused within a second and 200 MiB."""

TAKEN = (
    "a line just not too long",
    "a line of signs just not too long",
    "a line of words just not too long",
    "a name of 1 MB",
    "100,000 broken lines",
    "100,000 broken lines, each its own",
    "100,000 lines at wrong columns",
    "1,000,000 blank lines and comments",
    "a path of 10,000 names",
    "a sum of 10,000",
    "an enum of 10,000 members",
    "10,000 states",
    "a table of 50,000 rows",
)
"""Hostile texts that are read, or refused, in a time that grows with their size."""

SOUND = frozenset(
    {
        "1,000,000 blank lines and comments",
        "an enum of 10,000 members",
        "10,000 states",
        "a table of 50,000 rows",
    }
)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_whatever_the_text_is_it_is_taken_and_what_is_said_of_it_is_sound(chunk: int) -> None:
    led: Counter[Led] = Counter()
    for one in inputs(f"{SEED}:{chunk}", COUNT // CHUNKS):
        result = outcome(one)
        assert result.faults == (), f"{one.kind} of {one.name}:\n{one.text}"
        if result.reach is not None:
            led[result.reach.led] += 1
    faulty = led.total() - led[Led.VALID]
    assert faulty > 0
    assert 1 - led[Led.MISSED] / faulty >= LEAST_LED


def test_the_same_seed_gives_the_same_inputs() -> None:
    assert [*inputs("a", 20)] == [*inputs("a", 20)] != [*inputs("b", 20)]


@pytest.mark.parametrize("name", REFUSED_AT_ONCE)
def test_a_hostile_text_is_refused_at_once(name: str) -> None:
    cost = cost_of(name)
    assert cost.codes != ()
    assert cost.seconds < 1
    assert cost.mebibytes < 200


@pytest.mark.parametrize("name", TAKEN)
def test_a_large_text_is_taken(name: str) -> None:
    cost = cost_of(name)
    assert (cost.codes == ()) == (name in SOUND)
    assert cost.seconds < 60


def test_every_hostile_text_has_a_name_of_its_own() -> None:
    assert {*REFUSED_AT_ONCE, *TAKEN} <= SIZES.keys()
