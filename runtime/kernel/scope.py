"""What a condition can read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from stateous.compiler.types import Json
from stateous.runtime.kernel.token import Status, Token


@dataclass(frozen=True, slots=True)
class Scope:
    """The values that a condition reads, in canonical form.

    `counts` include the event that is being routed; `now` is in microseconds since
    1970-01-01T00:00:00Z. `subject` is the instance of the read model, None without one.
    `branches` are those of a join, each with `workflow`, `key`, `token`, `outcome`,
    `status` and `payload`; `branch` is the one that a condition over them looks at.
    `state`, `status`, `label` (of END) and `visits` are for specifications and properties.
    """

    ctx: Mapping[str, Json]
    payload: Json = None
    counts: Mapping[str, int] = field(default_factory=dict)
    visit: int = 0
    attempt: int = 0
    now: int = 0
    subject: Json = None
    branches: tuple[Json, ...] = ()
    branch: Json = None
    state: str | None = None
    label: str | None = None
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
