"""Specifications that compile, for `tests.valid_specs`: each kind of step, and tables."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from stateous.grammar.syntax import (
    ActionKind,
    ApprovalKind,
    Column,
    Ended,
    ForeachKind,
    GivenCall,
    GivenClock,
    GivenContext,
    GivenFact,
    GivenState,
    InState,
    MachineDecl,
    Name,
    NameExpr,
    ParallelKind,
    Row,
    SpecificationDecl,
    Table,
    TaskKind,
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
    WhenChild,
    WhenDecided,
    WhenEvent,
    WhenFact,
    WhenFails,
    WhenOutlet,
    WhenPass,
    WorkflowDecl,
)
from tests.expressions import NOWHERE
from tests.valid_values import NULL, assign, duration, name, number, readable, text
from tests.valid_world import World

if TYPE_CHECKING:
    from tests.valid_workflows import Plan

_CLOCK = "2026-01-01T08:00:00Z"
_WORDS = ("no_transition", "guards_overlap", "ensures", "writes", "type", "ended")


def _specification(
    world: World, label: str, steps: Sequence[Any], cases: Table | None = None
) -> SpecificationDecl:
    return SpecificationDecl(text(label), tuple(steps), cases, **world.lines())


def _facts(world: World) -> list[Any]:
    return [
        WhenFact(fact.name, world.assigned(fact.fields, maps=True), **world.lines())
        for fact in world.facts
    ]


def _of_facts(world: World, plans: Sequence["Plan"]) -> tuple[list[Any], list[Any], list[Any]]:
    """Return the steps that may stand in every specification: `given`, `when` and `then`."""
    givens: list[Any] = [GivenClock(text(_CLOCK), **world.lines())]
    givens += [
        GivenFact(fact.name, world.assigned(fact.fields, maps=True), **world.lines())
        for fact in world.facts
    ]
    whens: list[Any] = [WhenPass(duration(21_600), **world.lines()), *_facts(world)]
    thens: list[Any] = [
        ThenNothing(what, **world.lines()) for what in ("emitted", "invoked", "started")
    ]
    for command in world.commands:
        values = world.assigned(command.fields, maps=True)
        thens.append(ThenInvokes(command.name, values, **world.lines()))
    thens += [ThenStarts(own.name, **world.lines()) for own in plans]
    for machine in world.machines:
        states = tuple(state.name for state in machine.states)
        thens.append(ThenOtherIn(machine.name, tuple(world.some(states, 1)), **world.lines()))
    return givens, whens, thens


def _mixed(world: World, givens: list[Any], whens: list[Any], thens: list[Any]) -> list[Any]:
    """Return steps in an order in which they may stand: `given` before the others."""
    stride = world.one((1, 2, 3))
    rest = [*whens, *thens][world.one((0, 1, 2)) :: stride]
    steps = rest[::-1] if world.chance() else rest
    return [*world.some(givens, 0, 3), *(steps or thens[:1])]


def file_specifications(world: World, plans: Sequence["Plan"]) -> tuple[SpecificationDecl, ...]:
    """Return specifications of the top level."""
    if not world.chance(3):
        return ()
    givens, whens, thens = _of_facts(world, plans)
    for fact in world.facts:
        values = world.assigned(fact.fields, maps=True)
        thens.append(ThenEmitted(fact.name, values, **world.lines()))
    return (_specification(world, "of the file", _mixed(world, givens, whens, thens)),)


def machine_specifications(world: World, machine: MachineDecl) -> MachineDecl:
    """Return the machine with specifications of its own."""
    if not world.chance():
        return machine
    givens, whens, thens = _of_facts(world, ())
    states = [state.name for state in machine.states]
    inside = InState(tuple(world.some(states, 1)), span=NOWHERE)
    thens.append(ThenCondition(inside, None, **world.lines()))
    made = _specification(world, "of the machine", _mixed(world, givens, whens, thens))
    return replace(machine, specifications=(made,))


def workflow_specifications(
    world: World, plan: "Plan", workflow: WorkflowDecl, others: Sequence["Plan"]
) -> tuple[SpecificationDecl, ...]:
    """Return specifications of a workflow, one of them with a table."""
    found = []
    if world.chance():
        steps = _steps(world, plan, workflow, others)
        found.append(_specification(world, 'it "works" # so', steps))
    if world.chance(3):
        found.append(_table(world, plan, workflow))
    return tuple(found)


def _steps(
    world: World, plan: "Plan", workflow: WorkflowDecl, others: Sequence["Plan"]
) -> list[Any]:
    givens, whens, thens = _of_facts(world, (plan, *others))
    states = [state.name for state in workflow.states]
    more = world.lines
    values = world.assigned(plan.fields, maps=True)
    givens.append(
        world.one((GivenContext(values, **more()), GivenState(world.one(states), **more())))
    )
    if plan.calls:
        from tests.valid_workflows import CALLBACK

        one = world.assigned([f for f in plan.fields if f.role == "plain"], maps=True)
        if one:
            givens.append(GivenCall(text(CALLBACK), one, **more()))
    for event in workflow.events:
        payload = world.assigned(plan.payloads.get(event.name.text, ()), maps=True)
        fired = world.chance()
        plain = [f for f in plan.fields if f.role == "plain"]
        writes = () if fired else world.assigned(plain, maps=True)
        whens.append(WhenEvent(event.name, payload, writes, fired, **more()))
        thens.append(ThenEmitted(event.name, payload, **more()))
        thens.append(ThenWaitingFor((event.name,), **more()))
    for state in workflow.states:
        match state.kind:
            case TaskKind():
                reason = world.one((None, text("why")))
                whens.append(WhenFails(state.name, reason, **more()))
            case ActionKind():
                outlet = name(world.one(("next", "refused", "failed")))
                whens.append(WhenOutlet(state.name, outlet, **more()))
            case ApprovalKind(role=role):
                outcome = world.one(("approved", "rejected"))
                whens.append(WhenDecided(outcome, role, **more()))
            case ParallelKind(workflows=(child,)) | ForeachKind(workflow=child):
                whens.append(_child(world, child, others))
            case _:
                pass
    label = world.one((None, *(text(label) for label in plan.labels)))
    thens += [
        ThenCompleted(label, **more()),
        ThenFailed(world.one((None, text("why"))), **more()),
        ThenRefused(world.one((None, name(world.one(_WORDS)), text("not now"))), **more()),
        ThenWaitingUntil(text(_CLOCK), **more()),
        ThenCondition(Ended("failed", span=NOWHERE), None, **more()),
        ThenCondition(InState((states[0],), span=NOWHERE), number(2), **more()),
        ThenCondition(
            world.condition(readable("ctx", plan.fields, world.bank), timeless=True), None, **more()
        ),
    ]
    return _mixed(world, givens, whens, thens)


def _child(world: World, child: Name, others: Sequence["Plan"]) -> WhenChild:
    own = next(other for other in others if other.name == child)
    key = world.one((None, text("k")))
    if world.chance(3):
        return WhenChild(child, key, "fails", **world.lines())
    label = world.one((None, *(text(label) for label in own.labels)))
    payload = world.assigned(own.fields, maps=True)
    return WhenChild(child, key, "completes", label, payload, **world.lines())


def _given_column(world: World, path: tuple[Name, ...], own: Name) -> GivenContext:
    column = Column(own.text, span=NOWHERE)
    return GivenContext((assign(path, column),), **world.lines())


def _table(world: World, plan: "Plan", workflow: WorkflowDecl) -> SpecificationDecl:
    states = [state.name for state in workflow.states]
    plain = [event.name for event in workflow.events if event.payload is None]

    def bare(own: Name) -> Any:
        return NameExpr(own.text, span=NOWHERE)

    columns: list[tuple[Name, Any, list[Any]]] = []

    def add(make: Any, cells: list[Any]) -> None:
        own = world.names.word()
        columns.append((own, make(own), cells))

    def column(own: Name) -> Any:
        return Column(own.text, span=NOWHERE)

    def named(own: Name) -> Name:
        return replace(own, column=True)

    more = world.lines
    for known in [f for f in plan.fields if f.role != "local"][:1]:
        literals = list(world.bank[known.name.text].literals)
        if known.type.nullable:
            literals.append(NULL)
        path = (known.name,)
        if literals:
            add(partial(_given_column, world, path), literals)
    if plain:
        cells = list(map(bare, plain))
        add(lambda c: WhenEvent(named(c), (), (), False, **more()), cells)
    add(lambda c: WhenPass(column(c), **more()), [duration(60), duration(129_600)])

    def inside(own: Name) -> Any:
        return ThenCondition(InState((named(own),), span=NOWHERE), None, **more())

    add(inside, list(map(bare, states)))
    add(lambda c: ThenFailed(column(c), **more()), [text("a | b"), text("why")])
    words = [bare(name(word)) for word in ("refused", "completed", "failed")]
    add(lambda c: ThenCondition(column(c), None, **more()), words)
    kept = world.some(columns, 1, 4)
    rows = tuple(
        Row(tuple(world.one(cells) for _, _, cells in kept), **more())
        for _ in range(world.one((1, 2, 3)))
    )
    cases = Table(tuple(own for own, _, _ in kept), rows, **more())
    return _specification(world, "for each row", [step for _, step, _ in kept], cases)
