"""What a group's guards can read: ctx, payload, count, visit, attempt and now.

A task's routine may have written anything that the types allow, and any event may come at
any time, so these are free but for what always holds: the routed event is counted, a
visit is the first at least, attempts are bounded by the retries.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal

from stateous.compiler.ir import (
    ERROR_PAYLOAD,
    OWN_EVENTS,
    START,
    Task,
    WaitForEvents,
    Workflow,
)
from stateous.compiler.types import Field, RecordType, ScalarType, Slot
from stateous.compiler.typing.kinds import JSON
from stateous.runtime.kernel.evaluate import count_key
from stateous.verifier.encoding.constants import constant
from stateous.verifier.encoding.domain import record, symbol
from stateous.verifier.encoding.scalar_domain import scalar
from stateous.verifier.encoding.symbols import NULL, Record, Symbol
from stateous.verifier.encoding.term_builder import FALSE, TRUE
from stateous.verifier.encoding.terms import Term
from stateous.verifier.encoding.world import World

Clock = Literal["visit", "attempt", "now"]

_COUNT: Final = ScalarType("int", minimum=0)
_ROUTED: Final = ScalarType("int", minimum=1)
_NOW: Final = ScalarType("datetime", minimum="1970-01-01T00:00:00Z")


@dataclass
class Roots:
    """The roots of the paths in the guards of (`source`, `event`)."""

    world: World
    workflow: Workflow
    source: str
    event: str | None
    counts: dict[str, Term] = field(default_factory=dict)
    clocks: dict[str, Term] = field(default_factory=dict)

    def count(self, event: str, state: str | None = None) -> Term:
        """Return how often `event`, or the outlet `event` of `state`, has been accepted."""
        key = count_key(event, state)
        if key not in self.counts:
            type_ = _ROUTED if key in self.routed else _COUNT
            self.counts[key] = self._int(f"count({key})", type_)
        return self.counts[key]

    @cached_property
    def routed(self) -> frozenset[str]:
        """The keys of the counts that include the event at hand."""
        if self.event is None:
            return frozenset()
        state = self.workflow.state_by_name[self.source]
        if isinstance(state.kind, Task) or self.event not in state.outlets:
            return frozenset({self.event})
        # An outlet is counted for its state; engine events and awaited ones by their name too.
        own = {count_key(self.event, self.source)}
        shared = self.event in OWN_EVENTS or isinstance(state.kind, WaitForEvents)
        return frozenset(own | ({self.event} if shared and self.event != "expired" else set()))

    def clock(self, name: Clock) -> Term:
        """Return `visit`, `attempt`, or `now` in microseconds since 1970."""
        if name not in self.clocks:
            self.clocks[name] = self._int(name, self._clock_type(name))
        return self.clocks[name]

    def record(self, root: Literal["ctx", "payload", "subject"]) -> Symbol:
        """Return the context, the payload or the subject.

        Without an instance of its read model, the fields of a subject have their defaults: it
        is never null.
        """
        if root == "ctx":
            return Record(FALSE, (), self._context_field)
        if root == "subject":
            assert self.workflow.subject_record is not None
            return record(self.world, self.workflow.subject_record, ("subject",), FALSE)
        type_ = self.payload_type
        return NULL if type_ is None else record(self.world, type_, ("payload",), FALSE)

    @property
    def payload_type(self) -> RecordType | None:
        """The type of the event's payload; None when it has none."""
        if self.event == "error":
            return _error_payload(self._attempts)
        events = (*self.workflow.events, *self.workflow.facts) if self.event is not None else ()
        if self.event is not None and self.source != START:
            state = self.workflow.state_by_name[self.source]
            # An outlet that shares the name of an event carries nothing.
            if not isinstance(state.kind, WaitForEvents) and self.event in state.outlets:
                return None
        return next((event.payload for event in events if event.name == self.event), None)

    @property
    def first_attempt(self) -> int:
        """The first attempt at which the event can come: `error` comes when the last has failed."""
        return self._attempts if self.event == "error" else 1

    @property
    def _attempts(self) -> int:
        return self.workflow.state_by_name[self.source].retries + 1 if self.source != START else 1

    def _int(self, name: str, type_: ScalarType) -> Term:
        return scalar(self.world, type_, name, FALSE, TRUE).value

    def _clock_type(self, name: Clock) -> ScalarType:
        if name == "now":
            return _NOW
        if name == "visit":
            return _ROUTED
        return ScalarType("int", minimum=self.first_attempt, maximum=self._attempts)

    def _context_field(self, name: str) -> Symbol:
        found = context_field(self.workflow, name)
        if self.source == START and found.role in ("local", "into"):
            default = found.default.value if found.default is not None else None
            return constant(self.world, default, found.slot.type)
        return symbol(self.world, found.slot, ("ctx", name), TRUE)


def _error_payload(attempts: int) -> RecordType:
    """Return the payload of `error` after so many attempts."""
    made = Slot(ScalarType("int", minimum=attempts, maximum=attempts))
    fields = (replace(f, slot=made) if f.name == "attempts" else f for f in ERROR_PAYLOAD.fields)
    return replace(ERROR_PAYLOAD, fields=tuple(fields))


def context_field(workflow: Workflow, name: str) -> Field:
    """Return a field of the context; one that is not declared is any JSON value."""
    if workflow.context is not None:
        found = workflow.context.field(name)
        assert found is not None
        return found
    for event in workflow.events:
        if event.into == name and event.payload is not None:
            return Field(name, Slot(event.payload, nullable=True), role="into")
    return Field(name, Slot(JSON, nullable=True))
