"""The path of a token through its graph, from its ledger."""

from collections import Counter
from collections.abc import Iterable

from stateous.compiler.graph.diagram import Path
from stateous.compiler.ir import START, Complete, Fail, Goto, Workflow
from stateous.runtime.kernel.token import Token
from stateous.runtime.local.ledger import Row

_ENDS = {"completed": Complete, "failed": Fail}


def path_of(workflow: Workflow, token: Token, rows: Iterable[Row]) -> Path:
    """Return which transitions a token took, how often, and where it is."""
    taken: Counter[int] = Counter()
    source: tuple[str, str | None] | None = None
    for row in rows:
        match row.kind:
            case "started":
                source = (START, None)
            case "event_accepted":
                source = (str(row.data["state"]), str(row.data["event"]))
            case "entered" | "completed" | "failed" if source is not None:
                taken.update(_transitions(workflow, source, row))
                source = None
    current = None if token.ended else token.state
    return Path(taken, frozenset(token.visits), current)


def _transitions(workflow: Workflow, source: tuple[str, str | None], row: Row) -> list[int]:
    """Return the transition between two rows: the first of its group to that target."""
    ids = workflow.groups.get(source, ())
    return [index for index in ids if _leads_to(workflow, index, row)][:1]


def _leads_to(workflow: Workflow, index: int, row: Row) -> bool:
    target = workflow.transitions[index].target
    if row.kind == "entered":
        return isinstance(target, Goto) and target.state == row.data["state"]
    return isinstance(target, _ENDS[row.kind])
