"""The forms of specifications: their steps, and their tables."""

from dataclasses import dataclass

from stateous.grammar.yaml.emitter import Emitter, Pieces, place, without_texts
from stateous.grammar.yaml.forms import (
    ALLOW,
    NAME,
    NULL,
    TEXT,
    Block,
    Lines,
    Named,
    Schema,
    either,
    mapping,
    text,
)
from stateous.grammar.yaml.nodes import Items, Node, Pairs, Scalar
from stateous.grammar.yaml.type_forms import plain_head


@dataclass(frozen=True, slots=True)
class Cases:
    """`cases`: `{columns, rows, allow}`, or a list of mappings by column."""

    def emit(self, out: Emitter, depth: int, key: Scalar, node: Node) -> None:
        """Add the line, the header and the rows."""
        if isinstance(node, Items) and node.items and isinstance(node.items[0], Pairs):
            self._by_column(out, depth, key, node)
            return
        if not isinstance(node, Pairs):
            out.wrong(node, "`{columns, rows}`, or a list of mappings,")
            return
        given = out.keys(node, ("columns", "rows", "allow"), "`cases`")
        if "columns" not in given or "rows" not in given:
            out.missing(node, "`cases` needs the keys `columns` and `rows`")
            return
        columns, rows = given["columns"][1], given["rows"][1]
        if not isinstance(columns, Items) or not isinstance(rows, Items):
            wrong = rows if isinstance(columns, Items) else columns
            out.wrong(wrong, "a list")
            return
        header = self._header(out, columns.items)
        if header is None:
            return
        out.allow(depth, given)
        out.flow.line(depth, place(key, node), "cases")
        out.flow.line(depth + 1, columns.span, *header)
        for row in rows.items:
            self._row(out, depth + 1, row)

    def _header(self, out: Emitter, columns: tuple[Node, ...]) -> Pieces | None:
        found = [out.name(column, "the name of a column") for column in columns]
        if not found:
            return ("",)
        return None if None in found else _barred([pieces for pieces in found if pieces])

    def _row(self, out: Emitter, depth: int, row: Node) -> None:
        cells: Node = row
        if isinstance(row, Pairs):
            given = out.keys(row, ("cells", "allow"), "a row")
            if "cells" not in given:
                out.missing(row, "a row with keys needs the key `cells`")
                return
            out.allow(depth, given)
            cells = given["cells"][1]
        if not isinstance(cells, Items):
            out.wrong(cells, "a list of cells")
            return
        self._cells(out, depth, row, cells.items)

    def _cells(self, out: Emitter, depth: int, row: Node, cells: tuple[Node, ...]) -> None:
        found = [self._cell(out, cell) for cell in cells]
        if found and None not in found:
            # A single cell is the whole line, and its place is the exacter one.
            at = place(None, cells[0] if len(cells) == 1 else row)
            out.flow.line(depth, at, *_barred([p for p in found if p]))

    def _cell(self, out: Emitter, cell: Node) -> Pieces | None:
        if isinstance(cell, Scalar) and (cell.is_null or not cell.text.strip()):
            return ("null",)
        pieces = out.words(cell, "a value or a name")
        if isinstance(cell, Scalar) and pieces and "|" in without_texts(cell.text):
            out.wrong(cell, "one value")
            return None
        return pieces

    def _by_column(self, out: Emitter, depth: int, key: Scalar, node: Items) -> None:
        first = node.items[0]
        assert isinstance(first, Pairs)
        columns = [found for found, _ in first.pairs]
        header = self._header(out, tuple(columns))
        if header is None:
            return
        out.flow.line(depth, place(key, node), "cases")
        out.flow.line(depth + 1, place(None, first), *header)
        for row in node.items:
            if not isinstance(row, Pairs):
                out.wrong(row, "a mapping by column")
                continue
            given = out.keys(row, [column.text for column in columns], "this table")
            cells = [given[c.text][1] if c.text in given else Scalar("", row.span) for c in columns]
            self._cells(out, depth + 1, row, tuple(cells))

    def schema(self) -> Schema:
        """Return the JSON Schema of the node."""
        cells: Schema = {"type": "array", "items": either(TEXT, NULL), "minItems": 1}
        row = either(cells, mapping({"cells": cells, "allow": ALLOW}, ("cells",)))
        columns = {"type": "array", "items": NAME, "minItems": 1}
        rows = {"type": "array", "items": row}
        table = mapping({"columns": columns, "rows": rows, "allow": ALLOW}, ("columns", "rows"))
        by_column: Schema = {"type": "object", "additionalProperties": either(TEXT, NULL)}
        return either(table, {"type": "array", "items": by_column, "minItems": 1})


def _barred(cells: list[Pieces]) -> Pieces:
    first, *rest = cells
    return (*first, *(piece for cell in rest for piece in (" | ", *cell)))


_STEPS = Lines("", "a step")
SPECIFICATION = Block(
    "a specification",
    {"steps": _STEPS, "cases": Cases()},
    plain_head("specification"),
    short=lambda out, depth, node: _STEPS.emit(out, depth, Scalar("", node.span), node),
    short_of={"type": "array", "items": _STEPS.schema()},
    name=text,
    titled=False,
)
SPECIFICATIONS = Named(SPECIFICATION)
