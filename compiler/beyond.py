"""What a workflow uses beyond the core that the engine runs in this version.

The core: states with a task, lines on events, START, END and FAIL, guards over the context,
the payload and counts, timeouts, retries, `writes`. All else is read, checked and kept, but
not yet run: whoever runs or emits a workflow asks here first, so that nothing is dropped.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from stateous.compiler import ir
from stateous.compiler.guards import BranchCount, BranchFirst, BranchTest, Expr, Read, parts


@dataclass(frozen=True, slots=True)
class Beyond:
    """A construct beyond the core, by its word, and where it stands first."""

    what: str
    place: ir.Place


def beyond_core(workflow: ir.Workflow) -> tuple[Beyond, ...]:
    """Return each construct beyond the core that a workflow uses, once, by name."""
    first: dict[str, Beyond] = {}
    for found in (*_of_workflow(workflow), *_of_states(workflow), *_of_lines(workflow)):
        first.setdefault(found.what, found)
    return tuple(first[what] for what in sorted(first))


def step_beyond_core(step: ir.Step) -> bool:
    """Tell whether a step of a specification speaks of what is not yet run."""
    return not isinstance(step, _CORE_STEPS) or (
        isinstance(step, ir.ThenCompleted) and step.label is not None
    )


def reads_beyond_core(guard: Expr) -> str | None:
    """Return the word in a guard whose meaning no solver knows yet: `subject`, `branches`."""
    for part in parts(guard):
        match part:
            case Read(root="model"):
                return "the read model"
            case BranchTest() | BranchCount() | BranchFirst():
                return "branches"
            case _:
                pass
    return None


_CORE_STEPS = (
    ir.GivenContext,
    ir.GivenState,
    ir.GivenClock,
    ir.WhenEvent,
    ir.WhenPass,
    ir.WhenFails,
    ir.ThenCompleted,
    ir.ThenFailed,
    ir.ThenRefused,
    ir.ThenCondition,
)


def _of_workflow(workflow: ir.Workflow) -> Iterator[Beyond]:
    name = workflow.name
    if workflow.subject is not None:
        yield Beyond("for", ("workflow", name))
    if workflow.triggers:
        yield Beyond("trigger", ("trigger", name, 0))
    if workflow.deadline is not None:
        yield Beyond("deadline", ("deadline", name))


def _of_states(workflow: ir.Workflow) -> Iterator[Beyond]:
    for state in workflow.states:
        place = ("state", workflow.name, state.name)
        if not isinstance(state.kind, ir.Task):
            yield Beyond("wait" if state.kind.kind == "pause" else state.kind.kind, place)
        if state.ensures:
            yield Beyond("ensures", place)
        if state.after:
            yield Beyond("after", place)


def _of_lines(workflow: ir.Workflow) -> Iterator[Beyond]:
    for index, line in enumerate(workflow.transitions):
        place = ("transition", workflow.name, index)
        if line.first:
            yield Beyond("first", place)
        for number, effect in enumerate(line.effects):
            yield Beyond(effect.kind, ("effect", workflow.name, index, number))
        match line.target:
            case ir.Stay():
                yield Beyond("STAY", place)
            case ir.Refuse():
                yield Beyond("REFUSE", place)
            case ir.Complete(label=str()):
                yield Beyond("END as", place)
            case _:
                pass
        word = reads_beyond_core(line.guard) if line.guard is not None else None
        if word is not None:
            yield Beyond(word, place)
