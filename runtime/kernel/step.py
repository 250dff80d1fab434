"""The step function: the only place where a token changes.

`step` is pure: it reads no clock, makes no ids, and never changes a value in place. The
runtime, the runner of specifications and the verifier all call it.
"""

from dataclasses import replace

from stateous.compiler.ir import START, Goto, Target
from stateous.compiler.types import Json
from stateous.compiler.values.spelling import encodable
from stateous.runtime.kernel import ledger
from stateous.runtime.kernel.attempts import fail_attempt, require_current
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.door import admit_payload, admit_start, admit_writes
from stateous.runtime.kernel.move import Arrival, accept, accept_own, end, left, reach
from stateous.runtime.kernel.refusal import Refused
from stateous.runtime.kernel.routing import choose
from stateous.runtime.kernel.scope import Scope
from stateous.runtime.kernel.token import (
    Cancel,
    Entry,
    Failure,
    Fire,
    Input,
    Report,
    Start,
    Stepped,
    TimeoutDue,
    Token,
)


def step(definition: Definition, token: Token | None, input: Input, now: int) -> Stepped:
    """Return what follows from one input at the time `now`, in microseconds since 1970.

    `token` is None for a `Start`, and only then. A refused input gives the token back as
    it was, except that a refused report of the attempt at hand is also a failed attempt.
    """
    if isinstance(input, Start):
        assert token is None, "a token starts once"
        return _start(definition, input, now)
    assert token is not None, "only a start makes a token"
    match input:
        case Fire():
            return _fire(definition, token, input, now)
        case Report():
            return _report(definition, token, input, now)
        case Failure():
            return _failure(definition, token, input, now)
        case TimeoutDue():
            return _time_out(definition, token, input, now)
        case Cancel():
            return _cancel(definition, token, input)


def start_in(definition: Definition, start: Start, state: str, now: int) -> Stepped:
    """Start a token in `state`, as specifications may: visit 1, nothing counted."""
    try:
        context = admit_start(definition, start.context)
    except Refused as refused:
        return Stepped(None, (), refused.refusal)
    return _begin(definition, start, context, Goto(state), None, now)


def _start(definition: Definition, start: Start, now: int) -> Stepped:
    try:
        context = admit_start(definition, start.context)
        chosen = choose(definition, START, None, Scope(context, now=now))
    except Refused as refused:
        return Stepped(None, (), refused.refusal)
    target = definition.workflow.transitions[chosen].target
    return _begin(definition, start, context, target, chosen, now)


def _begin(
    definition: Definition,
    start: Start,
    context: dict[str, Json],
    target: Target,
    line: int | None,
    now: int,
) -> Stepped:
    """Start a token at a target; `line` is the transition that leads there, if one does."""
    token = Token(
        id=start.id,
        workflow=definition.workflow.name,
        status="active",
        state=START,
        visit=0,
        attempt=0,
        context=context,
        entered_at=now,
    )
    arrived, effects = reach(definition, token, target, now, "START leads to FAIL")
    record = ledger.started(definition, token, line)
    return Stepped(arrived, (record, *effects), transition=line)


def _fire(definition: Definition, token: Token, fire: Fire, now: int) -> Stepped:
    try:
        _require_active(token)
        payload = admit_payload(definition, fire.event, fire.payload)
        stepped = accept(definition, token, Arrival(fire.event, payload), now)
    except Refused as refused:
        return _rejected(token, fire.event, refused)
    return _preceded(ledger.task_cancelled(token), stepped)


def _report(definition: Definition, token: Token, report: Report, now: int) -> Stepped:
    try:
        _require_active(token)
    except Refused as refused:
        return _rejected(token, report.event, refused)
    try:
        require_current(token, report)
    except Refused as refused:
        return Stepped(token, (), refused.refusal)
    try:
        payload = admit_payload(definition, report.event, report.payload)
        writes = admit_writes(definition, token.state, report.writes)
        stepped = accept(definition, token, Arrival(report.event, payload, writes), now)
    except Refused as refused:
        return _failed_by(definition, token, report.event, refused, now)
    return _preceded(ledger.task_done(token, report.event), stepped)


def _failure(definition: Definition, token: Token, failure: Failure, now: int) -> Stepped:
    try:
        _require_active(token)
        require_current(token, failure)
    except Refused as refused:
        return Stepped(token, (), refused.refusal)
    return fail_attempt(definition, token, encodable(failure.reason), now)


def _time_out(definition: Definition, token: Token, due: TimeoutDue, now: int) -> Stepped:
    try:
        _require_active(token)
        _require_visit(token, due)
    except Refused as refused:
        return Stepped(token, (), refused.refusal)
    arrival = Arrival("timeout", cause=f"`{token.state}` timed out")
    stepped = accept_own(definition, token, arrival, now)
    fired = ledger.timer_fired(token)
    return _preceded(fired, _preceded(ledger.task_cancelled(token), stepped))


def _cancel(definition: Definition, token: Token, cancel: Cancel) -> Stepped:
    if token.ended:
        return Stepped(token, (), _ended(token).refusal)
    reason = None if cancel.reason is None else encodable(cancel.reason)
    cancelled, effects = end(replace(token, status="cancelled", reason=reason))
    record = ledger.task_cancelled(token)
    return Stepped(cancelled, (record, *left(definition, token), *effects))


def _failed_by(
    definition: Definition, token: Token, event: str, refused: Refused, now: int
) -> Stepped:
    """A report that is refused is a failed attempt; what it wrote does not exist."""
    stepped = fail_attempt(definition, token, refused.refusal.message, now)
    rejected = ledger.event_rejected(token, event, refused.refusal)
    return replace(_preceded(rejected, stepped), refusal=refused.refusal)


def _rejected(token: Token, event: str, refused: Refused) -> Stepped:
    refusal = refused.refusal
    return Stepped(token, (ledger.event_rejected(token, event, refusal),), refusal)


def _preceded(entry: Entry, stepped: Stepped) -> Stepped:
    return replace(stepped, effects=(entry, *stepped.effects))


def _require_active(token: Token) -> None:
    if token.ended:
        raise _ended(token)
    if token.status == "paused":
        raise Refused("not_active", "the token is paused")


def _require_visit(token: Token, due: TimeoutDue) -> None:
    if due.visit != token.visit or due.state not in (None, token.state):
        raise Refused("stale", f"visit {due.visit} of `{due.state or token.state}` is over")


def _ended(token: Token) -> Refused:
    return Refused("ended", f"the token has ended ({token.status})")
