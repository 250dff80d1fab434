"""The rows of the ledger: what happened, in words and values enough to rebuild the token.

Values of secret fields are never in a row; `SECRET` stands for them.
"""

from collections.abc import Mapping

from stateous.compiler.types import Json
from stateous.compiler.values.spelling import printable
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.token import Entry, Refusal, Token

SECRET = "(secret)"
"""What stands in a row for the value of a secret field."""


def redacted(definition: Definition, values: Mapping[str, Json]) -> dict[str, Json]:
    """Return values of the context with those of secret fields replaced by `SECRET`."""
    hidden = definition.secrets
    return {name: SECRET if name in hidden else value for name, value in values.items()}


def started(definition: Definition, token: Token) -> Entry:
    """The token started; `at` is in microseconds since 1970-01-01T00:00:00Z."""
    data: dict[str, Json] = {"id": token.id, "workflow": token.workflow, "at": token.entered_at}
    return Entry("started", {**data, "context": redacted(definition, token.context)})


def entered(token: Token) -> Entry:
    """It entered its state, at this time."""
    return Entry("entered", {"state": token.state, "visit": token.visit, "at": token.entered_at})


def task_queued(token: Token) -> Entry:
    """The task of its visit was queued, for the first attempt."""
    return Entry("task_queued", {**_task(token), "delay": 0})


def task_done(token: Token, event: str) -> Entry:
    """An attempt of its task ended with an event."""
    return Entry("task_done", {**_task(token), "event": event})


def task_failed(token: Token, reason: str) -> Entry:
    """An attempt of its task failed."""
    return Entry("task_failed", {**_task(token), "reason": reason})


def task_retrying(token: Token, delay: int) -> Entry:
    """Its task was queued again, for the attempt that `token` counts, in `delay` microseconds."""
    return Entry("task_retrying", {**_task(token), "delay": delay})


def task_cancelled(token: Token) -> Entry:
    """Its task was given up, because something else moved or ended the token."""
    return Entry("task_cancelled", _task(token))


def timer_set(token: Token, due: int) -> Entry:
    """The timeout of its visit was set."""
    return Entry("timer_set", {"state": token.state, "visit": token.visit, "due": due})


def timer_fired(token: Token) -> Entry:
    """The timeout of its visit fired."""
    return Entry("timer_fired", {"state": token.state, "visit": token.visit})


def event_accepted(token: Token, event: str, payload: Json) -> Entry:
    """An event moved it; `token` is as it was before."""
    data: dict[str, Json] = {"event": event, "payload": payload}
    return Entry("event_accepted", {**data, "state": token.state, "visit": token.visit})


def event_rejected(token: Token, event: str, refusal: Refusal) -> Entry:
    """An event was refused, and changed nothing; its name may be any text."""
    data: dict[str, Json] = {"event": printable(event)}
    data |= {"code": refusal.code, "message": refusal.message}
    if refusal.path is not None:
        data["path"] = refusal.path
    return Entry("event_rejected", {**data, "state": token.state, "visit": token.visit})


def context_changed(definition: Definition, changes: Mapping[str, Json]) -> Entry:
    """Fields of its context got these values."""
    return Entry("context_changed", {"changes": redacted(definition, changes)})


def ended(token: Token) -> Entry:
    """It ended: `completed`, `failed` or `cancelled`, with the reason if there is one."""
    return Entry(token.status, {} if token.reason is None else {"reason": token.reason})


def _task(token: Token) -> dict[str, Json]:
    return {"state": token.state, "visit": token.visit, "attempt": token.attempt}
