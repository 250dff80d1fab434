"""The excerpt of the format for people: where marks and labels stand."""

from time import process_time

import pytest

from stateous.grammar.diagnostic import Diagnostic, Label, Severity
from stateous.grammar.source import Source, Span
from stateous.render.display import width
from stateous.render.excerpt import excerpt
from stateous.render.style import plain


def _at(source: Source, text: str, occurrence: int = 0) -> Span:
    start = -1
    for _ in range(occurrence + 1):
        start = source.text.index(text, start + 1)
    return source.span(start, start + len(text))


def _excerpt(span: Span, *labels: tuple[Span, str]) -> str:
    listed = tuple(Label(place, text) for place, text in labels)
    diagnostic = Diagnostic("ST9001", Severity.ERROR, "it is wrong", span, listed)
    return "\n".join(line.rstrip() for line in excerpt(diagnostic, 2, plain)) + "\n"


def _block(text: str) -> str:
    """Return `text` without the margin that it has in this file."""
    return "".join(f"{line[8:]}\n" for line in text.rstrip().splitlines())


LINES = Source("a.flow", "".join(f"line {n}\n" for n in range(1, 31)))


def test_labels_on_one_line_hang_from_right_to_left() -> None:
    source = Source("a.flow", "on failed when a and b -> END\n")
    labelled = [(_at(source, "failed"), "event"), (_at(source, "END"), "target")]
    assert _excerpt(_at(source, "a and b"), (_at(source, "a and b"), "guard"), *labelled) == _block(
        """\
          --> a.flow:1:16
           |
         1 | on failed when a and b -> END
           |    ------      ^^^^^^^    --- target
           |    |           |
           |    |           guard
           |    event
           |
        """
    )


def test_labels_that_begin_at_one_column_stand_below_each_other() -> None:
    source = Source("a.flow", "on failed\n")
    whole, word = _at(source, "on failed"), _at(source, "on")
    assert _excerpt(whole, (whole, "the line"), (word, "the word")) == _block(
        """\
          --> a.flow:1:1
           |
         1 | on failed
           | ^^^^^^^^^
           | |
           | the word
           | the line
           |
        """
    )


def test_a_label_beside_its_underline_is_not_covered_by_a_longer_one() -> None:
    source = Source("a.flow", "on failed when x\n")
    whole, word = _at(source, "on failed when x"), _at(source, "failed")
    assert _excerpt(word, (whole, "the line"), (word, "the event")) == _block(
        """\
          --> a.flow:1:4
           |
         1 | on failed when x
           | ---^^^^^^-------
           | |  |
           | |  the event
           | the line
           |
        """
    )


def test_one_line_between_two_marked_ones_is_shown_and_more_are_cut_short() -> None:
    near = _excerpt(_at(LINES, "line 4"), (_at(LINES, "line 6"), "near"))
    far = _excerpt(_at(LINES, "line 4"), (_at(LINES, "line 7"), "far"))
    assert " 5 | line 5" in near
    assert "..." not in near
    assert "line 5" not in far
    assert "\n...\n" in far


def test_a_place_over_several_lines_is_marked_at_its_first_and_its_last() -> None:
    source = Source("a.flow", "when (\n    a\n    and b\n    and c\n  ) -> END\n")
    place = source.span(5, source.text.index(")") + 1)
    assert _excerpt(place, (place, "this guard")) == _block(
        """\
          --> a.flow:1:6
           |
         1 | when (
           |      ^
        ...
         5 |   ) -> END
           |   ^ this guard
           |
        """
    )


def test_an_empty_place_is_a_single_caret_also_at_the_end_of_the_text() -> None:
    source = Source("a.flow", "on x\n")
    assert " 1 | on x\n    |     ^\n".replace("    |", "   |") in _excerpt(source.span(4, 4))
    assert _excerpt(source.span(5, 5)).endswith(" 2 |\n   | ^\n   |\n")


def test_a_line_end_within_a_place_does_not_draw_in_the_next_line() -> None:
    source = Source("a.flow", "on x\non y\n")
    assert _excerpt(source.span(0, 5)) == _excerpt(source.span(0, 4))


def test_a_place_in_another_file_gets_its_own_part() -> None:
    other = Source("b.flow", "type T\n")
    shown = _excerpt(_at(LINES, "line 1"), (_at(other, "T"), "declared here"))
    assert "::: b.flow:1:6" in shown
    assert " 1 | type T\n   |      - declared here" in shown


def test_a_file_without_text_is_named_alone() -> None:
    assert _excerpt(Source("a.flow", "").span(0, 0)) == "  --> a.flow\n"


@pytest.mark.parametrize(
    ("line", "marked", "shown"),
    [
        ("\tx = 1", "x", "    ^"),
        ("日本 x", "x", "     ^"),
        ("日本 x", "本", "  ^^"),
        ("e\u0301 x", "x", "  ^"),
        ("\x1b[31m x", "x", "      ^"),
        ("a\u202eb x", "x", "           ^"),
    ],
    ids=["tab", "wide", "wide itself", "combining", "escape", "right to left"],
)
def test_a_caret_stands_below_what_it_marks(line: str, marked: str, shown: str) -> None:
    source = Source("a.flow", f"{line}\n")
    rows = _excerpt(_at(source, marked)).splitlines()
    assert rows[3] == f"   | {shown}"


def test_what_a_terminal_would_obey_is_never_printed() -> None:
    source = Source("a\x1b[2J.flow", "on \x1b]0;x\x07 \u202e \u2066 \u200b y \x9b\n")
    shown = _excerpt(source.line_span(1), (source.line_span(1), "bad \x1b[0m label"))
    assert shown.replace("\n", "").isprintable()
    assert "<U+202E>" in shown


@pytest.mark.parametrize("offset", [0, 300, 590])
def test_a_very_long_line_is_cut_around_the_mark(offset: int) -> None:
    source = Source("a.flow", ("x" * offset) + "MARK" + "x" * (600 - offset) + "\n")
    _, _, line, carets, _ = _excerpt(_at(source, "MARK")).splitlines()
    assert len(line) < 140
    assert line.index("MARK") == carets.index("^^^^")


def test_a_mark_longer_than_the_window_is_cut_with_its_line() -> None:
    source = Source("a.flow", "x" * 1000 + "\n")
    _, _, line, carets, _ = _excerpt(source.line_span(1)).splitlines()
    assert len(carets) <= len(line) < 140


@pytest.mark.parametrize("filler", ["x", "日", "e\u0301", "\t"])
def test_a_mark_deep_in_a_line_is_shown_whatever_the_line_is_made_of(filler: str) -> None:
    source = Source("a.flow", filler * 2000 + "MARK" + filler * 2000 + "\n")
    _, _, line, carets, _ = _excerpt(_at(source, "MARK")).splitlines()
    assert "\u2026" in line
    assert width(line[: line.index("MARK")]) == carets.index("^^^^")


def test_marks_far_apart_on_a_very_long_line_stand_within_its_window() -> None:
    source = Source("a.flow", "first" + "x" * 5000 + "last\n")
    shown = _excerpt(_at(source, "last"), (_at(source, "first"), "begins here"))
    assert max(map(len, shown.splitlines())) < 140
    assert "last" in shown
    assert "begins here" in shown


def test_what_a_diagnostic_costs_does_not_grow_with_its_line() -> None:
    source = Source("a.flow", "ab " * 60_000 + "\n")
    started = process_time()
    for start in range(0, 180_000, 60):
        _excerpt(source.span(start, start + 2), (source.span(start + 3, start + 5), "other"))
    assert process_time() - started < 3.0
