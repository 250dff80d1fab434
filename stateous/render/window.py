"""The part of a very long line that is shown: a window around its marks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stateous.render.display import DisplayLine, cut
from stateous.render.marks import Mark

ELLIPSIS = "\u2026"
LIMIT = 120
_MARGIN = 20


@dataclass(frozen=True, slots=True)
class Window:
    """The columns that are shown of a line: from `start` up to `end`."""

    start: int
    end: int

    @property
    def shift(self) -> int:
        """How many columns to the left everything stands; one is kept for the ellipsis."""
        return self.start - len(ELLIPSIS) if self.start else 0

    def text(self, line: DisplayLine) -> str:
        """Return the shown part of `line`, with an ellipsis at each end that is cut."""
        before = ELLIPSIS if self.start else ""
        after = ELLIPSIS if self.end < line.end else ""
        return before + cut(line.text, self.start, self.end) + after

    def clip(self, mark: Mark) -> Mark:
        """Return `mark` as it stands in the window; one outside stands at the nearer end."""
        start = min(max(mark.start, self.start), self.end - 1)
        end = max(min(mark.end, self.end), start + 1)
        return replace(mark, start=start - self.shift, end=end - self.shift)


def window(line: DisplayLine, marks: Sequence[Mark]) -> Window:
    """Choose what is shown of `line`: all of it, or the part around `marks`."""
    end = max([line.end, *(mark.end for mark in marks)])
    if end <= LIMIT:
        return Window(0, end)
    start = min(_focus(marks) - _MARGIN, end - LIMIT)
    return Window(start, start + LIMIT) if start > len(ELLIPSIS) else Window(0, LIMIT)


def _focus(marks: Sequence[Mark]) -> int:
    """Return the column that the window has to show: the first mark's, or the primary's."""
    first = min((mark.start for mark in marks), default=0)
    last = max((mark.end for mark in marks), default=0)
    if last - first <= LIMIT - 2 * _MARGIN:
        return first
    return next((mark.start for mark in marks if mark.primary), first)
