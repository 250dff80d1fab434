"""One simulated token: a clock that only moves when it is told to, and a timer."""

from collections.abc import Mapping

from stateous.compiler.ir import WhenEvent, WhenFails
from stateous.compiler.types import Json
from stateous.compiler.values.times import SECOND, parse_datetime
from stateous.runtime.kernel import phrases
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.step import start_in, step
from stateous.runtime.kernel.token import (
    DropTimer,
    Entry,
    Failure,
    Fire,
    QueueTask,
    Refusal,
    Report,
    SetTimer,
    Start,
    Stepped,
    TimeoutDue,
    Token,
)

BEGINNING = parse_datetime("2026-01-01T00:00:00Z")
"""The time at which a simulated clock starts, unless it is told another."""

MOST_TIMERS = 10_000
"""How many timers may fire while one stretch of time passes."""

_ID = "simulated"

_Attempt = tuple[str, int, int]
"""A state, a visit of it, and an attempt in that visit."""


class TooManyTimers(Exception):
    """More than `MOST_TIMERS` timers came due while one stretch of time passed."""


class Simulation:
    """A token and its surroundings, driven step by step.

    `token` is None before the start, and after one that was refused. `refusal` is that of
    the last thing that happened, and `refused_attempt` whether that refusal was a failed
    attempt; `transitions` are the ids of those taken, `run` the
    phrases of what happened, both in order.
    """

    def __init__(self, definition: Definition, now: int = BEGINNING) -> None:
        self.definition = definition
        self.now = now
        self.token: Token | None = None
        self.refusal: Refusal | None = None
        self.refused_attempt = False
        self.transitions: list[int] = []
        self.run: list[str] = []
        self._due: int | None = None

    def start(self, context: Mapping[str, Json], state: str | None = None) -> None:
        """Start the token; with `state`, in that state, whatever START says."""
        self.run.append(phrases.started(self.definition.workflow, context, state))
        start = Start(_ID, context)
        if state is None:
            self._take(step(self.definition, None, start, self.now))
        else:
            self._take(start_in(self.definition, start, state, self.now))

    def happen(self, token: Token, when: WhenEvent) -> None:
        """Let an event come: from outside, or as the report of the attempt at hand."""
        self.run.append(phrases.arrived(self.definition.workflow, when))
        payload = dict(when.payload) or None
        if when.fired:
            self._step(token, Fire(when.event, payload))
        else:
            report = Report(token.visit, token.attempt, when.event, payload, when.writes)
            self._step(token, report)

    def fail_attempt(self, token: Token, when: WhenFails) -> None:
        """Let the attempt at hand fail; the backoff before the next passes by itself."""
        self.run.append(phrases.attempt_failed(when.state, when.reason))
        self._step(token, Failure(token.visit, token.attempt, when.reason))

    def let_pass(self, seconds: int) -> None:
        """Let time pass; timers in between fire at their own times. Raises TooManyTimers."""
        self.run.append(phrases.passed(seconds))
        self.refusal, self.refused_attempt = None, False
        self._wait(seconds * SECOND)

    def _wait(self, microseconds: int, attempt: _Attempt | None = None) -> None:
        """Let time pass; with `attempt`, no longer than the token is at that attempt."""
        until = self.now + microseconds
        for _ in range(MOST_TIMERS):
            if self.token is None or self._due is None or self._due > until:
                self.now = until
                return
            self.now = self._due
            self.run.append(phrases.timed_out(self.token.state))
            self._step(self.token, TimeoutDue(self.token.visit, self.token.state))
            if attempt is not None and _attempt_of(self.token) != attempt:
                return
        raise TooManyTimers

    def _step(self, token: Token, input_: Report | Fire | Failure | TimeoutDue) -> None:
        self._take(step(self.definition, token, input_, self.now))

    def _take(self, stepped: Stepped) -> None:
        self.token, self.refusal = stepped.token, stepped.refusal
        self.refused_attempt = stepped.refusal is not None and _fails_attempt(stepped)
        if stepped.transition is not None:
            self.transitions.append(stepped.transition)
        delay = 0
        for effect in stepped.effects:
            match effect:
                case SetTimer(due=due):
                    self._due = due
                case DropTimer():
                    self._due = None
                case QueueTask():
                    delay = effect.delay
                case _:
                    pass
        if delay:
            self._back_off(delay)

    def _back_off(self, delay: int) -> None:
        """Let the time before the next attempt pass, without hiding how this one ended.

        When the timeout comes first there is no next attempt, and nothing more to wait for.
        """
        ended = self.refusal, self.refused_attempt
        self._wait(delay, _attempt_of(self.token))
        self.refusal, self.refused_attempt = ended


def _attempt_of(token: Token | None) -> _Attempt | None:
    """Return the attempt that a token is at; None when it is at none."""
    if token is None or token.ended:
        return None
    return token.state, token.visit, token.attempt


def _fails_attempt(stepped: Stepped) -> bool:
    return any(isinstance(e, Entry) and e.kind == "task_failed" for e in stepped.effects)
