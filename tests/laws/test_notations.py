"""The three notations say the same: the tree, the IR, and the files made from it."""

from pathlib import Path

import pytest
from hypothesis import given

from stateous.codegen.graph_file import text_of
from stateous.compiler.check import check
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from stateous.grammar.syntax import File
from tests.laws.stages import codes, often, program, through_flow, through_python, through_yaml
from tests.valid_specs import valid_files


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the files in the Python notation."""
    return tmp_path_factory.mktemp("laws")


@often(20)
@given(tree=valid_files())
def test_a_spec_keeps_its_meaning_through_the_notations(tree: File, folder: Path) -> None:
    first = through_flow(tree)
    meaning = program(first)
    graphs = [text_of(workflow) for workflow in meaning.workflows]
    stage = first
    for through in (through_yaml, lambda tree: through_python(tree, folder), through_flow):
        stage = through(stage.tree)
        assert stage.tree == first.tree, stage.source.text
        found = program(stage)
        assert found == meaning, stage.source.text
        assert [text_of(workflow) for workflow in found.workflows] == graphs
        assert codes(stage) == codes(first), stage.source.text
    assert check(first) == check(first)


def test_a_wait_for_what_is_named_like_an_outlet_reads_its_own_payload() -> None:
    text = """\
event failed
  order: text
workflow w
  START -> waiting
  state waiting
    on error -> END
  wait paused for failed
    on failed when payload.order == "a" -> END
    on failed otherwise -> FAIL
"""
    assert program(read_flow(Source("spec.flow", text))).workflows[0].facts[0].name == "failed"
