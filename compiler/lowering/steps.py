"""The `given` and `when` steps of a specification."""

from collections.abc import Mapping
from typing import Final

from stateous.compiler import ir
from stateous.compiler.children import children_of
from stateous.compiler.lowering.effects import is_callback
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
from stateous.compiler.lowering.values import context_values
from stateous.compiler.names import unknown
from stateous.compiler.outlets import outlets_of
from stateous.compiler.rules.lines import CALL_FORM
from stateous.compiler.rules.names import (
    UNKNOWN_LABEL,
    UNKNOWN_OUTLET,
    UNKNOWN_ROLE,
    UNKNOWN_WORKFLOW,
)
from stateous.compiler.rules.specifications import (
    ENGINE_EVENT,
    NO_SUCH_APPROVAL,
    NO_SUCH_CALL,
    NO_SUCH_CHILD,
    NOTHING_FAILS,
    WITH_ON_FIRED,
)
from stateous.compiler.structure.kinds import NAMES, sort_of
from stateous.compiler.types import Json
from stateous.compiler.typing.naming import known_state
from stateous.compiler.world import labels_of
from stateous.grammar.syntax import (
    ApprovalKind,
    CallEffect,
    DurationLiteral,
    Effect,
    GivenCall,
    GivenClock,
    GivenContext,
    GivenFact,
    GivenState,
    Name,
    StateDecl,
    Step,
    WhenChild,
    WhenDecided,
    WhenEvent,
    WhenFact,
    WhenFails,
    WhenOutlet,
    WhenPass,
    WorkflowDecl,
)

_INSTEAD: Final[Mapping[str, str]] = {
    "timeout": "let the time pass: `when 6h pass`",
    "elapsed": "let the time pass: `when 6h pass`",
    "expired": "let the time pass: `when 6h pass`",
    "error": "let attempts fail: `when state fails`",
    "joined": "it comes when children end",
    "completed": "it comes when children end: `when child w completes`",
    "partial": "it comes when children end: `when child w fails`",
}
"""What brings the events that only the engine fires."""


def lower_move(step: Step, stage: Stage) -> ir.Step:
    """Return a `given` or `when` of the IR, and report what is wrong with it."""
    if not stage.has(step):
        return STAND_IN
    match step:
        case GivenContext(values=values):
            return ir.GivenContext(context_values(values, stage.scope))
        case GivenFact(event=event, values=values):
            return ir.GivenFact(event.text, fact_values(event, values, stage))
        case GivenState(state=state):
            known_state(state, stage.scope)
            return ir.GivenState(state.text)
        case GivenClock(time=time):
            return ir.GivenClock(time_of(time, stage.report))
        case GivenCall():
            return _given_call(step, stage)
        case WhenEvent():
            return _when_event(step, stage)
        case WhenFact(event=event, values=values):
            return ir.WhenFact(event.text, fact_values(event, values, stage))
        case WhenPass(duration=duration):
            seconds = duration.seconds if isinstance(duration, DurationLiteral) else 0
            return ir.WhenPass(seconds)
        case WhenFails():
            return _when_fails(step, stage)
        case WhenOutlet():
            return _when_outlet(step, stage)
        case WhenDecided():
            return _when_decided(step, stage)
        case WhenChild():
            return _when_child(step, stage)
        case _:
            return STAND_IN


def _given_call(step: GivenCall, stage: Stage) -> ir.Step:
    function = step.function
    if not is_callback(function.value):
        what = "a callback is named by its module and its function"
        stage.report(CALL_FORM.at(function.span, what, help='write `"module:function"`'))
    elif stage.workflow is not None and function.value not in _calls(stage.workflow):
        what = f"no line of {stage.scope.vocabulary.owner} calls `{function.value}`"
        stage.report(
            NO_SUCH_CALL.at(function.span, what, help="remove this step, or mend the name")
        )
    return ir.GivenCall(function.value, context_values(step.values, stage.scope))


def _calls(workflow: WorkflowDecl) -> set[str]:
    effects: list[Effect] = []
    for start in workflow.start:
        effects.extend(start.effects)
    for state in workflow.states:
        for line in state.lines:
            effects.extend(line.effects)
        for choice in state.choices:
            effects.extend(choice.effects)
    for block in workflow.anywhere:
        for line in block.lines:
            effects.extend(line.effects)
    for deadline in workflow.deadlines:
        effects.extend(deadline.effects)
    return {effect.function.value for effect in effects if isinstance(effect, CallEffect)}


# ---------------------------------------------------------------- events, outlets


