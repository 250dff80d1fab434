"""The specs that people start from are proved, and show how a spec is written."""

import subprocess
import sys
from pathlib import Path

import pytest

from stateous.cli.spec_files import find_specs
from stateous.codegen import graph_file
from stateous.compiler import ir
from stateous.compiler.check import check_path
from stateous.compiler.verdict import Answer
from stateous.verifier.verify import verify

ROOT = Path(__file__).parent.parent
SPECS = ROOT / "specs"
FILES = find_specs([SPECS]).files
FROM_LIFE = ("incident", "loan", "order", "pull-request")


def _workflow(path: Path) -> ir.Workflow:
    """Return the one workflow of a spec."""
    program = check_path(path).program
    assert program is not None
    (workflow,) = program.workflows
    return workflow


def _steps(workflow: ir.Workflow) -> set[type]:
    """Return the kinds of steps in the specifications of a workflow."""
    return {type(step) for one in workflow.specifications for step in one.steps}


def test_the_specs_are_those_that_the_readme_lists() -> None:
    listed = (SPECS / "README.md").read_text(encoding="utf-8")
    names = {path.relative_to(SPECS).as_posix() for path in FILES}
    assert names == {*(f"{name}.flow" for name in FROM_LIFE), "sdlc.flow", "sdlc/flow.py"}
    assert {name for name in names if f"]({name})" in listed} == names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SPECS).as_posix())
def test_everything_is_proved_without_a_word(path: Path) -> None:
    verified = verify(check_path(path))
    assert [d.message for d in verified.diagnostics] == []
    assert verified.verdicts
    assert {verdict.answer for verdict in verified.verdicts} == {Answer.PROVED}


def test_the_command_proves_the_whole_folder() -> None:
    command = [sys.executable, "-m", "stateous", "verify", "--strict", "specs"]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout


@pytest.mark.parametrize("name", FROM_LIFE)
def test_a_spec_shows_an_end_a_refusal_a_time_out_and_a_failed_task(name: str) -> None:
    workflow = _workflow(SPECS / f"{name}.flow")
    assert len(workflow.specifications) >= 5
    assert _steps(workflow) >= {ir.ThenCompleted, ir.ThenRefused, ir.WhenPass, ir.WhenFails}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SPECS).as_posix())
def test_every_timeout_and_error_has_a_line(path: Path) -> None:
    workflow = _workflow(path)
    for state in workflow.states:
        assert state.timeout is not None
        assert {(state.name, "timeout"), (state.name, "error")} <= workflow.groups.keys()


def test_both_notations_of_sdlc_give_the_same_graph_file() -> None:
    flow, python = _workflow(SPECS / "sdlc.flow"), _workflow(SPECS / "sdlc" / "flow.py")
    assert graph_file.emit(flow) == graph_file.emit(python)
    assert flow == python
