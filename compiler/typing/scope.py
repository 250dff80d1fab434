"""What an expression may read in the place where it stands."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from stateous.compiler.types import EnumType, Field, RecordType, ScalarType, Slot, Type
from stateous.compiler.typing.kinds import BROKEN
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.syntax import Name

Report = Callable[[Diagnostic], None]
"""Takes a diagnostic as it is found; their order is settled at the end."""

Position = Literal[
    "start",
    "decide",
    "event",
    "joined",
    "state",
    "branch",
    "gather",
    "key",
    "trigger",
    "deadline",
    "property",
    "then",
    "machine",
    "entering",
    "fold",
    "machine then",
]
"""A place for expressions; what stands below a line reads the same as its guard.

`state` is what a state gives on as it is entered (`with`, `until`, `over`), `branch` a
condition over the branches of a join, `machine` the guard of a state machine, `entering`
what its entry effects give on, `fold` the right of `set` in a read model.
"""

Word = Literal[
    "ctx",
    "payload",
    "subject",
    "count",
    "visit",
    "attempt",
    "now",
    "branches",
    "workflow",
    "key",
    "token",
    "outcome",
    "status",
    "in",
    "visited",
    "ended",
]

_EVENT: Final[tuple[Word, ...]] = (
    "ctx",
    "subject",
    "payload",
    "count",
    "visit",
    "attempt",
    "now",
)
_ABOUT_TOKEN: Final[tuple[Word, ...]] = ("ctx", "count", "in", "visited", "ended")

READABLE: Final[Mapping[Position, tuple[Word, ...]]] = {
    "start": ("ctx", "now"),
    "decide": ("ctx", "subject", "count", "now"),
    "event": _EVENT,
    "joined": (*_EVENT, "branches"),
    "state": ("ctx", "subject", "count", "visit", "now"),
    "branch": (
        "workflow",
        "key",
        "token",
        "outcome",
        "payload",
        "status",
        "ctx",
        "subject",
        "count",
        "visit",
        "now",
    ),
    "gather": ("payload",),
    "key": ("ctx",),
    "trigger": ("subject", "payload", "now"),
    "deadline": ("ctx", "subject", "count", "now"),
    "property": _ABOUT_TOKEN,
    "then": _ABOUT_TOKEN,
    "machine": (),
    "entering": ("subject", "payload", "now"),
    "fold": ("payload",),
    "machine then": ("in", "visited"),
}
"""The words that each place may read, in the order in which messages list them."""

DESCRIBED: Final[Mapping[Position, str]] = {
    "start": "a START line",
    "decide": "a line of a `decide`",
    "event": "a line on an event",
    "joined": "a line on `joined`",
    "state": "what a state gives on",
    "branch": "a condition over branches",
    "gather": "`gather`",
    "key": "the key of a `foreach`",
    "trigger": "what a trigger gives on",
    "deadline": "a deadline",
    "property": "a property",
    "then": "the `then` of a specification",
    "machine": "a state machine",
    "entering": "what an entry effect gives on",
    "fold": "a read model",
    "machine then": "the `then` of a state machine's specification",
}

ROOTS: Final = frozenset({"ctx", "payload", "subject", "visit", "attempt", "now", "branches"})
"""Words that read something by themselves; no variable may take one as its name."""

STATUS: Final = EnumType(("completed", "failed", "cancelled"))
"""How a branch has ended."""

Root = Literal["model", "branch", "variable"]
"""What a bare name may read; see `guards.Read`."""

_TEXT: Final = ScalarType("text")
_WITH_MODEL: Final = frozenset({"machine", "entering", "fold", "machine then"})
_BRANCH_WORDS: Final = frozenset({"workflow", "key", "token", "outcome", "status"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names that the whole workflow knows, the same in each of its expressions.

    `types` are all declared types by name, `enums` the enums among them. `facts` are those
    that a wait of the workflow names, so that they are counted. `outlets` are those of the
    states of special kinds; `labels` the outcomes that an END of the workflow has.
    `incomplete` tells that lines of the file could not be read: nothing is said against what
    is missing.
    """

    workflow: str
    states: AbstractSet[str]
    events: AbstractSet[str]
    types: Mapping[str, Type]
    enums: Mapping[str, EnumType]
    incomplete: bool = False
    facts: AbstractSet[str] = frozenset()
    outlets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    labels: AbstractSet[str] = frozenset()

    @property
    def owner(self) -> str:
        """How a message names what the words belong to."""
        return f"`{self.workflow}`" if self.workflow else "this file"


