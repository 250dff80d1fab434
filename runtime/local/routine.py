"""What an author of routines uses: states and events as values, the context, the mark.

A routine is a function, plain or async, marked `@on_state(states.S)`. It gets a `Context`
and returns one of the events that its state can emit, or `OUTSIDE` where others fire it.
Whatever it raises makes the attempt fail, and so does any other value that it returns.
"""

from collections.abc import Callable, Coroutine, MutableMapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar, cast, overload

from stateous.compiler.types import Json, ScalarType, Slot
from stateous.compiler.values.door import admit
from stateous.runtime.local.plain_value import from_json, to_json

if TYPE_CHECKING:
    from pydantic import BaseModel

PayloadT_co = TypeVar("PayloadT_co", covariant=True)
ModelT = TypeVar("ModelT")
EventT = TypeVar("EventT", bound="Occurrence[Any]")


class Occurrence(Generic[PayloadT_co]):
    """An event as it happens, with its payload. A contract has a subclass for each event."""

    name: ClassVar[str]
    model: ClassVar["type[BaseModel] | None"]

    def __init_subclass__(cls, *, name: str, model: "type[BaseModel] | None" = None) -> None:
        cls.name = name
        cls.model = model

    def __init__(self, payload: PayloadT_co) -> None:
        """Raise TypeError when `payload` is not an instance of the event's model."""
        wanted = type(None) if self.model is None else self.model
        if not isinstance(payload, wanted):
            expected = "no payload" if self.model is None else f"a {self.model.__name__}"
            raise TypeError(f"`{self.name}` takes {expected}, got a {type(payload).__name__}")
        self.payload = payload

    def __repr__(self) -> str:
        return f"{self.name}({'' if self.payload is None else repr(self.payload)})"


class Signal(Occurrence[None], name=""):
    """An event without a payload."""

    def __init__(self) -> None:
        super().__init__(None)


class Outside(Enum):
    """The type of `OUTSIDE`, for the annotation of a routine: `outcomes.review | Outside`."""

    OUTSIDE = "outside"

    def __repr__(self) -> str:
        return self.name


OUTSIDE: Final = Outside.OUTSIDE
"""What a routine returns when the event of its state comes from outside, or its timeout.

The attempt stays open without the routine, which is not called again for this visit, and
ends when an event is accepted that was fired from outside, or when the timeout fires.
"""


@dataclass(frozen=True, slots=True)
class StateRef(Generic[ModelT, EventT]):
    """A state: its name, the model of the context, and the events that it can emit."""

    name: str
    context: type[ModelT] | None
    emits: tuple[type[EventT], ...]


class Memory(MutableMapping[str, Any]):
    """A routine's own store for one token and one state. Each change is saved at once.

    It outlives attempts and visits, and ends with the token. Values are JSON.
    """

    def __init__(self, values: dict[str, Json], save: Callable[[str, Json], None]) -> None:
        self._values = values
        self._save = save

    def __getitem__(self, key: str) -> Any:
        return from_json(self._values[key])

    def __setitem__(self, key: str, value: object) -> None:
        """Keep `value`; raise TypeError when it is not JSON.

        Raises ValueError when it is None, or larger or deeper than a value of type `json`.
        """
        kept = _admitted(key, value)
        if kept is None:
            raise ValueError("memory keeps no None: delete the key instead")
        self._save(key, kept)
        self._values[key] = kept

    def __delitem__(self, key: str) -> None:
        if key not in self._values:
            raise KeyError(key)
        self._save(key, None)
        del self._values[key]

    def __iter__(self) -> Any:
        return iter(tuple(self._values))

    def __len__(self) -> int:
        return len(self._values)


def _admitted(key: object, value: object) -> Json:
    """Return a value of the memory as the next attempt will read it."""
    if not isinstance(key, str):
        raise TypeError(f"a key must be a text, got {key!r}")
    pair = admit(Slot(ScalarType("json")), {key: to_json(value)}, "memory")
    return cast(dict[str, Json], pair)[key]


