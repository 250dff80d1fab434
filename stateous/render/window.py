"""The part of a very long line that is shown: a window around its marks.

A line may have a million characters and a file as many marks, so that what one mark costs must
not grow with its line: a `Crop` of it is cut out first, and only that is laid out in columns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stateous.grammar.source import Source
from stateous.render.display import DisplayLine, cut, display
from stateous.render.marks import Mark

ELLIPSIS = "\u2026"
LIMIT = 120
_MARGIN = 20
_CROPPED = 4 * LIMIT
"""How many characters are laid out of a line: most take one column, and some take none."""


@dataclass(frozen=True, slots=True)
class Crop:
    """The characters of a line from `start` on that are laid out, and their columns."""

    start: int
    line: DisplayLine

    def columns(self, mark: Mark) -> Mark:
        """Return a mark that counts characters of the line as one that counts columns.

        A mark has at least one column: an empty place is shown by a single caret.
        """
        start = self.line.column(max(mark.start - self.start, 0))
        end = self.line.column(max(mark.end - self.start, 0))
        return replace(mark, start=start, end=max(end, start + 1))


def crop(source: Source, number: int, marks: Sequence[Mark]) -> Crop:
    """Lay out line `number` (from 1), or what of it can be shown for `marks` in characters."""
    start, end = source.line_bounds(number)
    size = end - start
    if size <= _CROPPED:
        return Crop(0, display(source.text[start:end]))
    first = max(min(_focus(marks) - _CROPPED // 2, size - _CROPPED), 0)
    return Crop(first, display(source.text[start + first : start + first + _CROPPED]))


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
    """Return where the shown part has to begin: at the first mark, or at the primary one."""
    first = min((mark.start for mark in marks), default=0)
    last = max((mark.end for mark in marks), default=0)
    if last - first <= LIMIT - 2 * _MARGIN:
        return first
    return next((mark.start for mark in marks if mark.primary), first)
