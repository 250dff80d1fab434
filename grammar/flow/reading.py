"""What the builders of the syntax tree share while one text is read."""

from collections.abc import Callable
from dataclasses import dataclass, field

from lark import Token, Tree

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Span

Branch = Tree[Token]
Node = Branch | Token


@dataclass(slots=True)
class Reading:
    """A text being read: where its offsets stand, and what was found wrong so far.

    `place` turns two offsets of the text that is parsed into a place in the author's file.
    `states_allowed` tells that `in S`, `visited(S)`, `ended`, `END` and `FAIL` may stand in
    an expression. `foreign` collects bare names that are literals in other languages,
    `members` the members of all enums, and `doubtful` names that are not what their author
    meant.
    """

    place: Callable[[int, int], Span]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    states_allowed: bool = False
    foreign: list[tuple[str, Span]] = field(default_factory=list)
    members: set[str] = field(default_factory=set)
    doubtful: set[str] = field(default_factory=set)

    def report(self, diagnostic: Diagnostic) -> None:
        """Note something wrong."""
        self.diagnostics.append(diagnostic)

    def span(self, node: Node) -> Span:
        """Return the place of a node of the parse tree."""
        return self.place(*bounds(node))


class Unreadable(Exception):
    """Raised for a line that is formed well and means nothing; it carries what to report."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def shift(branch: Branch, by: int) -> None:
    """Move a parse tree to where its text stands: add `by` to all offsets in it."""
    waiting: list[Node | None] = [branch]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Tree):
            node.meta.start_pos += by
            node.meta.end_pos += by
            waiting.extend(node.children)
        elif node is not None:
            node.start_pos = (node.start_pos or 0) + by
            node.end_pos = (node.end_pos or 0) + by


def bounds(node: Node) -> tuple[int, int]:
    """Return the offsets of a node in the text that was parsed."""
    at = node.meta if isinstance(node, Tree) else node
    assert at.start_pos is not None and at.end_pos is not None
    return at.start_pos, at.end_pos
