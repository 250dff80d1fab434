"""The engine of a host: tokens in a store, moved by `step`, one transaction for each step."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.step import step
from stateous.runtime.kernel.token import (
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
from stateous.runtime.local import outside
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.routine import Attempt
from stateous.runtime.local.rules import BAD_TOKEN_ID, NO_SUCH_TOKEN, TOKEN_EXISTS
from stateous.runtime.local.secret_texts import hidden, hidden_in, secret_texts
from stateous.runtime.local.store import Change, Store
from stateous.runtime.local.view import Task

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")

CUT = "the host stopped"
"""The reason in the ledger for an attempt that was running when its host ended."""


_NOTHING_OUTSIDE = "the routine returned OUTSIDE, and its state takes no event and has no timeout"


def require_id(id_: str) -> None:
    """Raise Fault when `id_` is malformed."""
    if not _ID.fullmatch(id_):
        raise Fault(
            BAD_TOKEN_ID,
            f"{id_!r} is no id of a token",
            "use letters, digits, `.`, `_` and `-`, a letter or digit first",
        )


def jitter(delay: int) -> int:
    """Return a backoff of between three quarters and five quarters of `delay`."""
    return int(delay * random.uniform(0.75, 1.25))


class AttemptOver(Exception):
    """The token has moved on without the attempt: what it does now counts for nothing."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A step that a token took: the token before and after, and what the step said."""

    before: Token | None
    stepped: Stepped


