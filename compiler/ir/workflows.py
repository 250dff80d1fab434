"""Workflows: events, lines, triggers, properties."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from stateous.compiler.guards import Expr
from stateous.compiler.ir.specifications import Specification
from stateous.compiler.ir.states import Assignment, State
from stateous.compiler.types import Field, RecordType, ScalarType, Slot

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
class Goto:
    """The target is a state."""

    state: str
    kind: Literal["state"] = "state"


@dataclass(frozen=True, slots=True)
class Complete:
    """The token completes, with an outcome if `label` gives one."""

    kind: Literal["end"] = "end"
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Fail:
    """The token fails, with `reason` if the spec gives one."""

    reason: str | None = None
    kind: Literal["fail"] = "fail"


@dataclass(frozen=True, slots=True)
class Stay:
    """The event is counted and the visit goes on."""

    kind: Literal["stay"] = "stay"


@dataclass(frozen=True, slots=True)
class Refuse:
    """The event is refused on purpose."""

    reason: str
    kind: Literal["refuse"] = "refuse"


Target = Goto | Complete | Fail | Stay | Refuse


@dataclass(frozen=True, slots=True)
class Set:
    """Update the context (or a read model) with the value of an expression."""

    path: tuple[str, ...]
    value: Expr
    text: str
    kind: Literal["set"] = "set"


@dataclass(frozen=True, slots=True)
class Emit:
    """Emit an output action: the declared event or fact `event` with these fields."""

    event: str
    arguments: tuple[Assignment, ...]
    kind: Literal["emit"] = "emit"


@dataclass(frozen=True, slots=True)
class CallOut:
    """Call the Python callback `module:function`."""

    function: str
    kind: Literal["call"] = "call"


Effect = Set | Emit | CallOut


@dataclass(frozen=True, slots=True)
class Transition:
    """One line: from `source` (a state, or START) on `event` to `target`.

    `event` is None from START and for a line of a `decide`. `guard` is None without a
    `when`; `text` is its canonical text. `otherwise` lines hold when no guard of their
    group does. With `outlet`, `event` is one that the state itself opens (`timeout`,
    `approved`, …). With `first`, the first line of its group that holds wins; all lines of
    a group have it or none. `anywhere` marks a line that an `anywhere` block stands for.
    """

    source: str
    event: str | None
    target: Target
    guard: Expr | None = None
    text: str | None = None
    otherwise: bool = False
    outlet: bool = False
    first: bool = False
    effects: tuple[Effect, ...] = ()
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Deadline:
    """Once, `seconds` after the start, in whatever state."""

    seconds: int
    target: Target
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class OnFact:
    """A fact is committed."""

    event: str
    kind: Literal["fact"] = "fact"


@dataclass(frozen=True, slots=True)
class OnEntry:
    """A state machine enters a state."""

    machine: str
    state: str
    kind: Literal["entry"] = "entry"


@dataclass(frozen=True, slots=True)
class Every:
    """Every so many seconds, aligned to midnight UTC."""

    seconds: int
    kind: Literal["every"] = "every"


@dataclass(frozen=True, slots=True)
class At:
    """At a time of day (`minute` from midnight), on a weekday from 0 (Monday) or daily.

    `zone` is an IANA name; UTC without one.
    """

    minute: int
    weekday: int | None = None
    zone: str | None = None
    kind: Literal["at"] = "at"


Occasion = OnFact | OnEntry | Every | At


@dataclass(frozen=True, slots=True)
class Trigger:
    """Starts tokens in `state`, with the context that `arguments` gives."""

    occasion: Occasion
    state: str
    arguments: tuple[Assignment, ...] = ()


@dataclass(frozen=True, slots=True)
class Property:
    """A property of every run; `second` goes with `leads to` and `until`."""

    kind: Literal["invariant", "never", "leads to", "until", "eventually"]
    name: str | None
    first: Expr
    text: str
    second: Expr | None = None
    second_text: str | None = None


@dataclass(frozen=True)
class Workflow:
    """A workflow. `context` is None when any JSON object may be the context.

    `context` includes the fields that events declare with `into`, then those that `gather`
    declares, after the others. `transitions` are in the order START lines, then state by
    state in the order declared, each state's own lines in order, then those of `anywhere`
    that stand in it. A transition's id is its index here. `subject` names the read model
    that the workflow is for, and `subject_record` has its fields. `facts` are those that its
    waits name.
    """

    name: str
    title: str | None
    context: RecordType | None
    events: tuple[Event, ...]
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]
    specifications: tuple[Specification, ...] = ()
    subject: str | None = None
    triggers: tuple[Trigger, ...] = ()
    deadline: Deadline | None = None
    properties: tuple[Property, ...] = ()
    subject_record: RecordType | None = None
    facts: tuple[Event, ...] = ()

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
        own = (t for t in self.transitions if t.source == state and not t.outlet)
        named = dict.fromkeys(t.event for t in own if t.event not in OWN_EVENTS)
        return tuple(event for event in named if event is not None)

    def writable(self, state: str) -> tuple[str, ...] | None:
        """Return the context fields that the routine of `state` may write; None for any key."""
        declared = self.state_by_name[state].writes
        if declared is not None:
            return declared
        if self.context is None:
            return None
        return tuple(field.name for field in self.context.fields if field.role == "plain")
