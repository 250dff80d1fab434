"""Reads the `.flow` notation: layout, then each line by the rule of its block.

A line that cannot be read costs one diagnostic. Its block is still read, in the right
place: a head line is cut down to its first word and its name where these can be read.
"""

import re
from collections.abc import Iterable, Iterator

from lark.exceptions import UnexpectedInput

from stateous.grammar.diagnostic import Diagnostic, in_order
from stateous.grammar.flow import file_tree as flow_tree
from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow.blocks import allow
from stateous.grammar.flow.layout import MOST_ERRORS, Line, lay_out
from stateous.grammar.flow.layout_messages import below_line, too_many
from stateous.grammar.flow.layout_rules import TOO_DEEP
from stateous.grammar.flow.messages import explain
from stateous.grammar.flow.nesting import too_deep
from stateous.grammar.flow.parser import parser
from stateous.grammar.flow.reading import Branch, Reading
from stateous.grammar.flow.statement import Statement
from stateous.grammar.flow.words import BLOCK_NAMES, FlowShape, words_in
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Source
from stateous.grammar.syntax import Allow

_HEAD = re.compile(r"[A-Za-z]+ +(?:[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*|`[^`\n]*`)")
_SHAPE = FlowShape()


def read_flow(source: Source) -> Parsed:
    """Read one file in the `.flow` notation. Never raises, whatever the text is."""
    layout = lay_out(source, _SHAPE)
    reader = _Reader(source, layout.unread)
    statements = reader.block(_SHAPE.root, layout.lines)
    tree = flow_tree.file(statements, source, reader.reading)
    reader.report_foreign()
    # Of lines that stand too deep nothing else is worth a word.
    deep = [found for found in layout.diagnostics if found.code == TOO_DEEP.code]
    given_up = tuple(reader.given_up())
    found = deep or (*layout.diagnostics, *reader.reading.diagnostics, *given_up)
    return Parsed(source, tree, in_order(found), frozenset(reader.reading.doubtful))


class _Reader:
    """Reads the lines of one source; notes what is wrong, and the names it could not read."""

    def __init__(self, source: Source, unread: int | None = None) -> None:
        self.source = source
        self._unread = unread
        self.reading = Reading(source.span)
        self._parser = parser()
        # Lines of one text have one tree: the offsets in it count from the line's start.
        self._trees: dict[tuple[str, str], Branch] = {}

    def block(self, block: str, lines: Iterable[Line]) -> list[Statement]:
        """Return the statements of one block's lines."""
        statements: list[Statement] = []
        pending: list[Allow] = []
        for line in lines:
            if len(self.reading.diagnostics) > MOST_ERRORS:
                self._unread = min(line.start, self._unread or line.start)
                break
            statement = self._statement(block, line)
            if statement.tree is not None and statement.tree.data == "allow":
                with self.reading.on_line(line.start):
                    waiver = allow(statement.tree, self.reading)
                # One with a line below it stands at a wrong column, which has been reported.
                pending += [] if line.children else [waiver]
                continue
            statement.allows = tuple(pending)
            pending.clear()
            statements.append(statement)
        if pending:
            self.reading.report(say.allow_covers_nothing(pending[0].span))
        return statements

    def given_up(self) -> Iterator[Diagnostic]:
        """Yield that the rest of the file was not read, if so."""
        if self._unread is not None:
            row = self.source.position(self._unread).line
            yield too_many(self.source.line_span(row), MOST_ERRORS)
            self._doubt_text(self._unread, len(self.source.text))

    def report_foreign(self) -> None:
        """Report `True` and the like, unless an enum of the file has a member of that name."""
        for word, span in self.reading.foreign:
            if word not in self.reading.members:
                self.reading.report(say.foreign_literal(span))

    def _statement(self, block: str, line: Line) -> Statement:
        statement = Statement(line, self._tree(block, line))
        opened = _SHAPE.opens(block, self.source.text[line.start : line.end])
        if opened in BLOCK_NAMES:
            statement.below = self.block(opened, line.children)
        elif line.children and opened is None and not (line.broken or line.moved):
            self._refuse_block(line)
        if statement.tree is None or opened not in BLOCK_NAMES:
            self._doubt(line.children)
        return statement

    def _tree(self, block: str, line: Line) -> Branch | None:
        """Parse one line; where that fails, report it and parse what its head says."""
        if line.broken:
            return self._salvage(block, line)
        try:
            tree = self._parse(block, line.start, line.end)
        except UnexpectedInput as error:
            place = self.source.span(line.start, line.end)
            self.reading.report(explain(error, line.start, place, block))
            return self._salvage(block, line)
        deep = too_deep(tree)
        if deep is None:
            return tree
        with self.reading.on_line(line.start):
            self.reading.report(say.nests_too_deep(self.reading.span(deep)))
        return self._salvage(block, line)

    def _parse(self, block: str, start: int, end: int) -> Branch:
        text = self.source.text[start:end]
        tree = self._trees.get((block, text))
        if tree is None:
            tree = self._trees[block, text] = self._parser.parse(text, block)
        return tree

    def _salvage(self, block: str, line: Line) -> Branch | None:
        """Parse the first word and the name of a head line that cannot be read whole."""
        self._doubt_text(line.start, line.end)
        head = _HEAD.match(self.source.text, line.start, line.end)
        if head is None or _SHAPE.opens(block, head.group()) not in BLOCK_NAMES:
            return None
        try:
            return self._parse(block, line.start, head.end())
        except UnexpectedInput:
            return None

    def _refuse_block(self, above: Line) -> None:
        """Report the first line below one that owns no block; it fits nowhere else either."""
        line = above.children[0]
        span = self.source.span(line.start, line.end)
        head = self.source.text[above.start : above.end]
        self.reading.report(below_line(span, head))

    def _doubt(self, lines: Iterable[Line]) -> None:
        """Note the names of lines that are left out, and of all lines below them."""
        waiting = list(lines)
        while waiting:
            line = waiting.pop()
            self._doubt_text(line.start, line.end)
            waiting.extend(line.children)

    def _doubt_text(self, start: int, end: int) -> None:
        self.reading.doubtful.update(words_in(self.source.text[start:end]))
