"""The offside rule: text in, a tree of lines out.

A line owns what is indented below it. Inside brackets line ends do not count, which is
the only way to continue a line.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow import layout_messages as say
from stateous.grammar.flow.characters import Item, items_of
from stateous.grammar.flow.columns import Columns, Shape
from stateous.grammar.flow.syntax_messages import nests_too_deep
from stateous.grammar.source import Source, Span

MOST_BRACKETS = 500
"""How many brackets may be open at once. An expression may nest less deep than that."""

MOST_ERRORS = 1_000
"""After how many errors of one kind, in the layout or in the lines, reading is given up."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line with all its continuations, and the lines that are indented below it.

    `start` and `end` are offsets in the source: of the first character, and just behind
    the last that is neither space nor comment. `indent` is its column as
    written, from 0. `comments` are those above it, beside it and inside its brackets.
    `moved` tells that it is read elsewhere than its column says, `broken` that its
    characters or brackets are wrong; both have been reported.
    """

    number: int
    indent: int
    start: int
    end: int
    comments: tuple[Span, ...]
    moved: bool
    broken: bool
    children: tuple["Line", ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The tree of lines of a source; `comments` are those below the last line.

    `unread` is where reading was given up, for there were too many errors.
    """

    lines: tuple[Line, ...]
    comments: tuple[Span, ...]
    diagnostics: tuple[Diagnostic, ...]
    unread: int | None = None


def lay_out(source: Source, shape: Shape) -> Layout:
    """Return the tree of lines of `source`; `shape` tells which lines own which blocks."""
    walk = _Walk(source, shape)
    for row in _rows(source):
        if walk.faults > MOST_ERRORS or walk.columns.too_deep:
            return replace(walk.finish(), unread=row.start)
        walk.read(row)
    return walk.finish()


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the file that is not blank: offsets of its start, first character and end."""

    number: int
    left: int
    start: int
    end: int

    @property
    def indent(self) -> int:
        return self.start - self.left


@dataclass(slots=True)
class _Draft:
    """A `Line` in the making, with the brackets that are open in it."""

    number: int
    indent: int
    start: int
    end: int
    comments: list[Span]
    moved: bool
    broken: bool = False
    children: list[Line] = field(default_factory=list)
    brackets: list[Span] = field(default_factory=list)

    def as_line(self) -> Line:
        return Line(
            self.number,
            self.indent,
            self.start,
            self.end,
            tuple(self.comments),
            self.moved,
            self.broken,
            tuple(self.children),
        )


def _rows(source: Source) -> Iterator[_Row]:
    text = source.text
    ends = (*(start - 1 for start in source.line_starts[1:]), len(text))
    for number, (left, end) in enumerate(zip(source.line_starts, ends, strict=True), start=1):
        line = text[left:end].removesuffix("\r")
        if body := line.lstrip():
            yield _Row(number, left, left + len(line) - len(body), left + len(line))


class _Walk:
    """Reads rows in order. `chain` holds the open lines, each below the one before."""

    def __init__(self, source: Source, shape: Shape) -> None:
        self.source = source
        self.columns = Columns(source, shape)
        self.diagnostics: list[Diagnostic] = []
        self.chain: list[_Draft] = []
        self.roots: list[Line] = []
        self.comments: list[Span] = []

    @property
    def faults(self) -> int:
        """How many faults were found so far."""
        return len(self.diagnostics) + self.columns.faults

    def read(self, row: _Row) -> None:
        """Read one row: a comment, a continuation, or the start of a line."""
        items = items_of(self.source, row.start, row.end)
        if self.source.text[row.start] == "#":
            self._check(row, items, self.chain[-1] if self._is_open() else None)
        elif not (self._is_open() and self._continue(row, items)):
            self._begin(row, items)

    def finish(self) -> Layout:
        """Return what was read, once there are no more rows."""
        if self._is_open():
            self._leave_open(None)
        self._close_to(0)
        diagnostics = (*self.diagnostics, *self.columns.finish())
        return Layout(tuple(self.roots), tuple(self.comments), diagnostics)

    def _is_open(self) -> bool:
        return bool(self.chain and self.chain[-1].brackets)

    def _begin(self, row: _Row, items: list[Item]) -> None:
        comments, self.comments = self.comments, []
        space = self.source.span(row.left, row.start)
        placed = self.columns.place(space, self.source.text[row.start : row.end])
        draft = _Draft(row.number, row.indent, row.start, row.start, comments, placed.moved)
        self._close_to(placed.depth)
        self.chain.append(draft)
        self._check(row, items, draft)

    def _close_to(self, depth: int) -> None:
        """Close the open lines but for the first `depth`."""
        while len(self.chain) > depth:
            line = self.chain.pop().as_line()
            (self.chain[-1].children if self.chain else self.roots).append(line)

    # ----------------------------------------------------------------- continuations

    def _continue(self, row: _Row, items: list[Item]) -> bool:
        """Read a row as the continuation of the open line; tell whether it is one."""
        draft = self.chain[-1]
        closes = self.source.text[row.start] in ")]}"
        if row.indent < draft.indent + (not closes):
            if not _closes_more(items):
                self._leave_open(row)
                return False
            space = self.source.span(row.left, row.start)
            self.diagnostics.append(say.continuation_indentation(space, draft.indent, closes))
        elif (space := self.source.span(row.left, row.start)).text.strip(" "):
            self.diagnostics.append(say.bad_indentation(space))
        self.columns.extend(self.source.span(row.left, row.start))
        self._check(row, items, draft)
        return True

    def _leave_open(self, row: _Row | None) -> None:
        """Give up on the open line's brackets: the file ends, or `row` starts another line."""
        draft = self.chain[-1]
        if not draft.broken:
            noticed = self.source.span(row.start, row.end) if row else None
            self.diagnostics.append(say.unclosed_bracket(draft.brackets[-1], noticed))
        draft.broken = True
        draft.brackets.clear()

    # ---------------------------------------------------------- what stands on a line

    def _check(self, row: _Row, items: list[Item], draft: _Draft | None) -> None:
        """Note comments and brackets of a row, and report its wrong characters."""
        end = row.end
        comments = draft.comments if draft else self.comments
        for item in items:
            if item.kind == "comment":
                comments.append(item.span)
                end = item.span.start
            elif item.kind == "bracket" and draft:
                self._bracket(item.span, draft)
            elif item.diagnostic:
                self.diagnostics.append(item.diagnostic)
                if draft:
                    draft.broken |= item.breaks
        if draft:
            body = self.source.text[row.start : end].rstrip()
            draft.end = max(draft.end, row.start + len(body)) if body else draft.end

    def _bracket(self, span: Span, draft: _Draft) -> None:
        if span.text in _CLOSING:
            if len(draft.brackets) == MOST_BRACKETS and not draft.broken:
                self.diagnostics.append(nests_too_deep(span))
                draft.broken = True
            draft.brackets.append(span)
            return
        opened = draft.brackets.pop() if draft.brackets else None
        if opened and _CLOSING[opened.text] == span.text:
            return
        if not draft.broken:
            self.diagnostics.append(say.stray_bracket(span, opened))
        draft.broken = True


def _closes_more(items: list[Item]) -> bool:
    """Tell whether a row closes more brackets than it opens."""
    brackets = [item.span.text for item in items if item.kind == "bracket"]
    return sum(1 if bracket in ")]}" else -1 for bracket in brackets) > 0
