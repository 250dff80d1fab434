"""Applying safe fixes to files."""

import os
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stateous.cli.fixes import apply_safe_fixes, edited, fixes_of, without_overlaps
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Severity
from stateous.grammar.source import Source, Span


def _read(path: Path) -> Source:
    return Source(str(path), path.read_bytes().decode("utf-8-sig"))


def _fault(source: Source, *edits: tuple[int, int, str], safe: bool = True) -> Diagnostic:
    places = tuple(Edit(source.span(start, end), text) for start, end, text in edits)
    fix = Fix("mend it", places, safe)
    return Diagnostic("ST9001", Severity.ERROR, "it is wrong", source.span(0, 0), fix=fix)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "a.flow"
    path.write_bytes(b"one two three\n")
    return path


def test_a_safe_fix_is_applied_and_an_unsafe_one_is_not(spec: Path) -> None:
    source = _read(spec)
    faults = [_fault(source, (0, 3, "1")), _fault(source, (4, 7, "2"), safe=False)]
    applied = apply_safe_fixes(faults)
    assert (applied.fixes, applied.files, applied.faults) == (1, frozenset({spec}), ())
    assert spec.read_text() == "1 two three\n"


def test_all_edits_of_a_fix_are_made_or_none(spec: Path) -> None:
    source = _read(spec)
    both = _fault(source, (0, 3, "1"), (8, 13, "3"))
    overlapping = _fault(source, (4, 7, "2"), (9, 10, "H"))
    assert apply_safe_fixes([overlapping, both]).fixes == 1
    assert spec.read_text() == "1 two 3\n"


def test_of_two_fixes_that_insert_at_one_place_one_waits(spec: Path) -> None:
    source = _read(spec)
    assert apply_safe_fixes([_fault(source, (0, 0, "a ")), _fault(source, (0, 0, "b "))]).fixes == 1
    assert spec.read_text() == "a one two three\n"


def test_the_same_fix_of_two_diagnostics_is_made_once(spec: Path) -> None:
    source = _read(spec)
    twice = [_fault(source, (4, 4, "and ")), _fault(source, (4, 4, "and "))]
    assert len(fixes_of(twice, safe=True)) == 1
    apply_safe_fixes(twice)
    assert spec.read_text() == "one and two three\n"


def test_the_byte_order_mark_the_line_ends_and_the_permissions_stay(spec: Path) -> None:
    spec.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    spec.chmod(0o640)
    apply_safe_fixes([_fault(_read(spec), (0, 3, "1\nnew"))])
    assert spec.read_bytes() == b"\xef\xbb\xbf1\r\nnew\r\ntwo\r\n"
    assert spec.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link_and_its_file_is_fixed(spec: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.flow"
    link.symlink_to(spec)
    apply_safe_fixes([_fault(_read(link), (0, 3, "1"))])
    assert link.is_symlink()
    assert spec.read_text() == "1 two three\n"


def test_a_file_that_changed_meanwhile_is_left_alone(spec: Path) -> None:
    source = _read(spec)
    spec.write_text("something else\n")
    applied = apply_safe_fixes([_fault(source, (0, 3, "1"))])
    assert applied.fixes == 0
    assert [fault.code for fault in applied.faults] == ["ST9003"]
    assert spec.read_text() == "something else\n"


def test_a_file_that_went_away_is_a_fault_and_no_traceback(spec: Path) -> None:
    source = _read(spec)
    os.unlink(spec)
    [fault] = apply_safe_fixes([_fault(source, (0, 3, "1"))]).faults
    assert fault.code == "ST9003"


def test_edits_do_not_depend_on_their_order() -> None:
    source = Source("a.flow", "abc")
    edits = [
        Edit(source.span(2, 3), "CC"),
        Edit(source.span(0, 1), ""),
        Edit(source.span(1, 1), "-"),
    ]
    assert edited("abc", edits) == edited("abc", edits[::-1]) == "-bCC"


def test_a_file_that_may_only_be_read_is_left_alone_whoever_asks(spec: Path) -> None:
    spec.chmod(0o444)
    [fault] = apply_safe_fixes([_fault(_read(spec), (0, 3, "1"))]).faults
    assert (fault.code, fault.message) == (
        "ST9007",
        f"`{spec}` could not be fixed: it may only be read",
    )
    assert spec.read_text() == "one two three\n"
    assert spec.stat().st_mode & 0o777 == 0o444


def test_a_link_to_a_file_that_may_only_be_read_gives_no_way_round(
    spec: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link.flow"
    link.symlink_to(spec)
    spec.chmod(0o444)
    [fault] = apply_safe_fixes([_fault(_read(link), (0, 3, "1"))]).faults
    assert fault.code == "ST9007"
    assert link.is_symlink()
    assert spec.read_text() == "one two three\n"


def test_what_is_no_regular_file_any_more_is_left_alone(spec: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.flow"
    link.symlink_to(spec)
    source = _read(link)
    spec.unlink()
    os.mkfifo(spec)
    [fault] = apply_safe_fixes([_fault(source, (0, 3, "1"))]).faults
    assert fault.code == "ST9003"
    assert spec.is_fifo()


def test_a_link_that_leads_in_a_circle_is_a_fault_and_no_traceback(spec: Path) -> None:
    source = _read(spec)
    spec.unlink()
    spec.symlink_to(spec)
    [fault] = apply_safe_fixes([_fault(source, (0, 3, "1"))]).faults
    assert fault.code == "ST9003"


def test_nothing_is_left_beside_a_file_that_could_not_be_replaced(
    spec: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    [fault] = apply_safe_fixes([_fault(_read(spec), (0, 3, "1"))]).faults
    assert fault.message == f"`{spec}` could not be fixed: No space left on device"
    assert spec.read_text() == "one two three\n"
    assert list(spec.parent.iterdir()) == [spec]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3)), min_size=1, max_size=8))
def test_fixes_that_are_applied_at_once_do_not_touch_each_other(
    places: list[tuple[int, int]],
) -> None:
    source = Source("a.flow", "abcdefghijklmnop")
    fixes = [Fix("x", (Edit(source.span(at, at + size), "-"),), True) for at, size in places]
    kept = [fix.edits[0].span for fix in without_overlaps(fixes)]
    assert kept
    assert all(one.end <= other.start for one, other in pairwise(kept))
    assert len({span.start for span in kept}) == len(kept)
    left = [fix.edits[0].span for fix in fixes if fix.edits[0].span not in kept]
    assert all(_touches(span, kept) for span in left)


def _touches(span: Span, others: list[Span]) -> bool:
    return any(
        span.start == other.start
        or max(span.start, other.start) < min(span.end, other.end)
        or other.start < span.start < other.end
        or span.start < other.start < span.end
        for other in others
    )


def test_thousands_of_fixes_are_applied_in_no_time(spec: Path) -> None:
    spec.write_text("x" * 200_000 + "\n")
    source = _read(spec)
    faults = [_fault(source, (at, at + 1, "yy")) for at in range(0, 200_000, 20)]
    started = process_time()
    assert apply_safe_fixes(faults).fixes == 10_000
    assert process_time() - started < 2.0
    assert spec.read_text() == ("yy" + "x" * 19) * 10_000 + "\n"
