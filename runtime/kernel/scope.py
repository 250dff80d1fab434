"""What a condition can read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from stateous.compiler.types import Json
from stateous.runtime.kernel.token import Status, Token


@dataclass(frozen=True, slots=True)
class Scope:
    """The values that a condition reads, in canonical form.

    `counts` include the event that is being routed; `now` is in microseconds since
    1970-01-01T00:00:00Z. `state`, `status` and `visits` are for the conditions of
    specifications.
    """

    ctx: Mapping[str, Json]
    payload: Json = None
    counts: Mapping[str, int] = field(default_factory=dict)
    visit: int = 0
    attempt: int = 0
    now: int = 0
    state: str | None = None
    status: Status = "active"
    visits: Mapping[str, int] = field(default_factory=dict)


def scope_of(token: Token, now: int) -> Scope:
    """Return the scope of a condition about a token between two steps."""
    return Scope(
        ctx=token.context,
        payload=token.entered_payload,
        counts=token.counts,
        visit=token.visit,
        attempt=token.attempt,
        now=now,
        state=token.state,
        status=token.status,
        visits=token.visits,
    )
