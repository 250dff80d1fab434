"""`.flow` text made of parts of a YAML file, which knows where each part comes from."""

from bisect import bisect_right
from dataclasses import dataclass

from stateous.grammar.source import Span
from stateous.grammar.spelling import text as quoted
from stateous.grammar.yaml.nodes import Scalar
from stateous.grammar.yaml.scalars import ScalarPlace


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line that comes from a scalar.

    `text` is as long as the part of the scalar's text from `start` on that it comes from;
    where `whole` is set it stands for the scalar as a whole.
    """

    text: str
    place: ScalarPlace
    start: int = 0
    whole: bool = False

    def span(self, start: int, end: int) -> Span:
        """Return the place in the YAML file of a part of the text."""
        if self.whole:
            span = self.place.scalar.span
            return Span(span.source, span.start, span.end, "none")
        return self.place.span(self.start + start, self.start + end)


def literal(scalar: Scalar) -> Part:
    """Return a scalar as a text of `.flow` in quotes."""
    return Part(quoted(scalar.text), ScalarPlace(scalar), whole=True)


class FlowText:
    """Lines of `.flow`, with the place in the YAML file of each, and of its parts."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._lines: list[tuple[int, int, Span]] = []
        self._parts: list[tuple[int, int, Part]] = []
        self._part_starts: list[int] = []
        self._line_starts: list[int] = []

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self._pieces)

    def line(self, depth: int, place: Span, *pieces: str | Part) -> None:
        """Add a line that stands `depth` levels deep, and comes from `place`."""
        self._put("  " * depth)
        start = self._length
        for piece in pieces:
            if isinstance(piece, Part):
                end = self._length + len(piece.text)
                self._parts.append((self._length, end, piece))
                self._part_starts.append(self._length)
                self._put(piece.text)
            else:
                self._put(piece)
        self._lines.append((start, self._length, place))
        self._line_starts.append(start)
        self._put("\n")

    def _put(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)

    def place(self, start: int, end: int) -> Span:
        """Return the place in the YAML file of what stands between two offsets of the text."""
        line_start, line_end, line = self._line_at(start)
        if start == line_start and end >= line_end:
            return line
        parts = self._parts_between(start, end, line_start, line_end)
        if not parts:
            return self._beside(start, line_start, line)
        first, last = parts[0], parts[-1]
        begins, begin_end, part = first
        one = part.span(max(start, begins) - begins, min(end, begin_end) - begins)
        if first is last:
            glued = start < begins - 1 or end > begin_end + 1
            return Span(one.source, one.start, one.end, "none") if glued else one
        if start == line_start:
            return line
        begins, begin_end, part = last
        other = part.span(0, min(end, begin_end) - begins)
        return Span(one.source, min(one.start, other.start), max(one.end, other.end), "none")

    def _line_at(self, offset: int) -> tuple[int, int, Span]:
        return self._lines[max(bisect_right(self._line_starts, offset) - 1, 0)]

    def _parts_between(
        self, start: int, end: int, line_start: int, line_end: int
    ) -> list[tuple[int, int, Part]]:
        found: list[tuple[int, int, Part]] = []
        index = max(bisect_right(self._part_starts, start) - 1, 0)
        for at in range(index, len(self._parts)):
            part = self._parts[at]
            if part[0] > end or part[0] > line_end:
                break
            touches = part[0] < end and part[1] > start
            # An empty place belongs to the part that it stands in, or at the end of.
            empty = start == end and part[0] <= start <= part[1]
            if part[0] >= line_start and (touches or empty):
                found.append(part)
        return found

    def _beside(self, start: int, line_start: int, line: Span) -> Span:
        """Return the end of the part before an offset that stands in words of ours."""
        index = bisect_right(self._part_starts, start) - 1
        if index >= 0 and self._parts[index][0] >= line_start:
            begins, ends, part = self._parts[index]
            whole = part.span(0, ends - begins)
            return Span(whole.source, whole.end, whole.end, "none")
        return Span(line.source, line.start, line.end, "none")
