"""Specifications: their names, paths and order. The values meet the door when a step runs."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from stateous.compiler import ir
from stateous.compiler.literals import Plain, plain
from stateous.compiler.names import unknown
from stateous.compiler.rules.names import ASSIGNED_TWICE, UNKNOWN_EVENT
from stateous.compiler.rules.specifications import (
    CLOCK,
    ENGINE_EVENT,
    GIVEN_LATE,
    GIVEN_TWICE,
    VISIT_RANGE,
    WITH_ON_FIRED,
)
from stateous.compiler.signature import Payload
from stateous.compiler.types import Json, RecordType, Slot
from stateous.compiler.typing.expressions import condition
from stateous.compiler.typing.kinds import JSON
from stateous.compiler.typing.reading import follow, known_state, no_payload
from stateous.compiler.typing.scope import Report, Scope
from stateous.compiler.values import times
from stateous.compiler.values.scalars import RuleBroken, admit_scalar
from stateous.grammar.flow.syntax_rules import EMPTY_BLOCK, UNKNOWN_REFUSAL, VISIT_WITHOUT_STATE
from stateous.grammar.printer import flow
from stateous.grammar.syntax import (
    Assign,
    Expr,
    GivenClock,
    GivenContext,
    GivenState,
    InState,
    Name,
    SpecificationDecl,
    Step,
    TextLiteral,
    ThenCompleted,
    ThenCondition,
    ThenFailed,
    ThenRefused,
    WhenEvent,
    WhenFails,
    WhenPass,
)

REFUSALS: Final = ("no_transition", "guards_overlap", "ensures", "writes", "type", "ended")
"""The engine's words for why it refuses, as `then refused` may name them."""

_INSTEAD: Final[Mapping[str, str]] = {
    "timeout": "let the time pass: `when 6h pass`",
    "error": "let attempts fail: `when state fails`",
    "joined": "it comes when children end",
}

_Given = GivenContext | GivenState | GivenClock


def lower_specification(
    specification: SpecificationDecl, scope: Scope, payloads: Mapping[str, Payload]
) -> ir.Specification:
    """Return a specification of the IR, one step for each of the tree, and report its faults."""
    name = specification.name.value
    if not specification.steps and not scope.vocabulary.incomplete:
        what = f"specification `{name}` has no steps"
        scope.report(EMPTY_BLOCK.at(specification.name.span, what))
    _check_order(specification.steps, scope.report)
    lowered = (_lower_step(step, scope, payloads) for step in specification.steps)
    return ir.Specification(name, tuple(lowered))


def _check_order(steps: Iterable[Step], report: Report) -> None:
    """Report a `given` behind another kind of step, and a second one of its own kind."""
    begun = False
    seen: set[type] = set()
    for step in steps:
        if not isinstance(step, _Given):
            begun = True
            continue
        if begun:
            what = "a `given` stands before every `when` and `then`"
            report(
                GIVEN_LATE.at(step.span, what, help="move it up, or write a second specification")
            )
        elif type(step) in seen:
            report(GIVEN_TWICE.at(step.span, "this is given already", help="keep one of the two"))
        seen.add(type(step))


def _lower_step(step: Step, scope: Scope, payloads: Mapping[str, Payload]) -> ir.Step:
    match step:
        case GivenContext(values=values):
            return ir.GivenContext(_context_values(values, scope))
        case GivenState(state=state):
            known_state(state, scope)
            return ir.GivenState(state.text)
        case GivenClock(time=time):
            return ir.GivenClock(_clock(time, scope.report))
        case WhenEvent():
            return _when_event(step, scope, payloads)
        case WhenPass(duration=duration):
            return ir.WhenPass(duration.seconds)
        case WhenFails(state=state, reason=reason):
            known_state(state, scope)
            return ir.WhenFails(state.text, reason or "the attempt failed")
        case ThenCompleted():
            return ir.ThenCompleted()
        case ThenFailed(reason=reason):
            return ir.ThenFailed(reason)
        case ThenRefused(reason=reason):
            return ir.ThenRefused(_refusal(reason, scope.report))
        case ThenCondition():
            return _then(step, scope)


def _clock(time: TextLiteral, report: Report) -> int:
    try:
        text = admit_scalar("datetime", time.value)
    except RuleBroken as broken:
        report(CLOCK.at(time.span, "this text is not a `datetime`", help=f"it {broken}"))
        return 0
    assert isinstance(text, str)
    return times.parse_datetime(text)


