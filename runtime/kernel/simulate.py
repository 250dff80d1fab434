"""Specifications, run on the step function that serves real tokens."""

from collections.abc import Mapping
from dataclasses import dataclass

from stateous.compiler import ir
from stateous.compiler.types import Json
from stateous.runtime.kernel import phrases
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.expectation import refused, unmet
from stateous.runtime.kernel.redaction import context_record
from stateous.runtime.kernel.simulation import BEGINNING, MOST_TIMERS, Simulation, TooManyTimers
from stateous.runtime.kernel.token import Token

REFUSED_ATTEMPT = "a refused report is a failed attempt of the task"
"""The note on a refused report, since the retries and `error` that follow come from it."""

_Given = ir.GivenContext | ir.GivenState | ir.GivenClock
_When = ir.WhenEvent | ir.WhenPass | ir.WhenFails
_Then = ir.ThenCompleted | ir.ThenFailed | ir.ThenRefused | ir.ThenCondition


@dataclass(frozen=True, slots=True)
class SpecificationRun:
    """How the run of a specification went.

    `failing` is the index of the step that failed, `message` one phrase that says how, and
    `notes` what the token was like then. `transitions` are the ids of those taken, and
    `run` the run as phrases, both in order.
    """

    passed: bool
    failing: int | None = None
    message: str | None = None
    notes: tuple[str, ...] = ()
    transitions: tuple[int, ...] = ()
    run: tuple[str, ...] = ()


def run_specification(definition: Definition, specification: ir.Specification) -> SpecificationRun:
    """Run the steps of a specification in order, up to the first that fails.

    The token starts before the first step that is not a `given`.
    """
    steps = specification.steps
    simulation = _begun(definition, steps)
    opening = sum(isinstance(step, _Given) for step in steps)
    message = _unexpected_refusal(simulation, steps, opening, "the start")
    failing = _start_index(steps)
    if message is None:
        for failing in range(opening, len(steps)):
            message = _run_step(simulation, steps, failing)
            if message is not None:
                break
    return _result(simulation, message, failing)


def _begun(definition: Definition, steps: tuple[ir.Step, ...]) -> Simulation:
    context: Mapping[str, Json] = {}
    state, now = None, BEGINNING
    for step in steps:
        match step:
            case ir.GivenContext():
                context = step.context
            case ir.GivenState():
                state = step.state
            case ir.GivenClock(time=time):
                now = time
            case _:
                break
    simulation = Simulation(definition, now)
    simulation.start(context, state)
    return simulation


def _start_index(steps: tuple[ir.Step, ...]) -> int:
    """Return the step at which a refused start is reported: the context, or else the first."""
    return next((i for i, step in enumerate(steps) if isinstance(step, ir.GivenContext)), 0)


def _run_step(simulation: Simulation, steps: tuple[ir.Step, ...], index: int) -> str | None:
    """Run one step; return a phrase when it fails."""
    step = steps[index]
    if isinstance(step, _Then):
        return unmet(simulation, step)
    assert isinstance(step, _When), "a `given` stands before every other step"
    if simulation.token is None:
        return "nothing can happen: the start was refused"
    try:
        message = _let_happen(simulation, simulation.token, step)
    except TooManyTimers:
        return f"more than {MOST_TIMERS} timeouts came due in this time"
    if message is not None or not isinstance(step, ir.WhenEvent):
        return message
    return _unexpected_refusal(simulation, steps, index + 1, f"`{step.event}`")


def _let_happen(simulation: Simulation, token: Token, when: _When) -> str | None:
    match when:
        case ir.WhenEvent():
            simulation.happen(token, when)
        case ir.WhenPass(seconds=seconds):
            simulation.let_pass(seconds)
        case ir.WhenFails(state=state):
            if token.ended or token.state != state:
                return f"`{state}` has no attempt to fail: the token {phrases.whereabouts(token)}"
            simulation.fail_attempt(token, when)
    return None


def _unexpected_refusal(
    simulation: Simulation, steps: tuple[ir.Step, ...], following: int, what: str
) -> str | None:
    """Return a phrase for a refusal that none of the `then` steps from `following` on expects."""
    if simulation.refusal is None:
        return None
    for step in steps[following:]:
        if isinstance(step, ir.ThenRefused):
            return None
        if not isinstance(step, _Then):
            break
    return refused(what, simulation.refusal)


def _result(simulation: Simulation, message: str | None, failing: int) -> SpecificationRun:
    return SpecificationRun(
        passed=message is None,
        failing=None if message is None else failing,
        message=message,
        notes=() if message is None else _notes(simulation),
        transitions=tuple(simulation.transitions),
        run=tuple(simulation.run),
    )


def _notes(simulation: Simulation) -> tuple[str, ...]:
    """Return what became of a refused report, and what the token is like.

    That is where it is, its context and its counts.
    """
    token = simulation.token
    if token is None:
        return ()
    definition = simulation.definition
    context = phrases.assigned(context_record(definition.workflow), token.context)
    facts = (
        REFUSED_ATTEMPT if simulation.refused_attempt else "",
        f"the token {phrases.whereabouts(token)}",
        f"the context is {context}" if context else "",
        phrases.counted(token.counts),
    )
    return tuple(fact for fact in facts if fact)
