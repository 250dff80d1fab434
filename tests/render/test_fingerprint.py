"""What tells findings apart, and stays when lines move."""

from pathlib import PurePath

from hypothesis import given
from hypothesis import strategies as st

from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.source import Source
from stateous.render.fingerprint import fingerprints


def _found(source: Source, text: str, code: str = "ST9001") -> Diagnostic:
    start = source.text.index(text)
    return Diagnostic(code, Severity.ERROR, "x", source.span(start, start + len(text)))


def _one(text: str, marked: str = "failed", name: str = "a.flow", code: str = "ST9001") -> str:
    [fingerprint] = fingerprints([_found(Source(name, text), marked, code)], None)
    return fingerprint


HERE = "on failed -> END\n"


def test_it_stays_when_lines_move_and_when_a_line_is_indented() -> None:
    assert _one(HERE) == _one("# new\n\n" + HERE) == _one("state x\n    " + HERE)


def test_it_changes_with_the_code_the_file_the_marked_text_and_its_line() -> None:
    others = [
        _one(HERE, code="ST9002"),
        _one(HERE, name="b.flow"),
        _one(HERE, marked="END"),
        _one("on failed -> FAIL\n"),
    ]
    assert len({_one(HERE), *others}) == 5


def test_equal_lines_are_told_apart_by_their_order() -> None:
    source = Source("a.flow", HERE + HERE)
    places = [source.span(3, 9), source.span(3 + len(HERE), 9 + len(HERE))]
    found = [Diagnostic("ST9001", Severity.ERROR, "x", place) for place in places]
    first, second = fingerprints(found, None)
    assert first == _one(HERE)
    assert first != second


def test_it_is_the_same_from_whichever_folder_the_path_was_given() -> None:
    source = Source("/project/a.flow", HERE)
    assert fingerprints([_found(source, "failed")], PurePath("/project")) == [_one(HERE)]


@given(st.text(max_size=20), st.integers(0, 20), st.integers(0, 20))
def test_any_place_in_any_text_has_one(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    found = Diagnostic("ST9001", Severity.ERROR, "x", Source("a", text).span(start, end))
    assert len(set(fingerprints([found] * 3, None))) == 3
