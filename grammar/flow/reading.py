"""What the builders of the syntax tree share while one text is read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from lark import Token, Tree

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Span

Branch = Tree[Token]
Node = Branch | Token


@dataclass(slots=True)
class Reading:
    """A text being read: where its offsets stand, and what was found wrong so far.

    `source_place` turns two offsets of the text into a place in the author's file, and
    `offset` is where the line starts in the text that the parse tree at hand is of: the
    offsets in a tree count from its own line.
    `columns_allowed` tells that `<column>` may stand there, which it may in the steps of a
    specification. `states_allowed` tells that `in S`, `visited(S)`, `ended`, `END` and `FAIL` may stand in
    an expression. `foreign` collects bare names that are literals in other languages,
    `members` the members of all enums, and `doubtful` names that are not what their author
    meant.
    """

    source_place: Callable[[int, int], Span]
    offset: int = 0
    diagnostics: list[Diagnostic] = field(default_factory=list)
    states_allowed: bool = False
    columns_allowed: bool = False
    foreign: list[tuple[str, Span]] = field(default_factory=list)
    members: set[str] = field(default_factory=set)
    doubtful: set[str] = field(default_factory=set)

    def report(self, diagnostic: Diagnostic) -> None:
        """Note something wrong."""
        self.diagnostics.append(diagnostic)

    def place(self, start: int, end: int) -> Span:
        """Return the place of two offsets of the parse tree at hand."""
        return self.source_place(start + self.offset, end + self.offset)

    @contextmanager
    def on_line(self, start: int) -> Iterator[None]:
        """Let the parse tree at hand be that of the line that starts at this offset."""
        outer, self.offset = self.offset, start
        try:
            yield
        finally:
            self.offset = outer

    def span(self, node: Node) -> Span:
        """Return the place of a node of the parse tree."""
        return self.place(*bounds(node))


class Unreadable(Exception):
    """Raised for a line that is formed well and means nothing; it carries what to report."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def bounds(node: Node) -> tuple[int, int]:
    """Return the offsets of a node in the text that was parsed."""
    at = node.meta if isinstance(node, Tree) else node
    assert at.start_pos is not None and at.end_pos is not None
    return at.start_pos, at.end_pos
