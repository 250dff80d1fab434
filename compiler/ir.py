"""The IR: what a spec says, with every name and type settled.

Frozen values without positions. Where a thing was written is in a side table
(`compiler.check.Compiled.places`), keyed by the ids that `Place` describes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from stateous.compiler.guards import Expr
from stateous.compiler.types import Field, Json, RecordType, ScalarType, Slot

START = "__start__"
END = "__end__"

OWN_EVENTS = ("timeout", "error", "joined")
"""Events that the engine fires. A spec uses them by name and may not declare them."""

ERROR_PAYLOAD = RecordType(
    "error",
    (
        Field("reason", Slot(ScalarType("text"))),
        Field("attempts", Slot(ScalarType("int", minimum=1))),
    ),
)
"""The payload of `error`: why the last attempt failed, and how many there were."""


@dataclass(frozen=True, slots=True)
class Event:
    """A declared event; `into` is the context field that keeps its payload."""

    name: str
    title: str | None
    payload: RecordType | None
    into: str | None


@dataclass(frozen=True, slots=True)
class Backoff:
    """Seconds before the second attempt, doubling with each further one up to `longest`."""

    first: int = 1
    longest: int = 60


@dataclass(frozen=True, slots=True)
class State:
    """A state with a task. `timeout` is in seconds, over all attempts of a visit.

    `retries` is the number of attempts after the first. `writes` names the context fields that the routine
    may write; None for every plain field.
    """

    name: str
    title: str | None = None
    timeout: int | None = None
    retries: int = 0
    backoff: Backoff = Backoff()
    writes: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Goto:
    """The target is a state."""

    state: str
    kind: Literal["state"] = "state"


@dataclass(frozen=True, slots=True)
class Complete:
    """The token completes."""

    kind: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class Fail:
    """The token fails, with `reason` if the spec gives one."""

    reason: str | None = None
    kind: Literal["fail"] = "fail"


Target = Goto | Complete | Fail


@dataclass(frozen=True, slots=True)
class Transition:
    """One line: from `source` (a state, or START) on `event` (None from START) to `target`.

    `guard` is None without a `when`; `text` is its canonical text. `otherwise` lines hold
    when no guard of their group does.
    """

    source: str
    event: str | None
    target: Target
    guard: Expr | None = None
    text: str | None = None
    otherwise: bool = False


@dataclass(frozen=True)
class Workflow:
    """A workflow. `context` is None when any JSON object may be the context.

    `context` includes the fields that events declare with `into`, after the others.
    `transitions` are in the order START lines, then state by state in the order declared,
    each state's lines in order. A transition's id is its index here.
    """

    name: str
    title: str | None
    context: RecordType | None
    events: tuple[Event, ...]
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]
    specifications: tuple["Specification", ...] = ()

    @cached_property
    def state_by_name(self) -> Mapping[str, State]:
        """The states by name."""
        return {state.name: state for state in self.states}

    @cached_property
    def event_by_name(self) -> Mapping[str, Event]:
        """The declared events by name."""
        return {event.name: event for event in self.events}

    @cached_property
    def groups(self) -> Mapping[tuple[str, str | None], tuple[int, ...]]:
        """The ids of the transitions of each (source, event), in order."""
        found: dict[tuple[str, str | None], list[int]] = {}
        for index, transition in enumerate(self.transitions):
            found.setdefault((transition.source, transition.event), []).append(index)
        return {key: tuple(ids) for key, ids in found.items()}

    def emits(self, state: str) -> tuple[str, ...]:
        """Return the declared events on the lines of `state`, in order, each once."""
        named = (t.event for t in self.transitions if t.source == state)
        return tuple(dict.fromkeys(e for e in named if e is not None and e not in OWN_EVENTS))

    def writable(self, state: str) -> tuple[str, ...] | None:
        """Return the context fields that the routine of `state` may write; None for any key."""
        declared = self.state_by_name[state].writes
        if declared is not None:
            return declared
        if self.context is None:
            return None
        return tuple(field.name for field in self.context.fields if field.role == "plain")


@dataclass(frozen=True, slots=True)
class Program:
    """All that one file declares: its workflows, and the named records they use."""

    workflows: tuple[Workflow, ...]
    records: tuple[RecordType, ...]


# ------------------------------------------------------------- specifications
# Values are JSON as the author gave it (enum members as texts, durations in ISO form);
# the engine's door checks them when the step runs.


@dataclass(frozen=True, slots=True)
class GivenContext:
    """Start the token with this context."""

    context: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class GivenState:
    """Begin in this state: visit 1, counts 0."""

    state: str


@dataclass(frozen=True, slots=True)
class GivenClock:
    """Begin at this time: microseconds since 1970-01-01T00:00:00Z."""

    time: int


@dataclass(frozen=True, slots=True)
class WhenEvent:
    """The routine reports `event` and what it wrote; or, `fired`, it comes from outside."""

    event: str
    payload: Mapping[str, Json]
    writes: Mapping[str, Json]
    fired: bool = False


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
class ThenCompleted:
    """The token has completed."""


@dataclass(frozen=True, slots=True)
class ThenFailed:
    """The token has failed, with `reason` if one is given."""

    reason: str | None


@dataclass(frozen=True, slots=True)
class ThenRefused:
    """The step before was refused, for `reason` (a refusal code or a text) if one is given."""

    reason: str | None


@dataclass(frozen=True, slots=True)
class ThenCondition:
    """A condition holds; `visit` is the visit that goes with `in S`."""

    condition: Expr
    text: str
    visit: int | None = None


Step = (
    GivenContext
    | GivenState
    | GivenClock
    | WhenEvent
    | WhenPass
    | WhenFails
    | ThenCompleted
    | ThenFailed
    | ThenRefused
    | ThenCondition
)


@dataclass(frozen=True, slots=True)
class Specification:
    """A named specification; a step's id is its index."""

    name: str
    steps: tuple[Step, ...]


# --------------------------------------------------------------------- places

Place = tuple[str | int, ...]
"""The id of a thing in the side table of positions.

`("workflow", w)` · `("context", w)` · `("event", w, e)` · `("state", w, s)` (its name) ·
`("timeout", w, s)` · `("retries", w, s)` · `("transition", w, i)` (the whole line) ·
`("guard", w, i)` (the condition) · `("otherwise", w, i)` (the word) · `("on", w, i)` (the event's name) ·
`("target", w, i)` · `("specification", w, n)` and `("step", w, n, k)`, n and k being indexes.
"""
