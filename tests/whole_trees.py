"""Trees from `tests.trees` made whole: every state and event that they name is declared.

The Python notation refuses at once what is not declared, so that only such trees can be
written in it.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from stateous.grammar import syntax
from stateous.grammar.source import Span
from tests.expressions import NOWHERE

_ENGINES = frozenset(("timeout", "error", "joined"))
"""Names that nothing may declare; a tree of `tests.trees` may do so."""


def made_whole(tree: syntax.File) -> syntax.File:
    """Return a tree with the declarations that it lacks, and without names of the engine."""
    renamed: syntax.File = mapped(tree, _renamed)
    return replace(
        renamed,
        workflows=tuple(_workflow(node) for node in renamed.workflows),
        machines=tuple(_machine(node) for node in renamed.machines),
    )


def _renamed(node: Any) -> Any:
    if isinstance(node, syntax.Name) and not node.column and node.text in _ENGINES:
        return replace(node, text=f"{node.text}_0")
    return node


def mapped(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a tree with each of its nodes changed, from the leaves up."""
    if isinstance(node, tuple):
        return tuple(mapped(item, change) for item in node)
    if not is_dataclass(node) or isinstance(node, type | Span):
        return node
    changed = {f.name: mapped(getattr(node, f.name), change) for f in fields(node)}
    return change(replace(node, **changed))


def nodes(node: Any) -> Iterator[Any]:
    """Yield every node of a tree."""
    if isinstance(node, tuple):
        for item in node:
            yield from nodes(item)
    elif is_dataclass(node) and not isinstance(node, type | Span):
        yield node
        for f in fields(node):
            yield from nodes(getattr(node, f.name))


def _states(node: Any) -> dict[str, syntax.Name]:
    found: list[syntax.Name] = []
    for inner in nodes(node):
        match inner:
            case (
                syntax.ToState(state=state)
                | syntax.GivenState(state=state)
                | syntax.WhenFails(state=state)
                | syntax.WhenOutlet(state=state)
            ):
                found.append(state)
            case syntax.Anywhere(excepted=excepted):
                found += excepted
    return {name.text: name for name in found if not name.column}


def _events(node: Any) -> dict[str, syntax.Name]:
    lines = (n for n in nodes(node) if isinstance(n, syntax.OnLine | syntax.WhenEvent))
    return {line.event.text: line.event for line in lines if not line.event.column}


def _workflow(node: syntax.WorkflowDecl) -> syntax.WorkflowDecl:
    states = {state.name.text for state in node.states}
    events = {event.name.text for event in node.events}
    return replace(
        node,
        states=(
            *node.states,
            *(
                syntax.StateDecl(name, None, span=NOWHERE)
                for text, name in _states(node).items()
                if text not in states
            ),
        ),
        events=(
            *node.events,
            *(
                syntax.EventDecl(name, None, None, None, span=NOWHERE)
                for text, name in _events(node).items()
                if text not in events
            ),
        ),
    )


def _machine(node: syntax.MachineDecl) -> syntax.MachineDecl:
    states = {state.name.text for state in node.states}
    missing = (name for text, name in _states(node).items() if text not in states)
    added = (syntax.MachineStateDecl(name, None, span=NOWHERE) for name in missing)
    return replace(node, states=(*node.states, *added))
