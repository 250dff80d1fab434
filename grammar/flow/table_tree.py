"""From statements to specifications: their steps, and the table that they are repeated for."""

from collections.abc import Sequence
from typing import cast

from lark import Token

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.blocks import each, head, one
from stateous.grammar.flow.expression_tree import expression
from stateous.grammar.flow.reading import Branch, Node, Reading, Unreadable, bounds
from stateous.grammar.flow.statement import Statement
from stateous.grammar.flow.step_tree import STEPS, step
from stateous.grammar.syntax import Expr, Name, NullLiteral, Row, SpecificationDecl, Table
from stateous.grammar.tables import check_table


def specification(statement: Statement, branch: Branch, reading: Reading) -> SpecificationDecl:
    """Return the specification that a block holds."""
    below = statement.below
    reading.columns_allowed = True
    try:
        steps = each(below, STEPS, step, reading)
    finally:
        reading.columns_allowed = False
    declared = SpecificationDecl(
        values.text(cast(Token, branch.children[0]), reading),
        steps,
        one(below, "cases", _table, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )
    if not statement.line.children:
        reading.report(say.empty_block(declared.span, "a specification", "step"))
    elif _is_whole(declared, below):
        check_table(declared, reading.report)
    return declared


def _is_whole(declared: SpecificationDecl, below: Sequence[Statement]) -> bool:
    """Tell whether all lines could be read; if not, nobody knows which columns are named."""
    if declared.cases is None and any(line.rule == "cases" for line in below):
        return False
    return all(line.tree and all(row.tree for row in line.below) for line in below)


def _table(statement: Statement, branch: Branch, reading: Reading) -> Table:
    span = head(statement, reading)
    rows = [line for line in statement.below if line.rule == "row"]
    if not rows or len(statement.line.children) < 2:
        raise Unreadable(say.empty_table(span))
    if rows[0].allows:
        reading.report(say.allow_at_header(rows[0].allows[0].span))
    with reading.on_line(rows[0].line.start):
        columns = _header(rows[0], reading)
    return Table(columns, each(rows[1:], "row", _row, reading), allows=statement.allows, span=span)


def _header(statement: Statement, reading: Reading) -> tuple[Name, ...]:
    """Return the names of the columns; raises `Unreadable` where a cell is no name."""
    cells = cast(Branch, statement.tree).children
    return tuple(_column(node, statement, reading) for node in cells)


def _column(node: Node | None, statement: Statement, reading: Reading) -> Name:
    if not isinstance(node, Token) or node.type not in ("HYPHENATED", "ALLOW"):
        place = head(statement, reading) if node is None else reading.span(node)
        raise Unreadable(say.no_column_name(place))
    name = values.name(node, reading)
    if "-" in name.text:
        raise Unreadable(say.not_a_name(name.span, name.text, hyphens=False))
    return name


def _row(statement: Statement, branch: Branch, reading: Reading) -> Row:
    span = head(statement, reading)
    text = span.text
    cells: list[Expr] = []
    at = 0
    for node in branch.children:
        if node is None:
            cells.append(NullLiteral(span=reading.place(at, at)))
        else:
            cells.append(expression(node, reading))
            at = bounds(node)[1]
        # An empty cell stands just behind the sign that ends the one before it.
        at = text.find("|", at) + 1 or len(text)
    return Row(tuple(cells), allows=statement.allows, span=span)
