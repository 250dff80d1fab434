"""A file that cannot be read is a diagnostic with a code, whatever is wrong with it."""

import os
from pathlib import Path

import pytest

from stateous.grammar import reader
from stateous.grammar.parsed import Parsed
from stateous.grammar.reader import read
from tests.python_spec import PRELUDE, only

FLOW = "workflow parcel\n  START -> END\n"


def _refused(parsed: Parsed, code: str) -> str | None:
    """Return the help of the one diagnostic, which must have this code."""
    diagnostic = only(parsed)
    assert diagnostic.code == code
    assert parsed.tree.workflows == ()
    return diagnostic.help


def test_the_notation_is_told_by_the_end_of_the_name(tmp_path: Path) -> None:
    (tmp_path / "parcel.flow").write_text(FLOW, encoding="utf-8")
    (tmp_path / "flow.py").write_text(PRELUDE, encoding="utf-8")
    for name in ("parcel.flow", "flow.py"):
        parsed = read(tmp_path / name)
        assert [found.name.text for found in parsed.tree.workflows] == ["parcel"]
        assert parsed.source.name == str(tmp_path / name)


def test_diagnostics_use_the_name_that_was_given(tmp_path: Path) -> None:
    parsed = read(tmp_path / "none.flow", "none.flow")
    assert only(parsed).message == "there is no file `none.flow`"
    assert parsed.source.name == "none.flow"


def test_a_missing_file_is_answered_with_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "parcel.flow").write_text(FLOW, encoding="utf-8")
    assert _refused(read(tmp_path / "parsel.flow"), "ST8001") == "did you mean `parcel.flow`?"
    assert _refused(read(tmp_path / "x.flow"), "ST8001") is None
    assert _refused(read(tmp_path / "none" / "x.flow"), "ST8001") is None
    assert _refused(read(tmp_path / "parcel.flow" / "x.flow"), "ST8001") is None


def test_a_folder_is_no_spec(tmp_path: Path) -> None:
    (tmp_path / "a.flow").mkdir()
    _refused(read(tmp_path / "a.flow"), "ST8002")


def test_what_is_no_regular_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.flow")
    _refused(read(tmp_path / "pipe.flow"), "ST8002")


def test_a_file_that_the_system_keeps_back_is_a_diagnostic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep_back(_: Path, mode: str) -> bytes:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "parcel.flow").write_text(FLOW, encoding="utf-8")
    monkeypatch.setattr(Path, "open", keep_back)
    parsed = read(tmp_path / "parcel.flow", "parcel.flow")
    _refused(parsed, "ST8003")
    assert only(parsed).message == "`parcel.flow` cannot be read: Permission denied"


def test_a_path_with_a_null_character_is_a_diagnostic() -> None:
    _refused(read(Path("par\0cel.flow")), "ST8003")


def test_a_link_to_itself_is_a_diagnostic(tmp_path: Path) -> None:
    (tmp_path / "a.flow").symlink_to(tmp_path / "a.flow")
    _refused(read(tmp_path / "a.flow"), "ST8003")


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "LARGEST", len(FLOW) - 1)
    (tmp_path / "parcel.flow").write_text(FLOW, encoding="utf-8")
    _refused(read(tmp_path / "parcel.flow"), "ST8004")
    monkeypatch.setattr(reader, "LARGEST", len(FLOW))
    assert read(tmp_path / "parcel.flow").tree.workflows


@pytest.mark.parametrize("name", ["parcel.flow", "flow.py"])
def test_a_line_that_is_too_long_is_refused_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(reader, "LONGEST_LINE", 20)
    (tmp_path / name).write_text("# x\n# " + "ä" * 19 + "\n", encoding="utf-8")
    parsed = read(tmp_path / name, name)
    _refused(parsed, "ST8007")
    assert only(parsed).message == f"line 2 of `{name}` is longer than 20 characters"
    assert parsed.source.text == ""


def test_the_length_of_a_line_is_counted_in_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "LONGEST_LINE", 20)
    (tmp_path / "parcel.flow").write_text("# " + "ä" * 18 + "\n" + FLOW, encoding="utf-8")
    assert read(tmp_path / "parcel.flow").tree.workflows


@pytest.mark.parametrize("name", ["parcel.flow", "flow.py"])
def test_a_byte_that_is_no_utf_8_is_told_with_its_place(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes("# ä\n# x".encode() + b"\xff\n")
    diagnostic = only(read(tmp_path / name, name))
    assert diagnostic.code == "ST8005"
    assert diagnostic.message == f"`{name}` is not in UTF-8: byte 0xff at offset 8"
    assert (diagnostic.span.first.line, diagnostic.span.first.column) == (2, 4)


def test_a_python_file_in_an_unknown_encoding_is_a_diagnostic(tmp_path: Path) -> None:
    (tmp_path / "flow.py").write_bytes(b"# coding: klingon\n")
    parsed = read(tmp_path / "flow.py", "flow.py")
    _refused(parsed, "ST8005")
    assert "klingon" in only(parsed).message


def test_a_byte_order_mark_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "parcel.flow").write_bytes(FLOW.encode("utf-8-sig"))
    assert read(tmp_path / "parcel.flow").source.text == FLOW


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("parcel.flo", "did you mean `parcel.flow`?"),
        ("parcel.FLOW", "did you mean `parcel.flow`?"),
        ("parcel.pyy", "did you mean `parcel.py`?"),
        ("parcel.json", "name it `.flow`, `.flow.yaml` or `.py`"),
        ("parcel", "name it `.flow`, `.flow.yaml` or `.py`"),
    ],
)
def test_a_file_in_no_known_notation_is_not_read(tmp_path: Path, name: str, help: str) -> None:
    (tmp_path / name).write_text("raise SystemExit\n", encoding="utf-8")
    assert _refused(read(tmp_path / name, name), "ST8006") == help
