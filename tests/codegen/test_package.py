"""The whole package: the same each time, formatted, and typed as its routines need."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from stateous.codegen import package
from stateous.codegen.emit import Artifact
from tests.packages import ROOT, compiled, write
from tests.repository_specs import core_specs

FLOWS = [path for path in core_specs() if path.suffix == ".flow"]

RIGHT = """
from stateous import OUTSIDE, Context, Outside, on_state

from contract import Tests, Ticket, events, outcomes, states


@on_state(states.testing)
async def passes(ctx: Context[Ticket]) -> outcomes.testing:
    ctx["summary"] = f"{ctx.model.repo}, visit {ctx.visit}"
    ctx.memory["seen"] = True
    return events.passed(Tests(passed=3, failed=0))


@on_state(states.coding)
def stops(ctx: Context[Ticket]) -> events.stuck:
    return events.stuck()


@on_state(states.coding)
def leaves(ctx: Context[Ticket]) -> outcomes.coding | Outside:
    return events.done() if ctx.visit > 1 else OUTSIDE


@on_state(states.testing)
async def always_leaves(ctx: Context[Ticket]) -> Outside:
    return OUTSIDE
"""

WRONG = """
from stateous import OUTSIDE, Context, Outside, on_state

from contract import Tests, Ticket, events, outcomes, states


@on_state(states.coding)  # an event of another state
def wrong_event(ctx: Context[Ticket]) -> events.passed:
    return events.passed(Tests(passed=1, failed=0))


@on_state(states.testing)  # nothing is returned
async def no_event(ctx: Context[Ticket]) -> None:
    ctx.note("working")


@on_state(states.coding)  # OUTSIDE, or an event of another state
async def wrong_beside(ctx: Context[Ticket]) -> events.passed | Outside:
    return OUTSIDE


def unsaid(ctx: Context[Ticket]) -> outcomes.coding:
    return OUTSIDE  # which the annotation is missing


def wrong_payload() -> None:
    events.passed()  # a payload is missing
    events.done(Tests(passed=1, failed=0))  # there is none


def read_only(ctx: Context[Ticket]) -> None:
    ctx.model.repo = "other"  # frozen
    ctx.model.rep  # no such field
"""
WRONG_LINES = {
    number
    for number, line in enumerate(WRONG.splitlines(), start=1)
    if line.endswith((" state", " returned", " missing", " none", " frozen", " field"))
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of the first example, with right and wrong routines beside its own."""
    path = tmp_path_factory.mktemp("package")
    workflow = compiled((ROOT / "specs/sdlc.flow").read_text(encoding="utf-8"))
    write(package.emit(workflow, "sdlc.flow"), path)
    (path / "routines/right.py").write_text(RIGHT, encoding="utf-8")
    (path / "routines/wrong.py").write_text(WRONG, encoding="utf-8")
    return path


_MYPY = ["--strict", "--follow-imports=silent", "--no-error-summary", "--hide-error-context"]


def test_mypy_finds_the_wrong_routines_and_nothing_else(folder: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mypy", *_MYPY, "--cache-dir", str(folder / ".cache"), "."],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line.split(":") for line in run.stdout.splitlines() if ": error:" in line]
    assert {Path(name).name for name, *_ in errors} == {"wrong.py"}, run.stdout
    assert {_statement(int(line)) for _, line, *_ in errors} == WRONG_LINES, run.stdout


def _statement(line: int) -> int:
    """Return the marked line of the statement that an error stands in."""
    return max(marked for marked in WRONG_LINES if marked <= line)


def test_pyright_finds_the_wrong_routines_and_nothing_else(folder: Path) -> None:
    (folder / "pyrightconfig.json").write_text(
        json.dumps({"extraPaths": [str(ROOT)], "exclude": [".cache"]}), encoding="utf-8"
    )
    run = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "."],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    found = [d for d in json.loads(run.stdout)["generalDiagnostics"] if d["severity"] == "error"]
    assert {Path(d["file"]).name for d in found} == {"wrong.py"}, run.stdout
    lines = {d["range"]["start"]["line"] + 1 for d in found}
    assert {_statement(line) for line in lines} == WRONG_LINES, run.stdout


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.name)
def test_generating_twice_gives_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert package.emit(compiled(text), "a.flow") == package.emit(compiled(text), "a.flow")


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.name)
def test_what_is_generated_is_formatted_and_clean(path: Path, tmp_path: Path) -> None:
    write(package.emit(compiled(path.read_text(encoding="utf-8")), "a.flow"), tmp_path)
    for arguments in (["format", "--isolated", "--diff"], ["check", "--isolated"]):
        run = subprocess.run(
            [sys.executable, "-m", "ruff", *arguments, "."],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout


def test_names_of_sixty_four_letters_are_formatted_too(tmp_path: Path) -> None:
    a, b = "a" * 64, "b" * 64
    spec = f"""
type {a}
  {a}: list of (text? length 1..5)
  {b}: {b}? = null
type {b}
  {a}: (list of (one of {a}, {b}))? items 1..3
  {b}: int between 0 and 10 = 3
workflow {a}
  context {a}
  event {a}: {a}
  event {b}: {b} into {a}_kept
  START -> {a}
  state {a}
    on {a} -> {b}
    on {b} -> END
  state {b}
    on {b} -> END
"""
    workflow = compiled(spec.replace(f"{a}_kept", "kept"))
    write(package.emit(workflow, "a.flow"), tmp_path)
    run = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--isolated", "--diff", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


def test_a_file_of_the_author_is_left_as_it_is(tmp_path: Path) -> None:
    artifacts = package.emit(compiled((ROOT / "specs/sdlc.flow").read_text()), "sdlc.flow")
    owners = {artifact.path: artifact.owner for artifact in artifacts}
    assert owners == {
        "build/sdlc.json": "generated",
        "contract.py": "generated",
        "host.py": "generated",
        "routines/__init__.py": "user",
        "routines/coding.py": "user",
        "routines/testing.py": "user",
    }


@pytest.mark.parametrize("path", ["/etc/passwd", "../x.py", "a/../b", "a//b", "", "a\\b", "a\nb"])
def test_no_artifact_leads_outside_the_folder(path: str) -> None:
    with pytest.raises(ValueError, match="no path inside"):
        Artifact(path, "")


def test_the_origin_and_the_titles_become_no_code() -> None:
    origin = 'x"""\nimport os; os.abort()\n#'
    text = (
        (ROOT / "specs/sdlc.flow").read_text().replace("An agent writes code", '\\"\\"\\"{{ 1 }}')
    )
    for artifact in package.emit(compiled(text), origin):
        if artifact.path.endswith(".py"):
            imports = [n for n in ast.walk(ast.parse(artifact.text)) if isinstance(n, ast.Import)]
            assert {alias.name for node in imports for alias in node.names} <= {"sys", "datetime"}
