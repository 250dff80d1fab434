"""Where a specification stands, and which steps say something there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from stateous.compiler import ir
from stateous.compiler.lowering.values import json_values, values_of
from stateous.compiler.names import unknown
from stateous.compiler.rules.names import UNKNOWN_EVENT, UNKNOWN_FACT
from stateous.compiler.rules.specifications import CLOCK, STEP_MISPLACED
from stateous.compiler.signature import Payload
from stateous.compiler.types import Json, RecordType
from stateous.compiler.typing.reading import no_payload
from stateous.compiler.typing.scope import Report, Scope
from stateous.compiler.values import times
from stateous.compiler.values.scalars import RuleBroken, admit_scalar
from stateous.compiler.world import World
from stateous.grammar.syntax import (
    Assign,
    Expr,
    GivenClock,
    GivenFact,
    MachineDecl,
    Name,
    Step,
    TextLiteral,
    ThenCompleted,
    ThenCondition,
    ThenEmitted,
    ThenFailed,
    ThenInvokes,
    ThenNothing,
    ThenOtherIn,
    ThenRefused,
    ThenStarts,
    ThenWaitingFor,
    ThenWaitingUntil,
    WhenDecided,
    WhenEvent,
    WhenFact,
    WhenPass,
    WorkflowDecl,
)

_THEN: Final = (
    ThenCompleted,
    ThenFailed,
    ThenRefused,
    ThenEmitted,
    ThenNothing,
    ThenInvokes,
    ThenStarts,
    ThenWaitingUntil,
    ThenWaitingFor,
    ThenOtherIn,
    ThenCondition,
)
_OF_FACTS: Final = (
    GivenFact,
    GivenClock,
    WhenFact,
    WhenPass,
    ThenNothing,
    ThenInvokes,
    ThenStarts,
    ThenOtherIn,
)
_STEPS: Final[Mapping[str, tuple[type, ...]]] = {
    "machine": (*_OF_FACTS, ThenCondition),
    "file": (*_OF_FACTS, ThenEmitted, ThenRefused, WhenDecided),
}
"""The steps that say something where there is no token of its own."""

_PLACES: Final[Mapping[str, str]] = {
    "machine": "the specification of a state machine",
    "file": "a specification at the top level",
}


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a specification stands. `payloads` are those of the workflow's events."""

    sort: Literal["workflow", "machine", "file"]
    scope: Scope
    world: World
    workflow: WorkflowDecl | None = None
    machine: MachineDecl | None = None
    payloads: Mapping[str, Payload] = field(default_factory=dict)

    @property
    def report(self) -> Report:
        """Takes what is wrong."""
        return self.scope.report

    def has(self, step: Step) -> bool:
        """Tell whether the step says something here; report it if not."""
        if self.sort == "workflow" or isinstance(step, _STEPS[self.sort]):
            return True
        helps = {
            "machine": "it speaks of facts, of the machine's states, and of what it starts",
            "file": "write it in the workflow, or ask for a token: `then w in S`",
        }
        help_ = helps[self.sort]
        if isinstance(step, WhenEvent) and step.event.text in self.world.facts:
            help_ = f"`{step.event.text}` is a fact: write `when fact {step.event.text}`"
        what = f"this step says nothing in {_PLACES[self.sort]}"
        self.report(STEP_MISPLACED.at(step.span, what, help=help_))
        return False


STAND_IN: Final = ir.ThenCompleted()
"""Stands in for a step that has been reported."""


def is_then(step: Step) -> bool:
    """Tell whether a step begins with `then`."""
    return isinstance(step, _THEN)


def time_of(time: Expr, report: Report) -> int:
    """Return the microseconds of a datetime; report a text that is none."""
    if not isinstance(time, TextLiteral):
        return 0  # the table has reported the cell
    try:
        text = admit_scalar("datetime", time.value)
    except RuleBroken as broken:
        report(CLOCK.at(time.span, "this text is not a `datetime`", help=f"it {broken}"))
        return 0
    assert isinstance(text, str)
    return times.parse_datetime(text)


def said(text: Expr | None) -> str | None:
    """Return a text that a step gives, if any."""
    return text.value if isinstance(text, TextLiteral) else None


def fact_values(event: Name, values: Iterable[Assign], stage: Stage) -> Mapping[str, Json]:
    """Return the fields of a fact; report a name that is none."""
    record = stage.world.facts.get(event.text)
    if record is not None:
        return values_of(values, record, stage.scope)
    others = stage.world.names.sorts_but("a fact")
    known_as = {"an event of the workflow": stage.payloads, **others}
    facts = stage.world.facts
    stage.report(unknown(UNKNOWN_FACT, event, "a fact", facts, known_as=known_as))
    return {}


def payload_values(
    event: Name, values: tuple[Assign, ...], payload: Payload, stage: Stage
) -> Mapping[str, Json]:
    """Return the fields of an event's payload; report that it has none."""
    if payload is not None:
        return values_of(values, payload, stage.scope)
    if values:
        stage.report(no_payload(values[0].path[0].span, event.text))
    return {}


def record_values(
    values: tuple[Assign, ...], record: RecordType | None, stage: Stage
) -> Mapping[str, Json]:
    """Return the fields given to a record, or to one of which nothing is known."""
    if record is None:
        return json_values(values, stage.scope)
    return values_of(values, record, stage.scope)


def known_event(event: Name, stage: Stage, *, facts: bool = False) -> bool:
    """Tell whether an event is one of the workflow, or with `facts` a fact; report it if not."""
    if event.text in stage.payloads or (facts and event.text in stage.world.facts):
        return True
    owner = stage.scope.vocabulary.owner
    known = (*stage.payloads, *(stage.world.facts if facts else ()))
    sorts: dict[str, Iterable[str]] = {"a state": stage.scope.vocabulary.states}
    if not facts:
        sorts["a fact"] = stage.world.facts
    what = f"an event of {owner} or a fact" if facts else f"an event of {owner}"
    stage.report(unknown(UNKNOWN_EVENT, event, what, known, known_as=sorts))
    return False
