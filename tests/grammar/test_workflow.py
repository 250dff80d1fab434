"""The class `Workflow` builds the tree that the `.flow` notation builds."""

import subprocess
import sys
from pathlib import Path

import pytest

import stateous
from stateous.compiler.check import check, check_path
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.python.workflow import Workflow
from stateous.grammar.source import Source
from stateous.grammar.syntax import WorkflowDecl
from tests.python_spec import PRELUDE, read, workflow

SEED = Path(__file__).parent.parent / "seeds" / "sdlc" / "flow.py"
SEED_AS_FLOW = """\
type Tests
  passed: int
  failed: int

workflow sdlc
  context Ticket
    repo: text

  event done
  event stuck
  event passed: Tests
  event failed: Tests

  START -> coding

  state coding
    timeout 6h
    retries 2
    on done -> testing
    on stuck -> END

  state testing
    timeout 1h
    on passed -> END
    on failed when count(failed) < 3 -> coding
    on failed otherwise -> END
"""


def _from_flow(text: str) -> WorkflowDecl:
    parsed = read_flow(Source("spec.flow", text))
    assert parsed.diagnostics == ()
    (only,) = parsed.tree.workflows
    return only


def test_the_seeds_own_file_builds_the_same_tree_as_its_flow_text() -> None:
    from stateous.grammar.python.reader import read_python

    assert read_python(SEED, "flow.py").tree == read_flow(Source("s.flow", SEED_AS_FLOW)).tree


def test_the_seeds_own_file_compiles_to_the_same_program_as_its_flow_text() -> None:
    compiled = check_path(SEED, "flow.py")
    assert compiled.program is not None
    assert compiled.program == check(read_flow(Source("s.flow", SEED_AS_FLOW))).program
    assert not compiled.has_errors


def test_the_spec_of_the_repository_compiles_to_the_same_program_in_both_notations() -> None:
    specs = Path(__file__).parent.parent.parent / "specs"
    python = check_path(specs / "sdlc" / "flow.py", "flow.py")
    assert python.program is not None
    assert python.program == check_path(specs / "sdlc.flow", "sdlc.flow").program


def test_every_clause_of_a_state_and_every_target_builds_its_node(tmp_path: Path) -> None:
    text = """\
from pydantic import BaseModel
from stateous import END, FAIL, START, Workflow


class Size(BaseModel):
    grams: int


flow = Workflow("parcel-trade", title="From shelf to door")
packing = flow.state(
    "packing", title="Someone packs", timeout="1d12h", retries=2, backoff="5s..2m", writes=["box"]
)
sending = flow.state("sending", writes=[])
weighed = flow.event("weighed", title="It is heavy", payload=Size, into="size")
flow.transition(START, packing, when="ctx.express == true")
flow.transition(START, sending, otherwise=True)
flow.transition(sending, packing, on="weighed", when="payload.grams > 5 and visit < 3")
flow.transition(packing, sending, on=weighed)
flow.transition(packing, FAIL, on="error")
flow.transition(packing, FAIL("too slow"), on="timeout")
flow.transition(sending, END, on=weighed, otherwise=True)
"""
    flow = """\
type Size
  grams: int

workflow parcel-trade "From shelf to door"
  event weighed "It is heavy": Size into size
  START when ctx.express == true -> packing
  START otherwise -> sending
  state packing "Someone packs"
    timeout 1d12h
    retries 2 backoff 5s..2m
    writes box
    on weighed -> sending
    on error -> FAIL
    on timeout -> FAIL "too slow"
  state sending
    writes nothing
    on weighed when payload.grams > 5 and visit < 3 -> packing
    on weighed otherwise -> END
"""
    assert workflow(tmp_path, text) == _from_flow(flow)


def test_handles_name_what_they_stand_for() -> None:
    flow = Workflow("parcel")
    packing = flow.state("packing")
    packed = flow.event("packed")
    assert (packing.name, packed.name, flow.name) == ("packing", "packed", "parcel")
    assert flow.states == {"packing": packing}
    assert flow.events == {"packed": packed}
    assert repr(flow) == "Workflow('parcel')"
    with pytest.raises(AttributeError):
        packing.name = "other"  # type: ignore[misc]


def test_a_state_and_an_event_may_share_a_name() -> None:
    flow = Workflow("parcel")
    flow.state("packed")
    flow.event("packed")
    declaration = flow.declaration()
    assert declaration.states[0].name == declaration.events[0].name


def test_a_handle_of_one_workflow_is_not_equal_to_that_of_another() -> None:
    assert Workflow("a").state("s") != Workflow("b").state("s")


def test_several_workflows_of_a_file_are_read_in_order_each_once(tmp_path: Path) -> None:
    text = PRELUDE + 'second = Workflow("letter")\nagain = flow\n'
    parsed = read(tmp_path, text)
    assert [found.name.text for found in parsed.tree.workflows] == ["parcel", "letter"]


def test_two_workflows_of_one_name_may_exist_in_one_process() -> None:
    assert Workflow("parcel").name == Workflow("parcel").name


@pytest.mark.parametrize("name", stateous.__all__)
def test_each_public_name_is_there(name: str) -> None:
    assert getattr(stateous, name) is not None
    assert name in dir(stateous)


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Machine'"):
        getattr(stateous, "Machine")  # noqa: B009


def test_declaring_a_workflow_loads_no_parser_no_solver_and_no_models() -> None:
    code = (
        "import sys\n"
        "from stateous import END, FAIL, START, DefinitionError, Input, Local, Secret, Workflow\n"
        "flow = Workflow('parcel')\n"
        "flow.transition(START, flow.state('packing', timeout='6h'))\n"
        "flow.transition(flow.states['packing'], END, on=flow.event('packed'))\n"
        "heavy = {'lark', 'z3', 'pydantic', 'jinja2', 'networkx', 'rich'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
