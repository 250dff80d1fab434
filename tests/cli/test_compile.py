"""`stateous compile`: graph files, or none."""

import json
import shutil
from pathlib import Path

import pytest

from stateous.cli.main import main

SDLC = Path(__file__).parents[2] / "specs" / "sdlc.flow"


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a sound spec, in a folder below the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").mkdir()
    shutil.copy(SDLC, tmp_path / "specs" / "sdlc.flow")
    return tmp_path / "specs" / "sdlc.flow"


def _files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_the_graph_file_is_written_beside_the_spec(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", "specs/sdlc.flow"]) == 0
    assert _files(tmp_path) == ["specs/build/sdlc.json", "specs/sdlc.flow"]
    graph = json.loads((tmp_path / "specs/build/sdlc.json").read_text(encoding="utf-8"))
    assert graph["workflow"] == "sdlc"
    assert "wrote specs/build/sdlc.json\n" in capsys.readouterr().out


def test_a_second_time_nothing_is_written(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "specs/sdlc.flow"]) == 0
    capsys.readouterr()
    assert main(["compile", "specs/sdlc.flow"]) == 0
    assert "specs/build/sdlc.json is up to date\n" in capsys.readouterr().out


def test_another_folder_may_be_given(spec: Path, tmp_path: Path) -> None:
    assert main(["compile", "specs", "-o", "out"]) == 0
    assert _files(tmp_path) == ["out/sdlc.json", "specs/sdlc.flow"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("on stuck", "on stukc", 2),
        ("on failed otherwise", "on failed when count(failed) < 5", 1),
    ],
    ids=["refused", "violated"],
)
def test_no_file_is_written_when_anything_is_wrong(
    spec: Path, tmp_path: Path, old: str, new: str, code: int
) -> None:
    (tmp_path / "specs/sound.flow").write_text(
        spec.read_text(encoding="utf-8").replace("workflow sdlc", "workflow sound"),
        encoding="utf-8",
    )
    text = spec.read_text(encoding="utf-8")
    assert old in text
    spec.write_text(text.replace(old, new), encoding="utf-8")
    assert main(["compile", "specs"]) == code
    assert _files(tmp_path) == ["specs/sdlc.flow", "specs/sound.flow"]


def test_specifications_are_for_verify_to_run(spec: Path) -> None:
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("count(failed) == 3", "count(failed) == 4"), encoding="utf-8")
    assert main(["compile", "specs/sdlc.flow"]) == 0
    assert main(["verify", "specs/sdlc.flow"]) == 1


def test_two_workflows_of_one_name_are_not_written_over_each_other(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(spec, spec.with_name("twin.flow"))
    assert main(["compile", "specs"]) == 2
    output = capsys.readouterr().out
    assert "error[ST9004]" in output
    assert "specs/sdlc.flow" in output
    assert "specs/twin.flow" in output
    assert _files(tmp_path) == ["specs/sdlc.flow", "specs/twin.flow"]


def test_a_folder_that_cannot_be_written_is_answered_with_a_code(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "specs/build").write_text("in the way\n")
    assert main(["compile", "specs/sdlc.flow"]) == 2
    assert "error[ST9003]" in capsys.readouterr().out
