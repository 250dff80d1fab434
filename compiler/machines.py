"""State machines: states, their transitions on facts, and what entering a state does."""

from collections.abc import Iterable
from dataclasses import replace

from stateous.compiler import ir
from stateous.compiler.mapping import (
    Source,
    arguments,
    assigns,
    require_start,
    unknown_command,
    unknown_workflow,
)
from stateous.compiler.names import unknown
from stateous.compiler.readmodels import Places, carries_key, model_scope
from stateous.compiler.rules.machines import (
    FINAL_LEAVES,
    INITIAL_STATE,
    MACHINE_LINE,
    STARTED_TWICE,
)
from stateous.compiler.rules.names import UNKNOWN_READMODEL, UNKNOWN_STATE
from stateous.compiler.structure.groups import inspect_events
from stateous.compiler.types import Field, RecordType
from stateous.compiler.typing.expressions import condition
from stateous.compiler.typing.kinds import BROKEN, comparable
from stateous.compiler.typing.scope import Report, Scope
from stateous.compiler.world import World
from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.printer import canonical
from stateous.grammar.syntax import (
    Entering,
    MachineDecl,
    MachineStateDecl,
    Name,
    OnEntry,
    OnLine,
    ToState,
)


def lower_machine(machine: MachineDecl, world: World, report: Report, places: Places) -> ir.Machine:
    """Return a state machine of the IR, without its specifications; report what is wrong with it."""
    name = machine.name.text
    places[("machine", name)] = machine.name.span
    _check_states(machine, world, report)
    scope = machine_scope(machine, world, report)
    states = tuple(_state(state, machine, world, scope, places) for state in machine.states)
    return ir.Machine(
        name,
        machine.title,
        machine.follows.text,
        states,
        _transitions(machine, world, scope, places),
        machine_wide=machine.lookup is not None,
    )


def unknown_readmodel(name: Name, world: World) -> Diagnostic:
    """Return that a name is no read model."""
    others = world.names.sorts_but("a read model")
    return unknown(UNKNOWN_READMODEL, name, "a read model", world.readmodels, known_as=others)


def machine_scope(machine: MachineDecl, world: World, report: Report) -> Scope:
    """Return what the guards of a machine may read: the fields of its read model, bare.

    Report a read model that is not known.
    """
    if machine.follows.text not in world.readmodels:
        report(unknown_readmodel(machine.follows, world))
    record = world.readmodels.get(machine.follows.text, BROKEN)
    scope = model_scope(record, world, report)
    states = {state.name.text: None for state in machine.states}
    words = replace(scope.vocabulary, workflow=machine.name.text, states=states.keys())
    return replace(scope, vocabulary=words)


def entry_payload(machine: MachineDecl, state: str, world: World) -> RecordType:
    """Return what every fact that leads to the state has, by name and kind.

    A state that nothing leads to is entered with no field known.
    """
    lines = [line for own in machine.states for line in own.lines if _leads(line, state)]
    records = [world.facts.get(line.event.text, BROKEN) for line in lines]
    if any(record is BROKEN for record in records):
        return BROKEN
    first = records[0] if records else RecordType("payload", ())
    common = (field for field in first.fields if all(_has(record, field) for record in records))
    return RecordType("payload", tuple(common))


def _leads(line: OnLine, state: str) -> bool:
    return isinstance(line.target, ToState) and line.target.state.text == state


def _has(record: RecordType, field: Field) -> bool:
    own = record.field(field.name)
    return own is not None and comparable(own.slot.type, field.slot.type)


# ---------------------------------------------------------------------- states


def _check_states(machine: MachineDecl, world: World, report: Report) -> None:
    initial = [state for state in machine.states if state.initial]
    if not initial and not world.names.incomplete:
        what = f"state machine `{machine.name.text}` has no initial state"
        report(INITIAL_STATE.at(machine.name.span, what, help="declare one state as `initial`"))
    for state in initial[1:]:
        what = f"state machine `{machine.name.text}` has a second initial state"
        label = Label(initial[0].name.span, "the first is here")
        report(INITIAL_STATE.at(state.name.span, what, labels=(label,), help="keep one"))
    for state in machine.states:
        if state.final and state.lines:
            what = f"`{state.name.text}` is final, so this line is never taken"
            report(FINAL_LEAVES.at(state.lines[0].span, what, help="remove the line, or `final`"))
        inspect_events(state.lines, report)