class Engine:
    """Applies what happens to tokens. Its methods may be called from any thread."""

    def __init__(
        self, definition: Definition, store: Store, delay: Callable[[int], int] = jitter
    ) -> None:
        self.definition = definition
        self.store = store
        self._delay = delay

    def start(self, id_: str, context: Mapping[str, Json]) -> Moved:
        """Start a token. Starting it again with the same context changes nothing.

        Raises Fault for an id that is malformed, or taken by a start with another context.
        """
        require_id(id_)
        with self.store.change() as change:
            stepped = step(self.definition, None, Start(id_, context), change.now)
            if there := change.token(id_):
                return self._started_before(change, there, stepped)
            change.apply(stepped, self._delay)
            return Moved(None, stepped)

    def _started_before(self, change: Change, there: Token, stepped: Stepped) -> Moved:
        if _recorded_context(stepped) != change.start_of(there.id).get("context"):
            raise Fault(TOKEN_EXISTS, f"`{there.id}` was started before, with another context")
        return Moved(there, Stepped(there, ()))

    def fire(self, id_: str, event: str, payload: Json = None) -> Moved:
        """Let an event from outside happen to a token. Raises Fault when there is no such token."""
        require_id(id_)
        with self.store.change() as change:
            return self._step(change, self._existing(change, id_), Fire(event, payload))

    def _existing(self, change: Change, id_: str) -> Token:
        token = change.token(id_)
        if token is None:
            raise Fault(NO_SUCH_TOKEN, f"there is no token `{id_}`", "`show` lists the tokens")
        return token

    def _step(self, change: Change, token: Token, input_: Input) -> Moved:
        stepped = step(self.definition, token, input_, change.now)
        change.apply(stepped, self._delay)
        return Moved(token, stepped)

    # ------------------------------------------------------------------- tasks

    def claim(self, limit: int) -> list[Attempt]:
        """Claim up to `limit` tasks that are due, the longest due first."""
        if limit <= 0 or not self._has_due_task():
            return []
        with self.store.change() as change:
            return [self._claim(change, task) for task in change.claimable(limit)]

    def _has_due_task(self) -> bool:
        """Tell, without waiting for other processes, whether a claim may find anything."""
        with self.store.look() as view:
            return bool(view.claimable(1))

    def _claim(self, change: Change, task: Task) -> Attempt:
        token = self._existing(change, task.token)
        change.mark_task(task.token, "claimed")
        change.record(task.token, "task_claimed", _words(task))
        return Attempt(
            token=token.id,
            workflow=token.workflow,
            state=task.state,
            visit=task.visit,
            attempt=task.attempt,
            context=dict(token.context),
            entered_by=token.entered_by,
            payload=token.entered_payload,
            memory=change.memory(token.id, task.state),
        )

    def release_cut_attempts(self) -> list[Task]:
        """Queue again, as the same attempt, the tasks that were running when a host ended."""
        with self.store.change() as change:
            cut = change.tasks("claimed")
            for task in cut:
                change.mark_task(task.token, "queued")
                change.record(task.token, "task_retrying", {**_words(task), "reason": CUT})
            return cut

    def report(
        self, attempt: Attempt, event: str, payload: Json, writes: Mapping[str, Json]
    ) -> Moved:
        """Let the event of an attempt happen. Raises AttemptOver when it is too late."""
        said = Report(attempt.visit, attempt.attempt, event, payload, writes, attempt.state)
        return self._say(attempt, said)

    def fail(self, attempt: Attempt, reason: str) -> Moved:
        """Let an attempt fail. Raises AttemptOver when it is too late."""
        return self._say(attempt, _failure(attempt, reason))

    def _say(self, attempt: Attempt, said: Report | Failure) -> Moved:
        with self.store.change() as change:
            self._require_running(change, attempt)
            return self._step(change, self._existing(change, attempt.token), said)

    def leave_open(self, attempt: Attempt) -> Moved:
        """Keep an attempt open without a routine, until an event from outside or the timeout.

        Raises AttemptOver when it is too late. Where neither could ever come, it fails.
        """
        with self.store.change() as change:
            task = self._require_running(change, attempt)
            token = self._existing(change, attempt.token)
            events, timer = self.definition.workflow.emits(task.state), change.timer(token.id)
            if not events and timer is None:
                return self._step(change, token, _failure(attempt, _NOTHING_OUTSIDE))
            noted = Stepped(token, (Entry("note", outside.record(task, events, timer)),))
            change.apply(noted, self._delay)
            change.mark_task(token.id, "outside")
            return Moved(token, noted)

    def is_running(self, attempt: Attempt) -> bool:
        """Tell whether the attempt still counts: its task is open, and claimed for it."""
        with self.store.look() as view:
            return _is_claimed(view.task(attempt.token), attempt)

    def _require_running(self, change: Change, attempt: Attempt) -> Task:
        task = change.task(attempt.token)
        if task is None or not _is_claimed(task, attempt):
            words = f"visit {attempt.visit}, attempt {attempt.attempt} of `{attempt.state}`"
            raise AttemptOver(f"`{attempt.token}`: {words} is over")
        return task

    # ------------------------------------------------------- what routines save

    def note(self, attempt: Attempt, text: str) -> None:
        """Write a line to the token's history. Raises AttemptOver."""
        with self.store.change() as change:
            self._require_running(change, attempt)
            line = hidden(secret_texts(self.definition, attempt), text)
            change.record(attempt.token, "note", {"state": attempt.state, "text": line})

    def remember(self, attempt: Attempt, key: str, value: Json) -> None:
        """Keep a value of the routine's memory; None deletes it. Raises AttemptOver."""
        with self.store.change() as change:
            self._require_running(change, attempt)
            change.remember(attempt.token, attempt.state, key, value)
            shown = hidden_in(secret_texts(self.definition, attempt), value)
            words: dict[str, Json] = {"state": attempt.state, "key": key, "value": shown}
            change.record(attempt.token, "memory_set", words)

    # ------------------------------------------------------------------ clock

    def fire_due_timers(self) -> list[Moved]:
        """Fire the timers that are due, in the order in which they fell due."""
        fired: list[Moved] = []
        while self._has_due_timer():
            with self.store.change() as change:
                timer = change.due_timer()
                if timer is not None:
                    token = self._existing(change, timer.token)
                    due = TimeoutDue(timer.visit, timer.state)
                    fired.append(self._step(change, token, due))
        return fired

    def _has_due_timer(self) -> bool:
        """Tell whether a timer is due; a change keeps the time anew when the clock was set back."""
        with self.store.look() as view:
            if not view.was_set_back:
                return view.due_timer() is not None
        with self.store.change() as change:
            change.keep_time()
            return change.due_timer() is not None

    def is_idle(self) -> bool:
        """Tell whether nothing is queued and no timer is due: tokens wait for outside, if any."""
        with self.store.look() as view:
            return not view.has_queued() and view.due_timer() is None

    def wait(self) -> float | None:
        """Return the seconds until the next task or timer is due; None when there is none."""
        with self.store.look() as view:
            due = view.next_due()
            return None if due is None else max(0, due - view.now) / 1_000_000


def _recorded_context(stepped: Stepped) -> Json:
    """Return the context that a start would record, without what is secret in it."""
    entries = (effect for effect in stepped.effects if isinstance(effect, Entry))
    return next((entry.data["context"] for entry in entries if entry.kind == "started"), None)


def _words(task: Task) -> dict[str, Json]:
    return {"state": task.state, "visit": task.visit, "attempt": task.attempt}


def _failure(attempt: Attempt, reason: str) -> Failure:
    return Failure(attempt.visit, attempt.attempt, reason, attempt.state)


def _is_claimed(task: Task | None, attempt: Attempt) -> bool:
    if task is None or task.status != "claimed":
        return False
    asked = (attempt.state, attempt.visit, attempt.attempt)
    return (task.state, task.visit, task.attempt) == asked
