"""What an author may have meant."""

import pytest

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
