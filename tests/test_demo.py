"""The demo runs, leaves nothing outside its folder, and fails when something is not as it must be."""

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
DEMO = ROOT / "demo"
OF_A_HOST = ("contract", "routines")


def _forget(names: tuple[str, ...]) -> None:
    """Let modules of a folder be imported anew: another folder may hold the same names."""
    for name in [name for name in sys.modules if name.partition(".")[0] in names]:
        del sys.modules[name]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module `demo/run.py`."""
    monkeypatch.syspath_prepend(DEMO)
    yield importlib.import_module("run")
    _forget(("run",))


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the generated host, with the demo's routines."""
    folder = tmp_path_factory.mktemp("demo") / "sdlc"
    command = [sys.executable, "-m", "stateous", "generate", "specs/sdlc.flow", "-o", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    shutil.copytree(DEMO / "routines", folder / "routines", dirs_exist_ok=True)
    return folder


@pytest.fixture
def diff(host: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module that applies patches."""
    monkeypatch.syspath_prepend(host)
    yield importlib.import_module("routines._unified_diff")
    _forget(OF_A_HOST)


@pytest.fixture
def testing(host: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The routine that runs tests."""
    monkeypatch.syspath_prepend(host)
    yield importlib.import_module("routines.testing")
    _forget(OF_A_HOST)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of the project."""
    return Path(shutil.copytree(DEMO / "project", tmp_path / "checkout"))


def _content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ----------------------------------------------------------------- the patches


def _patch(name: str, before: str, after: str) -> str:
    return f"--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-{before}\n+{after}\n"


def test_a_patch_changes_the_files_that_it_names(diff: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    (tmp_path / "b.txt").write_text("three\n")
    assert diff.apply_patch(tmp_path, _patch("a.txt", "one", "1")) == ("a.txt",)
    assert _content(tmp_path) == {"a.txt": b"1\ntwo\n", "b.txt": b"three\n"}


def test_hunks_add_and_take_away_lines_each_at_its_own_line(
    diff: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("".join(f"{n}\n" for n in range(1, 10)))
    hunks = "@@ -1,2 +1,3 @@\n 1\n+new\n 2\n@@ -8,2 +9 @@\n-8\n 9\n"
    diff.apply_patch(tmp_path, f"--- a/a.txt\n+++ b/a.txt\n{hunks}")
    assert (tmp_path / "a.txt").read_text().split() == ["1", "new", *"2345679"]


def test_when_one_hunk_does_not_fit_no_file_is_changed(diff: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n")
    (tmp_path / "b.txt").write_text("three\n")
    before = _content(tmp_path)
    patch = _patch("a.txt", "one", "1") + _patch("b.txt", "four", "4")
    with pytest.raises(diff.PatchError, match="line 1 is not what the patch expects"):
        diff.apply_patch(tmp_path, patch)
    assert _content(tmp_path) == before


@pytest.mark.parametrize("name", ["../outside.txt", "a/../../outside.txt", "/etc/hostname"])
def test_a_patch_that_leads_out_of_the_checkout_is_refused(
    diff: ModuleType, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "checkout"
    (folder / "a").mkdir(parents=True)
    (tmp_path / "outside.txt").write_text("one\n")
    with pytest.raises(diff.PatchError, match="leads out of the checkout"):
        diff.apply_patch(folder, _patch(name, "one", "1"))
    assert (tmp_path / "outside.txt").read_text() == "one\n"


@pytest.mark.parametrize(
    "patch",
    [
        "no diff at all\n",
        "--- a/a.txt\n",
        "--- a/a.txt\n+++ b/a.txt\n",
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n",
        "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\none\n",
    ],
)
def test_what_is_no_unified_diff_is_refused(diff: ModuleType, tmp_path: Path, patch: str) -> None:
    (tmp_path / "a.txt").write_text("one\n")
    with pytest.raises(diff.PatchError):
        diff.apply_patch(tmp_path, patch)


# ---------------------------------------------------------------- the routines


@pytest.mark.parametrize(
    ("ticket", "counts"),
    [
        ("TICKET-1", [(5, 0)]),
        ("TICKET-2", [(3, 2), (5, 0)]),
        ("TICKET-3", [(3, 2), (2, 3), (1, 4)]),
    ],
)
def test_each_patch_of_a_series_gives_the_tests_that_its_story_tells(
    testing: ModuleType,
    diff: ModuleType,
    checkout: Path,
    ticket: str,
    counts: list[tuple[int, int]],
) -> None:
    found = []
    for patch in sorted((DEMO / "series" / ticket).iterdir()):
        diff.apply_patch(checkout, patch.read_text())
        result = testing.count_tests(testing.run_tests(checkout))
        found.append((result.passed, result.failed))
    assert found == counts


def test_the_project_has_a_bug_that_its_tests_find(testing: ModuleType, checkout: Path) -> None:
    result = testing.count_tests(testing.run_tests(checkout))
    assert (result.passed, result.failed) == (3, 2)


def test_a_checkout_without_tests_is_no_success(testing: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no tests ran"):
        testing.count_tests(testing.run_tests(tmp_path))


def test_the_routines_are_typed_against_the_contract(host: Path) -> None:
    options = ["--strict", "--config-file=", "--follow-imports=silent"]
    finished = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "routines"],
        cwd=host,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout


# -------------------------------------------------------------------- the whole


def test_the_demo_runs_and_leaves_no_trace_of_the_run_before(
    run: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / "left_from_before").touch()
    run.run(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["mistake", "sdlc", "tickets"]
    printed = capfd.readouterr().out
    for ticket in run.TICKETS:
        assert f"{ticket.id} is completed" in printed
    assert printed.count("stateDiagram-v2") == len(run.TICKETS)


def _token(**changed: Any) -> dict[str, Any]:
    """Return the first ticket's token as it must end, with changes."""
    happened = [("started", {}), *(("event_accepted", {"event": e}) for e in ("done", "passed"))]
    history = [{"kind": kind, "data": data} for kind, data in happened]
    token = {"status": "completed", "context": {"last_run": None}, "history": history}
    return {**token, **changed}


def test_a_token_that_ends_as_it_must_is_accepted(run: ModuleType) -> None:
    run.require_end(run.TICKETS[0], _token())


@pytest.mark.parametrize(
    "changed",
    [{"status": "failed"}, {"history": []}, {"context": {"last_run": {"passed": 1, "failed": 1}}}],
)
def test_a_token_that_ends_otherwise_is_not(run: ModuleType, changed: dict[str, Any]) -> None:
    with pytest.raises(run.NotAsExpectedError):
        run.require_end(run.TICKETS[0], _token(**changed))


def test_what_is_not_as_expected_gives_exit_code_1(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def disappoint(folder: Path) -> None:
        run.require("the sum", 5, 4)

    monkeypatch.setattr(run, "run", disappoint)
    assert run.main() == 1
    assert "the sum is 5, and should be 4" in capsys.readouterr().err
