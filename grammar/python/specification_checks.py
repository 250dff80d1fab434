"""The steps of a specification that demand something: `then`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, Self

from stateous.grammar import syntax
from stateous.grammar.python import arguments, endpoints
from stateous.grammar.python.call_site import Argument, CallSite, call_site
from stateous.grammar.python.rules import NO_VALUE, WRONG_ARGUMENT
from stateous.grammar.python.specification_steps import (
    Steps,
    name_or_column,
    optional_text,
    text_or_column,
)
from stateous.grammar.python.values import Column, assignments
from stateous.grammar.python.waivers import Waivers, allows

if TYPE_CHECKING:
    from stateous.grammar.python.declarations import Command, Fact
    from stateous.grammar.python.handles import Event, State
    from stateous.grammar.python.specification_moves import Values
    from stateous.grammar.python.state_machine import StateMachine
    from stateous.grammar.python.workflow import Workflow

REFUSALS = frozenset({"no_transition", "guards_overlap", "ensures", "writes", "type", "ended"})
"""The engine's own words for why it refused a step."""

NOTHING = ("emitted", "invoked", "started")

_OUTCOME = re.compile(r"\s*(completed|failed|refused)(?![A-Za-z0-9_-])\s*(.*)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_VISIT = re.compile(
    r"(.*\S)\s*,\s*visit\s+(?:([0-9]{1,9})|<([A-Za-z][A-Za-z0-9_]*)>)\s*", re.DOTALL
)
_LABEL = re.compile(r"as(?![A-Za-z0-9_-])\s*(.*)", re.DOTALL)


