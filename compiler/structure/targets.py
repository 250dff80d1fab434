"""Where a line may lead: START to a state, STAY and REFUSE on declared events alone."""

from collections.abc import Iterator

from stateous.compiler.outlets import outlets_of
from stateous.compiler.rules.lines import EFFECT_OF_REFUSAL, STAY_MISPLACED
from stateous.compiler.rules.structure import START_TARGET
from stateous.compiler.typing.scope import Report
from stateous.grammar.syntax import (
    Deadline,
    DecideLine,
    OnLine,
    StateDecl,
    ToRefuse,
    ToState,
    ToStay,
    WorkflowDecl,
)

_OWN = ("timeout", "error", "joined")


def inspect_targets(workflow: WorkflowDecl, report: Report) -> None:
    """Report targets that a line may not have where it stands."""
    for start in workflow.start if workflow.states else ():
        if not isinstance(start.target, ToState):
            what = "a token begins in a state, so START leads to one"
            report(START_TARGET.at(start.target.span, what, help="write the name of a state"))
    for other, why in _without_choice(workflow):
        if isinstance(other.target, ToStay | ToRefuse):
            word = "STAY" if isinstance(other.target, ToStay) else "REFUSE"
            help_ = "write a state, END or FAIL"
            report(STAY_MISPLACED.at(other.target.span, f"`{word}` cannot stand {why}", help=help_))
    for line in _on_lines(workflow):
        if isinstance(line.target, ToRefuse) and line.effects:
            what = "a refused event changes nothing, so this never happens"
            report(EFFECT_OF_REFUSAL.at(line.effects[0].span, what, help="remove this line"))


def _on_lines(workflow: WorkflowDecl) -> Iterator[OnLine]:
    for state in workflow.states:
        yield from state.lines
    for block in workflow.anywhere:
        yield from block.lines


def _without_choice(
    workflow: WorkflowDecl,
) -> Iterator[tuple[OnLine | DecideLine | Deadline, str]]:
    """Yield the lines that must lead away, each with why."""
    for state in workflow.states:
        yield from ((choice, "in a decide: no event came") for choice in state.choices)
        for line in state.lines:
            if _comes_by_itself(line, state):
                yield line, f"on `{line.event.text}`, which cannot be put off"
    for block in workflow.anywhere:
        for line in block.lines:
            if line.event.text in _OWN:
                yield line, f"on `{line.event.text}`, which cannot be put off"
    yield from ((deadline, "on a deadline") for deadline in workflow.deadlines)


def _comes_by_itself(line: OnLine, state: StateDecl) -> bool:
    return line.event.text in (*_OWN, *outlets_of(state))
