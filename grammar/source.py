"""Source text and places in it.

Offsets count Unicode code points from 0. Lines and columns, which only people
see, count from 1 and are worked out late.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

_LINE_END = re.compile("\n")


@dataclass(frozen=True)
class Source:
    """One file that an author wrote: its name as the author gave it, and its text.

    `text` is the file's content, decoded, without a byte order mark, line ends as they
    stand in the file. Offsets of spans refer to it.
    """

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of the first character of each line."""
        return (0, *(found.end() for found in _LINE_END.finditer(self.text)))

    @cached_property
    def line_end(self) -> str:
        """How most of its lines end: what is put into the text has to end its lines so, too."""
        return "\r\n" if self.text.count("\r\n") * 2 > self.text.count("\n") else "\n"

    @property
    def line_count(self) -> int:
        """How many lines the text has; a last line end opens no further line."""
        return len(self.line_starts) - (self.text.endswith("\n") and len(self.text) > 0)

    def position(self, offset: int) -> "Position":
        """Return the line and column of `offset`, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def line_bounds(self, line: int) -> tuple[int, int]:
        """Return the offsets at which line `line` (from 1) begins and ends, without its line end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return start, end

    def line_text(self, line: int) -> str:
        """Return the text of line `line` (from 1) without its line end."""
        start, end = self.line_bounds(line)
        return self.text[start:end]

    def span(self, start: int, end: int) -> "Span":
        """Return the place from offset `start` up to, not including, `end`."""
        return Span(self, start, end)

    def line_span(self, line: int) -> "Span":
        """Return the place of line `line` (from 1) without its indentation."""
        text = self.line_text(line)
        start = self.line_starts[line - 1]
        return Span(self, start + len(text) - len(text.lstrip(" ")), start + len(text))


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A line and a column, both from 1; columns count code points."""

    line: int
    column: int


Edits = Literal["any", "plain", "none"]
"""What an edit may put in a place: `any` text; `plain` text alone, which needs no escape
inside a text of another language; or nothing at all (`none`), because what the place stands
for is not written there word for word."""

_EDITS: tuple[Edits, ...] = ("any", "plain", "none")


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a source: offsets `start` up to, not including, `end`."""

    source: Source = field(repr=False)
    start: int
    end: int
    edits: Edits = field(default="any", compare=False, repr=False)

    @property
    def text(self) -> str:
        """The text that stands there."""
        return self.source.text[self.start : self.end]

    @property
    def first(self) -> Position:
        """Where it begins."""
        return self.source.position(self.start)

    @property
    def last(self) -> Position:
        """Where it ends: the position just behind its last character."""
        return self.source.position(self.end)

    def to(self, other: "Span") -> "Span":
        """Return the place from the start of this one to the end of `other`."""
        edits = self.edits if _EDITS.index(self.edits) > _EDITS.index(other.edits) else other.edits
        return Span(self.source, self.start, max(self.end, other.end), edits)

    @property
    def at_end(self) -> "Span":
        """The empty place just behind it."""
        return Span(self.source, self.end, self.end, self.edits)

    def takes(self, text: str) -> bool:
        """Tell whether an edit may put `text` there."""
        escaped = any(character in text for character in "\"'\\\r\n")
        return self.edits == "any" or (self.edits == "plain" and not escaped)
