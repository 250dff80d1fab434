"""The pass over the shape of a file."""

from stateous.compiler.names import Names
from stateous.compiler.outlets import outlets_of
from stateous.compiler.rules.lines import ANYWHERE_TWICE, DEADLINE_TWICE
from stateous.compiler.rules.structure import NO_START, NO_STATES, NO_WORKFLOW
from stateous.compiler.structure.clauses import inspect_clauses
from stateous.compiler.structure.cycles import inspect_children, inspect_decides
from stateous.compiler.structure.groups import by_event, inspect_events, inspect_group
from stateous.compiler.structure.kinds import sort_of
from stateous.compiler.structure.outlets import inspect_outlets
from stateous.compiler.structure.targets import inspect_targets
from stateous.compiler.typing.scope import Report
from stateous.grammar.advice import transition
from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.syntax import (
    Anywhere,
    DecideKind,
    File,
    OnLine,
    StateDecl,
    ToState,
    WorkflowDecl,
)


def inspect(tree: File, names: Names, report: Report, *, used: bool = False) -> None:
    """Report what is wrong with the shape of each workflow, or that there is none.

    A file that is `used` by another need not have a workflow.
    """
    if _is_empty(tree) and not names.incomplete and not used:
        report(NO_WORKFLOW.at(tree.span.source.line_span(1), "this file declares no workflow"))
    for workflow in tree.workflows:
        _inspect_workflow(workflow, names, report)
    if not used:
        inspect_children(names.workflows.values(), report)


def _is_empty(tree: File) -> bool:
    """Tell whether a file has nothing that can run or be used by another file."""
    library = (tree.uses, tree.commands, tree.facts, tree.roles, tree.readmodels)
    return not tree.workflows and not tree.machines and not any(library)


def _inspect_workflow(workflow: WorkflowDecl, names: Names, report: Report) -> None:
    place = workflow.name.span
    if not workflow.start and not workflow.triggers and not names.incomplete:
        first = workflow.states[0].name.text if workflow.states else "state"
        report(
            NO_START.at(
                workflow.name.span,
                f"workflow `{workflow.name.text}` has no START",
                help=f"say where a token begins: `{transition(place, None, None, first)}`",
            )
        )
    named = any(isinstance(start.target, ToState) for start in workflow.start)
    # A START that names a state is reported where it does.
    if not workflow.states and not named and not names.incomplete:
        what = f"workflow `{workflow.name.text}` has no states"
        report(NO_STATES.at(workflow.name.span, what, help="declare the state that START leads to"))
    inspect_group(workflow.start, report)
    inspect_targets(workflow, report)
    events = {event.name.text for event in workflow.events} | names.facts.keys()
    for state in workflow.states:
        inspect_clauses(state, report, incomplete=names.incomplete)
        inspect_outlets(state, events, report, incomplete=names.incomplete)
        inspect_events(state.lines, report)
        ordered = isinstance(state.kind, DecideKind) and state.kind.first
        inspect_group(state.choices, report, ordered=ordered)
    inspect_decides(workflow, report)
    for block in workflow.anywhere:
        inspect_events(block.lines, report)
    _inspect_anywhere(workflow, report)
    for deadline in workflow.deadlines[1:]:
        first_one = workflow.deadlines[0]
        report(
            DEADLINE_TWICE.at(
                deadline.span,
                f"workflow `{workflow.name.text}` has two deadlines",
                labels=(Label(first_one.span, "the first is here"),),
                help="keep one of the two",
            )
        )


def applies(line: OnLine, block: Anywhere, state: StateDecl) -> bool:
    """Tell whether a line of an `anywhere` block stands in a state."""
    event = line.event.text
    if sort_of(state) == "decide" or state.name.text in {name.text for name in block.excepted}:
        return False
    if any(own.event.text == event for own in state.lines):
        return False
    opened = event in outlets_of(state)
    return opened if event in ("timeout", "error") else not opened


def _inspect_anywhere(workflow: WorkflowDecl, report: Report) -> None:
    """Report events for which two `anywhere` blocks both stand in a state."""
    for index, block in enumerate(workflow.anywhere):
        for event, (line, *_) in by_event(block.lines).items():
            for earlier in workflow.anywhere[:index]:
                other = by_event(earlier.lines).get(event)
                if other is None:
                    continue
                both = [
                    state.name.text
                    for state in workflow.states
                    if applies(line, block, state) and applies(other[0], earlier, state)
                ]
                if both:
                    report(_twice(line, other[0], both[0]))
                    break


def _twice(line: OnLine, other: OnLine, state: str) -> Diagnostic:
    return ANYWHERE_TWICE.at(
        line.event.span,
        f"two `anywhere` stand for `on {line.event.text}` in `{state}`",
        labels=(Label(other.event.span, "the other is here"),),
        help=f"write the lines in one block, or except `{state}` from one of the two",
    )
