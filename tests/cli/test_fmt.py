"""`stateous fmt`: files in the one style, or none of them touched."""

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from stateous.cli.main import main

ROUGH = "workflow w\n    event done\n    START->a\n    state a  # why\n        on done->END"
STYLED = """\
workflow w
  event done

  START -> a

  state a  # why
    on done -> END
"""
BROKEN = "workflow w\n  event\n"


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is not in the one style, in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.flow"
    path.write_bytes(ROUGH.encode())
    return path


def _give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let the standard input hold these bytes."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_a_file_is_formatted_once(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "a.flow"]) == 0
    assert spec.read_bytes() == STYLED.encode()
    assert capsys.readouterr().out == "formatted a.flow\n1 file, 1 changed\n"
    before = spec.stat()
    assert main(["fmt", "a.flow"]) == 0
    assert capsys.readouterr().out == "1 file, 0 changed\n"
    assert spec.stat().st_ino == before.st_ino


def test_without_a_path_it_is_the_current_folder(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "b.flow").write_text(ROUGH, encoding="utf-8")
    (tmp_path / "below" / "flow.py").write_text("raise SystemExit('it ran')\n", encoding="utf-8")
    assert main(["fmt"]) == 0
    assert spec.read_text(encoding="utf-8") == STYLED
    assert (tmp_path / "below" / "b.flow").read_text(encoding="utf-8") == STYLED


def test_check_writes_nothing(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", "a.flow"]) == 1
    assert spec.read_text(encoding="utf-8") == ROUGH
    assert capsys.readouterr().out == "would format a.flow\n1 file, 1 would change\n"
    spec.write_text(STYLED, encoding="utf-8")
    assert main(["fmt", "--check", "a.flow"]) == 0


@pytest.mark.parametrize(("options", "code"), [(["--diff"], 0), (["--diff", "--check"], 1)])
def test_diff_shows_what_would_change(
    spec: Path, options: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fmt", *options, "a.flow"]) == code
    assert spec.read_text(encoding="utf-8") == ROUGH
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["--- a.flow", "+++ a.flow (formatted)"]
    assert "-    START->a" in lines
    assert "+  START -> a" in lines
    assert "\\ No newline at end of file" in lines


def test_a_mark_and_other_line_ends_are_changed(spec: Path) -> None:
    spec.write_bytes(b"\xef\xbb\xbf" + STYLED.encode())
    assert main(["fmt", "a.flow"]) == 0
    assert spec.read_bytes() == STYLED.encode()
    spec.write_bytes(STYLED.replace("\n", "\r\n").encode())
    assert main(["fmt", "a.flow"]) == 0
    assert spec.read_bytes() == STYLED.encode()


def test_a_file_with_an_error_stays_and_others_are_formatted(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.flow").write_text(BROKEN, encoding="utf-8")
    assert main(["fmt", "."]) == 2
    assert (tmp_path / "broken.flow").read_text(encoding="utf-8") == BROKEN
    assert spec.read_text(encoding="utf-8") == STYLED
    said = capsys.readouterr()
    assert "broken.flow:2" in said.err
    assert "broken" not in said.out


def test_the_mode_stays(spec: Path) -> None:
    spec.chmod(0o640)
    assert main(["fmt", "a.flow"]) == 0
    assert stat.S_IMODE(spec.stat().st_mode) == 0o640


def test_a_file_that_may_only_be_read_stays(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec.chmod(0o444)
    assert main(["fmt", "a.flow"]) == 2
    assert spec.read_text(encoding="utf-8") == ROUGH
    said = capsys.readouterr()
    assert "`a.flow` could not be formatted: it may only be read" in said.err
    assert said.out == "1 file, 0 changed\n"


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="there are no links here")
def test_a_link_is_followed_and_stays_a_link(spec: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.flow"
    link.symlink_to(spec)
    assert main(["fmt", "link.flow"]) == 0
    assert link.is_symlink()
    assert spec.read_text(encoding="utf-8") == STYLED


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_what_is_no_file_is_refused(spec: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.flow")
    (tmp_path / "link.flow").symlink_to(tmp_path / "pipe.flow")
    assert main(["fmt", "link.flow"]) == 2


def test_other_notations_are_left_alone_and_never_run(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "flow.py").write_text("raise SystemExit('it ran')\n", encoding="utf-8")
    assert main(["fmt", "a.flow", "flow.py"]) == 0
    said = capsys.readouterr()
    assert "`flow.py` is left alone: only `.flow` files are formatted" in said.err
    assert said.out == "formatted a.flow\n1 file, 1 changed\n"


def test_the_standard_input_goes_to_the_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _give(monkeypatch, ROUGH.encode())
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr().out == STYLED
    _give(monkeypatch, ROUGH.encode())
    assert main(["fmt", "--check", "-"]) == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("data", [BROKEN.encode(), b"\xff"], ids=["syntax", "not text"])
def test_a_standard_input_that_cannot_be_read_gives_no_output(
    data: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _give(monkeypatch, data)
    assert main(["fmt", "-"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "<stdin>" in said.err


def test_the_standard_input_stands_alone(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "-", "a.flow"]) == 2
    assert "`-` stands alone" in capsys.readouterr().err
    assert spec.read_text(encoding="utf-8") == ROUGH


def test_a_path_that_leads_nowhere_is_reported(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fmt", "b.flow"]) == 2
    assert "`b.flow` does not exist" in capsys.readouterr().err