def _refusal(reason: Name | TextLiteral | None, report: Report) -> str | None:
    if reason is None or isinstance(reason, TextLiteral):
        return reason.value if reason is not None else None
    if reason.text not in REFUSALS:
        report(unknown(UNKNOWN_REFUSAL, reason, "a reason of the engine", REFUSALS))
    return reason.text


def _then(step: ThenCondition, scope: Scope) -> ir.Step:
    found = condition(step.condition, scope)
    visit = step.visit.value if step.visit is not None else None
    if step.visit is not None and not _is_in_one_state(step.condition):
        what = "`visit` follows `in` with one state"
        help_ = "write `then in S, visit 2`"
        scope.report(VISIT_WITHOUT_STATE.at(step.visit.span, what, help=help_))
    elif step.visit is not None and (not isinstance(visit, int) or visit < 1):
        scope.report(VISIT_RANGE.at(step.visit.span, "visits are counted from 1"))
    if found is None:
        return ir.ThenCompleted()  # stands in for what has been reported
    return ir.ThenCondition(found, flow(step.condition), int(visit) if visit is not None else None)


def _is_in_one_state(condition: Expr) -> bool:
    return isinstance(condition, InState) and len(condition.states) == 1


# --------------------------------------------------------------------- values


def _when_event(step: WhenEvent, scope: Scope, payloads: Mapping[str, Payload]) -> ir.Step:
    if step.fired and step.writes:
        what = "an event from outside writes no fields"
        help_ = "`with` says what a routine wrote: leave out `fired`, or `with`"
        scope.report(WITH_ON_FIRED.at(step.writes[0].path[0].span, what, help=help_))
    return ir.WhenEvent(
        event=step.event.text,
        payload=_payload_values(step, scope, payloads),
        writes=_context_values(step.writes, scope),
        fired=step.fired,
    )


def _payload_values(
    step: WhenEvent, scope: Scope, payloads: Mapping[str, Payload]
) -> Mapping[str, Json]:
    event = step.event
    if event.text not in payloads:
        _report_event(event, scope)
        return {}
    payload = payloads[event.text]
    if payload is not None:
        return _values(step.payload, _fields_of(payload), scope)
    if step.payload:
        span = step.payload[0].path[0].span
        scope.report(no_payload(span, event.text))
    return {}


def _report_event(event: Name, scope: Scope) -> None:
    if event.text in _INSTEAD:
        what = f"only the engine fires `{event.text}`"
        scope.report(ENGINE_EVENT.at(event.span, what, help=_INSTEAD[event.text]))
        return
    vocabulary = scope.vocabulary
    scope.report(
        unknown(
            UNKNOWN_EVENT,
            event,
            f"an event of `{vocabulary.workflow}`",
            vocabulary.events,
            known_as={"a state": vocabulary.states},
        )
    )


_Where = Callable[[Name], Slot]
"""Gives the record, or any JSON, that a path with this first name goes through."""


def _fields_of(record: RecordType) -> _Where:
    return lambda first: Slot(record)


def _context_values(values: Iterable[Assign], scope: Scope) -> Mapping[str, Json]:
    def where(first: Name) -> Slot:
        declared = scope.context.field(first.text) is not None
        return Slot(JSON if scope.open_context and not declared else scope.context)

    return _values(values, where, scope)


def _values(assigns: Iterable[Assign], where: _Where, scope: Scope) -> Mapping[str, Json]:
    found: dict[str, Json] = {}
    for assign in assigns:
        value = _value(assign, where, scope)
        if value is not None and not _put(found, assign.path, value.value):
            name = ".".join(part.text for part in assign.path)
            what = f"`{name}` is given twice"
            scope.report(ASSIGNED_TWICE.at(assign.path[-1].span, what, help="keep one of the two"))
    return found


def _value(assign: Assign, where: _Where, scope: Scope) -> Plain | None:
    end = follow(where(assign.path[0]), assign.path, scope)
    if end is None:
        return None
    type_, _ = end
    return plain(assign.value, type_, scope.vocabulary.enums, scope.report)


def _put(into: dict[str, Json], path: tuple[Name, ...], value: Json) -> bool:
    """Put a value at its path; tell whether the place was free."""
    *outer, last = path
    for name in outer:
        inner = into.setdefault(name.text, {})
        if not isinstance(inner, dict):
            return False
        into = inner
    if last.text in into:
        return False
    into[last.text] = value
    return True
