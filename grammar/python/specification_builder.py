"""The steps of a specification in the Python notation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python import arguments, endpoints
from stateous.grammar.python.call_site import Argument, CallSite, call_site
from stateous.grammar.python.handles import Event, Owner, State
from stateous.grammar.python.rules import NO_VALUE, WRONG_ARGUMENT
from stateous.grammar.python.values import assignments
from stateous.grammar.syntax import (
    GivenClock,
    GivenContext,
    GivenState,
    InState,
    Name,
    NumberLiteral,
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

if TYPE_CHECKING:
    from pydantic import BaseModel

REFUSALS = frozenset({"no_transition", "guards_overlap", "ensures", "writes", "type", "ended"})
"""The engine's own words for why it refused a step."""

_OUTCOME = re.compile(r"\s*(completed|failed|refused)(?![A-Za-z0-9_-])\s*(.*)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_VISIT = re.compile(r"(.*\S)\s*,\s*visit\s+([0-9]{1,9})\s*", re.DOTALL)


class SpecificationBuilder:
    """A specification: steps in the order in which they are called.

    Every method returns the builder itself, so that calls can be chained, and raises
    DefinitionError where the call alone can tell that it means nothing.
    """

    def __init__(self, workflow: Owner, site: CallSite, name: object) -> None:
        """Begin without steps. `Workflow.specification` calls it."""
        argument = site.argument("name", 0)
        text = arguments.text(argument, name, "the name of a specification")
        self._workflow = workflow
        self._name = TextLiteral(text, span=argument.span)
        self._site = site
        self._steps: list[Step] = []
        self._diagnostics: list[Diagnostic] = []

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is to be said of the conditions, short of errors."""
        return tuple(self._diagnostics)

    def declaration(self) -> SpecificationDecl:
        """Return the specification as a syntax tree."""
        return SpecificationDecl(self._name, tuple(self._steps), span=self._site.span)

    def given(
        self,
        *,
        clock: str | None = None,
        context: Mapping[str, object] | BaseModel | None = None,
        state: State | None = None,
    ) -> Self:
        """Begin at a time, with a context, in a state; in that order when several are given.

        `clock` is a datetime such as `2026-01-01T08:00:00Z`. A token that begins in a state
        is there on its first visit, with all counts 0.
        """
        site = call_site()
        steps = [
            *self._given_clock(site, clock),
            *self._given_context(site, context),
            *self._given_state(site, state),
        ]
        if not steps:
            argument = Argument(site.file, None, site.span)
            help = "give it a `clock`, a `context` or a `state`"
            raise arguments.refuse(WRONG_ARGUMENT, argument, "the step says nothing", help)
        self._steps += steps
        return self

    def when(
        self,
        event: Event | str,
        *,
        payload: Mapping[str, object] | BaseModel | None = None,
        writes: Mapping[str, object] | None = None,
        fired: bool = False,
    ) -> Self:
        """Let an event happen: the report of the state's routine, or, `fired`, from outside.

        `writes` are the context fields that the routine wrote.
        """
        site = call_site()
        step = WhenEvent(
            endpoints.event(self._workflow, site.argument("event", 0), event),
            assignments(site.argument("payload"), payload, "a payload"),
            assignments(site.argument("writes"), writes, "what a routine wrote"),
            bool(fired),
            span=site.span,
        )
        return self._add(step)

    def passes(self, duration: str) -> Self:
        """Let time pass, such as `6h`; timers in between fire at their own times."""
        site = call_site()
        length = arguments.duration(site.argument("duration", 0), duration)
        return self._add(WhenPass(length, span=site.span))

    def fails(self, state: State, reason: str | None = None) -> Self:
        """Let one attempt of a state's task fail; the wait before the next passes by itself."""
        site = call_site()
        name = endpoints.state(self._workflow, site.argument("state", 0), state)
        why = arguments.optional_text(site.argument("reason", 1), reason, "a reason")
        return self._add(WhenFails(name, why, span=site.span))

    def then(self, what: str) -> Self:
        """Demand an outcome or a condition, in the words of the `.flow` notation.

        `completed`, `failed`, `failed "why"`, `refused`, `refused no_transition`,
        `in coding, visit 2`, `count(failed) == 3`.
        """
        site = call_site()
        argument = site.argument("what", 0)
        text = arguments.text(argument, what, "what must hold")
        outcome = _OUTCOME.fullmatch(text)
        if outcome is not None:
            return self._add(self._outcome(site, argument, outcome))
        return self._add(self._condition(site, argument, text))

    def then_completed(self) -> Self:
        """Demand that the token has completed."""
        return self._add(ThenCompleted(span=call_site().span))

    def then_failed(self, reason: str | None = None) -> Self:
        """Demand that the token has failed, with this reason if one is given."""
        site = call_site()
        why = arguments.optional_text(site.argument("reason", 0), reason, "a reason")
        return self._add(ThenFailed(why, span=site.span))

    def then_refused(self, reason: str | None = None) -> Self:
        """Demand that the step before was refused: for a reason of the engine, or a text."""
        site = call_site()
        argument = site.argument("reason", 0)
        why = arguments.optional_text(argument, reason, "a reason")
        return self._add(ThenRefused(_reason(argument, why), span=site.span))

    def then_in(self, state: State, *, visit: int | None = None) -> Self:
        """Demand that the token is in a state, on this visit if one is given, from 1."""
        site = call_site()
        argument = site.argument("visit")
        if visit is not None and (isinstance(visit, bool) or not isinstance(visit, int)):
            message = "a visit is a whole number"
            raise arguments.refuse(WRONG_ARGUMENT, argument, message)
        if visit is not None and visit < 1:
            raise arguments.refuse(WRONG_ARGUMENT, argument, "visits count from 1")
        name = endpoints.state(self._workflow, site.argument("state", 0), state)
        number = None if visit is None else NumberLiteral(visit, span=argument.span)
        place = InState((name,), span=name.span)
        return self._add(ThenCondition(place, number, span=site.span))

    def _add(self, step: Step) -> Self:
        self._steps.append(step)
        return self

    def _given_clock(self, site: CallSite, clock: object) -> list[Step]:
        argument = site.argument("clock")
        time = arguments.optional_text(argument, clock, "the time of a clock")
        if time is None:
            return []
        return [GivenClock(TextLiteral(time, span=argument.span), span=site.span)]

    def _given_context(self, site: CallSite, context: object) -> list[Step]:
        if context is None:
            return []
        values = assignments(site.argument("context"), context, "a context")
        return [GivenContext(values, span=site.span)]

    def _given_state(self, site: CallSite, state: object) -> list[Step]:
        if state is None:
            return []
        name = endpoints.state(self._workflow, site.argument("state"), state)
        return [GivenState(name, span=site.span)]

    def _outcome(self, site: CallSite, argument: Argument, outcome: re.Match[str]) -> Step:
        word, rest = outcome[1], outcome[2].strip()
        place = argument.part(outcome.start(2), outcome.start(2) + len(rest))
        if word == "refused":
            return ThenRefused(self._refusal(place, rest), span=site.span)
        if word == "failed":
            why = self._quoted(place, rest).value if rest else None
            return ThenFailed(why, span=site.span)
        if rest:
            raise arguments.refuse(NO_VALUE, place, "nothing follows `completed`")
        return ThenCompleted(span=site.span)

    def _refusal(self, place: Argument, text: str) -> Name | TextLiteral | None:
        if not text:
            return None
        return Name(text, span=place.text) if _WORD.fullmatch(text) else self._quoted(place, text)

    def _quoted(self, place: Argument, text: str) -> TextLiteral:
        expr, _ = arguments.expression(place, text, "a reason")
        if not isinstance(expr, TextLiteral):
            help = 'write it in quotes, as in `failed "why"`'
            raise arguments.refuse(NO_VALUE, place, "a reason is a text in quotes", help)
        return expr

    def _condition(self, site: CallSite, argument: Argument, text: str) -> ThenCondition:
        found = _VISIT.fullmatch(text)
        condition = text if found is None else found[1]
        visit = None
        if found is not None:
            digits = argument.at(found.start(2), found.end(2))
            visit = NumberLiteral(int(found[2]), span=digits)
        place = argument.part(0, len(condition))
        expr, diagnostics = arguments.expression(
            place, condition, "what must hold", states_allowed=True
        )
        self._diagnostics += diagnostics
        return ThenCondition(expr, visit, span=site.span)


def _reason(argument: Argument, reason: str | None) -> Name | TextLiteral | None:
    """Return a reason as the notations hold it: a word of the engine, or a text."""
    if reason in REFUSALS:
        return Name(reason, span=argument.text)
    return None if reason is None else TextLiteral(reason, span=argument.span)
