"""What an author may have meant."""

from difflib import get_close_matches
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stateous.grammar.suggest import did_you_mean


@pytest.mark.parametrize(
    ("name", "candidates", "meant"),
    [
        ("fialed", ["passed", "failed"], "failed"),
        ("STATE", ["state", "start"], "state"),
        ("Start", ["start", "START", "Start2"], "start"),
        ("xyzzy", ["passed", "failed"], None),
        ("failed", [], None),
        ("True", ["true", "false"], "true"),
        ("None", ["null", "now"], "null"),
        ("string", ["text", "int"], "text"),
        ("string", ["strong", "int"], "strong"),
    ],
)
def test_the_nearest_name_is_meant(name: str, candidates: list[str], meant: str | None) -> None:
    assert did_you_mean(name, candidates) == meant


def test_a_near_name_is_found_among_hundreds() -> None:
    names = [f"state_{number:03}" for number in range(400)]
    assert did_you_mean("state_2l7", names) in {f"state_2{digit}7" for digit in range(10)}


def test_names_are_compared_only_while_they_are_few() -> None:
    names = [f"state_{number:04}" for number in range(3000)]
    assert did_you_mean("state_12345", names) is None
    assert did_you_mean("falied", [*names, "failed"]) == "failed"


FEW = st.text("abcAB_", max_size=6)


@given(FEW, st.lists(FEW, max_size=40))
def test_the_answer_is_the_one_of_a_plain_comparison(name: str, candidates: list[str]) -> None:
    folded = {candidate.casefold() for candidate in candidates}
    nearest = get_close_matches(name.casefold(), folded, n=1)
    meant = did_you_mean(name, candidates)
    assert (None if meant is None else [meant.casefold()]) == (nearest or None)
    assert meant is None or meant in candidates


def test_thousands_of_unknown_names_are_answered_soon() -> None:
    names = [f"{first}_{number}" for first in "abcdefghij" for number in range(300)]
    started = process_time()
    for name in names[::3]:
        did_you_mean(f"{name}x", names)
    assert process_time() - started < 4.0
