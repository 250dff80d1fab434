"""Printed lines, each with the node that it comes from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stateous.grammar.printer.expressions import flow, key, operands
from stateous.grammar.source import Span
from stateous.grammar.spelling import text
from stateous.grammar.syntax import Allow, Assign, Expr, ListLiteral, Logic, MapLiteral, Name

LINE_LENGTH = 100
INDENT = "  "


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of a block, `depth` levels deep, with the place that its node has in its source.

    `text` has no indentation; a line that is too long has several rows, indented against
    the first. `blank`: a blank line stands above it.
    """

    depth: int
    text: str
    span: Span
    blank: bool = False

    @property
    def rows(self) -> str:
        """The text as it stands in the file."""
        indentation = INDENT * self.depth
        return indentation + self.text.replace("\n", f"\n{indentation}")


Lines = list[PrintedLine]


@dataclass(frozen=True, slots=True)
class Item:
    """A row of its own inside brackets: a part, and the words around it."""

    before: str
    part: "Part"
    after: str


@dataclass(frozen=True, slots=True)
class Breakable:
    """A part of a line whose items stand in rows, in brackets, where they are too long for one.

    `flat` is the part in one row, where it may do without the brackets.
    """

    flat: str
    items: tuple[Item, ...]
    brackets: str = "()"

    def broken(self, column: int) -> str:
        """Return the part in rows, for a line that begins at a column, from 0."""
        inner = column + len(INDENT)
        rows = (_item(item, inner).replace("\n", f"\n{INDENT}") for item in self.items)
        return "\n".join((self.brackets[0], *(INDENT + row for row in rows), self.brackets[1]))


Part = str | Breakable
"""A part of a line."""


def _item(item: Item, column: int) -> str:
    flat = item.before + _flat(item.part) + item.after
    if isinstance(item.part, str) or column + len(flat) <= LINE_LENGTH:
        return flat
    return item.before + item.part.broken(column) + item.after


def _flat(part: Part) -> str:
    return part if isinstance(part, str) else part.flat


def joined(lines: Iterable[PrintedLine]) -> str:
    """Return the lines as the text of a file."""
    return "".join(("\n" if line.blank else "") + line.rows + "\n" for line in lines)


def statement(depth: int, node: Any, *parts: Part, below: Iterable[PrintedLine] = ()) -> Lines:
    """Return the lines of a node: its waivers, its own, made of `parts`, and those below it.

    Empty parts are left out.
    """
    head = PrintedLine(depth, _laid_out(depth, [part for part in parts if part]), node.span)
    return [*(_allow(depth, allow) for allow in node.allows), head, *below]


def _allow(depth: int, allow: Allow) -> PrintedLine:
    until = "" if allow.until is None else f" until {text(allow.until)}"
    written = f"allow {allow.code.text} {text(allow.reason)}{until}"
    return PrintedLine(depth, written, allow.span)


def _laid_out(depth: int, parts: Sequence[Part]) -> str:
    """Return the text of a line, of one row if it fits."""
    column = len(INDENT) * depth
    flat = " ".join(map(_flat, parts))
    if column + len(flat) <= LINE_LENGTH:
        return flat
    return " ".join(part if isinstance(part, str) else part.broken(column) for part in parts)


def assignments(values: Iterable[Assign]) -> Part:
    """Return `path = value` for each, each in a row of its own where the line is long."""
    items = tuple(Item(f"{path(each.path)} = ", value(each.value), ",") for each in values)
    flat = ", ".join(item.before + _flat(item.part) for item in items)
    return Breakable(flat, items) if items else ""


def value(expr: Expr) -> Part:
    """Return a value; the items of a list or a map break a line that is long."""
    match expr:
        case ListLiteral(items) if items:
            found = tuple(Item("", value(item), ",") for item in items)
            return Breakable(flow(expr), found, "[]")
        case MapLiteral(entries) if entries:
            found = tuple(Item(f"{key(name)}: ", value(held), ",") for name, held in entries)
            return Breakable(flow(expr), found, "{}")
    return flow(expr)


def condition(expr: Expr, *, states_allowed: bool = False, flat: str | None = None) -> Part:
    """Return an expression; the operands of `and` and `or` break a line that is long.

    `flat` is how it is written in one row, where that is not as everywhere.
    """
    written = flow(expr, states_allowed=states_allowed) if flat is None else flat
    if not isinstance(expr, Logic):
        return written
    rows = zip(expr.operands, operands(expr, states_allowed=states_allowed), strict=True)
    parts = [condition(each, states_allowed=states_allowed, flat=row) for each, row in rows]
    words = ("", *(f"{expr.operator} " for _ in parts[1:]))
    return Breakable(
        written, tuple(Item(word, part, "") for word, part in zip(words, parts, strict=True))
    )


def path(names: Iterable[Name]) -> str:
    """Return the path of a field."""
    return ".".join(name.text for name in names)


def names(found: Iterable[Name]) -> str:
    """Return names with commas between them."""
    return ", ".join(name.text for name in found)


def title(found: str | None) -> str:
    """Return a title, or nothing where there is none."""
    return "" if found is None else text(found)


# ------------------------------------------------------------------------- order


def in_order(*sorts: Sequence[Any]) -> list[Any]:
    """Return the nodes of all sorts in the order of their source, or else sort by sort.

    They are left as they are where they come from several sources, and where the nodes of
    one sort are not in the order of their source, which then says nothing of their order.
    """
    nodes = [node for sort in sorts for node in sort]
    starts = [[node.span.start for node in sort] for sort in sorts]
    in_one = len({id(node.span.source) for node in nodes}) <= 1
    if in_one and all(found == sorted(found) for found in starts):
        nodes.sort(key=lambda node: node.span.start)
    return nodes


def apart(blocks: Iterable[tuple[str | None, Lines]]) -> Lines:
    """Return blocks one below the other, with a blank line between them.

    Each has the group that it belongs to, or None: between two single lines of one group there
    is no blank line.
    """
    lines: Lines = []
    before: str | None = None
    for group, block in blocks:
        depth = block[0].depth
        alone = all(line.depth == depth for line in block)
        close = alone and group is not None and before == group
        lines += [replace(block[0], blank=bool(lines) and not close), *block[1:]]
        before = group if alone else None
    return lines
