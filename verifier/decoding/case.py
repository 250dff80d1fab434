"""One case: concrete data for the guards of a group, and what the step function makes of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from stateous.compiler.ir import START
from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.scope import Scope
from stateous.runtime.kernel.step import step
from stateous.runtime.kernel.token import (
    Entry,
    Failure,
    Fire,
    Input,
    Start,
    Stepped,
    TimeoutDue,
    Token,
)


@dataclass(frozen=True, slots=True)
class Case:
    """What the guards of (`source`, `event`) see, in canonical form.

    `counts` include the event that is being routed; `now` is in microseconds since 1970.
    """

    source: str
    event: str | None
    context: Mapping[str, Json]
    payload: Json = None
    counts: Mapping[str, int] = field(default_factory=dict)
    visit: int = 1
    attempt: int = 1
    now: int = 0
    subject: Mapping[str, Json] | None = None

    @property
    def scope(self) -> Scope:
        """The values as the evaluator reads them."""
        return Scope(
            self.context,
            self.payload,
            self.counts,
            self.visit,
            self.attempt,
            self.now,
            None if self.subject is None else dict(self.subject),
        )


class Truths(Mapping[int, bool]):
    """Whether each guard of a group holds in a case, by the ids of their transitions.

    A guard is evaluated when it is first asked for: a group may have many.
    """

    def __init__(self, definition: Definition, case: Case) -> None:
        self._guards = dict(definition.groups[(case.source, case.event)].guarded)
        self._scope = case.scope
        self._known: dict[int, bool] = {}

    def __getitem__(self, index: int) -> bool:
        if index not in self._known:
            self._known[index] = self._guards[index](self._scope)
        return self._known[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self._guards)

    def __len__(self) -> int:
        return len(self._guards)


def refusal(definition: Definition, case: Case) -> str | None:
    """Return the code with which the step function refuses the event; None when it takes it."""
    stepped = _stepped(definition, case)
    if stepped.refusal is not None:
        return stepped.refusal.code
    for effect in stepped.effects:
        # What the engine itself fires is not refused: the token fails, and the ledger says why.
        if isinstance(effect, Entry) and effect.kind == "event_rejected":
            return str(effect.data["code"])
    return None


def _stepped(definition: Definition, case: Case) -> Stepped:
    if case.source == START:
        return step(definition, None, Start("example", _given(definition, case)), case.now)
    return step(definition, _token(definition, case), _input(case), case.now)


def _given(definition: Definition, case: Case) -> Mapping[str, Json]:
    closed = {name for name, field in definition.fields.items() if field.role in ("local", "into")}
    closed |= definition.reserved
    return {name: value for name, value in case.context.items() if name not in closed}


def _token(definition: Definition, case: Case) -> Token:
    event = str(case.event)
    counts = {**case.counts, event: case.counts.get(event, 1) - 1}
    return Token(
        id="example",
        workflow=definition.workflow.name,
        status="active",
        state=case.source,
        visit=case.visit,
        attempt=case.attempt,
        context=case.context,
        counts={name: number for name, number in counts.items() if number},
        visits={case.source: case.visit},
    )


def _input(case: Case) -> Input:
    if case.event == "timeout":
        return TimeoutDue(case.visit)
    if case.event == "error":
        reason = case.payload.get("reason") if isinstance(case.payload, dict) else None
        return Failure(case.visit, case.attempt, str(reason))
    return Fire(str(case.event), case.payload)
