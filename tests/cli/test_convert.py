"""`stateous convert`: a spec in another notation."""

import os
import shutil
from pathlib import Path

import pytest

from stateous.cli.main import main
from stateous.grammar.reader import read

ROOT = Path(__file__).parents[2]
SPEC = """\
# What it is about.
workflow w
  event done
  START->a
  state a  # "why"
    on done -> FAIL "# no comment"
"""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A spec in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.flow"
    path.write_text(SPEC, encoding="utf-8")
    return path


def test_from_flow_to_flow_every_comment_stays(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "a.flow", "--to", "flow"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("# What it is about.\nworkflow w\n")
    assert '  state a  # "why"\n' in said.out
    assert said.err == ""


def test_to_yaml_and_back_says_which_comments_are_lost(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "a.flow", "--to", "yaml", "-o", "a.flow.yaml"]) == 0
    assert capsys.readouterr().err == "note: 2 comments of `a.flow` left out\n"
    assert main(["convert", "a.flow.yaml", "--to", "flow"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert (
        said.out
        == """\
workflow w
  event done

  START -> a

  state a
    on done -> FAIL "# no comment"
"""
    )


def test_to_python_and_back(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "a.flow", "--to", "python", "-o", "flow.py"]) == 0
    assert "2 comments" in capsys.readouterr().err
    assert read(Path("flow.py")).tree.workflows == read(Path("a.flow")).tree.workflows


def test_from_python_to_flow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "tests" / "seeds" / "sdlc", tmp_path / "sdlc")
    monkeypatch.chdir(tmp_path / "sdlc")
    assert main(["convert", "flow.py", "--to", "flow", "--output", "out.flow"]) == 0
    assert capsys.readouterr().out == ""
    before, after = read(Path("flow.py")), read(Path("out.flow"))
    assert not after.diagnostics
    assert after.tree.workflows == before.tree.workflows


def test_a_file_that_exists_is_replaced_only_by_force(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "b.flow"
    out.write_text("mine", encoding="utf-8")
    call = ["convert", "a.flow", "--to", "flow", "--output", "b.flow"]
    assert main(call) == 2
    assert out.read_text(encoding="utf-8") == "mine"
    assert "`b.flow` is there already; `--force` replaces it" in capsys.readouterr().err
    assert main([*call, "--force"]) == 0
    assert out.read_text(encoding="utf-8").startswith("# What it is about.\n")


def test_what_is_no_file_is_never_replaced(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    assert main(["convert", "a.flow", "--to", "flow", "-o", "folder", "--force"]) == 2
    assert "it is not a regular file" in capsys.readouterr().err


def test_a_spec_with_an_error_is_not_converted(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec.write_text("workflow w\n  event\n", encoding="utf-8")
    assert main(["convert", "a.flow", "--to", "flow", "-o", "out.flow"]) == 2
    said = capsys.readouterr()
    assert "a.flow:2" in said.err
    assert said.out == ""
    assert not (tmp_path / "out.flow").exists()


def test_what_a_python_spec_prints_is_no_part_of_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flow.py").write_text(
        "from stateous import END, START, Workflow\n"
        "print('hello')\n"
        "flow = Workflow('w')  # a comment\n"
        "flow.transition(START, END)\n",
        encoding="utf-8",
    )
    assert main(["convert", "flow.py", "--to", "flow"]) == 0
    said = capsys.readouterr()
    assert said.out == "workflow w\n  START -> END\n"
    assert "hello" in said.err
    assert "note: 1 comment of `flow.py` left out" in said.err


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_a_folder_that_may_not_be_written_is_reported(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["convert", "a.flow", "--to", "flow", "-o", "file/out.flow"]) == 2
    assert "could not be written" in capsys.readouterr().err
