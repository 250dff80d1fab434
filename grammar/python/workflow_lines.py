"""The methods of `Workflow` that move tokens: transitions, triggers, and lines for all states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stateous.grammar import syntax
from stateous.grammar.python import arguments, endpoints, workflow_parts
from stateous.grammar.python.call_site import CallSite, call_site
from stateous.grammar.python.effects import Effect, effects, mappings
from stateous.grammar.python.guards import guard
from stateous.grammar.python.handles import Event, Start, State, Target
from stateous.grammar.python.occasions import At, Enters, Every, occasion
from stateous.grammar.python.rules import DECIDE_WITH_EVENT, WRONG_ARGUMENT
from stateous.grammar.python.waivers import Waivers, allows
from stateous.grammar.python.workflow_parts import WorkflowParts

if TYPE_CHECKING:
    from stateous.grammar.python.declarations import Fact
    from stateous.grammar.python.effects import Mapped
    from stateous.grammar.python.waivers import Waived

OUTLETS: dict[type, tuple[str, ...]] = {
    syntax.ActionKind: ("next", "refused", "failed"),
    syntax.WaitForEvents: ("expired",),
    syntax.WaitForTime: ("elapsed",),
    syntax.ApprovalKind: ("approved", "rejected", "expired"),
    syntax.ForeachKind: ("completed", "partial"),
}
"""The outlets of the special kinds of states, besides `timeout`, `error` and `joined`."""


class Anywhere(workflow_parts.Anywhere):
    """Lines for every state but `decide` that has none of its own on the event."""

    def __init__(self, workflow: LineMethods, node: syntax.Anywhere) -> None:
        """Begin without lines. `Workflow.anywhere` calls it."""
        super().__init__(node)
        self._workflow = workflow

    def transition(
        self,
        target: Target,
        *,
        on: Event | Fact | str,
        when: str | None = None,
        otherwise: bool = False,
        first: bool = False,
        effects: Sequence[Effect] = (),
        allow: Waivers = (),
    ) -> None:
        """Declare where an event takes a token, as `Workflow.transition` does.

        Raises DefinitionError.
        """
        site = call_site()
        owner = self._workflow
        enters = endpoints.target(owner, site.argument("target", 0), target)
        known = tuple(outlet for kind in OUTLETS.values() for outlet in kind)
        event = endpoints.event_of(owner, site.argument("on"), on, from_start=False, outlets=known)
        assert event is not None
        self.lines.append(
            owner.on_line(site, event, when, otherwise, enters, first, effects, allow)
        )


class LineMethods(WorkflowParts):
    """Declaring where tokens go."""

    def transition(
        self,
        source: State | Start,
        target: Target,
        *,
        on: Event | Fact | str | None = None,
        when: str | None = None,
        otherwise: bool = False,
        first: bool = False,
        effects: Sequence[Effect] = (),
        allow: Waivers = (),
    ) -> None:
        """Declare where an event takes a token. Raises DefinitionError.

        `on` is an event, or the name of one, also `timeout`, `error`, or an outlet such as
        `approved`; a transition from START or from a `decide` has none. `when` is a guard,
        and `otherwise` marks the transition to take when no guard of its state and event
        holds. `first`, on the first transition of a state and event, lets the first guard
        that holds win. `effects` happen in order: `Set`, `Emit` and `Call`.
        """
        site = call_site()
        leaves = endpoints.source(self, site.argument("source", 0), source)
        enters = endpoints.target(self, site.argument("target", 1), target)
        if leaves is None:
            endpoints.event_of(self, site.argument("on"), on, from_start=True)
            self._start.append(
                syntax.StartLine(
                    *self._choice(site, when, otherwise, enters, first, effects),
                    allows=allows(site.argument("allow"), allow),
                    span=site.span,
                )
            )
            return
        kind = self._states[leaves].kind
        if isinstance(kind, syntax.DecideKind):
            self._choices[leaves].append(
                self._decision(site, on, when, otherwise, enters, first, effects, allow)
            )
            return
        event = endpoints.event_of(
            self, site.argument("on"), on, from_start=False, outlets=OUTLETS.get(type(kind), ())
        )
        assert event is not None
        self._lines[leaves].append(
            self.on_line(site, event, when, otherwise, enters, first, effects, allow)
        )

    def anywhere(self, *, except_: Sequence[State] = (), allow: Waivers = ()) -> Anywhere:
        """Begin lines for every state but `decide` that has none of its own on their event.

        `flow.anywhere(except_=[paid]).transition(END, on=cancelled)`. Raises DefinitionError.
        """
        site = call_site()
        argument = site.argument("except_")
        items = arguments.sequence(argument, except_, "`except_` is a list of states")
        excepted = [
            endpoints.state(self, argument.item(index), item) for index, item in enumerate(items)
        ]
        head = syntax.Anywhere(
            tuple(excepted), (), allows=allows(site.argument("allow"), allow), span=site.span
        )
        begun = Anywhere(self, head)
        self._anywhere.append(begun)
        return begun

    def deadline(
        self,
        duration: str,
        target: Target,
        *,
        effects: Sequence[Effect] = (),
        allow: Waivers = (),
    ) -> None:
        """Say where a token goes so long after its start, in whatever state it is.

        Raises DefinitionError.
        """
        site = call_site()
        self._deadlines.append(
            syntax.Deadline(
                arguments.duration(site.argument("duration", 0), duration),
                endpoints.target(self, site.argument("target", 1), target),
                self._effects(site, effects),
                allows=allows(site.argument("allow"), allow),
                span=site.span,
            )
        )

    def trigger(
        self,
        occasion: Fact | Enters | Every | At | str,
        target: State,
        *,
        with_: Mapped | Waived[Mapped] | list[Mapped | Waived[Mapped]] | None = None,
        allow: Waivers = (),
    ) -> None:
        """Start a token in a state: when a fact is committed, when an instance enters a state
        of a machine, or when the clock says so.

        `occasion` is a fact, `Enters(machine, state)`, `Every("15m")` or `At("08:00")`. `with_`
        gives fields of the context by expressions. Raises DefinitionError.
        """
        site = call_site()
        self._triggers.append(
            syntax.Trigger(
                _occasion(site, occasion),
                endpoints.target(self, site.argument("target", 1), target),
                mappings(site.argument("with_"), with_, self._diagnostics),
                allows=allows(site.argument("allow"), allow),
                span=site.span,
            )
        )

    def on_line(
        self,
        site: CallSite,
        event: syntax.Name,
        when: object,
        otherwise: bool,
        target: syntax.Target,
        first: object,
        effects: object,
        allow: object,
    ) -> syntax.OnLine:
        """Return the line of a transition on an event."""
        return syntax.OnLine(
            event,
            guard(site, when, otherwise, self._diagnostics),
            otherwise,
            target,
            arguments.truth(site.argument("first"), first, "`first`"),
            self._effects(site, effects),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )

    def _decision(
        self,
        site: CallSite,
        on: object,
        when: object,
        otherwise: bool,
        target: syntax.Target,
        first: object,
        effects: object,
        allow: object,
    ) -> syntax.DecideLine:
        if on is not None:
            help = "its guards choose at once: leave `on` out"
            message = "a transition from a `decide` has no event"
            raise arguments.refuse(DECIDE_WITH_EVENT, site.argument("on"), message, help)
        if when is None and not otherwise:
            argument = site.argument("when")
            message, help = "the transition has no guard", "add `when`, or `otherwise=True`"
            raise arguments.refuse(DECIDE_WITH_EVENT, argument, message, help)
        return syntax.DecideLine(
            *self._choice(site, when, otherwise, target, first, effects),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )

    def _choice(
        self,
        site: CallSite,
        when: object,
        otherwise: bool,
        target: syntax.Target,
        first: object,
        effects: object,
    ) -> tuple[syntax.Expr | None, bool, syntax.Target, tuple[syntax.Effect, ...]]:
        """Return the guard, the target and the effects of a line without an event."""
        if first:
            message = "`first` belongs to a transition on an event"
            help = "for a `decide`, write `first=True` where it is declared"
            raise arguments.refuse(WRONG_ARGUMENT, site.argument("first"), message, help)
        condition = guard(site, when, otherwise, self._diagnostics)
        return condition, otherwise, target, self._effects(site, effects)

    def _effects(self, site: CallSite, given: object) -> tuple[syntax.Effect, ...]:
        return effects(site.argument("effects"), given, self._diagnostics)


def _occasion(site: CallSite, value: object) -> syntax.Occasion:
    return occasion(site.argument("occasion", 0), value)
