"""The database under a host, as its user meets it: one place, one graph, one `run`."""

import json
import sqlite3
from pathlib import Path

import pytest

from stateous.codegen import package
from stateous.runtime.local.main import main
from tests.packages import compiled, write
from tests.runtime.local.hosts import ROUTINES, SPEC, command, host_in, spawn
from tests.runtime.local.test_host import CONTEXT, WAITING, ask, refused, wait_for


def test_another_graph_is_refused_while_tokens_have_not_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    write(
        package.emit(compiled(SPEC.replace("count(failed) < 3", "count(failed) < 9")), "x"),
        tmp_path,
    )
    assert ask(tmp_path, "show") == 2
    assert capsys.readouterr().err.startswith("error[ST9302]: ")


def test_other_timeouts_and_retries_are_no_other_graph(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    changed = SPEC.replace("timeout 1h", "timeout 2h").replace("retries 2", "retries 5")
    build = [a for a in package.emit(compiled(changed), "x") if a.path.endswith(".json")]
    write(build, tmp_path)
    assert command(host, "run", "--until-idle").stderr.endswith("T: completed\n")


def test_another_graph_is_taken_once_every_token_has_ended(tmp_path: Path) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    ask(tmp_path, "fire", "T", "stop")
    write(
        package.emit(compiled(SPEC.replace("count(failed) < 3", "count(failed) < 9")), "x"),
        tmp_path,
    )
    assert ask(tmp_path, "check") == 0


def test_a_database_of_another_workflow_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_in(tmp_path / "one")
    host_in(tmp_path / "two", spec=SPEC.replace("workflow loop", "workflow other"))
    database = str(tmp_path / "shared.db")
    assert ask(tmp_path / "one", "--database", database, "show") == 0
    two = tmp_path / "two"
    assert main(two, two / "build/other.json", ["--database", database, "show"]) == 2
    assert "holds tokens of `loop`, not of `other`" in capsys.readouterr().err


def test_a_run_ends_when_another_graph_takes_the_database(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    command(host, "start", "T-0", "--context", CONTEXT)
    run = spawn(host, "run", "--poll", "0.01")
    assert run.stderr is not None
    assert "T-0: completed\n" in iter(run.stderr.readline, "")
    other = compiled(SPEC.replace("count(failed) < 3", "count(failed) < 9"))
    write(package.emit(other, "x"), tmp_path)
    assert command(host, "start", "T", "--context", CONTEXT).returncode == 0
    _, said = run.communicate(timeout=60)
    assert run.returncode == 2 and said.startswith("error[ST9302]: "), said
    assert command(host, "run", "--until-idle").stderr.endswith("T: completed\n")


def test_a_link_to_the_database_is_the_same_database(tmp_path: Path) -> None:
    host = host_in(tmp_path, {**ROUTINES, "coding.py": WAITING})
    command(host, "start", "T-1", "--context", json.dumps({"repo": str(tmp_path)}))
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / ".stateous/loop.db")
    run = spawn(host, "run", "--until-idle")
    wait_for(tmp_path / "running")
    assert refused(command(host, "--database", str(link), "run"), "ST9307")
    (tmp_path / "go").touch()
    assert run.wait(60) == 0


def test_no_name_of_a_database_stands_for_one_that_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    host_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    ask(tmp_path, "--database", ":memory:", "start", "T", "--context", CONTEXT)
    assert ask(tmp_path, "--database", ":memory:", "show", "T") == 0
    assert capsys.readouterr().err == ""


def test_a_place_where_no_database_can_be_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_in(tmp_path)
    (tmp_path / ".stateous").write_text("a file")
    assert ask(tmp_path, "show") == 2
    assert capsys.readouterr().err.startswith("error[ST9315]: there is no place for the database")


@pytest.mark.parametrize("form", ["--json", "--graph"])
def test_a_history_that_was_changed_is_not_shown_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    with sqlite3.connect(tmp_path / ".stateous/loop.db") as connection:
        connection.execute("DROP TRIGGER ledger_no_update")
        connection.execute("UPDATE ledger SET data = '{}' WHERE number = 2")
    capsys.readouterr()
    assert ask(tmp_path, "show", "T", form) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("error[ST9314]: `T`: row 2 was changed")
