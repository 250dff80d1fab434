"""Guards that a graph file holds as text only, as format 1 does."""

from stateous.compiler.graph.guard_json_reader import Surroundings
from stateous.compiler.graph.json_node import GraphFault, Node
from stateous.compiler.guards import Expr
from stateous.compiler.rules.graph import BAD_GUARD
from stateous.compiler.types import EnumType
from stateous.compiler.typing.expressions import condition
from stateous.compiler.typing.scope import Scope, Vocabulary
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow.guard_reader import read_expression
from stateous.grammar.source import Source


def read_guard_text(node: Node, event: str | None, around: Surroundings) -> Expr:
    """Return the guard that a text means on a line of `event`. Raises GraphFault."""
    text = node.text()
    source = Source("guard", text)
    tree, found = read_expression(text, source.span)
    faults = list(found)
    guard = None
    if tree is not None and not any(fault.is_error for fault in faults):
        guard = condition(tree, _scope(event, around, faults))
    _raise_first(node, faults)
    if guard is None:
        raise GraphFault(BAD_GUARD, node.pointer, "the guard has no meaning")
    return guard


def _raise_first(node: Node, faults: list[Diagnostic]) -> None:
    for fault in faults:
        if fault.is_error:
            raise GraphFault(BAD_GUARD, node.pointer, fault.message)


def _scope(event: str | None, around: Surroundings, faults: list[Diagnostic]) -> Scope:
    vocabulary = Vocabulary(
        workflow="this graph",
        states=frozenset(),
        events=around.events,
        types=around.types,
        enums={name: t for name, t in around.types.items() if isinstance(t, EnumType)},
    )
    return Scope(
        position="start" if event is None else "event",
        vocabulary=vocabulary,
        context=around.roots["ctx"],
        open_context=around.open_context,
        report=faults.append,
        payload=around.roots.get("payload"),
        event=event,
    )