def _when_event(step: WhenEvent, stage: Stage) -> ir.Step:
    if step.fired and step.writes:
        what = "an event from outside writes no fields"
        help_ = "`with` says what a routine wrote: leave out `fired`, or `with`"
        stage.report(WITH_ON_FIRED.at(step.writes[0].path[0].span, what, help=help_))
    event = step.event
    payload: Mapping[str, Json] = {}
    if event.text in _INSTEAD and event.text not in stage.payloads:
        _report_engine(event, stage)
    elif known_event(event, stage):
        given = stage.payloads[event.text]
        payload = payload_values(event, step.payload, given, stage)
    writes = context_values(step.writes, stage.scope)
    return ir.WhenEvent(event.text, payload, writes, step.fired)


def _report_engine(event: Name, stage: Stage) -> None:
    what = f"only the engine fires `{event.text}`"
    stage.report(ENGINE_EVENT.at(event.span, what, help=_INSTEAD[event.text]))


def _state(name: Name, stage: Stage) -> StateDecl | None:
    """Return the declaration of a state; report a name that is none."""
    if known_state(name, stage.scope) is None or stage.workflow is None:
        return None
    return next(state for state in stage.workflow.states if state.name.text == name.text)


def _when_fails(step: WhenFails, stage: Stage) -> ir.Step:
    state = _state(step.state, stage)
    if state is not None and sort_of(state) not in ("task", "action"):
        what = f"`{step.state.text}` is {NAMES[sort_of(state)]}, which makes no attempts"
        help_ = "only a state with a task and an action can fail so"
        stage.report(NOTHING_FAILS.at(step.state.span, what, help=help_))
    return ir.WhenFails(step.state.text, said(step.reason) or "the attempt failed")


def _when_outlet(step: WhenOutlet, stage: Stage) -> ir.Step:
    state, outlet = _state(step.state, stage), step.outlet
    if state is not None:
        opened = outlets_of(state)
        if outlet.text not in opened:
            what = f"an outlet of `{step.state.text}`"
            stage.report(unknown(UNKNOWN_OUTLET, outlet, what, opened))
        elif sort_of(state) == "wait" and outlet.text != "expired":
            what = f"`{outlet.text}` comes from outside, with what it carries"
            fact = "fact" if outlet.text not in stage.payloads else "fired"
            help_ = f"write `when {fact} {outlet.text}`"
            stage.report(ENGINE_EVENT.at(outlet.span, what, help=help_))
        elif outlet.text in _INSTEAD:
            _report_engine(outlet, stage)
    return ir.WhenOutlet(step.state.text, outlet.text)


def _when_decided(step: WhenDecided, stage: Stage) -> ir.Step:
    role = step.role
    roles = stage.world.names.roles
    if role.text not in roles:
        others = stage.world.names.sorts_but("a role")
        stage.report(unknown(UNKNOWN_ROLE, role, "a role", roles, known_as=others))
    elif stage.workflow is not None and role.text not in _asked(stage.workflow):
        what = f"no approval of {stage.scope.vocabulary.owner} is by `{role.text}`"
        asked = sorted(_asked(stage.workflow))
        help_ = f"roles that are asked: {', '.join(f'`{name}`' for name in asked)}"
        stage.report(NO_SUCH_APPROVAL.at(role.span, what, help=help_ if asked else None))
    return ir.WhenDecided(step.outcome, role.text)


def _asked(workflow: WorkflowDecl) -> set[str]:
    kinds = (state.kind for state in workflow.states)
    return {kind.role.text for kind in kinds if isinstance(kind, ApprovalKind)}


def _when_child(step: WhenChild, stage: Stage) -> ir.Step:
    name = step.workflow
    child = stage.world.names.workflows.get(name.text)
    record = None
    if child is None:
        others = stage.world.names.sorts_but("a workflow")
        known = stage.world.names.workflows
        stage.report(unknown(UNKNOWN_WORKFLOW, name, "a workflow", known, known_as=others))
    else:
        signature = stage.world.signatures[name.text]
        record = None if signature.open_context else signature.context
        if stage.workflow is not None and name.text not in _run_by(stage.workflow):
            what = f"no state of {stage.scope.vocabulary.owner} runs `{name.text}`"
            help_ = "name a workflow that a `parallel` or a `foreach` runs"
            stage.report(NO_SUCH_CHILD.at(name.span, what, help=help_))
        label = said(step.label)
        if label is not None and step.label is not None and label not in labels_of(child):
            own = Name(label, span=step.label.span)
            what = f"an outcome of `{name.text}`"
            stage.report(unknown(UNKNOWN_LABEL, own, what, sorted(labels_of(child))))
    payload = record_values(step.payload, record, stage)
    return ir.WhenChild(name.text, said(step.key), step.outcome, said(step.label), payload)


def _run_by(workflow: WorkflowDecl) -> set[str]:
    return {name.text for state in workflow.states for name in children_of(state)}
