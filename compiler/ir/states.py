"""States: what each kind does, and the outlets that it opens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from stateous.compiler.guards import Expr
from stateous.compiler.types import Json, Slot


@dataclass(frozen=True, slots=True)
class Assignment:
    """A field, or one inside it, and the value that it gets; `text` is the canonical text."""

    path: tuple[str, ...]
    value: Expr
    text: str


Moment = int | Expr
"""Seconds, or an expression of kind duration or datetime."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Seconds before the second attempt, doubling with each further one up to `longest`."""

    first: int = 1
    longest: int = 60


@dataclass(frozen=True, slots=True)
class Promise:
    """`ensures condition`: holds whenever `event`, or with None any declared event, arrives."""

    event: str | None
    condition: Expr
    text: str


@dataclass(frozen=True, slots=True)
class Timer:
    """`after 2h E`: the clock fires `event` with `payload` when the visit lasts that long."""

    seconds: int
    event: str
    payload: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Join:
    """When a parallel or foreach state is left: `number` goes with `at least`."""

    rule: Literal["all", "any", "at least"] = "all"
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Gather:
    """A context field that collects `value` of each completed child; `slot` is an item's type."""

    field: str
    value: Expr
    text: str
    slot: Slot


@dataclass(frozen=True, slots=True)
class Child:
    """A workflow that a state runs, and where each field of its context comes from."""

    workflow: str
    arguments: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A routine does it."""

    kind: Literal["task"] = "task"


@dataclass(frozen=True, slots=True)
class Action:
    """A task that carries a command's fields; `arguments` gives each of them."""

    command: str
    arguments: tuple[Assignment, ...]
    attempts: int = 1
    kind: Literal["action"] = "action"


@dataclass(frozen=True, slots=True)
class Decide:
    """No task: the guards of its lines choose at once; with `first`, in order."""

    first: bool = False
    kind: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True)
class WaitForEvents:
    """Waits for one of these events or facts, until a moment if one is given."""

    events: tuple[str, ...]
    until: Moment | None = None
    kind: Literal["wait"] = "wait"


@dataclass(frozen=True, slots=True)
class WaitForTime:
    """Waits for time."""

    time: Moment
    kind: Literal["pause"] = "pause"


@dataclass(frozen=True, slots=True)
class Approval:
    """Waits for a person in a role, until it expires if it does."""

    role: str
    expires: Moment | None = None
    kind: Literal["approval"] = "approval"


@dataclass(frozen=True, slots=True)
class Parallel:
    """One child token for each workflow."""

    children: tuple[Child, ...]
    join: Join = Join()
    gathers: tuple[Gather, ...] = ()
    kind: Literal["parallel"] = "parallel"


@dataclass(frozen=True, slots=True)
class Foreach:
    """One child token for each item of the list `over`; items are read as `variable`.

    `key` names a child; without one it is the position, from 0. At most `at_once` run
    together; None for all.
    """

    over: Expr
    variable: str
    child: Child
    join: Join = Join()
    gathers: tuple[Gather, ...] = ()
    key: Expr | None = None
    at_once: int | None = None
    kind: Literal["foreach"] = "foreach"


Kind = Task | Action | Decide | WaitForEvents | WaitForTime | Approval | Parallel | Foreach


@dataclass(frozen=True, slots=True)
class State:
    """A state. `timeout` is in seconds, over all attempts of a visit.

    `retries` is the number of attempts after the first. `writes` names the context fields that the routine
    may write; None for every plain field. `kind` tells what happens in it.
    """

    name: str
    title: str | None = None
    timeout: int | None = None
    retries: int = 0
    backoff: Backoff = Backoff()
    writes: tuple[str, ...] | None = None
    kind: Kind = Task()
    ensures: tuple[Promise, ...] = ()
    after: tuple[Timer, ...] = ()

    @property
    def outlets(self) -> tuple[str, ...]:
        """The outlets that the state opens by itself, besides declared events."""
        timeout = ("timeout",) if self.timeout is not None else ()
        match self.kind:
            case Task():
                return (*timeout, "error")
            case Action():
                return ("next", "refused", "failed")
            case Decide():
                return ()
            case WaitForEvents(events=events, until=until):
                return (*events, *(("expired",) if until is not None else ()))
            case WaitForTime():
                return ("elapsed",)
            case Approval(expires=expires):
                return ("approved", "rejected", *(("expired",) if expires is not None else ()))
            case Parallel():
                return ("joined", *timeout)
            case Foreach():
                return ("joined", "completed", "partial", *timeout)
