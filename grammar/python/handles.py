"""What the Python notation hands out: states, events, and the words where transitions end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol


class Owner(Protocol):
    """The workflow or state machine that states and events belong to, as their handles know it."""

    @property
    def name(self) -> str:
        """The name of the workflow or state machine."""
        ...

    @property
    def states(self) -> Mapping[str, State]:
        """The states declared so far, by name."""
        ...

    @property
    def events(self) -> Mapping[str, Event]:
        """The events declared so far, by name."""
        ...

    @property
    def event_names(self) -> Collection[str] | None:
        """The names that stand for an event here; None where any may, as for facts."""
        ...


@dataclass(frozen=True, slots=True)
class State:
    """A state of a workflow or a state machine. `Workflow.state` and the like make it."""

    declared_kind: ClassVar[str] = "state"

    name: str
    workflow: Owner = field(repr=False)


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a workflow. `Workflow.event` makes it."""

    declared_kind: ClassVar[str] = "event"

    name: str
    workflow: Owner = field(repr=False)


@dataclass(frozen=True, slots=True)
class Start:
    """Where each token begins: the source of a transition that has no event."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a token completes: `END`, or `END("label")`, an outcome that a parent sees."""

    label: str | None = None

    def __call__(self, label: str) -> End:
        """Return the same target with a label."""
        return End(label)


@dataclass(frozen=True, slots=True)
class Fail:
    """Where a token fails: `FAIL`, or `FAIL("the agent failed three times")`."""

    reason: str | None = None

    def __call__(self, reason: str) -> Fail:
        """Return the same target with a reason, which the token keeps."""
        return Fail(reason)


@dataclass(frozen=True, slots=True)
class Stay:
    """The target `STAY`: the event is counted, and the visit goes on."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The target `REFUSE("why")`: the event is refused on purpose."""

    reason: str | None = None

    def __call__(self, reason: str) -> Refuse:
        """Return the target with its reason."""
        return Refuse(reason)


Target = State | End | Fail | Stay | Refuse
"""Where a transition leads."""

START = Start()
END = End()
FAIL = Fail()
STAY = Stay()
REFUSE = Refuse()
