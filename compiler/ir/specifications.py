"""Specifications, with concrete steps: each row of a table is one of its own.

Values are JSON as the author gave it (enum members as texts, durations in ISO form);
the engine's door checks them when the step runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from stateous.compiler.guards import Expr
from stateous.compiler.types import Json


@dataclass(frozen=True, slots=True)
class GivenContext:
    """Start the token with this context."""

    context: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class GivenFact:
    """A fact was committed before; it starts nothing and has no entry effects."""

    event: str
    payload: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class GivenState:
    """Begin in this state: visit 1, counts 0."""

    state: str


@dataclass(frozen=True, slots=True)
class GivenClock:
    """Begin at this time: microseconds since 1970-01-01T00:00:00Z."""

    time: int


@dataclass(frozen=True, slots=True)
class GivenCall:
    """What a callback updates in this run."""

    function: str
    updates: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class WhenEvent:
    """The routine reports `event` and what it wrote; or, `fired`, it comes from outside."""

    event: str
    payload: Mapping[str, Json]
    writes: Mapping[str, Json]
    fired: bool = False


@dataclass(frozen=True, slots=True)
class WhenFact:
    """A fact is committed."""

    event: str
    payload: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class WhenPass:
    """Time passes, in seconds; timers in between fire at their own times."""

    seconds: int


@dataclass(frozen=True, slots=True)
class WhenFails:
    """One attempt of the state's task fails."""

    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class WhenOutlet:
    """The state is left by an outlet of its own."""

    state: str
    outlet: str


@dataclass(frozen=True, slots=True)
class WhenDecided:
    """A person in a role answers."""

    outcome: Literal["approved", "rejected"]
    role: str


@dataclass(frozen=True, slots=True)
class WhenChild:
    """A child ends; `key` tells which, where several live."""

    workflow: str
    key: str | None
    outcome: Literal["completes", "fails"]
    label: str | None
    payload: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ThenCompleted:
    """The token has completed, with the outcome `label` if one is given."""

    label: str | None = None


@dataclass(frozen=True, slots=True)
class ThenFailed:
    """The token has failed, with `reason` if one is given."""

    reason: str | None


@dataclass(frozen=True, slots=True)
class ThenRefused:
    """The step before was refused, for `reason` (a refusal code or a text) if one is given."""

    reason: str | None


@dataclass(frozen=True, slots=True)
class ThenEmitted:
    """An action was emitted since the last `when`, with these values at least."""

    event: str
    payload: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ThenNothing:
    """Nothing of the kind happened since the last `when`."""

    what: Literal["emitted", "invoked", "started"]


@dataclass(frozen=True, slots=True)
class ThenInvokes:
    """A command was invoked since the last `when`, with these values at least."""

    command: str
    payload: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ThenStarts:
    """A workflow was started since the last `when`."""

    workflow: str


@dataclass(frozen=True, slots=True)
class ThenWaitingUntil:
    """The token waits until this time: microseconds since 1970-01-01T00:00:00Z."""

    time: int


@dataclass(frozen=True, slots=True)
class ThenWaitingFor:
    """The token waits for these events."""

    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThenOtherIn:
    """The token of another workflow, or a state machine, is in one of these states."""

    other: str
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThenCondition:
    """A condition holds; `visit` is the visit that goes with `in S`."""

    condition: Expr
    text: str
    visit: int | None = None


Step = (
    GivenContext
    | GivenFact
    | GivenState
    | GivenClock
    | GivenCall
    | WhenEvent
    | WhenFact
    | WhenPass
    | WhenFails
    | WhenOutlet
    | WhenDecided
    | WhenChild
    | ThenCompleted
    | ThenFailed
    | ThenRefused
    | ThenEmitted
    | ThenNothing
    | ThenInvokes
    | ThenStarts
    | ThenWaitingUntil
    | ThenWaitingFor
    | ThenOtherIn
    | ThenCondition
)


@dataclass(frozen=True, slots=True)
class Specification:
    """A named specification; a step's id is its index.

    One that has a table is several here: `row` is the number of the row, from 1, and the
    name is the author's for each.
    """

    name: str
    steps: tuple[Step, ...]
    row: int | None = None