class CheckSteps(Steps):
    """What a run must have come to."""

    def then(self, what: str | Column, *, allow: Waivers = ()) -> Self:
        """Demand an outcome or a condition, in the words of the `.flow` notation.

        `completed`, `failed`, `failed "why"`, `refused`, `refused no_transition`,
        `in coding, visit 2`, `count(failed) == 3`.
        """
        site = call_site()
        argument = site.argument("what", 0)
        waivers = allows(site.argument("allow"), allow)
        if isinstance(what, Column):
            place = syntax.Column(what.name, span=argument.span)
            return self._add(syntax.ThenCondition(place, None, allows=waivers, span=site.span))
        text = arguments.text(argument, what, "what must hold")
        outcome = _OUTCOME.fullmatch(text)
        if outcome is not None:
            return self._add(_outcome(site, argument, outcome, waivers))
        return self._add(self._condition(site, argument, text, waivers))

    def then_completed(self, *, label: str | Column | None = None, allow: Waivers = ()) -> Self:
        """Demand that the token has completed, with this label if one is given."""
        site = call_site()
        step = syntax.ThenCompleted(
            optional_text(site.argument("label"), label, "a label"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_failed(self, reason: str | Column | None = None, *, allow: Waivers = ()) -> Self:
        """Demand that the token has failed, with this reason if one is given."""
        site = call_site()
        step = syntax.ThenFailed(
            optional_text(site.argument("reason", 0), reason, "a reason"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_refused(self, reason: str | Column | None = None, *, allow: Waivers = ()) -> Self:
        """Demand that the step before was refused: for a reason of the engine, or a text."""
        site = call_site()
        step = syntax.ThenRefused(
            _reason(site.argument("reason", 0), reason),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_in(
        self,
        state: State | str | Column,
        *,
        visit: int | Column | None = None,
        allow: Waivers = (),
    ) -> Self:
        """Demand that the token is in a state, on this visit if one is given, from 1."""
        site = call_site()
        name = endpoints.placed_state(self._owner, site.argument("state", 0), state)
        step = syntax.ThenCondition(
            syntax.InState((name,), span=name.span),
            _visit(site.argument("visit"), visit),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_other_in(
        self,
        other: Workflow | StateMachine | str | Column,
        *states: State | str | Column,
        allow: Waivers = (),
    ) -> Self:
        """Demand that another workflow's token, or a machine, is in one of these states."""
        site = call_site()
        if not states:
            argument = Argument(site.file, None, site.span)
            help = "name a state of it"
            raise arguments.refuse(WRONG_ARGUMENT, argument, "the step names no state", help)
        names = (
            endpoints.any_state(site.argument("states", index), state)
            for index, state in enumerate(states, start=1)
        )
        step = syntax.ThenOtherIn(
            name_or_column(site.argument("other", 0), other, "workflow", "statemachine"),
            tuple(names),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_emitted(
        self,
        event: Event | Fact | str | Column,
        values: Values | None = None,
        *,
        allow: Waivers = (),
    ) -> Self:
        """Demand that an event was emitted since the last `when`, with these values at least."""
        site = call_site()
        step = syntax.ThenEmitted(
            endpoints.any_event(site.argument("event", 0), event),
            assignments(site.argument("values", 1), values, "a payload"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_nothing(
        self, what: Literal["emitted", "invoked", "started"], *, allow: Waivers = ()
    ) -> Self:
        """Demand that nothing was emitted, invoked or started since the last `when`."""
        site = call_site()
        argument = site.argument("what", 0)
        if what not in NOTHING:
            message = "`then_nothing` takes `emitted`, `invoked` or `started`"
            raise arguments.refuse(WRONG_ARGUMENT, argument, message)
        waivers = allows(site.argument("allow"), allow)
        return self._add(syntax.ThenNothing(what, allows=waivers, span=site.span))

    def then_invokes(
        self, command: Command | str, values: Values | None = None, *, allow: Waivers = ()
    ) -> Self:
        """Demand that a command was invoked, with these values at least."""
        site = call_site()
        step = syntax.ThenInvokes(
            arguments.reference(site.argument("command", 0), command, "command"),
            assignments(site.argument("values", 1), values, "a command"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_starts(self, workflow: Workflow | str | Column, *, allow: Waivers = ()) -> Self:
        """Demand that a token of a workflow was started."""
        site = call_site()
        step = syntax.ThenStarts(
            name_or_column(site.argument("workflow", 0), workflow, "workflow"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_waiting_until(self, time: str | Column, *, allow: Waivers = ()) -> Self:
        """Demand that the token waits until a datetime, such as `2026-01-02T00:00:00Z`."""
        site = call_site()
        step = syntax.ThenWaitingUntil(
            text_or_column(site.argument("time", 0), time, "a time"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def then_waiting_for(self, *events: Event | Fact | str | Column, allow: Waivers = ()) -> Self:
        """Demand that the token waits for these events."""
        site = call_site()
        if not events:
            argument = Argument(site.file, None, site.span)
            help = "name an event"
            raise arguments.refuse(WRONG_ARGUMENT, argument, "the step names no event", help)
        names = (
            endpoints.any_event(site.argument("events", index), event)
            for index, event in enumerate(events)
        )
        step = syntax.ThenWaitingFor(
            tuple(names), allows=allows(site.argument("allow"), allow), span=site.span
        )
        return self._add(step)

    def _condition(
        self, site: CallSite, argument: Argument, text: str, waivers: tuple[syntax.Allow, ...]
    ) -> syntax.ThenCondition:
        found = _VISIT.fullmatch(text)
        condition = text if found is None else found[1]
        visit: syntax.Expr | None = None
        if found is not None and found[2]:
            digits = argument.at(found.start(2), found.end(2))
            visit = syntax.NumberLiteral(int(found[2]), span=digits)
        elif found is not None:
            visit = syntax.Column(found[3], span=argument.at(found.start(3), found.end(3)))
        expr = arguments.expression(
            argument.part(0, len(condition)),
            condition,
            "what must hold",
            self._diagnostics,
            states_allowed=True,
            columns_allowed=True,
        )
        return syntax.ThenCondition(expr, visit, allows=waivers, span=site.span)


def _outcome(
    site: CallSite,
    argument: Argument,
    outcome: re.Match[str],
    waivers: tuple[syntax.Allow, ...],
) -> syntax.Step:
    word, rest = outcome[1], outcome[2].strip()
    start = outcome.start(2)
    place = argument.part(start, start + len(rest))
    if word == "refused":
        return syntax.ThenRefused(_refusal(place, rest), allows=waivers, span=site.span)
    if word == "failed":
        why = _quoted(place, rest) if rest else None
        return syntax.ThenFailed(why, allows=waivers, span=site.span)
    if not rest:
        return syntax.ThenCompleted(allows=waivers, span=site.span)
    label = _LABEL.fullmatch(rest)
    if label is None:
        help = 'only a label may, as in `completed as "paid"`'
        raise arguments.refuse(NO_VALUE, place, "nothing follows `completed`", help)
    where = argument.part(start + label.start(1), start + len(rest))
    return syntax.ThenCompleted(_quoted(where, label[1]), allows=waivers, span=site.span)


def _refusal(place: Argument, text: str) -> syntax.Name | syntax.TextLiteral | None:
    if not text:
        return None
    if _WORD.fullmatch(text):
        return syntax.Name(text, span=place.text)
    return _quoted(place, text)


def _quoted(place: Argument, text: str) -> syntax.TextLiteral:
    expr = arguments.expression(place, text, "a reason", [])
    if not isinstance(expr, syntax.TextLiteral):
        help = 'write it in quotes, as in `failed "why"`'
        raise arguments.refuse(NO_VALUE, place, "a reason is a text in quotes", help)
    return expr


def _reason(argument: Argument, reason: object) -> syntax.Name | syntax.TextLiteral | None:
    """Return a reason as the notations hold it: a word of the engine, a text, or a column."""
    if isinstance(reason, Column):
        return reason.named(argument)
    if reason is None:
        return None
    text = arguments.text(argument, reason, "a reason")
    if text in REFUSALS:
        return syntax.Name(text, span=argument.text)
    return syntax.TextLiteral(text, span=argument.span)


def _visit(argument: Argument, visit: object) -> syntax.Expr | None:
    if visit is None:
        return None
    if isinstance(visit, Column):
        return syntax.Column(visit.name, span=argument.span)
    if isinstance(visit, bool) or not isinstance(visit, int):
        raise arguments.refuse(WRONG_ARGUMENT, argument, "a visit is a whole number")
    if visit < 1:
        raise arguments.refuse(WRONG_ARGUMENT, argument, "visits count from 1")
    return syntax.NumberLiteral(visit, span=argument.span)
