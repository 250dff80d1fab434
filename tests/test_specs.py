"""The specs that people start from are proved, and show how a spec is written."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from stateous.codegen import graph_file
from stateous.compiler import ir
from stateous.compiler.verdict import Answer
from stateous.rule_table import BY_CODE
from stateous.verifier.verify import verify
from stateous.verifier.waived import waive
from tests.repository_specs import compiled_specs, core_specs, name_of

ROOT = Path(__file__).parent.parent
SPECS = ROOT / "specs"
FILES = tuple(compiled_specs())
CORE = tuple(core_specs())
FROM_LIFE = ("incident", "loan", "order", "pull-request")
NOT_YET = "ST9501"
"""The code of what this version gives no answer to: properties, and constructs that it does not run."""


_VERIFY = (sys.executable, "-m", "stateous", "verify")


def _workflow(path: Path) -> ir.Workflow:
    """Return the one workflow of a spec."""
    program = compiled_specs()[path].program
    assert program is not None
    (workflow,) = program.workflows
    return workflow


def _steps(workflow: ir.Workflow) -> set[type]:
    """Return the kinds of steps in the specifications of a workflow."""
    return {type(step) for one in workflow.specifications for step in one.steps}


def test_the_specs_are_those_that_the_readme_lists() -> None:
    listed = (SPECS / "README.md").read_text(encoding="utf-8")
    names = {path.relative_to(SPECS).as_posix() for path in FILES}
    assert {*(f"{name}.flow" for name in FROM_LIFE), "sdlc.flow", "sdlc/flow.py"} <= names
    assert {name for name in names if f"]({name})" in listed} == names


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nothing_is_wrong_with_a_spec(path: Path) -> None:
    compiled = compiled_specs()[path]
    assert compiled.program is not None, compiled.diagnostics
    verified = waive(verify(compiled), BY_CODE, date(2026, 1, 1), whole=True)
    assert [d.message for d in verified.diagnostics if d.code != NOT_YET] == []
    assert Answer.VIOLATED not in {verdict.answer for verdict in verified.verdicts}


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_of_a_spec_of_the_core_everything_is_proved_without_a_word(path: Path) -> None:
    verified = verify(compiled_specs()[path])
    assert [d.message for d in verified.diagnostics] == []
    assert verified.verdicts
    assert {verdict.answer for verdict in verified.verdicts} == {Answer.PROVED}


def test_the_command_proves_the_whole_folder() -> None:
    command = [*_VERIFY, "--strict", "--unknown", "warn", "specs"]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout
    strict = subprocess.run([*_VERIFY, "specs"], cwd=ROOT, capture_output=True, check=False)
    assert strict.returncode == 3


@pytest.mark.parametrize("name", FROM_LIFE)
def test_a_spec_shows_an_end_a_refusal_a_time_out_and_a_failed_task(name: str) -> None:
    workflow = _workflow(SPECS / f"{name}.flow")
    assert len(workflow.specifications) >= 5
    assert _steps(workflow) >= {ir.ThenCompleted, ir.ThenRefused, ir.WhenPass, ir.WhenFails}


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_task_has_a_timeout_and_lines_for_what_can_go_wrong(path: Path) -> None:
    program = compiled_specs()[path].program
    assert program is not None
    for workflow in program.workflows:
        tasks = (state for state in workflow.states if isinstance(state.kind, ir.Task))
        for state in tasks:
            assert state.timeout is not None
            assert {(state.name, "timeout"), (state.name, "error")} <= workflow.groups.keys()


def test_both_notations_of_sdlc_give_the_same_graph_file() -> None:
    flow, python = _workflow(SPECS / "sdlc.flow"), _workflow(SPECS / "sdlc" / "flow.py")
    assert graph_file.emit(flow) == graph_file.emit(python)
    assert flow == python


def test_every_spec_is_in_the_one_style() -> None:
    command = [sys.executable, "-m", "stateous", "fmt", "--check", "specs", "docs/examples"]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout
