"""A fix, shown as a small diff."""

from stateous.grammar.diagnostic import Edit, Fix
from stateous.grammar.source import Source
from stateous.render.fix_diff import diff_lines
from stateous.render.style import plain

SPEC = Source("a.flow", "one\ntwo\nthree\nfour\nfive\n")


def _edit(old: str, new: str) -> Edit:
    start = SPEC.text.index(old)
    return Edit(SPEC.span(start, start + len(old)), new)


def _diff(*edits: Edit) -> list[str]:
    return diff_lines(Fix("mend it", edits), 1, plain)


def test_the_line_before_and_after() -> None:
    assert _diff(_edit("two", "2")) == ["2 - two", "2 + 2"]


def test_edits_of_one_line_are_one_change() -> None:
    assert _diff(_edit("e\n", "E\n"), _edit("on", "ON")) == ["1 - one", "1 + ONE"]


def test_edits_far_apart_are_two_changes() -> None:
    assert _diff(_edit("five", "5"), _edit("one", "1")) == [
        "1 - one",
        "1 + 1",
        "5 - five",
        "5 + 5",
    ]


def test_an_inserted_line_is_shown_alone() -> None:
    after = _edit("two", "").span.at_end
    assert _diff(Edit(after, "\n  new")) == ["3 +   new"]


def test_a_removed_line_is_shown_alone() -> None:
    assert _diff(_edit("two\n", "")) == ["2 - two"]


def test_a_line_added_at_the_end_of_the_text() -> None:
    end = SPEC.span(len(SPEC.text), len(SPEC.text))
    assert _diff(Edit(end, "six\n")) == ["6 + six"]


def test_a_long_change_is_cut_short() -> None:
    lines = _diff(_edit("two", "\n".join(f"new {n}" for n in range(50))))
    assert len(lines) == 14
    assert lines[-1] == "..."


def test_a_very_long_line_is_shown_around_its_edit() -> None:
    source = Source("a.flow", "x" * 5000 + "old" + "y" * 5000 + "\n")
    fix = Fix("mend it", (Edit(source.span(5000, 5003), "new"),))
    before, after = diff_lines(fix, 1, plain)
    assert before.startswith("1 - \u2026" + "x" * 20 + "oldy")
    assert after.startswith("1 + \u2026" + "x" * 20 + "newy")
    assert max(len(before), len(after)) < 140


def test_edits_far_apart_on_a_very_long_line_are_two_changes() -> None:
    source = Source("a.flow", "one" + "x" * 5000 + "two\n")
    edits = (Edit(source.span(5003, 5006), "2"), Edit(source.span(0, 3), "1"))
    lines = diff_lines(Fix("mend it", edits), 1, plain)
    assert [line[:6] for line in lines] == ["1 - on", "1 + 1x", "1 - \u2026x", "1 + \u2026x"]
    assert lines[3].endswith("x2")
