"""Attempts at a task: which report counts, and what happens when an attempt fails."""

from dataclasses import replace

from stateous.compiler.ir import State
from stateous.compiler.values.times import SECOND
from stateous.runtime.kernel import ledger
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.move import Arrival, accept_own
from stateous.runtime.kernel.refusal import Refused
from stateous.runtime.kernel.token import Entry, Failure, QueueTask, Report, Stepped, Token


def require_current(token: Token, said: Report | Failure) -> None:
    """Raise Refused unless what is said is about the attempt that the token is at."""
    elsewhere = said.state is not None and said.state != token.state
    if elsewhere or (said.visit, said.attempt) != (token.visit, token.attempt):
        raise Refused(
            "stale",
            f"visit {said.visit}, attempt {said.attempt} of `{said.state or token.state}` is over",
        )


def fail_attempt(definition: Definition, token: Token, reason: str, now: int) -> Stepped:
    """The attempt that the token is at failed: try again, or let the token have `error`."""
    state = definition.workflow.state_by_name[token.state]
    failed = ledger.task_failed(token, reason)
    if token.attempt <= state.retries:
        return _again(state, token, failed)
    arrival = Arrival(
        "error",
        {"reason": reason, "attempts": token.attempt},
        cause=_cause(token, reason),
    )
    stepped = accept_own(definition, token, arrival, now)
    return replace(stepped, effects=(failed, *stepped.effects))


def backoff(state: State, attempt: int) -> int:
    """Return the microseconds between the failure of an attempt, counted from 1, and the next."""
    doublings = min(attempt - 1, state.backoff.longest.bit_length())
    return min(state.backoff.first << doublings, state.backoff.longest) * SECOND


def _again(state: State, token: Token, failed: Entry) -> Stepped:
    delay = backoff(state, token.attempt)
    retrying = replace(token, attempt=token.attempt + 1)
    queued = QueueTask(token.state, token.visit, retrying.attempt, delay)
    return Stepped(retrying, (failed, ledger.task_retrying(retrying, delay), queued))


def _cause(token: Token, reason: str) -> str:
    tries = "its only attempt" if token.attempt == 1 else f"all {token.attempt} attempts"
    return f"`{token.state}` failed in {tries} (the last: {reason})"
