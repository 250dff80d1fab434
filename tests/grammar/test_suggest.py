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