@dataclass(frozen=True, slots=True)
class Branching:
    """The children that a state runs, as its join may ask of them.

    `payload` holds the fields of their contexts, each nullable: what a child's payload lacks
    is null. With `open_payload` a child has no declared context, so any key may be there.
    `keyed` tells that each has a key, as in a `foreach`. `labels` are their outcomes.
    """

    workflows: tuple[str, ...]
    payload: RecordType
    open_payload: bool = False
    labels: tuple[str, ...] = ()
    keyed: bool = False

    @property
    def words(self) -> Mapping[str, Slot]:
        """What a condition over branches reads bare."""
        return {
            "workflow": Slot(EnumType(self.workflows) if self.workflows else _TEXT),
            "key": Slot(_TEXT, nullable=not self.keyed),
            "token": Slot(_TEXT),
            "outcome": Slot(EnumType(self.labels) if self.labels else _TEXT, nullable=True),
            "status": Slot(STATUS),
        }


UNKNOWN_CHILDREN: Final = Branching((), BROKEN)
"""Stands where children are at fault, which has been reported."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A place for an expression, and all that can be read there.

    `context` holds the fields that are declared; with `open_context` every other key may be
    read too, as nullable `json`. `payload` is None for an event without one, and BROKEN
    where it is not known. `event` is the event of the line, as a message names it.
    `subject` is the read model that the workflow is for, or None; `model` the one whose
    fields a state machine or a fold reads bare. `branching` are the children of a join.
    In a `set`, `sets` is true: it may multiply two values, and read `branches.first(…)`.
    """

    position: Position
    vocabulary: Vocabulary
    context: RecordType
    open_context: bool
    report: Report
    payload: RecordType | None = BROKEN
    event: str | None = None
    variables: Mapping[str, Slot] = field(default_factory=dict)
    subject: RecordType | None = None
    model: RecordType | None = None
    branching: Branching | None = None
    open_payload: bool = False
    sets: bool = False
    depth: int = 0

    def may_read(self, word: Word) -> bool:
        """Tell whether the place may read `word`."""
        return word in READABLE[self.position]

    def bare(self, name: str) -> tuple[Root, Slot] | None:
        """Return what a bare name reads here besides words of the language and enum members."""
        if name in self.variables:
            return "variable", self.variables[name]
        if self.model is not None and self.position in _WITH_MODEL:
            if self.model is BROKEN:
                return "model", Slot(BROKEN)
            found = self.model.field(name)
            return None if found is None else ("model", found.slot)
        if self.position == "branch" and self.branching is not None and name in _BRANCH_WORDS:
            return "branch", self.branching.words[name]
        return None

    @property
    def bare_names(self) -> tuple[str, ...]:
        """The names that may be read bare, for messages."""
        fields: tuple[Field, ...] = ()
        if self.model is not None and self.position in _WITH_MODEL:
            fields = self.model.fields
        return (*self.variables, *(field.name for field in fields))

    def binding(self, variable: Name, slot: Slot) -> "Scope":
        """Return the scope inside `any` or `all`, where `variable` is an item."""
        variables = {**self.variables, variable.text: slot}
        return replace(self, variables=variables, depth=self.depth + 1)

    def with_item(self, variable: Name, slot: Slot) -> "Scope":
        """Return the scope in which `variable` is the item of a `foreach`."""
        return replace(self, variables={**self.variables, variable.text: slot})

    def setting(self) -> "Scope":
        """Return the scope of the right of a `set` in this place."""
        return replace(self, sets=True)

    def of_branch(self) -> "Scope":
        """Return the scope of a condition over the branches of the join."""
        branching = self.branching or UNKNOWN_CHILDREN
        return replace(
            self,
            position="branch",
            branching=branching,
            payload=branching.payload,
            open_payload=branching.open_payload,
        )
