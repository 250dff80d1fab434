"""Specifications: their steps and tables."""

import re
from collections.abc import Callable
from typing import Any

from stateous.grammar.printer.expressions import flow, placed
from stateous.grammar.printer.keywords import (
    CELL,
    CHILD,
    OUTLET,
    THEN,
    WHEN,
    condition_at,
    keywords,
    name_at,
)
from stateous.grammar.printer.lines import (
    Lines,
    Part,
    PrintedLine,
    assignments,
    condition,
    in_order,
    statement,
)
from stateous.grammar.spelling import name
from stateous.grammar.syntax import (
    Expr,
    GivenCall,
    GivenClock,
    GivenContext,
    GivenFact,
    GivenState,
    Membership,
    Name,
    NameExpr,
    NullLiteral,
    Row,
    SpecificationDecl,
    Step,
    Table,
    ThenCompleted,
    ThenCondition,
    ThenEmitted,
    ThenFailed,
    ThenInvokes,
    ThenNothing,
    ThenOtherIn,
    ThenRefused,
    ThenStarts,
    ThenWaitingFor,
    ThenWaitingUntil,
    WhenChild,
    WhenDecided,
    WhenEvent,
    WhenFact,
    WhenFails,
    WhenOutlet,
    WhenPass,
)

# What stands behind `then` and is read as `W in S`, about another token, unless in brackets.
_NAME = r"(?:[A-Za-z][A-Za-z0-9_-]*|`[^`]*`|<[^>]*>)"
_OTHER_IN = re.compile(rf"{_NAME} in (?:{_NAME}|\[ *{_NAME}(?:, *{_NAME})* *\])")


def specification(depth: int, node: SpecificationDecl) -> Lines:
    """Return the lines of a specification."""
    tables = () if node.cases is None else (node.cases,)
    below: Lines = []
    for part in in_order(node.steps, tables):
        below += _table(depth + 1, part) if isinstance(part, Table) else _step(depth + 1, part)
    return statement(depth, node, "specification", flow(node.name), below=below)


def _step(depth: int, node: Step) -> Lines:
    return statement(depth, node, *_STEPS[type(node)](node))


def _optional(expr: Expr | None, before: str = "") -> str:
    return "" if expr is None else f"{before}{flow(expr)}"


def _given_context(node: GivenContext) -> tuple[Part, ...]:
    return "given context", assignments(node.values)


def _given_fact(node: GivenFact) -> tuple[Part, ...]:
    return "given fact", placed(node.event), assignments(node.values)


def _given_state(node: GivenState) -> tuple[Part, ...]:
    return "given in", placed(node.state)


def _given_clock(node: GivenClock) -> tuple[Part, ...]:
    return "given clock", flow(node.time)


def _given_call(node: GivenCall) -> tuple[Part, ...]:
    return "given call", flow(node.function), "returns", assignments(node.values)


def _when_event(node: WhenEvent) -> tuple[Part, ...]:
    event = ("fired", placed(node.event)) if node.fired else (name_at(WHEN, node.event),)
    writes = ("with", assignments(node.writes)) if node.writes else ()
    return "when", *event, assignments(node.payload), *writes


def _when_fact(node: WhenFact) -> tuple[Part, ...]:
    return "when fact", placed(node.event), assignments(node.values)


def _when_pass(node: WhenPass) -> tuple[Part, ...]:
    return "when", flow(node.duration), "pass"


def _when_fails(node: WhenFails) -> tuple[Part, ...]:
    return "when", name_at(WHEN, node.state), "fails", _optional(node.reason)


def _when_outlet(node: WhenOutlet) -> tuple[Part, ...]:
    state, outlet = name_at(WHEN, node.state), name_at(OUTLET, node.outlet)
    # `approved by` is what a person does.
    if outlet == "by" and state in ("approved", "rejected"):
        state = f"`{state}`"
    return "when", state, outlet


def _when_decided(node: WhenDecided) -> tuple[Part, ...]:
    return "when", node.outcome, "by", node.role.text


def _when_child(node: WhenChild) -> tuple[Part, ...]:
    payload: tuple[Part, ...] = ("with payload", assignments(node.payload)) if node.payload else ()
    head = "when child", name_at(CHILD, node.workflow), _optional(node.key)
    return *head, node.outcome, _optional(node.label, "as "), *payload


