"""All that a file declares: workflows, state machines, and what they speak of."""

from dataclasses import dataclass
from typing import Literal

from stateous.compiler.guards import Expr
from stateous.compiler.ir.specifications import Specification
from stateous.compiler.ir.states import Assignment
from stateous.compiler.ir.workflows import Set, Workflow
from stateous.compiler.types import RecordType


@dataclass(frozen=True, slots=True)
class Command:
    """What an action or a machine invokes; `identifier` names the field that takes the subject's key."""

    name: str
    title: str | None
    record: RecordType
    identifier: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """An event of the world outside, as it is committed."""

    name: str
    title: str | None
    record: RecordType


@dataclass(frozen=True, slots=True)
class Role:
    """Who may approve."""

    name: str
    title: str | None


@dataclass(frozen=True, slots=True)
class Fold:
    """What a fact does to a read model; the right of each `set` sees the earlier ones."""

    event: str
    sets: tuple[Set, ...]


@dataclass(frozen=True, slots=True)
class ReadModel:
    """What is known of a subject. `key` names the field of a fact that tells the subject.

    `record` includes the key, as its first field.
    """

    name: str
    title: str | None
    key: str
    record: RecordType
    folds: tuple[Fold, ...]


@dataclass(frozen=True, slots=True)
class Entering:
    """What a machine does on entering a state: start a workflow or invoke a command."""

    effect: Literal["starts", "invokes"]
    name: str
    arguments: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class MachineState:
    """A state of a machine."""

    name: str
    title: str | None
    initial: bool = False
    final: bool = False
    entering: tuple[Entering, ...] = ()


@dataclass(frozen=True, slots=True)
class MachineTransition:
    """From `source` on the fact `event` to `target`, when `guard` holds over the read model."""

    source: str
    event: str
    target: str
    guard: Expr | None = None
    text: str | None = None
    otherwise: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class Machine:
    """A state machine that follows a read model. A transition's id is its index."""

    name: str
    title: str | None
    follows: str
    states: tuple[MachineState, ...]
    transitions: tuple[MachineTransition, ...]
    machine_wide: bool = False
    specifications: tuple[Specification, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """All that one file declares. `records` are the named records that its workflows use.

    `used` are the programs of the files that `use` names, and of those that they use.
    """

    workflows: tuple[Workflow, ...]
    records: tuple[RecordType, ...]
    commands: tuple[Command, ...] = ()
    facts: tuple[Fact, ...] = ()
    roles: tuple[Role, ...] = ()
    readmodels: tuple[ReadModel, ...] = ()
    machines: tuple[Machine, ...] = ()
    specifications: tuple[Specification, ...] = ()
    used: tuple["Program", ...] = ()
