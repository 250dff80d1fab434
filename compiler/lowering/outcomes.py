"""The `then` steps of a specification."""

from typing import Final

from stateous.compiler import ir
from stateous.compiler.lowering.stage import (
    STAND_IN,
    Stage,
    fact_values,
    known_event,
    payload_values,
    record_values,
    said,
    time_of,
)
from stateous.compiler.mapping import unknown_command, unknown_workflow
from stateous.compiler.names import unknown
from stateous.compiler.rules.names import UNKNOWN_LABEL, UNKNOWN_STATE, UNKNOWN_WORKFLOW
from stateous.compiler.rules.specifications import VISIT_RANGE
from stateous.compiler.typing.expressions import condition
from stateous.compiler.typing.scope import Report
from stateous.compiler.world import labels_of
from stateous.grammar.flow.syntax_rules import UNKNOWN_REFUSAL, VISIT_WITHOUT_STATE
from stateous.grammar.printer import flow
from stateous.grammar.syntax import (
    Expr,
    InState,
    Name,
    NumberLiteral,
    Step,
    TextLiteral,
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
)

REFUSALS: Final = ("no_transition", "guards_overlap", "ensures", "writes", "type", "ended")
"""The engine's words for why it refuses, as `then refused` may name them."""


def lower_outcome(step: Step, stage: Stage) -> ir.Step:
    """Return a `then` of the IR, and report what is wrong with it."""
    if not stage.has(step):
        return STAND_IN
    match step:
        case ThenCompleted(label=label):
            return ir.ThenCompleted(_label(label, stage))
        case ThenFailed(reason=reason):
            return ir.ThenFailed(said(reason))
        case ThenRefused(reason=reason):
            return ir.ThenRefused(_refusal(reason, stage.report))
        case ThenEmitted():
            return _emitted(step, stage)
        case ThenNothing(what=what):
            return ir.ThenNothing(what)
        case ThenInvokes(command=command, values=values):
            found = stage.world.commands.get(command.text)
            if found is None:
                stage.report(unknown_command(command, stage.world))
            record = found.record if found is not None else None
            return ir.ThenInvokes(command.text, record_values(values, record, stage))
        case ThenStarts(workflow=workflow):
            if workflow.text not in stage.world.names.workflows:
                stage.report(unknown_workflow(workflow, stage.world))
            return ir.ThenStarts(workflow.text)
        case ThenWaitingUntil(time=time):
            return ir.ThenWaitingUntil(time_of(time, stage.report))
        case ThenWaitingFor(events=events):
            for event in events:
                known_event(event, stage, facts=True)
            return ir.ThenWaitingFor(tuple(event.text for event in events))
        case ThenOtherIn():
            return _other_in(step, stage)
        case ThenCondition():
            return _condition(step, stage)
        case _:
            return STAND_IN


def _label(label: Expr | None, stage: Stage) -> str | None:
    text = said(label)
    if text is None or label is None or stage.workflow is None:
        return text
    labels = labels_of(stage.workflow)
    if text not in labels and not stage.scope.vocabulary.incomplete:
        what = f"an outcome of {stage.scope.vocabulary.owner}"
        name = Name(text, span=label.span)
        stage.report(unknown(UNKNOWN_LABEL, name, what, sorted(labels)))
    return text


def _refusal(reason: Name | TextLiteral | None, report: Report) -> str | None:
    if reason is None or isinstance(reason, TextLiteral):
        return reason.value if reason is not None else None
    if reason.text not in REFUSALS:
        report(unknown(UNKNOWN_REFUSAL, reason, "a reason of the engine", REFUSALS))
    return reason.text


def _emitted(step: ThenEmitted, stage: Stage) -> ir.Step:
    event = step.event
    if event.text in stage.payloads:
        own = stage.payloads[event.text]
        return ir.ThenEmitted(event.text, payload_values(event, step.values, own, stage))
    if event.text in stage.world.facts or stage.sort == "file":
        return ir.ThenEmitted(event.text, fact_values(event, step.values, stage))
    known_event(event, stage, facts=True)
    return STAND_IN


def _other_in(step: ThenOtherIn, stage: Stage) -> ir.Step:
    other = step.workflow
    workflow = stage.world.names.workflows.get(other.text)
    machine = stage.world.names.machines.get(other.text)
    owner = workflow or machine
    if owner is None:
        names = stage.world.names
        what = "a workflow or a state machine"
        either = (*names.workflows, *names.machines)
        stage.report(unknown(UNKNOWN_WORKFLOW, other, what, either))
    else:
        known = [state.name.text for state in owner.states]
        for state in step.states:
            if state.text not in known:
                what = f"a state of `{other.text}`"
                stage.report(unknown(UNKNOWN_STATE, state, what, known))
    return ir.ThenOtherIn(other.text, tuple(state.text for state in step.states))


def _condition(step: ThenCondition, stage: Stage) -> ir.Step:
    found = condition(step.condition, stage.scope)
    visit = step.visit.value if isinstance(step.visit, NumberLiteral) else None
    if step.visit is not None and not _is_in_one_state(step.condition):
        what = "`visit` follows `in` with one state"
        help_ = "write `then in S, visit 2`"
        stage.report(VISIT_WITHOUT_STATE.at(step.visit.span, what, help=help_))
    elif step.visit is not None and (not isinstance(visit, int) or visit < 1):
        stage.report(VISIT_RANGE.at(step.visit.span, "visits are counted from 1"))
    if found is None:
        return STAND_IN
    text = flow(step.condition, states_allowed=True)
    return ir.ThenCondition(found, text, int(visit) if visit is not None else None)


def _is_in_one_state(condition: Expr) -> bool:
    return isinstance(condition, InState) and len(condition.states) == 1
