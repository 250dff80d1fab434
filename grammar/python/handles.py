"""What the Python notation hands out: states, events, and the words START, END and FAIL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


class Owner(Protocol):
    """The workflow that states and events belong to, as far as their handles know it."""

    @property
    def name(self) -> str:
        """The name of the workflow."""
        ...

    @property
    def states(self) -> Mapping[str, State]:
        """The states declared so far, by name."""
        ...

    @property
    def events(self) -> Mapping[str, Event]:
        """The events declared so far, by name."""
        ...


@dataclass(frozen=True, slots=True)
class State:
    """A state of a workflow. `Workflow.state` makes it."""

    name: str
    workflow: Owner = field(repr=False)


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a workflow. `Workflow.event` makes it."""

    name: str
    workflow: Owner = field(repr=False)


@dataclass(frozen=True, slots=True)
class Start:
    """Where each token begins: the source of a transition that has no event."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a token completes: the target of a transition."""


@dataclass(frozen=True, slots=True)
class Fail:
    """Where a token fails: `FAIL`, or `FAIL("the agent failed three times")`."""

    reason: str | None = None

    def __call__(self, reason: str) -> Fail:
        """Return the same target with a reason, which the token keeps."""
        return Fail(reason)


START = Start()
END = End()
FAIL = Fail()
