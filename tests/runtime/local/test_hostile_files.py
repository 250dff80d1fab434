"""What a host is pointed at may be a link, a pipe, a device, too large, or not text."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from stateous.runtime.local.regular_file import LARGEST
from tests.runtime.local.hosts import command, environment, host_in
from tests.runtime.local.test_host import CONTEXT, ask, refused

SURROGATE = os.fsdecode(b"\xff")


def said(capsys: pytest.CaptureFixture[str], code: str) -> bool:
    """Tell whether the last command said nothing but the fault of that code."""
    captured = capsys.readouterr()
    return captured.out == "" and captured.err.startswith(f"error[{code}]: ")


# ---------------------------------------------------------- the folder `.stateous`


@pytest.mark.parametrize("there", ["a file", None])
def test_a_link_named_gitignore_is_not_written_through(tmp_path: Path, there: str | None) -> None:
    host_in(tmp_path / "host")
    outside = tmp_path / "outside"
    if there is not None:
        outside.write_text(there)
    (tmp_path / "host/.stateous").mkdir()
    (tmp_path / "host/.stateous/.gitignore").symlink_to(outside)
    assert ask(tmp_path / "host", "start", "T", "--context", CONTEXT) == 0
    assert (outside.read_text() if outside.exists() else None) == there


def test_a_pipe_named_gitignore_is_not_opened(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    (tmp_path / ".stateous").mkdir()
    os.mkfifo(tmp_path / ".stateous/.gitignore")
    assert command(host, "start", "T", "--context", CONTEXT).returncode == 0


@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize("asked", [["show"], ["start", "T", "--context", CONTEXT]])
def test_a_folder_of_databases_that_is_a_link_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str], exists: bool
) -> None:
    host_in(tmp_path / "host")
    elsewhere = tmp_path / "elsewhere"
    if exists:
        elsewhere.mkdir()
    (tmp_path / "host/.stateous").symlink_to(elsewhere)
    assert ask(tmp_path / "host", *asked) == 2
    assert said(capsys, "ST9315")
    assert not exists or not list(elsewhere.iterdir())


@pytest.mark.parametrize("asked", ["show", "check"])
def test_a_command_that_only_reads_writes_no_gitignore(tmp_path: Path, asked: str) -> None:
    host_in(tmp_path)
    assert ask(tmp_path, asked) == 0
    assert not (tmp_path / ".stateous/.gitignore").exists()


def test_a_system_that_refuses_the_folder_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> int:
        raise OSError(28, "No space left on device")

    host_in(tmp_path)
    monkeypatch.setattr("stateous.runtime.local.opening.os.open", full)
    assert ask(tmp_path, "start", "T", "--context", CONTEXT) == 2
    assert said(capsys, "ST9315")


# ------------------------------------------------------------------------ token ids


@pytest.mark.parametrize("asked", [["show", SURROGATE], ["fire", SURROGATE, "done"]])
def test_an_id_that_is_no_text_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str]
) -> None:
    host_in(tmp_path)
    assert ask(tmp_path, *asked) == 2
    assert said(capsys, "ST9309")


# -------------------------------------------------- contexts, graphs, databases as files


def test_a_pipe_or_device_holds_no_context_graph_or_database(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (str(pipe), "/dev/zero"):
        assert refused(command(host, "start", "T", "--context-file", path), "ST9312")
        assert refused(command(host, "--database", path, "show"), "ST9308")
    graph = tmp_path / "build/loop.json"
    graph.unlink()
    os.mkfifo(graph)
    assert refused(command(host, "show"), "ST9301")


def test_a_context_file_may_have_ten_megabytes_and_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_in(tmp_path)
    file = tmp_path / "context.json"
    file.write_text(CONTEXT.ljust(LARGEST))
    assert ask(tmp_path, "start", "T", "--context-file", str(file)) == 0
    capsys.readouterr()
    file.write_text(CONTEXT.ljust(LARGEST + 1))
    assert ask(tmp_path, "start", "U", "--context-file", str(file)) == 2
    assert said(capsys, "ST9312")


def test_an_empty_context_is_no_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    host_in(tmp_path)
    assert ask(tmp_path, "start", "T", "--context", "") == 2
    assert said(capsys, "ST9312")


# -------------------------------------------------------------------------- answers


def test_an_answer_that_cannot_be_printed_is_one_line_on_standard_error(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    with Path("/dev/full").open("w") as full:
        shown = subprocess.run(
            [sys.executable, str(host), "show"],
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert shown.returncode == 2 and shown.stderr.count("\n") == 1
    assert shown.stderr.startswith("error[ST9317]: ")


def test_an_answer_that_nobody_reads_is_no_error(tmp_path: Path) -> None:
    host = host_in(tmp_path)
    reader, writer = os.pipe()
    os.close(reader)
    shown = subprocess.run(
        [sys.executable, str(host), "show"],
        env=environment(),
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert (shown.returncode, shown.stderr) == (0, b"")


# ---------------------------------------------------------------- a database of bytes


def test_a_database_whose_schema_is_no_text_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    path = tmp_path / ".stateous/loop.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE", b"\xffREATE TABLE"))
    capsys.readouterr()
    assert ask(tmp_path, "show") == 2
    assert said(capsys, "ST9316")


@pytest.mark.parametrize("column", ["context", "state", "id"])
def test_a_column_that_is_no_text_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], column: str
) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    with sqlite3.connect(tmp_path / ".stateous/loop.db") as connection:
        connection.execute(f"UPDATE token SET {column} = CAST(x'ff' AS TEXT)")
    capsys.readouterr()
    assert ask(tmp_path, "show") == 2
    assert said(capsys, "ST9316")


@pytest.mark.parametrize("value", ["x'ff'", "x'7b7d'", "7"])
@pytest.mark.parametrize("asked", [["show", "T"], ["check"], ["fire", "T", "done"]])
def test_a_context_that_is_no_text_column_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str], value: str
) -> None:
    host_in(tmp_path)
    ask(tmp_path, "start", "T", "--context", CONTEXT)
    with sqlite3.connect(tmp_path / ".stateous/loop.db") as connection:
        connection.execute(
            "CREATE TABLE loose AS SELECT * FROM token",
        )
        connection.execute("DROP TABLE token")
        connection.execute("ALTER TABLE loose RENAME TO token")
        connection.execute(f"UPDATE token SET context = {value}")
    capsys.readouterr()
    assert ask(tmp_path, *asked) == 2
    assert said(capsys, "ST9316")
