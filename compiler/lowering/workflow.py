"""From a workflow of the tree to one of the IR."""

from collections.abc import Iterable

from stateous.compiler import ir
from stateous.compiler.lowering.frame import Frame, Places
from stateous.compiler.lowering.lines import lower_deadline, lower_transitions
from stateous.compiler.lowering.properties import lower_properties
from stateous.compiler.lowering.specifications import workflow_specifications
from stateous.compiler.lowering.states import lower_state
from stateous.compiler.machines import unknown_readmodel
from stateous.compiler.signature import Signature
from stateous.compiler.triggers import lower_trigger
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.scope import Report
from stateous.compiler.world import World, scope_of
from stateous.grammar.syntax import EventDecl, Trigger, WorkflowDecl


def lower(
    workflow: WorkflowDecl, signature: Signature, world: World, report: Report, places: Places
) -> ir.Workflow:
    """Return the IR of a workflow, and put the place of each part into `places`.

    What is at fault is reported; the IR is then of no use.
    """
    scope = scope_of(workflow, signature, world, report)
    frame = Frame(workflow, scope, signature, world, places)
    frame.put(workflow.name.span, "workflow")
    if workflow.context is not None:
        frame.put(workflow.context.name.span, "context")
    if workflow.subject is not None and workflow.subject.readmodel.text not in world.readmodels:
        report(unknown_readmodel(workflow.subject.readmodel, world))
    states = tuple(lower_state(state, frame) for state in workflow.states)
    record = world.subject_of(workflow)
    return ir.Workflow(
        name=workflow.name.text,
        title=workflow.title,
        context=None if workflow.context is None else signature.context,
        events=tuple(_event(event, frame) for event in workflow.events),
        states=states,
        transitions=lower_transitions(frame),
        specifications=workflow_specifications(frame),
        subject=workflow.subject.readmodel.text if workflow.subject is not None else None,
        triggers=tuple(_trigger(t, number, frame) for number, t in enumerate(workflow.triggers)),
        deadline=lower_deadline(frame),
        properties=lower_properties(frame),
        subject_record=record if record is not BROKEN else None,
        facts=_facts(states, signature, world),
    )


def _facts(states: Iterable[ir.State], signature: Signature, world: World) -> tuple[ir.Event, ...]:
    """Return the facts that waits name, each once."""
    waits = (state.kind for state in states if isinstance(state.kind, ir.WaitForEvents))
    named = dict.fromkeys(event for wait in waits for event in wait.events)
    return tuple(
        ir.Event(name, None, world.facts[name], None)
        for name in named
        if name not in signature.payloads and name in world.facts
    )


def _event(event: EventDecl, frame: Frame) -> ir.Event:
    name = event.name.text
    frame.put(event.name.span, "event", name)
    into = event.into.text if event.into is not None else None
    return ir.Event(name, event.title, frame.signature.payloads[name], into)


def _trigger(trigger: Trigger, number: int, frame: Frame) -> ir.Trigger:
    frame.put(trigger.span, "trigger", number)
    return lower_trigger(trigger, frame.world, frame.scope)
