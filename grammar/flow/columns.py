"""Which line a line stands below, judged by its column and by what may stand there.

In a file without faults the column alone decides. Where it does not fit, the first words
of the line tell where its author meant it to stand: the line is read there, and only its
column is reported. Lines that make the same mistake in the same block share one report,
whose fix moves them all, with what stands below them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.flow import layout_messages as say
from stateous.grammar.source import Source, Span

_INDENT = 2
# How deep lines may stand below each other; no block of the language is nearly as deep.
_DEEPEST = 50
_UNKNOWN = 1 << 30  # where a line of unknown column stands: nothing is deeper


class Shape(Protocol):
    """What layout has to know about a language of lines. A block is named by its rule."""

    @property
    def root(self) -> str:
        """The block that the lines at column 1 stand in."""
        ...

    @property
    def block_names(self) -> Mapping[str, str]:
        """How each block is called in a message."""
        ...

    def opens(self, block: str, text: str) -> str | None:
        """Return the block that a line of `block` opens below itself, or None."""
        ...

    def fits(self, block: str, text: str) -> bool:
        """Tell whether a line with this text may stand in `block`, by its first words."""
        ...


@dataclass(slots=True)
class _Move:
    """Lines that a fix moves by `delta` columns: their indentations, the first one's first."""

    describe: Callable[[Span, Fix], Diagnostic]
    target: int
    delta: int
    spaces: list[Span]

    def diagnostic(self) -> Diagnostic:
        edits = tuple(_shift(space, self.delta) for space in self.spaces)
        return self.describe(self.spaces[0], Fix(f"move it to column {self.target + 1}", edits))


