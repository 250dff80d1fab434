"""`stateous generate`: everything that runs a workflow."""

import shutil
from pathlib import Path

import pytest

from stateous.cli.main import main

SDLC = Path(__file__).parents[2] / "specs" / "sdlc.flow"
GENERATED = {"build/sdlc.json", "contract.py", "host.py"}
ROUTINES = {"routines/coding.py", "routines/testing.py"}


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a sound spec, in the current folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(SDLC, tmp_path / "sdlc.flow")
    return tmp_path / "sdlc.flow"


def _texts(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in files}


def test_all_files_are_written(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sdlc.flow", "-o", "out"]) == 0
    assert set(_texts(Path("out"))) >= GENERATED | ROUTINES
    assert "wrote out/contract.py\n" in capsys.readouterr().out


def test_what_was_written_passes_the_check_and_is_not_written_again(spec: Path) -> None:
    assert main(["generate", "sdlc.flow", "-o", "out"]) == 0
    before = _texts(Path("out"))
    assert main(["generate", "sdlc.flow", "-o", "out", "--check"]) == 0
    assert main(["generate", "sdlc.flow", "-o", "out"]) == 0
    assert _texts(Path("out")) == before


def test_the_check_exits_with_1_for_what_is_missing_and_writes_nothing(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "sdlc.flow", "-o", "out", "--check"]) == 1
    assert "`out/contract.py` is missing" in capsys.readouterr().out
    assert not Path("out").exists()


def test_a_changed_spec_fails_the_check_and_is_written_anew_but_for_routines(spec: Path) -> None:
    assert main(["generate", "sdlc.flow", "-o", "out"]) == 0
    Path("out/routines/coding.py").write_text("mine = True\n")
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("event stuck", "event stuck\n  event bored"), encoding="utf-8")
    changed = spec.read_text(encoding="utf-8").replace("on stuck", "on bored -> END\n    on stuck")
    spec.write_text(changed, encoding="utf-8")
    assert main(["generate", "sdlc.flow", "-o", "out", "--check"]) == 1
    assert main(["generate", "sdlc.flow", "-o", "out"]) == 0
    texts = _texts(Path("out"))
    assert "bored" in texts["contract.py"]
    assert texts["routines/coding.py"] == "mine = True\n"


def test_a_file_of_ones_own_is_never_replaced(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("host.py").write_text("mine = True\n")
    assert main(["generate", "sdlc.flow", "-o", "."]) == 2
    assert "error[ST9006]" in capsys.readouterr().out
    assert set(_texts(Path())) == {"host.py", "sdlc.flow"}


def test_a_spec_that_is_wrong_yields_nothing(spec: Path) -> None:
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("on stuck", "on stukc"), encoding="utf-8")
    assert main(["generate", "sdlc.flow", "-o", "out"]) == 2
    assert not Path("out").exists()


SEVERAL = """\
workflow one
  START -> s
  state s
    timeout 1h
    on timeout -> END
    on error -> FAIL

workflow two
  START -> s
  state s
    timeout 1h
    on timeout -> END
    on error -> FAIL
"""


def test_of_several_workflows_one_has_to_be_chosen(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec.write_text(SEVERAL)
    assert main(["generate", "sdlc.flow", "-o", "out"]) == 2
    assert "one, two" in capsys.readouterr().err
    assert main(["generate", "sdlc.flow", "-o", "out", "--workflow", "tow"]) == 2
    assert "did you mean `two`?" in capsys.readouterr().err
    assert main(["generate", "sdlc.flow", "-o", "out", "--workflow", "two"]) == 0
    assert "build/two.json" in _texts(Path("out"))


def test_a_file_without_a_workflow_yields_nothing(
    spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec.write_text("type T\n  a: int\n")
    assert main(["generate", "sdlc.flow", "-o", "out"]) == 2
    assert not Path("out").exists()