class Journal(Protocol):
    """Where a running attempt writes at once what must outlive it."""

    def note(self, text: str) -> None:
        """Write one line to the token's history."""

    def remember(self, key: str, value: Json) -> None:
        """Keep a value of the memory; None deletes it."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt of a task: the token as it was when the routine was called."""

    token: str
    workflow: str
    state: str
    visit: int
    attempt: int
    context: dict[str, Json]
    entered_by: str | None
    payload: Json
    memory: dict[str, Json] = field(default_factory=dict)


class Context(Generic[ModelT]):
    """What a routine knows of its token, and what it changes.

    `ctx["key"]` reads and writes the context's fields as JSON; what was written counts
    when the routine's event is accepted, and not at all when the attempt fails.
    """

    def __init__(
        self, attempt: Attempt, journal: Journal, model: type[ModelT] | None = None
    ) -> None:
        self._attempt = attempt
        self._journal = journal
        self._model = model
        self._writes: dict[str, Json] = {}
        self.memory = Memory(dict(attempt.memory), journal.remember)

    @property
    def token(self) -> str:
        """The id of the token."""
        return self._attempt.token

    @property
    def visit(self) -> int:
        """The stays of the token in this state, this one included."""
        return self._attempt.visit

    @property
    def attempt(self) -> int:
        """The attempts of this visit's task, this one included."""
        return self._attempt.attempt

    @property
    def entered_by(self) -> str | None:
        """The event that brought the token here; None at the start."""
        return self._attempt.entered_by

    @property
    def payload(self) -> Any:
        """The payload of that event, as JSON; None where it has none."""
        return from_json(self._attempt.payload)

    @property
    def idempotency_key(self) -> str:
        """A key for effects outside: the same over the attempts of one visit."""
        it = self._attempt
        return f"{it.workflow}/{it.token}/{it.state}/{it.visit}"

    @property
    def model(self) -> ModelT:
        """The context as its model, with what this attempt wrote. Changing it writes nothing."""
        if self._model is None:
            return cast(ModelT, None)
        validate = cast("type[BaseModel]", self._model).model_validate
        return cast(ModelT, validate(from_json(self._values)))

    @property
    def writes(self) -> dict[str, Json]:
        """The fields that this attempt wrote."""
        return dict(self._writes)

    def note(self, text: str) -> None:
        """Write one line of progress to the token's history at once."""
        if line := " ".join(text.split()):
            self._journal.note(line)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the field `key`, or `default` when there is none or it is null."""
        value = self._values.get(key)
        return default if value is None else from_json(value)

    def __getitem__(self, key: str) -> Any:
        """Return a copy of the field `key`; raise KeyError when there is none."""
        return from_json(self._values[key])

    def __setitem__(self, key: str, value: object) -> None:
        """Write the field `key`; raise TypeError when `value` is not JSON."""
        self._writes[key] = to_json(value)

    def __contains__(self, key: object) -> bool:
        return key in self._values

    @property
    def _values(self) -> dict[str, Json]:
        return {**self._attempt.context, **self._writes}


Plain = Callable[[Context[ModelT]], EventT | Outside]
Async = Callable[[Context[ModelT]], Coroutine[Any, Any, EventT | Outside]]
Routine = Callable[[Context[Any]], Any]
"""A routine of any state, plain or async."""

_MARK = "__stateous_state__"


class Mark(Generic[ModelT, EventT]):
    """Marks a function as the routine of a state."""

    def __init__(self, state: StateRef[ModelT, EventT]) -> None:
        self._state = state

    @overload
    def __call__(self, routine: Async[ModelT, EventT]) -> Async[ModelT, EventT]: ...

    @overload
    def __call__(self, routine: Plain[ModelT, EventT]) -> Plain[ModelT, EventT]: ...

    def __call__(self, routine: Routine) -> Routine:
        """Return `routine` itself, marked."""
        setattr(routine, _MARK, self._state)
        return routine


def on_state(state: StateRef[ModelT, EventT]) -> Mark[ModelT, EventT]:
    """Mark a function as the routine of `state`: `@on_state(states.coding)`."""
    return Mark(state)


def state_of(value: object) -> StateRef[Any, Any] | None:
    """Return the state that a function is marked with, if it is."""
    found = getattr(value, _MARK, None) if callable(value) else None
    return found if isinstance(found, StateRef) else None