@dataclass(slots=True)
class _Open:
    """An open line, or the file: its column, block and text, and the columns of lines in it.

    `column` is where the line belongs if that is further left than where it was `written`.

    The first of `columns` is the one that the block's first line chose; more are mistaken
    ones, each with its move in `moves`. `move` is the one that this line takes part in.
    `foreign` is the width of the first line's indentation when that is not of spaces alone: lines
    indented alike stand beside it, but it chooses no column for the others. `first` holds the
    indentations of the block's first line and of all below it, while there is no second.
    """

    column: int
    block: str | None
    text: str = ""
    columns: list[int] = field(default_factory=list)
    foreign: int | None = None
    written: int = 0
    moves: dict[int, _Move] = field(default_factory=dict)
    move: _Move | None = None
    first: list[Span] | None = None

    @property
    def inner_column(self) -> int:
        """The column at which a line of its block should stand."""
        return self.columns[0] if self.columns else self.column + _INDENT


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a line stands: below how many lines, and whether its column says otherwise."""

    depth: int
    moved: bool


class Columns:
    """The open lines while a file is read from above; the file itself is the first."""

    def __init__(self, source: Source, shape: Shape) -> None:
        self._source = source
        self._shape = shape
        self._chain = [_Open(-_INDENT, shape.root, columns=[0], written=-_INDENT)]
        self._diagnostics: list[Diagnostic] = []
        self._moves: list[_Move] = []
        self._empty = True
        self.too_deep = False

    def place(self, space: Span, text: str) -> Placed:
        """Place a line with the indentation `space`."""
        column = say.width(space.text)
        depth = self._depth(space, column, text)
        if depth >= _DEEPEST:
            depth = self._refuse_depth(space)
        del self._chain[depth + 1 :]
        parent = self._chain[depth]
        parent.first = None if parent.columns else []
        own = parent.moves.get(column)
        block = self._shape.opens(parent.block, text) if parent.block else None
        if _is_foreign(space):
            parent.foreign = parent.foreign or column
            column = _UNKNOWN if block is None else min(column, parent.inner_column)
        elif not parent.columns:
            parent.columns.append(column)
        written = column
        if own is not None:
            # What its author indented below where the line belongs stands right as it is.
            column = min(column, own.target)
        move = own or (parent.move if written > parent.written else None)
        self._chain.append(_Open(column, block, text, written=written, move=move))
        self.extend(space)
        self._empty = False
        return Placed(depth, own is not None)

    def extend(self, space: Span) -> None:
        """Let a continued line, with this indentation, move with the line placed last."""
        for line in self._chain:
            if line.first is not None:
                line.first.append(space)
        move = self._chain[-1].move
        if move and move.spaces[-1] != space:
            move.spaces.append(space)

    @property
    def faults(self) -> int:
        """How many faults were found so far."""
        return len(self._diagnostics) + len(self._moves)

    def finish(self) -> list[Diagnostic]:
        """Return everything that is wrong with the columns of the lines placed."""
        return [*self._diagnostics, *(move.diagnostic() for move in self._moves)]

    def _depth(self, space: Span, column: int, text: str) -> int:
        """Return the index in the chain of the line that a line stands below."""
        is_foreign = _is_foreign(space)
        if is_foreign:
            self._diagnostics.append(say.bad_indentation(space))
        elif self._empty and column:
            self._diagnostics.append(say.first_line_indented(space))
        if self._empty:
            self._chain[0].columns.append(column)
        second = None if is_foreign else self._second(column, text)
        if second is not None:
            self._blame_first(second, column)
            return second
        possible = list(self._possible(column))
        for index in possible:
            if self._fits(index, text):
                return index
        meant = next((i for i in self._downwards() if self._is_known(i, text)), None)
        if meant is None and possible:
            return possible[0]
        target = self._nearest(column) if meant is None else meant
        if not is_foreign:
            self._note_move(space, column, target, possible)
        return target

    def _second(self, column: int, text: str) -> int | None:
        """Return the open line whose first line alone is at a wrong column, as this one shows.

        This line, its second one, is indented as blocks are, and the first is not.
        """
        for index in self._downwards():
            line = self._chain[index]
            starts_block = not line.columns and column > line.column
            if self._fits(index, text) and (column in line.columns or starts_block):
                return None
            if index == 0 or not line.first or line.move or len(line.columns) != 1:
                continue
            step = line.column - self._chain[index - 1].column
            if column - line.column == step and self._is_known(index, text):
                return None if line.columns[0] - line.column == step else index
        return None

    def _blame_first(self, index: int, column: int) -> None:
        """Note that the first line in an open line belongs at the column of its second."""
        line = self._chain[index]
        columns = [*(outer.columns[0] for outer in self._chain[:index]), column]

        def describe(space: Span, fix: Fix) -> Diagnostic:
            return say.stray_indentation(space, columns, fix)

        spaces = [space for space in line.first or () if not _is_foreign(space)]
        self._moves.append(_Move(describe, column, column - line.columns[0], spaces))
        line.columns = [column]

    def _refuse_depth(self, space: Span) -> int:
        """Report lines that stand too deep, once, and return how deep they are read."""
        if not self.too_deep:
            self.too_deep = True
            self._diagnostics.append(say.too_deep(space, _DEEPEST))
        return _DEEPEST - 1

    def _downwards(self) -> Iterator[int]:
        return reversed(range(len(self._chain)))

    def _possible(self, column: int) -> Iterator[int]:
        """Yield the open lines that a line at `column` may stand below, innermost first."""
        for index in self._downwards():
            line = self._chain[index]
            starts_block = not line.columns and column > line.column
            if column in line.columns or column == line.foreign or starts_block:
                yield index

    def _fits(self, index: int, text: str) -> bool:
        block = self._chain[index].block
        return block is not None and self._shape.fits(block, text)

    def _is_known(self, index: int, text: str) -> bool:
        """Tell whether a line fits because of its words, and not because anything would."""
        return self._chain[index].block in self._shape.block_names and self._fits(index, text)

    def _nearest(self, column: int) -> int:
        open_blocks = [index for index in self._downwards() if self._chain[index].columns]
        return min(open_blocks, key=lambda index: abs(self._chain[index].columns[0] - column))

    def _note_move(self, space: Span, column: int, target: int, possible: list[int]) -> None:
        """Note that a line at `column` belongs at the column of the open line `target`."""
        meant = self._chain[target]
        to = meant.inner_column
        columns = [line.columns[0] for line in self._chain if line.columns]
        own = self._chain[possible[0]] if possible else None

        def describe(space: Span, fix: Fix) -> Diagnostic:
            if own is None:
                return say.stray_indentation(space, columns, fix)
            if own.block is None:
                return say.block_under_line(space, own.text, fix)
            names = self._shape.block_names
            return say.misplaced(space, names[meant.block or ""], names[own.block], fix)

        move = _Move(describe, to, to - column, [space])
        self._moves.append(move)
        meant.columns = [*(meant.columns or [to]), column]
        meant.moves[column] = move


def _is_foreign(space: Span) -> bool:
    """Tell whether an indentation holds anything but spaces."""
    return bool(space.text.strip(" "))


def _shift(space: Span, delta: int) -> Edit:
    """Return the edit that moves a line by `delta` columns, or as far as it can go."""
    if delta >= 0:
        return Edit(space.source.span(space.start, space.start), " " * delta)
    return Edit(space.source.span(space.start, min(space.end, space.start - delta)), "")
