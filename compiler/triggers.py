"""Triggers: what starts the tokens of a workflow, and with which context."""

import re
from dataclasses import replace
from typing import Final

from stateous.compiler import ir
from stateous.compiler.machines import entry_payload, known_states
from stateous.compiler.mapping import Source, arguments, assigns
from stateous.compiler.names import respelt, unknown
from stateous.compiler.readmodels import unknown_fact
from stateous.compiler.rules.machines import TRIGGER_TARGET, TRIGGER_TIME
from stateous.compiler.rules.names import UNKNOWN_MACHINE, UNKNOWN_STATE
from stateous.compiler.types import RecordType
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.naming import known_state
from stateous.compiler.typing.scope import Report, Scope
from stateous.compiler.world import World
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import (
    At,
    Every,
    Name,
    OnEntry,
    OnFact,
    ToState,
    Trigger,
)

WEEKDAYS: Final = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)

_TIME: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


def lower_trigger(trigger: Trigger, world: World, scope: Scope) -> ir.Trigger:
    """Return a trigger of the IR; `scope` is that of the workflow's START.

    The fields of the context are taken by name from the subject, then from the payload.
    """
    occasion, payload, at = _occasion(trigger, world, scope.report)
    inner = replace(scope, position="trigger", payload=payload)
    sources = []
    if scope.subject is not None and not isinstance(trigger.occasion, Every | At):
        sources.append(Source("subject", scope.subject))
    if payload is not None:
        sources.append(Source("payload", payload))
    what = f"workflow `{scope.vocabulary.workflow}`"
    given = assigns(trigger.mappings)
    found = arguments(scope.context, given, inner, sources, at.span, what)
    return ir.Trigger(occasion, _target(trigger, scope), found)


def _target(trigger: Trigger, scope: Scope) -> str:
    if isinstance(trigger.target, ToState):
        known_state(trigger.target.state, scope)
        return trigger.target.state.text
    what = "a token begins in a state, so a trigger leads to one"
    scope.report(TRIGGER_TARGET.at(trigger.target.span, what, help="write the name of a state"))
    return ""


def _occasion(
    trigger: Trigger, world: World, report: Report
) -> tuple[ir.Occasion, RecordType | None, Name]:
    """Return when tokens start, the payload that goes with it, and the place that stands for it."""
    match trigger.occasion:
        case OnFact(event=event):
            if event.text not in world.facts:
                report(unknown_fact(event, world))
            return ir.OnFact(event.text), world.facts.get(event.text, BROKEN), event
        case OnEntry(machine=machine, state=state):
            payload = _entered(machine, state, world, report)
            return ir.OnEntry(machine.text, state.text), payload, state
        case Every(period=period):
            return ir.Every(period.seconds), None, Name("every", span=period.span)
        case At() as at:
            return _at(at, report), None, at.time


def _entered(machine: Name, state: Name, world: World, report: Report) -> RecordType:
    declaration = world.names.machines.get(machine.text)
    if declaration is None:
        others = world.names.sorts_but("a state machine")
        what = "a state machine"
        report(unknown(UNKNOWN_MACHINE, machine, what, world.names.machines, known_as=others))
        return BROKEN
    if state.text not in known_states(declaration):
        what = f"a state of `{machine.text}`"
        report(unknown(UNKNOWN_STATE, state, what, known_states(declaration)))
        return BROKEN
    return entry_payload(declaration, state.text, world)


def _at(at: At, report: Report) -> ir.At:
    return ir.At(
        _minute(at.time, report),
        None if at.day is None else _weekday(at.day, report),
        None if at.zone is None else _zone(at.zone, report),
    )


def _minute(time: Name, report: Report) -> int:
    found = _TIME.fullmatch(time.text)
    if found is None:
        what = f"`{time.text}` is no time of day"
        help_ = "write hours and minutes, from `00:00` to `23:59`"
        report(TRIGGER_TIME.at(time.span, what, help=help_))
        return 0
    return int(found[1]) * 60 + int(found[2])


def _weekday(day: Name, report: Report) -> int:
    if day.text not in WEEKDAYS:
        report(unknown(TRIGGER_TIME, day, "a day of the week", WEEKDAYS))
        return 0
    return WEEKDAYS.index(day.text)


def _zone(zone: Name, report: Report) -> str:
    # Finding the zones reads a folder, which files without a zone do without.
    from zoneinfo import available_timezones

    zones = available_timezones()
    if zone.text not in zones:
        near = did_you_mean(zone.text, sorted(zones))
        help_ = f"did you mean `{near}`?" if near else 'write a name such as "Europe/Zurich"'
        fix = respelt(zone, near) if near else None
        what = f"`{zone.text}` is not a time zone"
        report(TRIGGER_TIME.at(zone.span, what, help=help_, fix=fix))
    return zone.text
