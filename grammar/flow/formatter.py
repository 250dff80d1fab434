"""The one style of a `.flow` file: the lines as they are printed, with the author's comments.

Each comment is kept once, as it was written: above its line or beside it. One that stands
inside brackets, where lines may be broken anew, goes above. Of the author's blank lines at
most one is kept between two lines.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stateous.grammar.flow.layout import Line, lay_out
from stateous.grammar.flow.words import FlowShape
from stateous.grammar.parsed import Parsed
from stateous.grammar.printer.files import file_lines
from stateous.grammar.printer.lines import INDENT, PrintedLine
from stateous.grammar.source import Source, Span

_BESIDE = "  "
"""What stands between a line and the comment beside it."""


def format_flow(parsed: Parsed) -> str | None:
    """Return the file in the one style: an equal tree, and every comment.

    None when the file has an error, since what could not be read cannot be printed. Line
    ends are `\\n`.
    """
    if any(diagnostic.is_error for diagnostic in parsed.diagnostics):
        return None
    layout = lay_out(parsed.source, FlowShape())
    writer = _Writer(parsed.source)
    for line, remarks in _remarked(file_lines(parsed.tree), parsed.source, layout.lines):
        writer.line(line, remarks)
    writer.end(layout.comments)
    return writer.text


@dataclass(slots=True)
class _Remarks:
    """What an author wrote about one line. `indent` is the line's column, `row` its first row."""

    indent: int
    row: int
    above: list[Span] = field(default_factory=list)
    inside: list[Span] = field(default_factory=list)
    beside: list[Span] = field(default_factory=list)


def _remarked(
    printed: Sequence[PrintedLine], source: Source, lines: Sequence[Line]
) -> Iterator[tuple[PrintedLine, _Remarks]]:
    """Yield each printed line with the comments of the line of the source that it comes from.

    Raises RuntimeError when they are not the same lines: rather none is written than one lost.
    """
    written = list(_all(lines))
    starts = [line.start for line in written]
    found_at = [bisect_right(starts, line.span.start) for line in printed]
    if found_at != list(range(1, len(written) + 1)):
        raise RuntimeError("the printed lines are not those of the source")
    for line, found in zip(printed, written, strict=True):
        yield line, _remarks(source, found)


def _all(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield lines, each with those below it, in the order of the source."""
    for line in lines:
        yield line
        yield from _all(line.children)


def _remarks(source: Source, line: Line) -> _Remarks:
    """Return the comments of a line by where they go."""
    remarks = _Remarks(line.indent, line.number)
    for comment in line.comments:
        if comment.start < line.start:
            remarks.above.append(comment)
        elif comment.start >= line.end and "\n" not in source.text[line.end : comment.start]:
            remarks.beside.append(comment)
        else:
            remarks.inside.append(comment)
    return remarks


@dataclass(slots=True)
class _Written:
    """A line as it stands in the file, with the comment beside it, or "" where there is none."""

    text: str
    blank: bool
    beside: str = ""

    @property
    def end(self) -> int:
        """The column behind the last row."""
        return len(self.text) - self.text.rfind("\n") - 1

    @property
    def opens_a_run(self) -> bool:
        """Tell whether its comment is not directly below that of the line before."""
        return self.blank or not self.beside or "\n" in self.text


def _aligned(lines: Sequence[_Written]) -> Iterator[str]:
    """Yield the lines; comments beside lines that follow each other stand in one column."""
    runs: list[list[_Written]] = []
    for line in lines:
        if not runs or line.opens_a_run or not runs[-1][-1].beside:
            runs.append([])
        runs[-1].append(line)
    for run in runs:
        column = max(line.end for line in run)
        for line in run:
            space = " " * (column - line.end) + _BESIDE
            yield "\n" if line.blank else ""
            yield line.text + (f"{space}{line.beside}" if line.beside else "") + "\n"


class _Writer:
    """Writes lines and comments one below the other."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._written: list[_Written] = []
        self._depth = 0
        # The open lines, each below the one before: their columns in the source.
        self._columns: list[int] = []

    @property
    def text(self) -> str:
        """What was written so far."""
        return "".join(_aligned(self._written))

    def line(self, line: PrintedLine, remarks: _Remarks) -> None:
        """Write a line with its comments."""
        above = self._comments_of_the_block_before(remarks.above, remarks.indent, line.depth)
        blank = line.blank
        for comment in above:
            self._comment(comment, line.depth, blank=blank)
            blank = False
        blank |= self._follows_blank(remarks.row)
        for comment in remarks.inside:
            self._write(line.depth, _text(comment), blank=blank)
            blank = False
        self._write(line.depth, line.rows.lstrip(" "), blank=blank)
        self._written[-1].beside = _BESIDE.join(map(_text, remarks.beside))
        del self._columns[line.depth :]
        self._columns.append(remarks.indent)

    def end(self, comments: Sequence[Span]) -> None:
        """Write the comments below the last line."""
        for comment in self._comments_of_the_block_before(comments, 0, 0):
            self._comment(comment, 0)

    def _comments_of_the_block_before(
        self, comments: Sequence[Span], indent: int, depth: int
    ) -> list[Span]:
        """Write the comments that end the block before a line; return those that are its own.

        Those of the block before are the first ones, as far as they stand deeper than the line.
        """
        left = list(comments)
        while left and self._columns and (column := self._column(left[0])) > indent:
            own = self._depth_at(column)
            if own <= depth:
                break
            self._comment(left.pop(0), own)
        return left

    def _depth_at(self, column: int) -> int:
        """Return how deep a comment at a column stands, as the lines before it do."""
        depth = bisect_right(self._columns, column) - 1
        below_last = depth == len(self._columns) - 1 and column > self._columns[-1]
        return depth + 1 if below_last else max(depth, 0)

    def _column(self, comment: Span) -> int:
        return comment.first.column - 1

    def _comment(self, comment: Span, depth: int, *, blank: bool = False) -> None:
        blank |= self._follows_blank(comment.first.line)
        self._write(depth, _text(comment), blank=blank)

    def _follows_blank(self, row: int) -> bool:
        """Tell whether the author left the row above blank."""
        return row > 1 and not self._source.line_text(row - 1).strip()

    def _write(self, depth: int, text: str, *, blank: bool) -> None:
        """Write a line; no blank line opens a file or a block."""
        is_apart = blank and bool(self._written) and depth <= self._depth
        self._written.append(_Written(f"{INDENT * depth}{text}", is_apart))
        self._depth = depth


def _text(comment: Span) -> str:
    return comment.text.rstrip()
