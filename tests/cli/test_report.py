"""What a command prints in each format: documents that stand alone, and how much is shown."""

import json
import os
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from stateous.cli.main import main
from stateous.cli.report import Presentation

SDLC = Path(__file__).parents[2] / "specs" / "sdlc.flow"
DOCUMENTS = ("json", "gitlab", "junit", "sarif")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: two sound specs, a broken one, and one that cannot be read."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.flow", "b.flow"):
        shutil.copy(SDLC, tmp_path / name)
    (tmp_path / "broken.flow").write_text("workflow\n" * 3)
    (tmp_path / "gone.flow").symlink_to("nowhere")
    return tmp_path


def _found(name: str, text: str) -> set[str]:
    """Return the files of which something is said; the text has to be one document."""
    if name == "junit":
        root = ElementTree.fromstring(text)
        cases = [case for case in root.iter("testcase") if len(case)]
        return {case.attrib["classname"] for case in cases}
    loaded = json.loads(text)
    if name == "json":
        return {found["filename"] for found in loaded}
    if name == "gitlab":
        return {found["location"]["path"] for found in loaded}
    places = [result["locations"][0] for result in loaded["runs"][0]["results"]]
    return {place["physicalLocation"]["artifactLocation"]["uri"] for place in places}


@pytest.mark.parametrize("command", ["verify", "compile"])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_stands_alone_on_the_standard_output(
    name: str, command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--format", name, "a.flow"]) == 0
    printed = capsys.readouterr()
    assert _found(name, printed.out) == set()
    assert printed.err.splitlines()[-1].endswith(" s")
    assert main([command, "--format", name, "."]) == 2
    assert _found(name, capsys.readouterr().out) == {"broken.flow", "gone.flow"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_printed_also_where_no_file_can_be_read(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "empty").mkdir()
    assert main(["verify", "--format", name, "none.flow", "gone.flow", "empty"]) == 2
    assert _found(name, capsys.readouterr().out) == {"none.flow", "gone.flow", "empty"}


@pytest.mark.parametrize("name", ["gitlab", "junit", "sarif", "github"])
def test_no_path_of_this_machine_is_printed_where_a_relative_one_will_do(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--format", name, str(folder / "broken.flow")]) == 2
    output = capsys.readouterr().out
    assert "broken.flow" in output
    assert str(folder) not in output


def test_a_current_folder_that_was_removed_is_no_fault(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def removed() -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "getcwd", removed)
    assert main(["verify", "--format", "gitlab", str(folder / "broken.flow")]) == 2
    assert _found("gitlab", capsys.readouterr().out) == {str(folder / "broken.flow")}


def test_of_a_file_with_many_findings_a_few_are_shown_and_all_are_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "many.flow").write_text("workflow\n" * 300)
    call = ["verify", "--format", "concise", "many.flow"]

    def shown(*options: str) -> list[str]:
        assert main([*call, *options]) == 2
        return capsys.readouterr().out.splitlines()

    whole = shown("--max-findings", "0")
    assert "301" in whole[-2] or "300" in whole[-2]
    many = len(whole) - 2
    assert many >= 300
    for options, number in (((), 200), (("--max-findings", "3"), 3)):
        lines = shown(*options)
        assert len(lines) == number + 3
        assert lines[number].startswith(f"many.flow: note[ST9008] {many - number} more findings")
        assert lines[-2] == whole[-2]


@pytest.mark.parametrize(("name", "most"), [("full", 200), ("concise", 200), ("json", 10_000)])
def test_programs_are_told_more_than_people(name: str, most: int) -> None:
    assert Presentation(name).most == most
    assert Presentation(name, max_findings=7).most == 7


def test_a_number_below_zero_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--max-findings", "-1", "a.flow"]) == 2
    assert "--max-findings" in capsys.readouterr().err


def test_a_line_that_is_too_long_is_not_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "long.flow").write_text("x" * 3_000_000)
    for name in ("full", "json"):
        assert main(["verify", "--format", name, "long.flow"]) == 2
        output = capsys.readouterr().out
        assert "ST8007" in output
        assert "xxx" not in output
