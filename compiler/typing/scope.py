"""What an expression may read in the place where it stands."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from stateous.compiler.types import EnumType, RecordType, Slot, Type
from stateous.compiler.typing.kinds import BROKEN
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.syntax import Name

Report = Callable[[Diagnostic], None]
"""Takes a diagnostic as it is found; their order is settled at the end."""

Position = Literal["start", "event", "then"]
"""A place for expressions: a START line, a line on an event, the `then` of a specification."""

Word = Literal["ctx", "payload", "count", "visit", "attempt", "now", "in", "visited", "ended"]

READABLE: Final[Mapping[Position, tuple[Word, ...]]] = {
    "start": ("ctx", "now"),
    "event": ("ctx", "payload", "count", "visit", "attempt", "now"),
    "then": ("ctx", "count", "in", "visited", "ended"),
}
"""The words that each place may read, in the order in which messages list them."""

DESCRIBED: Final[Mapping[Position, str]] = {
    "start": "a START line",
    "event": "a line on an event",
    "then": "the `then` of a specification",
}

ROOTS: Final = frozenset({"ctx", "payload", "subject", "visit", "attempt", "now", "branches"})
"""Words that read something by themselves; no variable may take one as its name."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names that the whole workflow knows, the same in each of its expressions.

    `types` are all declared types by name, `enums` the enums among them. `incomplete` tells
    that lines of the file could not be read: nothing is said against what is missing.
    """

    workflow: str
    states: AbstractSet[str]
    events: AbstractSet[str]
    types: Mapping[str, Type]
    enums: Mapping[str, EnumType]
    incomplete: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """A place for an expression, and all that can be read there.

    `context` holds the fields that are declared; with `open_context` every other key may be
    read too, as nullable `json`. `payload` is None for an event without one, and BROKEN
    where it is not known. `event` is the event of the line, as a message names it.
    """

    position: Position
    vocabulary: Vocabulary
    context: RecordType
    open_context: bool
    report: Report
    payload: RecordType | None = BROKEN
    event: str | None = None
    variables: Mapping[str, Slot] = field(default_factory=dict)

    def may_read(self, word: Word) -> bool:
        """Tell whether the place may read `word`."""
        return word in READABLE[self.position]

    def binding(self, variable: Name, slot: Slot) -> "Scope":
        """Return the scope inside `any` or `all`, where `variable` is an item."""
        return replace(self, variables={**self.variables, variable.text: slot})
