"""Rebuilding a token from its ledger.

INVARIANT: the token after a list of inputs is the fold of the rows that the steps gave,
as `ledger.redacted_token` gives it: no row holds what is in secret fields.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from stateous.compiler.ir import START
from stateous.runtime.kernel.token import Entry, Token


def rebuild(entries: Iterable[Entry]) -> Token:
    """Return the token that the rows of one ledger, in order, lead to.

    Raises ValueError when the first row is not `started`.
    """
    rows = iter(entries)
    first = next(rows, None)
    if first is None or first.kind != "started":
        raise ValueError("a ledger begins with `started`")
    token = _started(first.data)
    for row in rows:
        fold = _FOLDS.get(row.kind)
        if fold is not None:
            token = fold(token, row.data)
    return token


_Data = Mapping[str, Any]


def _started(data: _Data) -> Token:
    return Token(
        id=data["id"],
        workflow=data["workflow"],
        status="active",
        state=START,
        visit=0,
        attempt=0,
        context=data["context"],
        entered_at=data["at"],
    )


def _entered(token: Token, data: _Data) -> Token:
    state, visit = data["state"], data["visit"]
    visits = {**token.visits, state: visit}
    return replace(token, state=state, visit=visit, visits=visits, entered_at=data["at"])


def _queued(token: Token, data: _Data) -> Token:
    return replace(token, attempt=data["attempt"])


def _accepted(token: Token, data: _Data) -> Token:
    event = data["event"]
    counts = {**token.counts, event: token.counts.get(event, 0) + 1}
    return replace(token, counts=counts, entered_by=event, entered_payload=data["payload"])


def _changed(token: Token, data: _Data) -> Token:
    return replace(token, context={**token.context, **data["changes"]})


_FOLDS: Mapping[str, Callable[[Token, _Data], Token]] = {
    "entered": _entered,
    "task_queued": _queued,
    "task_retrying": _queued,
    "event_accepted": _accepted,
    "context_changed": _changed,
    "completed": lambda token, data: replace(token, status="completed"),
    "failed": lambda token, data: replace(token, status="failed", reason=data.get("reason")),
    "cancelled": lambda token, data: replace(token, status="cancelled", reason=data.get("reason")),
}
