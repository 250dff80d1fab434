"""The JSON Schema of the notation: shipped, sound, and as strict about keys as the reader."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from stateous.cli.main import main
from stateous.grammar.yaml import shipped_schema
from stateous.grammar.yaml.json_schema import schema_text
from tests.corpus.reports import cases, found, notation
from tests.grammar.yaml.loaded import loaded

_SCHEMA: Any = Draft202012Validator(json.loads(shipped_schema()))
# What the reader finds and no schema can say: YAML itself, and the words inside texts.
_FORM = ("ST8302", "ST8303", "ST8309")
_YAML = ("ST8301", "ST8304", "ST8305", "ST8306", "ST8307", "ST8308")
_BEYOND = {
    "yaml-property-without-name.flow.yaml",
    "event-keeps-nothing.flow.yaml",
    "event-keeps-nothing-beside-a-title.flow.yaml",
}
_CASES = [case for case in cases() if notation(case) == "yaml"]


def test_the_shipped_schema_is_the_one_of_the_table() -> None:
    assert shipped_schema() == schema_text(), "run `make docs`"


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(json.loads(shipped_schema()))


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(shipped_schema())


@pytest.mark.parametrize("path", _CASES, ids=lambda path: path.name)
def test_mistakes_of_form_fail_and_others_pass(path: Path) -> None:
    code = found(path)[0].code
    if path.name in _BEYOND or code in _YAML:
        return
    errors = list(_SCHEMA.iter_errors(loaded(path.read_text(encoding="utf-8"))))
    assert bool(errors) == (code in _FORM or path.name == "yaml-when-and-otherwise.flow.yaml")
