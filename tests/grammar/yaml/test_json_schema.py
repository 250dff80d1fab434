"""The JSON Schema of the notation: shipped, sound, and as strict about keys as the reader."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from stateous.cli.main import main
from stateous.grammar.yaml import shipped_schema
from stateous.grammar.yaml.json_schema import schema_text
from tests.corpus.regenerate import text_of, yaml_cases
from tests.grammar.yaml.loaded import loaded

_SCHEMA: Any = Draft202012Validator(json.loads(shipped_schema()))
# What the reader finds and no schema can say: YAML itself, and the words inside texts.
_FORM = ("ST8302", "ST8303", "ST8309")
_BEYOND = {"yaml-property-without-name.flow"}


def test_the_shipped_schema_is_the_one_of_the_table() -> None:
    assert shipped_schema() == schema_text(), "run `make docs`"


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(json.loads(shipped_schema()))


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(shipped_schema())


@pytest.mark.parametrize("path", yaml_cases(), ids=lambda path: path.stem)
def test_mistakes_of_form_fail_and_others_pass(path: Any) -> None:
    expected = path.with_suffix(".expected").read_text(encoding="utf-8")
    code = expected.split()[1]
    if path.stem in _BEYOND or code in ("ST8301", "ST8304", "ST8305", "ST8306", "ST8307"):
        return
    if code in ("ST8308",):
        return
    errors = list(_SCHEMA.iter_errors(loaded(text_of(path))))
    assert bool(errors) == (code in _FORM or path.stem == "yaml-when-and-otherwise.flow")
