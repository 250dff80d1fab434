"""Moving a token: an event is accepted, a state is left, the next is entered or the token ends.

The order is that of the language page: the writes apply, the event is counted, the guards
choose, `into` keeps the payload, and the new state is entered.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from stateous.compiler.ir import Complete, Fail, Goto, Target
from stateous.compiler.types import Json
from stateous.compiler.values.times import SECOND
from stateous.runtime.kernel import ledger
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.refusal import Refused
from stateous.runtime.kernel.routing import choose
from stateous.runtime.kernel.scope import Scope
from stateous.runtime.kernel.token import (
    DropTask,
    DropTimer,
    Effect,
    QueueTask,
    SetTimer,
    Stepped,
    Token,
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """An event that has passed the door, with what the routine wrote.

    `cause` says why the token fails where the spec gives no reason of its own.
    """

    event: str
    payload: Json = None
    writes: Mapping[str, Json] = field(default_factory=dict)
    cause: str | None = None


def accept(definition: Definition, token: Token, arrival: Arrival, now: int) -> Stepped:
    """Move the token by an event; raise Refused when no line, or more than one, takes it."""
    event = arrival.event
    context = {**token.context, **arrival.writes}
    counts = {**token.counts, event: token.counts.get(event, 0) + 1}
    scope = Scope(context, arrival.payload, counts, token.visit, token.attempt, now)
    chosen = choose(definition, token.state, event, scope)
    changes = {**arrival.writes, **_kept(definition, arrival)}
    moved = replace(
        token,
        context={**token.context, **changes},
        counts=counts,
        entered_by=event,
        entered_payload=arrival.payload,
    )
    recorded: list[Effect] = [
        ledger.event_accepted(definition, token, event, arrival.payload, chosen)
    ]
    if changes:
        recorded.append(ledger.context_changed(definition, changes))
    target = definition.workflow.transitions[chosen].target
    arrived, effects = reach(definition, moved, target, now, _cause(token, arrival))
    return Stepped(arrived, (*left(definition, token), *recorded, *effects), transition=chosen)


def accept_own(definition: Definition, token: Token, arrival: Arrival, now: int) -> Stepped:
    """Move the token by an event of the engine; where that cannot be taken, the token fails."""
    event = arrival.event
    if (token.state, event) not in definition.groups:
        return fail(definition, token, f"{arrival.cause}, and has no line on `{event}`")
    try:
        return accept(definition, token, arrival, now)
    except Refused as refused:
        rejected = ledger.event_rejected(token, event, refused.refusal)
        failed = fail(definition, token, refused.refusal.message)
        return replace(failed, effects=(rejected, *failed.effects))


def reach(
    definition: Definition, token: Token, target: Target, now: int, cause: str
) -> tuple[Token, tuple[Effect, ...]]:
    """Bring a token that has left its state to the target of a transition."""
    match target:
        case Goto(state=state):
            return enter(definition, token, state, now)
        case Complete():
            return end(replace(token, status="completed"))
        case Fail(reason=reason):
            return end(replace(token, status="failed", reason=reason or cause))
        case _:
            # INVARIANT: a host reads no graph, and no specification runs, that has these yet.
            raise AssertionError(f"no step leads to `{target.kind}`")


def enter(
    definition: Definition, token: Token, state: str, now: int
) -> tuple[Token, tuple[Effect, ...]]:
    """Enter a state: a new visit, its task for the first attempt, its timer if it has one."""
    visit = token.visits.get(state, 0) + 1
    visits = {**token.visits, state: visit}
    inside = replace(token, state=state, visit=visit, attempt=1, visits=visits, entered_at=now)
    effects: list[Effect] = [
        ledger.entered(inside),
        ledger.task_queued(inside),
        QueueTask(state, visit, attempt=1),
    ]
    timeout = definition.workflow.state_by_name[state].timeout
    if timeout is not None:
        due = now + timeout * SECOND
        effects += [ledger.timer_set(inside, due), SetTimer(state, visit, due)]
    return inside, tuple(effects)


def left(definition: Definition, token: Token) -> tuple[Effect, ...]:
    """Return what leaving its state takes off: the task of the visit, and its timer."""
    task = DropTask(token.state, token.visit)
    if definition.workflow.state_by_name[token.state].timeout is None:
        return (task,)
    return task, DropTimer(token.state, token.visit)


def end(token: Token) -> tuple[Token, tuple[Effect, ...]]:
    """Return an ended token with the ledger's record of its end."""
    return token, (ledger.ended(token),)


def fail(definition: Definition, token: Token, reason: str) -> Stepped:
    """End the token in its state, as failed."""
    failed, effects = end(replace(token, status="failed", reason=reason))
    return Stepped(failed, (*left(definition, token), *effects))


def _kept(definition: Definition, arrival: Arrival) -> Mapping[str, Json]:
    """Return the context field that keeps the payload, with the payload."""
    event = definition.workflow.event_by_name.get(arrival.event)
    return {} if event is None or event.into is None else {event.into: arrival.payload}


def _cause(token: Token, arrival: Arrival) -> str:
    return arrival.cause or f"`{arrival.event}` in `{token.state}` leads to FAIL"
