"""The marks below a source line: underlines, and the labels that hang from them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stateous.render.row import Row
from stateous.render.style import Role


@dataclass(frozen=True, slots=True)
class Mark:
    """An underline from column `start` up to `end` (from 0), and its label.

    The primary place of a diagnostic is underlined by carets, every other by dashes.
    """

    start: int
    end: int
    role: Role
    primary: bool
    label: str = ""


def mark_rows(marks: Sequence[Mark]) -> list[Row]:
    """Return the rows below a line: the underlines first, then each hanging label.

    The label of the mark that reaches farthest right stands beside its underline when
    nothing is in its way. The others hang below, from right to left, so that no label
    crosses the bar of another.
    """
    underlines = Row()
    for mark in sorted(marks, key=lambda mark: mark.primary):
        symbol = "^" if mark.primary else "-"
        underlines.put(mark.start, symbol * (mark.end - mark.start), mark.role)
    labelled = sorted((mark for mark in marks if mark.label), key=lambda mark: mark.start)
    beside = _beside(marks, labelled)
    if beside is not None:
        underlines.put(beside.end + 1, beside.label, beside.role)
    return [underlines, *_hanging([mark for mark in labelled if mark is not beside])]


def _beside(marks: Sequence[Mark], labelled: Sequence[Mark]) -> Mark | None:
    """Return the mark whose label can stand on the row of the underlines."""
    farthest = max(mark.end for mark in marks)
    free = [mark for mark in labelled if mark.end == farthest and mark is labelled[-1]]
    return free[0] if free else None


def _hanging(marks: Sequence[Mark]) -> list[Row]:
    """Return a row of bars, then a row for each label from right to left."""
    if not marks:
        return []
    rows = [_bars(marks)]
    for index in range(len(marks) - 1, -1, -1):
        mark = marks[index]
        row = _bars(other for other in marks[:index] if other.start < mark.start)
        row.put(mark.start, mark.label, mark.role)
        rows.append(row)
    return rows


def _bars(marks: Iterable[Mark]) -> Row:
    """Return a row with a bar below the first column of each mark."""
    row = Row()
    for mark in marks:
        row.put(mark.start, "|", mark.role)
    return row
