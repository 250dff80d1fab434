"""The reference of the YAML notation: its examples read, and mean what they are said to."""

import re
from pathlib import Path

import pytest

from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from stateous.grammar.yaml.forms import Block
from stateous.grammar.yaml.reader import read_yaml
from stateous.grammar.yaml.state_forms import STATE
from stateous.grammar.yaml.table import FILE, MACHINE, MACHINE_STATE, READMODEL, WORKFLOW

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "yaml.md").read_text(encoding="utf-8")


def test_the_first_example_is_the_same_spec_as_in_flow() -> None:
    example = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0]
    parsed = read_yaml(Source("sdlc.flow.yaml", example))
    flow = (ROOT / "specs" / "sdlc.flow").read_text(encoding="utf-8")
    assert parsed.diagnostics == ()
    assert parsed.tree == read_flow(Source("sdlc.flow", flow)).tree


@pytest.mark.parametrize("block", [WORKFLOW, STATE, READMODEL, MACHINE, MACHINE_STATE])
def test_every_key_stands_in_the_table(block: Block) -> None:
    assert [key for key in block.keys if f"{key}:" not in PAGE] == []


def test_every_key_of_a_file_stands_in_the_table() -> None:
    assert [key for key in FILE if f"{key}:" not in PAGE] == []
