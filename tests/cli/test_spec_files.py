"""Which files the command reads."""

import os
from pathlib import Path

import pytest

from stateous.cli.spec_files import find_specs


def _touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def _found(folder: Path, *names: str) -> list[str]:
    specs = find_specs([folder / name for name in names])
    assert not specs.diagnostics
    return [path.relative_to(folder).as_posix() for path in specs.files]


def test_a_folder_yields_flow_files_and_python_files_of_one_name(tmp_path: Path) -> None:
    _touch(tmp_path, "b.flow", "a.flow", "flow.py", "other.py", "deep/er/c.flow", "deep/flow.py")
    assert _found(tmp_path, ".") == [
        "a.flow",
        "b.flow",
        "flow.py",
        "deep/flow.py",
        "deep/er/c.flow",
    ]


def test_folders_that_hold_no_specs_of_ones_own_are_passed_over(tmp_path: Path) -> None:
    _touch(tmp_path, "a.flow", ".git/b.flow", "node_modules/c.flow", "env/pyvenv.cfg", "env/d.flow")
    assert _found(tmp_path, ".") == ["a.flow"]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    _touch(tmp_path, "in/a.flow", "out/b.flow")
    (tmp_path / "in" / "loop").symlink_to(tmp_path / "in")
    (tmp_path / "in" / "away").symlink_to(tmp_path / "out")
    assert _found(tmp_path, "in") == ["in/a.flow"]


def test_a_file_is_taken_once_however_often_it_is_named(tmp_path: Path) -> None:
    _touch(tmp_path, "x/a.flow", "x/b.flow")
    assert _found(tmp_path, "x/b.flow", "x", "x/../x/a.flow") == ["x/b.flow", "x/a.flow"]


def test_a_file_that_is_named_is_taken_whatever_its_name(tmp_path: Path) -> None:
    _touch(tmp_path, "notes.txt")
    assert _found(tmp_path, "notes.txt") == ["notes.txt"]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    [fault] = find_specs([tmp_path]).diagnostics
    assert fault.code == "ST9002"
    assert fault.message == f"no specs found in `{tmp_path}`"


def test_a_mistyped_path_is_answered_with_its_neighbour(tmp_path: Path) -> None:
    _touch(tmp_path, "sdlc.flow")
    [fault] = find_specs([tmp_path / "sldc.flow"]).diagnostics
    assert fault.code == "ST9001"
    assert fault.message == f"`{tmp_path / 'sldc.flow'}` does not exist"
    assert fault.help == f"did you mean `{tmp_path / 'sdlc.flow'}`?"


def test_what_is_right_is_found_beside_what_is_wrong(tmp_path: Path) -> None:
    _touch(tmp_path, "a.flow")
    specs = find_specs([tmp_path / "none", tmp_path / "a.flow"])
    assert specs.files == (tmp_path / "a.flow",)
    assert [fault.code for fault in specs.diagnostics] == ["ST9001"]


@pytest.mark.parametrize("name", ["x" * 5000, "nul\0nul", "a.flow/b"], ids=["long", "nul", "below"])
def test_a_path_that_cannot_be_is_refused(tmp_path: Path, name: str) -> None:
    _touch(tmp_path, "a.flow")
    [fault] = find_specs([tmp_path / name]).diagnostics
    assert fault.code == "ST9001"


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.flow")
    _touch(tmp_path, "a.flow")
    [fault] = find_specs([tmp_path / "pipe.flow"]).diagnostics
    assert fault.message == f"`{tmp_path / 'pipe.flow'}` is neither a file nor a folder"
    assert find_specs([tmp_path]).diagnostics == (fault,)
    assert find_specs([tmp_path]).files == (tmp_path / "a.flow",)


@pytest.mark.parametrize("name", ["b.flow", "flow.py"])
def test_a_spec_that_leads_nowhere_is_refused_and_not_passed_over(
    tmp_path: Path, name: str
) -> None:
    _touch(tmp_path, "a.flow")
    (tmp_path / name).symlink_to("gone")
    specs = find_specs([tmp_path])
    assert specs.files == (tmp_path / "a.flow",)
    [fault] = specs.diagnostics
    assert (fault.code, fault.help) == ("ST9001", None)
    assert fault.message == f"`{tmp_path / name}` is a link that leads nowhere"
    assert find_specs([tmp_path / name]).diagnostics == (fault,)


def test_a_spec_that_may_not_be_looked_at_is_refused_and_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _touch(tmp_path, "in/a.flow")
    look = os.stat

    def refuse(path: object, **options: bool) -> os.stat_result:
        if str(path).endswith("a.flow"):
            raise PermissionError(13, "Permission denied", str(path))
        return look(str(path), **options)

    monkeypatch.setattr("os.stat", refuse)
    [fault] = find_specs([tmp_path / "in"]).diagnostics
    assert fault.code == "ST9001"
    assert fault.message == f"`{tmp_path / 'in/a.flow'}` cannot be read: Permission denied"


def test_a_folder_that_may_not_be_read_is_answered_with_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _touch(tmp_path, "in/a.flow")

    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("os.scandir", refuse)
    [fault] = find_specs([tmp_path / "in"]).diagnostics
    assert fault.message == f"`{tmp_path / 'in'}` cannot be read: Permission denied"


def test_a_file_beside_a_current_folder_that_was_removed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _touch(tmp_path, "a.flow")

    def refuse() -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.getcwd", refuse)
    assert find_specs([Path("a.flow")]).files == (Path("a.flow"),)
