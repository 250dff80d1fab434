"""Cycles that run without anything happening: of `decide` states, and of workflows."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from stateous.compiler.rules.lines import DECIDE_CYCLE
from stateous.compiler.rules.states import RUNS_ITSELF
from stateous.compiler.typing.scope import Report
from stateous.grammar.diagnostic import Label
from stateous.grammar.syntax import (
    ForeachKind,
    Name,
    ParallelKind,
    StateDecl,
    ToState,
    WorkflowDecl,
)

Edges = Mapping[str, Mapping[str, Name]]
"""What each node leads to, with the place where it is named."""


def inspect_decides(workflow: WorkflowDecl, report: Report) -> None:
    """Report each cycle made of `decide` states alone, once."""
    decides = {state.name.text: state for state in workflow.states if state.choices}
    edges = {name: _choices(state, decides) for name, state in decides.items()}
    for cycle in cycles(edges):
        first, *more = _mentions(cycle, edges)
        shown = " → ".join(f"`{name}`" for name in cycle)
        report(
            DECIDE_CYCLE.at(
                first.span,
                f"decide `{cycle[0]}` leads back to itself at once: {shown}",
                labels=tuple(Label(name.span, "and this leads on") for name in more),
                help="let one of these lines lead to a state that takes time, or to an end",
            )
        )


def inspect_children(workflows: Iterable[WorkflowDecl], report: Report) -> None:
    """Report workflows that run themselves, directly or through others."""
    edges: dict[str, dict[str, Name]] = {}
    for workflow in workflows:
        own = edges.setdefault(workflow.name.text, {})
        for name in _children(workflow):
            own.setdefault(name.text, name)
    for cycle in cycles(edges):
        first, *more = _mentions(cycle, edges)
        shown = " → ".join(f"`{name}`" for name in cycle)
        report(
            RUNS_ITSELF.at(
                first.span,
                f"workflow `{cycle[0]}` runs itself: {shown}",
                labels=tuple(Label(name.span, "which runs this") for name in more),
                help="see to it that a guard or an empty list ends the nesting",
            )
        )


def _choices(state: StateDecl, decides: Mapping[str, StateDecl]) -> Mapping[str, Name]:
    found: dict[str, Name] = {}
    for line in state.choices:
        if isinstance(line.target, ToState) and line.target.state.text in decides:
            found.setdefault(line.target.state.text, line.target.state)
    return found


def _children(workflow: WorkflowDecl) -> Sequence[Name]:
    found: list[Name] = []
    for state in workflow.states:
        match state.kind:
            case ParallelKind(workflows=names):
                found.extend(names)
            case ForeachKind(workflow=name):
                found.append(name)
    return found


def _mentions(cycle: Sequence[str], edges: Edges) -> list[Name]:
    return [edges[before][behind] for before, behind in pairwise(cycle)]


def cycles(edges: Edges) -> list[tuple[str, ...]]:
    """Return a cycle for each knot of nodes that lead back to themselves.

    A cycle begins and ends with the same node, the first of its knot.
    """
    seen: set[str] = set()
    found: list[tuple[str, ...]] = []
    for start in edges:
        if start not in seen and (cycle := _back_to(start, edges)) is not None:
            found.append(cycle)
            seen.update(node for node in edges if _leads(start, node, edges))
    return found


def _leads(start: str, node: str, edges: Edges) -> bool:
    """Tell whether `node` lies in the knot of `start`."""
    return node in _reached(start, edges) and start in _reached(node, edges)


def _reached(start: str, edges: Edges) -> dict[str, str]:
    """Return the nodes behind `start`, each with the one before it on a shortest way."""
    found: dict[str, str] = {}
    pending = [start]
    for node in pending:
        for behind in edges.get(node, {}):
            if behind not in found:
                found[behind] = node
                pending.append(behind)
    return found


def _back_to(start: str, edges: Edges) -> tuple[str, ...] | None:
    before = _reached(start, edges)
    if start not in before:
        return None
    way = [start]
    while len(way) == 1 or way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))
