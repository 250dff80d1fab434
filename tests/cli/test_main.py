"""The way into the command and out of it."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from stateous.cli.main import SUBCOMMANDS, main
from stateous.cli.terminal import wants_colour


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "stateous", *arguments],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


def test_help_lists_every_subcommand_with_its_own_summary(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name, subcommand in SUBCOMMANDS.items():
        command = import_module(subcommand.module).command
        assert command.name == name
        assert command.short_help == subcommand.summary
        assert f"  {name} " in shown
        assert subcommand.summary in shown


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_each_subcommand_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "-h"]) == 0
    assert f"Usage: stateous {name}" in capsys.readouterr().out


def test_a_call_without_anything_exits_with_2_and_is_answered_with_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "\n  verify    Prove specs" in printed.err


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("stateous 0.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verfy"], "there is no command `verfy`; did you mean `verify`?"),
        (["xyz"], "there is no command `xyz`"),
        (["verify"], "PATH"),
        (["verify", "--formt", "json", "x"], "--format"),
        (["--nonsense"], "--nonsense"),
        (["verify", ""], "the path is empty"),
        (["compile", "a.flow", "-o", ""], "the path is empty"),
        (["explain"], "give a code, or --list"),
    ],
)
def test_a_wrong_call_exits_with_2_and_says_what_is_wrong(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def _break(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setattr("stateous.cli.explain.page", fail)
    monkeypatch.delenv("STATEOUS_DEBUG", raising=False)


def test_a_fault_of_ours_exits_with_4_and_shows_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _break(monkeypatch, ZeroDivisionError("secret detail"))
    assert main(["explain", "ST9001"]) == 4
    said = capsys.readouterr().err
    assert "error[ST9999]" in said
    assert "STATEOUS_DEBUG=1" in said
    assert "Traceback" not in said


def test_a_fault_of_ours_shows_its_traceback_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _break(monkeypatch, ZeroDivisionError("detail"))
    monkeypatch.setenv("STATEOUS_DEBUG", "1")
    assert main(["explain", "ST9001"]) == 4
    assert "ZeroDivisionError: detail" in capsys.readouterr().err


def test_an_interrupt_exits_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _break(monkeypatch, KeyboardInterrupt())
    assert main(["explain", "ST9001"]) == 130
    assert "Traceback" not in capsys.readouterr().err


PRINTING = [["explain", "--list"], ["--help"], ["--version"], ["verify", "--help"]]


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_a_reader_that_goes_away_changes_neither_the_exit_code_nor_makes_noise(
    arguments: list[str],
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        [sys.executable, "-m", "stateous", *arguments],
        check=False,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writing)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize(("name", "code"), [("ST9001", 0), ("ST0", 2)])
def test_closed_streams_leave_the_exit_code_alone(name: str, code: int) -> None:
    script = 'exec "$0" -m stateous explain "$1" >&- 2>&-'
    run = subprocess.run(["sh", "-c", script, sys.executable, name], check=False)
    assert run.returncode == code


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_an_output_that_cannot_be_written_exits_with_2_and_says_so(arguments: list[str]) -> None:
    with open(os.devnull) as unwritable:
        run = subprocess.run(
            [sys.executable, "-m", "stateous", *arguments],
            check=False,
            stdout=unwritable,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert run.returncode == 2
    assert run.stderr == "error: the output could not be written: Bad file descriptor\n"


def test_what_was_typed_forges_no_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["xyz\nx: w: proved 99\x1b[2K"]) == 2
    said = capsys.readouterr().err
    assert said.endswith("\nError: there is no command `xyz x: w: proved 99\u241b[2K`\n")


def test_what_a_stream_cannot_encode_is_escaped(tmp_path: Path) -> None:
    run = _run("verify", str(tmp_path / "née.flow"), PYTHONIOENCODING="ascii")
    assert run.returncode == 2
    assert "n\\xe9e.flow" in run.stdout


@pytest.mark.parametrize(
    ("choice", "environment", "wanted"),
    [
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {}, False),
        ("auto", {"NO_COLOR": "1"}, False),
        ("auto", {"TERM": "dumb"}, False),
        ("auto", {"NO_COLOR": ""}, True),
        ("auto", {"TERM": "xterm"}, True),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    choice: str, environment: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert wants_colour(choice, environment) is wanted


def test_a_pipe_gets_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert not wants_colour("auto", {"TERM": "xterm"})
