"""The tables of specifications: what is wrong with one, and the steps that each row gives.

A step holds a `Column`, or a `Name` with `column` set, where the table gives a value. Both
functions serve every notation.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, cast

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from stateous.grammar.source import Span
from stateous.grammar.spelling import shown
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import (
    BooleanLiteral,
    Column,
    DurationLiteral,
    Ended,
    Expr,
    GivenClock,
    ListLiteral,
    MapLiteral,
    Member,
    Name,
    NameExpr,
    Negative,
    NullLiteral,
    NumberLiteral,
    Row,
    SpecificationDecl,
    Step,
    Table,
    TextLiteral,
    ThenCompleted,
    ThenCondition,
    ThenFailed,
    ThenRefused,
    ThenWaitingUntil,
    WhenChild,
    WhenFails,
    WhenPass,
)
from stateous.grammar.table_rules import CELL_COUNT, CELL_KIND, COLUMN_HEADER, UNKNOWN_COLUMN

Report = Callable[[Diagnostic], None]
Rows = tuple[tuple[Row | None, tuple[Step, ...]], ...]


# -------------------------------------------------------------- the table itself


def check_table(specification: SpecificationDecl, report: Report) -> None:
    """Report what is wrong with the columns and rows of a table, whatever its cells hold.

    A reader calls this for each specification that it has read whole, with a table or not.
    """
    used = list(_used(specification.steps))
    table = specification.cases
    if table is None:
        for name, span in used:
            report(_unknown(name, span, None))
        return
    declared: dict[str, Name] = {}
    for column in table.columns:
        if column.text in declared:
            report(_twice(column, declared[column.text]))
        declared.setdefault(column.text, column)
    for name, span in used:
        if name not in declared:
            report(_unknown(name, span, table))
    # A misspelt column is the one mistake; the column that it means is then used.
    if all(name in declared for name, _ in used):
        named = {name for name, _ in used}
        for name, column in declared.items():
            if name not in named:
                report(_unused(column))
    for row in table.rows:
        if len(row.cells) != len(table.columns):
            report(_count(row, table))


def _used(node: object) -> Iterator[tuple[str, Span]]:
    """Yield the columns that steps name, in the order written."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Column):
            yield found.name, found.span
        elif isinstance(found, Name):
            if found.column:
                yield found.text, found.span
        elif isinstance(found, tuple):
            waiting.extend(reversed(found))
        elif is_dataclass(found) and not isinstance(found, Span):
            waiting.extend(getattr(found, part.name) for part in reversed(fields(found)))


def _unknown(name: str, span: Span, table: Table | None) -> Diagnostic:
    if table is None:
        return UNKNOWN_COLUMN.at(
            span,
            f"`<{name}>` is a column, and this specification has no table",
            help="add `cases` with a header and rows, or write the value itself",
        )
    known = [column.text for column in table.columns]
    meant = did_you_mean(name, known)
    listed = ", ".join(f"`{column}`" for column in known)
    return UNKNOWN_COLUMN.at(
        span,
        f"the table has no column `{name}`",
        help=f"did you mean `<{meant}>`?" if meant else f"its columns are {listed}",
        labels=(Label(table.columns[0].span.to(table.columns[-1].span), "the columns"),),
        fix=Fix(f"write `<{meant}>`", (Edit(span, f"<{meant}>"),)) if meant else None,
    )


def _twice(column: Name, first: Name) -> Diagnostic:
    return COLUMN_HEADER.at(
        column.span,
        f"two columns have the name `{column.text}`",
        labels=(Label(first.span, "first here"),),
        severity=Severity.ERROR,
    )


def _unused(column: Name) -> Diagnostic:
    return COLUMN_HEADER.at(
        column.span,
        f"no step names the column `{column.text}`",
        help=f"write `<{column.text}>` where it gives a value, or leave the column out",
    )


def _count(row: Row, table: Table) -> Diagnostic:
    cells, columns = len(row.cells), len(table.columns)
    message = f"this row has {_number(cells, 'cell')}, and the table {_number(columns, 'column')}"
    labels = (Label(table.columns[0].span.to(table.columns[-1].span), "the columns"),)
    empty = "is `null`" if row.span.source.name.endswith((".yaml", ".yml")) else "has its `|` too"
    help_text = f"an empty cell {empty}" if cells < columns else None
    span = row.span if cells < columns else row.cells[columns].span.to(row.cells[-1].span)
    return CELL_COUNT.at(span, message, labels=labels, help=help_text)


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


# ------------------------------------------------------------ the steps of a row


def rows_of(specification: SpecificationDecl, report: Report) -> Rows:
    """Return each row with the steps that it gives; without a table, None with the steps.

    A cell that cannot stand where its column does is reported, and its row is left out; so
    is, without a word, a row that `check_table` has reported. The places of what a cell
    gives are those of the cell.
    """
    table = specification.cases
    if table is None:
        return ((None, specification.steps),) if not any(_used(specification.steps)) else ()
    found: list[tuple[Row | None, tuple[Step, ...]]] = []
    for row in table.rows:
        names = [column.text for column in table.columns]
        if len(row.cells) != len(names) or len(set(names)) < len(names):
            continue
        try:
            filled = _Filling(dict(zip(names, row.cells, strict=True)))
            found.append((row, tuple(filled.step(step) for step in specification.steps)))
        except _Unfit as unfit:
            if unfit.diagnostic is not None:
                report(unfit.diagnostic)
    return tuple(found)


