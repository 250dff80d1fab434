"""What the shape of a workflow shows by itself, without types and without a proof."""

from collections.abc import Iterable, Sequence

from stateous.compiler.names import Names
from stateous.compiler.rules.structure import (
    ALWAYS_BESIDE_OTHERS,
    NO_START,
    NO_STATES,
    NO_WORKFLOW,
    OTHERWISE_TWICE,
    OUTLET_NOT_OPENED,
    RETRIES_RANGE,
    START_TARGET,
    TIMEOUT_NOT_SET,
    TWO_ALWAYS,
)
from stateous.compiler.typing.scope import Report
from stateous.grammar.diagnostic import Edit, Fix, Label
from stateous.grammar.flow.lexical_rules import BAD_DURATION
from stateous.grammar.syntax import (
    File,
    OnLine,
    Retries,
    StartLine,
    StateDecl,
    ToState,
    WorkflowDecl,
)

MOST_RETRIES = 1_000
"""The most retries of a state."""

Line = StartLine | OnLine


def inspect(tree: File, names: Names, report: Report) -> None:
    """Report what is wrong with the shape of each workflow, or that there is none."""
    if not tree.workflows and not names.incomplete:
        report(NO_WORKFLOW.at(tree.span.source.line_span(1), "this file declares no workflow"))
    for workflow in tree.workflows:
        _inspect_start(workflow, names, report)
        if not workflow.states and not names.incomplete:
            what = f"workflow `{workflow.name.text}` has no states"
            report(NO_STATES.at(workflow.name.span, what))
        for state in workflow.states:
            _inspect_state(state, names, report)


def _inspect_start(workflow: WorkflowDecl, names: Names, report: Report) -> None:
    if not workflow.start and not names.incomplete:
        first = workflow.states[0].name.text if workflow.states else "state"
        report(
            NO_START.at(
                workflow.name.span,
                f"workflow `{workflow.name.text}` has no START",
                help=f"say where a token begins: `START -> {first}`",
            )
        )
    for line in workflow.start:
        if not isinstance(line.target, ToState):
            what = "a token begins in a state, so START leads to one"
            report(START_TARGET.at(line.target.span, what, help="write the name of a state"))
    _inspect_group(workflow.start, report)


def _inspect_state(state: StateDecl, names: Names, report: Report) -> None:
    if state.retries is not None:
        _inspect_retries(state.retries, report)
    groups: dict[str, list[OnLine]] = {}
    for line in state.lines:
        _inspect_event(line, state, names, report)
        groups.setdefault(line.event.text, []).append(line)
    for lines in groups.values():
        _inspect_group(lines, report)


def _inspect_retries(retries: Retries, report: Report) -> None:
    number = retries.number
    if not isinstance(number.value, int) or not 0 <= number.value <= MOST_RETRIES:
        what = f"retries are a whole number from 0 to {MOST_RETRIES}"
        report(RETRIES_RANGE.at(number.span, what))
    backoff = retries.backoff
    if backoff is not None and backoff.first.seconds > backoff.longest.seconds:
        what = "the first wait is longer than the longest"
        report(BAD_DURATION.at(backoff.span, what, help="write the shorter one first"))


def _inspect_event(line: OnLine, state: StateDecl, names: Names, report: Report) -> None:
    event, name = line.event, state.name.text
    if event.text == "timeout" and state.timeout is None and not names.incomplete:
        report(
            TIMEOUT_NOT_SET.at(
                event.span,
                f"state `{name}` has no timeout, so `timeout` never comes",
                help="add a line such as `timeout 6h`, or remove this one",
            )
        )
    if event.text == "joined":
        what = f"`{name}` is a task, and `joined` comes only where children run"
        report(OUTLET_NOT_OPENED.at(event.span, what, help="remove this line"))


def _inspect_group(lines: Sequence[Line], report: Report) -> None:
    """Report lines of one event that cannot stand beside each other, whatever the data."""
    always = [line for line in lines if line.when is None and not line.otherwise]
    guarded = [line for line in lines if line.when is not None]
    rest = [line for line in lines if line.otherwise]
    if always:
        _report_two_always(always, report)
        _report_beside_always(always[0], guarded, rest, report)
    for line in rest[1:]:
        report(
            OTHERWISE_TWICE.at(
                line.span,
                f"{_subject(line)} has `otherwise` twice",
                labels=(Label(rest[0].span, "the first is here"),),
                help="keep one of the two",
            )
        )


def _report_two_always(always: Iterable[Line], report: Report) -> None:
    first, *more = always
    for line in more:
        report(
            TWO_ALWAYS.at(
                line.span,
                f"{_subject(line)} has two lines that always hold",
                labels=(Label(first.span, "the first is here"),),
                help="give each a guard, or keep one of the two",
            )
        )


def _report_beside_always(
    always: Line, guarded: Sequence[Line], rest: Sequence[Line], report: Report
) -> None:
    if guarded:
        report(
            ALWAYS_BESIDE_OTHERS.at(
                always.span,
                f"{_subject(always)} has a line without a guard beside guarded ones",
                labels=(Label(guarded[0].span, "both can hold here"),),
                help="write `otherwise`: the line then holds when no guard does",
                fix=_otherwise(always) if not rest else None,
            )
        )
    elif rest:
        report(
            ALWAYS_BESIDE_OTHERS.at(
                rest[0].span,
                f"this `otherwise` never holds: {_subject(always)} has a line that always does",
                labels=(Label(always.span, "it always holds"),),
                help="give that line a guard, or remove this one",
            )
        )


def _subject(line: Line) -> str:
    return "START" if isinstance(line, StartLine) else f"`on {line.event.text}`"


def _otherwise(line: Line) -> Fix | None:
    """Return the fix that makes a line without a guard the `otherwise` of its group."""
    source = line.span.source
    behind = line.event.span.end if isinstance(line, OnLine) else line.span.start
    arrow = source.text.find("->", behind, line.target.span.start)
    if arrow < 0:
        return None
    return Fix("write `otherwise`", (Edit(source.span(arrow, arrow), "otherwise "),))
