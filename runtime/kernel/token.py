"""Tokens, what can happen to one, and what follows from it.

All values are plain and pure. Times are microseconds since 1970-01-01T00:00:00Z.
Values of the context and of payloads are in the canonical JSON form of `compiler.types`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from stateous.compiler.types import Json

Status = Literal["active", "paused", "completed", "failed", "cancelled"]

RefusalCode = Literal[
    "no_transition",  # no line on the event, or no guard that holds
    "guards_overlap",  # two guards hold
    "type",  # a value breaks its type; `path` says where
    "writes",  # the routine wrote a field that its state may not write
    "ended",  # the token has ended
    "not_active",  # the token is paused
    "stale",  # the report is of an attempt or a visit that is over
    "unknown_event",  # no such event, or one that only the engine fires
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was refused. `path` is the field path of a value that broke its type."""

    code: RefusalCode
    message: str
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """One run of a workflow.

    `state` is the state it is in, or was in when it ended. `visit` counts its stays in that
    state, this one included; `attempt` the claims of this visit's task, from 1. `counts`
    are the accepted events of its life, `visits` the stays by state; both leave zeros out.
    `entered_by` and `entered_payload` are the event that brought it here. `reason` is why
    it failed.
    """

    id: str
    workflow: str
    status: Status
    state: str
    visit: int
    attempt: int
    context: Mapping[str, Json]
    counts: Mapping[str, int] = field(default_factory=dict)
    visits: Mapping[str, int] = field(default_factory=dict)
    entered_at: int = 0
    entered_by: str | None = None
    entered_payload: Json = None
    reason: str | None = None

    @property
    def ended(self) -> bool:
        """Whether it will never move again."""
        return self.status in ("completed", "failed", "cancelled")


# ---------------------------------------------------------------------- inputs


@dataclass(frozen=True, slots=True)
class Start:
    """Start a token with this context, as given: defaults are filled in, types checked."""

    id: str
    context: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Fire:
    """An event from outside."""

    event: str
    payload: Json = None


@dataclass(frozen=True, slots=True)
class Report:
    """A routine's attempt ended with `event`; `writes` are the context fields it set.

    `state`, here and below, is the state that the attempt or the timer belongs to; a host
    that knows it says it, since visits are counted for each state by itself.
    """

    visit: int
    attempt: int
    event: str
    payload: Json = None
    writes: Mapping[str, Json] = field(default_factory=dict)
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A routine's attempt failed: it raised, was cut off, or reported what it may not."""

    visit: int
    attempt: int
    reason: str
    state: str | None = None


@dataclass(frozen=True, slots=True)
class TimeoutDue:
    """The state's timeout of this visit is due."""

    visit: int
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Cancel:
    """End the token from outside."""

    reason: str | None = None


Input = Start | Fire | Report | Failure | TimeoutDue | Cancel


# --------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Entry:
    """A row for the ledger; `kind` is one of the words of the event graph."""

    kind: str
    data: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class QueueTask:
    """Queue the task of this visit; `delay` is in microseconds (backoff, without jitter)."""

    state: str
    visit: int
    attempt: int
    delay: int = 0


@dataclass(frozen=True, slots=True)
class DropTask:
    """The task of this visit, queued or claimed, is over."""

    state: str
    visit: int


@dataclass(frozen=True, slots=True)
class SetTimer:
    """Set the timeout of this visit."""

    state: str
    visit: int
    due: int


@dataclass(frozen=True, slots=True)
class DropTimer:
    """The timeout of this visit is off."""

    state: str
    visit: int


Effect = Entry | QueueTask | DropTask | SetTimer | DropTimer


@dataclass(frozen=True, slots=True)
class Stepped:
    """What a step gives: the token after it, and what must be done with it, together.

    A refused input leaves the token as it was (but a refused report is also a failed
    attempt); `refusal` then says why, and `effects` hold the ledger's record of it.
    `token` is None only when a start was refused.
    """

    token: Token | None
    effects: tuple[Effect, ...]
    refusal: Refusal | None = None
    transition: int | None = None