class _Unfit(Exception):
    """A row that gives no steps; what to report, unless that has been done."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        super().__init__()
        self.diagnostic = diagnostic


# What the parts of steps are that are neither names nor values, by the field that holds them.
_TEXTS: dict[tuple[type, str], str] = {
    (GivenClock, "time"): "a time",
    (ThenWaitingUntil, "time"): "a time",
    (WhenFails, "reason"): "a reason",
    (ThenFailed, "reason"): "a reason",
    (ThenCompleted, "label"): "a label",
    (WhenChild, "label"): "a label",
    (WhenChild, "key"): "a key",
}
_OPTIONAL = frozenset(("reason", "label", "key"))
_NAMED = {
    "state": "a state",
    "states": "a state",
    "event": "an event",
    "events": "an event",
    "outlet": "an outlet",
    "workflow": "a workflow",
    "command": "a command",
    "role": "a role",
}


@dataclass(frozen=True, slots=True)
class _Filling:
    """Puts the cells of one row in place of the columns."""

    cells: dict[str, Expr]

    def step(self, step: Step) -> Step:
        """Return a step with its columns filled in."""
        if isinstance(step, ThenCondition) and isinstance(step.condition, Column):
            return self._whole(step, step.condition)
        return cast(Step, self._parts(step))

    def _parts(self, node: Any) -> Any:
        """Return a node with the columns in its parts filled in."""
        changed: dict[str, Any] = {}
        for part in fields(node):
            value = getattr(node, part.name)
            if not isinstance(value, Span) and (new := self._part(node, part.name, value)) != value:
                changed[part.name] = new
        return replace(node, **changed) if changed else node

    def _part(self, owner: Any, part: str, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._part(owner, part, item) for item in value)
        if isinstance(value, Name):
            return self._name(owner, part, value) if value.column else value
        if isinstance(value, Column):
            return self._value(owner, part, value)
        return self._parts(value) if is_dataclass(value) else value

    def _cell(self, name: str) -> Expr:
        if name not in self.cells:
            raise _Unfit(None)
        return self.cells[name]

    def _name(self, owner: Any, part: str, column: Name) -> Name | TextLiteral | None:
        cell = self._cell(column.text)
        if isinstance(owner, ThenRefused):
            if isinstance(cell, NullLiteral):
                return None
            if isinstance(cell, TextLiteral):
                return cell
        if isinstance(cell, NameExpr):
            return Name(cell.name, span=cell.span)
        raise _unfit(column.text, _NAMED.get(part, "a reason"), cell)

    def _value(self, owner: Any, part: str, column: Column) -> Expr | None:
        cell = self._cell(column.name)
        wanted = _TEXTS.get((type(owner), part))
        if wanted is not None:
            if part in _OPTIONAL and isinstance(cell, NullLiteral):
                return None
            if not isinstance(cell, TextLiteral):
                raise _unfit(column.name, wanted, cell)
        elif isinstance(owner, WhenPass) and not isinstance(cell, DurationLiteral):
            raise _unfit(column.name, "a duration", cell)
        elif part == "visit" and not isinstance(cell, NumberLiteral):
            raise _unfit(column.name, "the number of a visit", cell)
        return cell

    def _whole(self, step: ThenCondition, column: Column) -> Step:
        """Return the step that a cell says as a whole, behind `then`."""
        cell = self._cell(column.name)
        if isinstance(cell, NameExpr) and not cell.quoted:
            match cell.name:
                case "refused":
                    return ThenRefused(None, allows=step.allows, span=cell.span)
                case "completed":
                    return ThenCompleted(None, allows=step.allows, span=cell.span)
                case "failed":
                    return ThenFailed(None, allows=step.allows, span=cell.span)
                case "ended":
                    return replace(step, condition=Ended("ended", span=cell.span))
        if isinstance(cell, BooleanLiteral):
            return replace(step, condition=cell)
        raise _unfit(column.name, "a whole step", cell)


def _unfit(column: str, wanted: str, cell: Expr) -> _Unfit:
    return _Unfit(
        CELL_KIND.at(
            cell.span,
            f"column `{column}` stands for {wanted}; this cell is {_sort(cell)}",
            help=_HELP.get(wanted),
        )
    )


_HELP = {
    "a whole step": "`refused`, `completed`, `failed` or `ended`",
    "a duration": "as in `30s`, `10m`, `6h`, `1d` or `1d12h`",
    "a reason": "text in quotes",
    "a label": "text in quotes",
    "a key": "text in quotes",
    "a time": 'as in `"2026-01-01T08:00:00Z"`',
}
_SORTS: dict[type, str] = {
    NumberLiteral: "a number",
    Negative: "a number",
    TextLiteral: "a text",
    NullLiteral: "empty",
    DurationLiteral: "a duration",
    ListLiteral: "a list",
    MapLiteral: "a map",
    Member: "a member of an enum",
}


def _sort(cell: Expr) -> str:
    """Return what a cell holds, for a message."""
    if isinstance(cell, NameExpr):
        return f"the name `{shown(cell.name)}`"
    if isinstance(cell, NullLiteral) and cell.span.text == "null":
        return "null"
    if isinstance(cell, BooleanLiteral):
        return "`true`" if cell.value else "`false`"
    return _SORTS.get(type(cell), "a value")
