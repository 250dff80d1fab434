"""How many findings of a file are shown."""

import pytest

from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.source import Source
from stateous.render.formats import renderer
from stateous.render.limit import limited

A, B = Source("a.flow", "x" * 300), Source("b.flow", "x" * 300)


def _found(source: Source, at: int, severity: Severity = Severity.ERROR) -> Diagnostic:
    return Diagnostic("ST9001", severity, f"number {at}", source.span(at, at + 1))


def test_of_each_file_so_many_are_shown_and_the_rest_is_counted() -> None:
    found = [_found(source, at) for source in (A, B) for at in range(5)]
    shown = limited([*found, _found(A, 9)], 3)
    assert [(one.code, one.message) for one in shown] == [
        *(("ST9001", f"number {at}") for at in range(3)),
        *(("ST9001", f"number {at}") for at in range(3)),
        ("ST9008", "2 more findings are not shown for `b.flow`"),
        ("ST9008", "3 more findings are not shown for `a.flow`"),
    ]


def test_one_that_is_left_out_is_called_one() -> None:
    assert limited([_found(A, 1), _found(A, 2)], 1)[-1].message.startswith("1 more finding is ")


@pytest.mark.parametrize("most", [0, 5, 6])
def test_all_are_shown_where_they_are_no_more_or_all_are_wanted(most: int) -> None:
    found = tuple(_found(A, at) for at in range(5))
    assert limited(found, most) == found


def test_errors_are_shown_first_and_all_stay_in_order() -> None:
    warnings = [_found(A, at, Severity.WARNING) for at in range(3)]
    shown = limited([*warnings, _found(A, 4)], 2)
    assert [one.message for one in shown[:2]] == ["number 0", "number 4"]


def test_the_rest_is_one_line_of_the_format_for_searching() -> None:
    text = renderer("concise")(limited([_found(A, at) for at in range(300)], 200))
    assert len(text.splitlines()) == 201
    assert text.endswith("\na.flow: note[ST9008] 100 more findings are not shown for `a.flow`\n")