def _then_completed(node: ThenCompleted) -> tuple[Part, ...]:
    return "then completed", _optional(node.label, "as ")


def _then_failed(node: ThenFailed) -> tuple[Part, ...]:
    return "then failed", _optional(node.reason)


def _then_refused(node: ThenRefused) -> tuple[Part, ...]:
    if isinstance(node.reason, Name):
        return "then refused", placed(node.reason)
    return "then refused", _optional(node.reason)


def _then_emitted(node: ThenEmitted) -> tuple[Part, ...]:
    return "then emitted", placed(node.event), assignments(node.values)


def _then_nothing(node: ThenNothing) -> tuple[Part, ...]:
    return "then nothing", node.what


def _then_invokes(node: ThenInvokes) -> tuple[Part, ...]:
    return "then invokes", node.command.text, assignments(node.values)


def _then_starts(node: ThenStarts) -> tuple[Part, ...]:
    return "then starts", placed(node.workflow)


def _then_waiting_until(node: ThenWaitingUntil) -> tuple[Part, ...]:
    return "then waiting until", flow(node.time)


def _then_waiting_for(node: ThenWaitingFor) -> tuple[Part, ...]:
    return "then waiting for", ", ".join(map(placed, node.events))


def _then_other_in(node: ThenOtherIn) -> tuple[Part, ...]:
    states = [placed(state) for state in node.states]
    where = states[0] if len(states) == 1 else f"[{', '.join(states)}]"
    workflow = name_at(THEN, node.workflow)
    if not node.workflow.column and not workflow.startswith("`"):
        workflow = name(workflow)
    return "then", workflow, "in", where


def _then_condition(node: ThenCondition) -> tuple[Part, ...]:
    flat = condition_at(THEN, node.condition, states_allowed=True)
    if isinstance(node.condition, Membership) and _OTHER_IN.fullmatch(flat):
        flat = f"({flat})"
    if node.visit is not None:
        return "then", f"{flat}, visit {flow(node.visit)}"
    return "then", condition(node.condition, states_allowed=True, flat=flat)


_STEPS: dict[type, Callable[[Any], tuple[Part, ...]]] = {
    GivenContext: _given_context,
    GivenFact: _given_fact,
    GivenState: _given_state,
    GivenClock: _given_clock,
    GivenCall: _given_call,
    WhenEvent: _when_event,
    WhenFact: _when_fact,
    WhenPass: _when_pass,
    WhenFails: _when_fails,
    WhenOutlet: _when_outlet,
    WhenDecided: _when_decided,
    WhenChild: _when_child,
    ThenCompleted: _then_completed,
    ThenFailed: _then_failed,
    ThenRefused: _then_refused,
    ThenEmitted: _then_emitted,
    ThenNothing: _then_nothing,
    ThenInvokes: _then_invokes,
    ThenStarts: _then_starts,
    ThenWaitingUntil: _then_waiting_until,
    ThenWaitingFor: _then_waiting_for,
    ThenOtherIn: _then_other_in,
    ThenCondition: _then_condition,
}

# ------------------------------------------------------------------------- tables


def _table(depth: int, node: Table) -> Lines:
    """Return the lines of a table, its columns aligned."""
    header = [name_at(CELL, column) for column in node.columns]
    rows = [[_cell(cell, column) for column, cell in enumerate(row.cells)] for row in node.rows]
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    below = [PrintedLine(depth + 1, _aligned(header, widths), node.columns[0].span)]
    for row, cells in zip(node.rows, rows, strict=True):
        below += _row(depth + 1, row, _aligned(cells, widths))
    return statement(depth, node, "cases", below=below)


def _row(depth: int, node: Row, written: str) -> Lines:
    return statement(depth, node, written)


def _aligned(cells: list[str], widths: list[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return " | ".join(padded).rstrip()


def _cell(cell: Expr, column: int) -> str:
    """Return a cell: nothing for null, except where the row would begin with the space of it."""
    if isinstance(cell, NullLiteral) and column > 0:
        return ""
    if isinstance(cell, NameExpr):
        return f"`{cell.name}`" if cell.name in keywords(CELL) else cell.name
    return flow(cell)
