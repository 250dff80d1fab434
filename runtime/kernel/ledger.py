"""The rows of the ledger: what happened, in words and values enough to rebuild the token.

Values of secret fields, at whatever depth, are never in a row; `SECRET` stands for them.
"""

from collections.abc import Mapping
from dataclasses import replace

from stateous.compiler.types import Json
from stateous.compiler.values.spelling import printable
from stateous.runtime.kernel import redaction
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.token import Entry, Refusal, Token

SECRET = redaction.SECRET
"""What stands in a row for the value of a secret field."""


def redacted(definition: Definition, values: Mapping[str, Json]) -> dict[str, Json]:
    """Return values of the context with those of secret fields replaced by `SECRET`."""
    return redaction.redact_fields(definition.context_redactors, values)


def redacted_payload(definition: Definition, event: str | None, payload: Json) -> Json:
    """Return the payload of an event with the values of secret fields replaced by `SECRET`."""
    hide = None if event is None else definition.payload_redactors.get(event)
    return payload if hide is None else hide(payload)


def redacted_token(definition: Definition, token: Token) -> Token:
    """Return the token as its ledger knows it: no secret in its context or its last payload."""
    payload = redacted_payload(definition, token.entered_by, token.entered_payload)
    return replace(token, context=redacted(definition, token.context), entered_payload=payload)


def started(definition: Definition, token: Token, line: int | None) -> Entry:
    """The token started, by the transition `line`; `at` is in microseconds since 1970.

    `line` is None where a specification put it into a state.
    """
    data: dict[str, Json] = {"id": token.id, "workflow": token.workflow, "at": token.entered_at}
    if line is not None:
        data["line"] = line
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


def event_accepted(
    definition: Definition, token: Token, event: str, payload: Json, line: int
) -> Entry:
    """An event moved it, by the transition `line`; `token` is as it was before."""
    shown = redacted_payload(definition, event, payload)
    data: dict[str, Json] = {"event": event, "payload": shown, "line": line}
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
