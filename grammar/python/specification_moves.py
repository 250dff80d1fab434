"""The steps of a specification that give and that happen: `given` and `when`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from stateous.grammar import syntax
from stateous.grammar.python import arguments, endpoints
from stateous.grammar.python.call_site import Argument, CallSite, call_site
from stateous.grammar.python.rules import WRONG_ARGUMENT
from stateous.grammar.python.specification_steps import (
    Steps,
    name_or_column,
    optional_text,
    text_or_column,
)
from stateous.grammar.python.values import Column, assignments
from stateous.grammar.python.waivers import Waivers, allows

if TYPE_CHECKING:
    from pydantic import BaseModel

    from stateous.grammar.python.declarations import Fact, Role
    from stateous.grammar.python.handles import Event, State
    from stateous.grammar.python.workflow import Workflow

    Values = Mapping[str, object] | BaseModel
    """Fields, or paths such as `address.town`, and their values; or a model that has them."""


class MoveSteps(Steps):
    """What a run begins with, and what happens in it."""

    def given(
        self,
        *,
        clock: str | Column | None = None,
        context: Values | None = None,
        state: State | str | Column | None = None,
        allow: Waivers = (),
    ) -> Self:
        """Begin at a time, with a context, in a state; in that order when several are given.

        `clock` is a datetime such as `2026-01-01T08:00:00Z`. A token that begins in a state
        is there on its first visit, with all counts 0. `allow` covers the first of them.
        """
        site = call_site()
        waivers = allows(site.argument("allow"), allow)
        begun = len(self._steps)
        if clock is not None:
            time = text_or_column(site.argument("clock"), clock, "the time of a clock")
            self._steps.append(syntax.GivenClock(time, allows=waivers, span=site.span))
            waivers = ()
        if context is not None:
            values = assignments(site.argument("context"), context, "a context")
            self._steps.append(syntax.GivenContext(values, allows=waivers, span=site.span))
            waivers = ()
        if state is not None:
            name = endpoints.placed_state(self._owner, site.argument("state"), state)
            self._steps.append(syntax.GivenState(name, allows=waivers, span=site.span))
        if len(self._steps) == begun:
            argument = Argument(site.file, None, site.span)
            help = "give it a `clock`, a `context` or a `state`"
            raise arguments.refuse(WRONG_ARGUMENT, argument, "the step says nothing", help)
        return self

    def given_fact(
        self,
        fact: Fact | str | Column,
        values: Values | None = None,
        *,
        allow: Waivers = (),
    ) -> Self:
        """Begin with a committed fact, without entry effects and triggers."""
        site = call_site()
        step = syntax.GivenFact(
            endpoints.any_event(site.argument("fact", 0), fact),
            assignments(site.argument("values", 1), values, "a fact"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def given_call(
        self, function: str, *, returns: Mapping[str, object], allow: Waivers = ()
    ) -> Self:
        """Say what a callback, `module:function`, updates in this run."""
        site = call_site()
        argument = site.argument("function", 0)
        name = arguments.text(argument, function, "a function")
        step = syntax.GivenCall(
            syntax.TextLiteral(name, span=argument.span),
            assignments(site.argument("returns"), returns, "what a callback updates"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def when(
        self,
        event: Event | Fact | str | Column,
        *,
        payload: Values | None = None,
        writes: Mapping[str, object] | None = None,
        fired: bool = False,
        allow: Waivers = (),
    ) -> Self:
        """Let an event happen: the report of the state's routine, or, `fired`, from outside.

        `writes` are the context fields that the routine wrote.
        """
        site = call_site()
        step = syntax.WhenEvent(
            endpoints.event(self._owner, site.argument("event", 0), event),
            assignments(site.argument("payload"), payload, "a payload"),
            assignments(site.argument("writes"), writes, "what a routine wrote"),
            bool(fired),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def when_fact(
        self,
        fact: Fact | str | Column,
        values: Values | None = None,
        *,
        allow: Waivers = (),
    ) -> Self:
        """Let a fact be committed."""
        site = call_site()
        step = syntax.WhenFact(
            endpoints.any_event(site.argument("fact", 0), fact),
            assignments(site.argument("values", 1), values, "a fact"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def passes(self, duration: str | Column, *, allow: Waivers = ()) -> Self:
        """Let time pass, such as `6h`; timers in between fire at their own times."""
        site = call_site()
        argument = site.argument("duration", 0)
        length: syntax.Expr
        if isinstance(duration, Column):
            length = syntax.Column(duration.name, span=argument.span)
        else:
            length = arguments.duration(argument, duration)
        waivers = allows(site.argument("allow"), allow)
        return self._add(syntax.WhenPass(length, allows=waivers, span=site.span))

    def fails(
        self,
        state: State | str | Column,
        reason: str | Column | None = None,
        *,
        allow: Waivers = (),
    ) -> Self:
        """Let one attempt of a state's task fail; the wait before the next passes by itself."""
        site = call_site()
        step = syntax.WhenFails(
            endpoints.placed_state(self._owner, site.argument("state", 0), state),
            optional_text(site.argument("reason", 1), reason, "a reason"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def when_outlet(
        self,
        state: State | str | Column,
        outlet: str | Column,
        *,
        allow: Waivers = (),
    ) -> Self:
        """Let a state of a special kind be left by an outlet, such as `next` or `refused`."""
        site = call_site()
        step = syntax.WhenOutlet(
            endpoints.placed_state(self._owner, site.argument("state", 0), state),
            name_or_column(site.argument("outlet", 1), outlet, "outlet"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def when_approved(self, by: Role | str, *, allow: Waivers = ()) -> Self:
        """Let a person of a role approve."""
        site = call_site()
        return self._add(self._decided(site, by, allow, approved=True))

    def when_rejected(self, by: Role | str, *, allow: Waivers = ()) -> Self:
        """Let a person of a role reject."""
        site = call_site()
        return self._add(self._decided(site, by, allow, approved=False))

    def when_child_completes(
        self,
        workflow: Workflow | str | Column,
        *,
        key: str | Column | None = None,
        label: str | Column | None = None,
        payload: Values | None = None,
        allow: Waivers = (),
    ) -> Self:
        """Let a child token complete: the only live one, or the one of this key.

        `label` is that of the END it comes to, and `payload` is what its last event carried.
        """
        site = call_site()
        step = syntax.WhenChild(
            name_or_column(site.argument("workflow", 0), workflow, "workflow"),
            optional_text(site.argument("key"), key, "a key"),
            "completes",
            optional_text(site.argument("label"), label, "a label"),
            assignments(site.argument("payload"), payload, "a payload"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def when_child_fails(
        self,
        workflow: Workflow | str | Column,
        *,
        key: str | Column | None = None,
        allow: Waivers = (),
    ) -> Self:
        """Let a child token fail: the only live one, or the one of this key."""
        site = call_site()
        step = syntax.WhenChild(
            name_or_column(site.argument("workflow", 0), workflow, "workflow"),
            optional_text(site.argument("key"), key, "a key"),
            "fails",
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._add(step)

    def _decided(
        self, site: CallSite, by: object, allow: object, *, approved: bool
    ) -> syntax.WhenDecided:
        return syntax.WhenDecided(
            "approved" if approved else "rejected",
            arguments.reference(site.argument("by", 0), by, "role"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