def _state(
    state: MachineStateDecl, machine: MachineDecl, world: World, scope: Scope, places: Places
) -> ir.MachineState:
    name = state.name.text
    places[("machine state", machine.name.text, name)] = state.name.span
    effects = []
    for number, entering in enumerate(state.entering):
        places[("entering", machine.name.text, name, number)] = entering.span
        effects.append(_entering(entering, state, machine, world, scope))
    return ir.MachineState(name, state.title, state.initial, state.final, tuple(effects))


def _entering(
    entering: Entering,
    state: MachineStateDecl,
    machine: MachineDecl,
    world: World,
    scope: Scope,
) -> ir.Entering:
    name = entering.name
    payload = entry_payload(machine, state.name.text, world)
    inner = replace(scope, position="entering", payload=payload)
    model = Source("model", scope.model or BROKEN)
    sources = (model, Source("payload", payload))
    identifier = None
    if entering.effect == "invokes":
        if name.text not in world.commands:
            scope.report(unknown_command(name, world))
        command = world.commands.get(name.text)
        target = command.record if command is not None else BROKEN
        what = f"command `{name.text}`"
        if command is not None and command.identifier is not None and model.record.fields:
            identifier = (command.identifier, model, model.record.fields[0])
    else:
        _check_started(name, state, machine, world, scope.report)
        signature = world.signatures.get(name.text)
        target = signature.context if signature is not None else BROKEN
        what = f"workflow `{name.text}`"
    given = assigns(entering.mappings)
    found = arguments(target, given, inner, sources, name.span, what, identifier=identifier)
    return ir.Entering(entering.effect, name.text, found)


def _check_started(
    name: Name, state: MachineStateDecl, machine: MachineDecl, world: World, report: Report
) -> None:
    """Report a workflow that is not known, has no START, or is triggered by the same entry."""
    workflow = world.names.workflows.get(name.text)
    if workflow is None:
        report(unknown_workflow(name, world))
        return
    for trigger in workflow.triggers:
        match trigger.occasion:
            case OnEntry(machine=own, state=entered) if (
                own.text == machine.name.text and entered.text == state.name.text
            ):
                what = f"`{name.text}` has a trigger on this state too, so it would start twice"
                label = Label(trigger.span, "the trigger is here")
                report(STARTED_TWICE.at(name.span, what, labels=(label,), help="keep one"))
                return
            case _:
                pass
    require_start(name, world, report)


# ----------------------------------------------------------------- transitions


def _transitions(
    machine: MachineDecl, world: World, scope: Scope, places: Places
) -> tuple[ir.MachineTransition, ...]:
    model = world.names.readmodels.get(machine.follows.text)
    key = model.key.text if model is not None else None
    found: list[ir.MachineTransition] = []
    for state in machine.states:
        ordered = {line.event.text for line in state.lines if line.first}
        for line in state.lines:
            places[("machine transition", machine.name.text, len(found))] = line.span
            if line.when is not None:
                places[("machine guard", machine.name.text, len(found))] = line.when.span
            if key is not None:
                carries_key(line.event, key, world, scope.report)
            found.append(_transition(line, state.name.text, line.event.text in ordered, scope))
    return tuple(found)


def _transition(line: OnLine, source: str, first: bool, scope: Scope) -> ir.MachineTransition:
    if line.effects:
        what = "nothing stands below a line of a state machine"
        help_ = "let the state that is entered do it: `entering …`"
        scope.report(MACHINE_LINE.at(line.effects[0].span, what, help=help_))
    return ir.MachineTransition(
        source,
        line.event.text,
        _target(line, scope),
        guard=condition(line.when, scope) if line.when is not None else None,
        text=canonical(line.when) if line.when is not None else None,
        otherwise=line.otherwise,
        first=first,
    )


def _target(line: OnLine, scope: Scope) -> str:
    if not isinstance(line.target, ToState):
        what = "a line of a state machine leads to one of its states"
        help_ = "declare a state that is `final`, and lead to it"
        scope.report(MACHINE_LINE.at(line.target.span, what, help=help_))
        return ""
    name = line.target.state
    if name.text not in scope.vocabulary.states:
        what = f"a state of {scope.vocabulary.owner}"
        scope.report(unknown(UNKNOWN_STATE, name, what, scope.vocabulary.states))
    return name.text


def known_states(machine: MachineDecl) -> Iterable[str]:
    """Return the names of the states of a machine."""
    return [state.name.text for state in machine.states]
