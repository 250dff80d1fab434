"""Trees written as YAML read as the same trees."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from stateous.grammar.syntax import File
from stateous.grammar.yaml import shipped_schema
from stateous.grammar.yaml.reader import read_yaml
from stateous.grammar.yaml.writer import write_yaml
from tests.grammar.yaml.loaded import loaded
from tests.trees import files

SPECS = sorted((Path(__file__).parents[3] / "specs").glob("*.flow"))
_MANY = settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
_SCHEMA: Any = Draft202012Validator(json.loads(shipped_schema()))


@_MANY
@given(files())
def test_a_written_tree_reads_as_itself_and_fits_the_schema(tree: File) -> None:
    text = write_yaml(tree)
    parsed = read_yaml(Source("w.flow.yaml", text))
    assert [found for found in parsed.diagnostics if found.is_error] == [], text
    assert parsed.tree == tree, text
    assert list(_SCHEMA.iter_errors(loaded(text))) == [], text
    assert write_yaml(parsed.tree) == text


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_a_spec_means_the_same_in_yaml(path: Path) -> None:
    tree = read_flow(Source(path.name, path.read_text(encoding="utf-8"))).tree
    text = write_yaml(tree)
    parsed = read_yaml(Source("w.flow.yaml", text))
    assert parsed.diagnostics == ()
    assert parsed.tree == tree
    assert list(_SCHEMA.iter_errors(loaded(text))) == []


@pytest.mark.parametrize(
    "value", ["yes", "on", "null", "~", "08:00", "0o7", "1_0", "=", "<<", "1e3"]
)
def test_what_readers_disagree_on_stands_in_quotes(value: str) -> None:
    text = write_yaml(read_flow(Source("t.flow", f'workflow w "{value}"\n')).tree)
    assert f'title: "{value}"' in text


def test_the_key_on_stands_without_quotes() -> None:
    flow = "workflow w\n  state a\n    on on -> no\n"
    text = write_yaml(read_flow(Source("t.flow", flow)).tree)
    assert text.endswith('        on:\n          "on": "no"\n')
