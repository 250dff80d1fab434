"""The methods of `Workflow` that declare states, one for each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stateous.grammar import syntax
from stateous.grammar.python import arguments, clauses, endpoints
from stateous.grammar.python.call_site import CallSite, call_site
from stateous.grammar.python.effects import mappings
from stateous.grammar.python.handles import Event, State
from stateous.grammar.python.rules import WRONG_ARGUMENT
from stateous.grammar.python.waivers import Clause, Waived, Waivers, allows
from stateous.grammar.python.workflow_parts import WorkflowParts

if TYPE_CHECKING:
    from stateous.grammar.python.clauses import After, Ensures
    from stateous.grammar.python.declarations import Command, Fact, Role
    from stateous.grammar.python.effects import Mapped
    from stateous.grammar.python.workflow import Workflow

    Promises = str | Ensures | Waived[str] | Sequence[str | Ensures | Waived[str]]
    With = Mapped | Waived[Mapped] | list[Mapped | Waived[Mapped]]


class StateMethods(WorkflowParts):
    """Declaring states. In every method, `ensures` and `after` are as in `state`."""

    def state(
        self,
        name: str,
        *,
        title: str | None = None,
        timeout: Clause[str] | None = None,
        retries: Clause[int] | None = None,
        backoff: str | None = None,
        writes: Clause[Sequence[str]] | None = None,
        ensures: Promises = (),
        after: After | Sequence[After] = (),
        allow: Waivers = (),
    ) -> State:
        """Declare a state whose task a routine does. Raises DefinitionError.

        `timeout` is over all attempts of a visit, such as `6h`. `retries` is the number of
        attempts after the first, and `backoff` the waits before them, such as `1s..1m`.
        `writes` names the context fields that the routine may write: `[]` for none, None
        for every plain field. `ensures` are conditions on the events that the state is left
        by, and `after` are events that the clock fires.
        """
        site = call_site()
        return self._add_state(
            site,
            name,
            syntax.TaskKind(),
            title=title,
            timeout=clauses.timeout(site.argument("timeout"), timeout),
            retries=clauses.retries(
                site.argument("retries"), retries, site.argument("backoff"), backoff
            ),
            writes=clauses.writes(site.argument("writes"), writes),
            ensures=ensures,
            after=after,
            allow=allow,
        )

    def action(
        self,
        name: str,
        *,
        invokes: Command | str,
        title: str | None = None,
        attempts: Clause[int] | None = None,
        timeout: Clause[str] | None = None,
        with_: With | None = None,
        ensures: Promises = (),
        after: After | Sequence[After] = (),
        allow: Waivers = (),
    ) -> State:
        """Declare a state whose task carries a command. Raises DefinitionError.

        Its outlets are `next`, `refused` and `failed`. `attempts` is the number of all
        attempts. `with_` gives fields of the command by expressions: `{"amount": "ctx.total"}`.
        """
        site = call_site()
        command = arguments.reference(site.argument("invokes"), invokes, "command")
        return self._add_state(
            site,
            name,
            syntax.ActionKind(command),
            title=title,
            attempts=clauses.attempts(site.argument("attempts"), attempts),
            timeout=clauses.timeout(site.argument("timeout"), timeout),
            mappings=mappings(site.argument("with_"), with_, self._diagnostics),
            ensures=ensures,
            after=after,
            allow=allow,
        )

    def decide(
        self, name: str, *, first: bool = False, title: str | None = None, allow: Waivers = ()
    ) -> State:
        """Declare a state in which guards choose at once. Raises DefinitionError.

        Its transitions have `when` or `otherwise`, and no event. With `first`, the first
        guard that holds wins; else at most one may hold.
        """
        site = call_site()
        ordered = arguments.truth(site.argument("first"), first, "`first`")
        return self._add_state(site, name, syntax.DecideKind(ordered), title=title, allow=allow)

    def wait(
        self,
        name: str,
        *,
        for_: Event | Fact | str | Sequence[Event | Fact | str] | None = None,
        for_time: str | None = None,
        until: Clause[str] | None = None,
        title: str | None = None,
        ensures: Promises = (),
        after: After | Sequence[After] = (),
        allow: Waivers = (),
    ) -> State:
        """Declare a state that waits for events from outside, or for time to pass.

        `for_` are the events or facts; each is an outlet by its name, and `expired` with
        `until`. `for_time` is a duration, or a field such as `ctx.pause`; its outlet is
        `elapsed`. Raises DefinitionError.
        """
        site = call_site()
        return self._add_state(
            site,
            name,
            self._wait_kind(site, for_, for_time),
            title=title,
            until=clauses.until(site.argument("until"), until, self._diagnostics),
            ensures=ensures,
            after=after,
            allow=allow,
        )

    def approval(
        self,
        name: str,
        *,
        by: Role | str,
        expires_after: Clause[str] | None = None,
        title: str | None = None,
        ensures: Promises = (),
        after: After | Sequence[After] = (),
        allow: Waivers = (),
    ) -> State:
        """Declare a state that waits for a person of a role. Raises DefinitionError.

        Its outlets are `approved` and `rejected`, and `expired` with `expires_after`: a
        duration, or a field such as `ctx.patience`.
        """
        site = call_site()
        expires = site.argument("expires_after")
        return self._add_state(
            site,
            name,
            syntax.ApprovalKind(arguments.reference(site.argument("by"), by, "role")),
            title=title,
            expires=clauses.expires(expires, expires_after, self._diagnostics),
            ensures=ensures,
            after=after,
            allow=allow,
        )

    def parallel(
        self,
        name: str,
        *,
        runs: Sequence[Workflow | str],
        join: Clause[str] | None = None,
        passing: Clause[Sequence[str]] | None = None,
        with_: With | None = None,
        gather: Mapping[str, Clause[str]] | None = None,
        timeout: Clause[str] | None = None,
        title: str | None = None,
        ensures: Promises = (),
        after: After | Sequence[After] = (),
        allow: Waivers = (),
    ) -> State:
        """Declare a state that runs a child token of each workflow. Raises DefinitionError.

        Its outlets are `joined` and `timeout`. `join` is `all`, `any` or `at least 2`.
        Children get the fields of `passing` by name, and those of `with_`, such as
        `{"check.level": "2"}`. `gather` declares context fields, each a list with one value
        for each completed child: `{"scores": "payload.score"}`.
        """
        site = call_site()
        argument = site.argument("runs")
        items = arguments.sequence(argument, runs, "`runs` is a list of workflows")
        workflows = [
            arguments.reference(argument.item(index), item, "workflow")
            for index, item in enumerate(items)
        ]
        if not workflows:
            message, help = "`runs` names no workflow", "name one at least"
            raise arguments.refuse(WRONG_ARGUMENT, argument, message, help)
        return self._add_state(
            site,
            name,
            syntax.ParallelKind(tuple(workflows)),
            title=title,
            **self._children(site, join, passing, with_, gather, timeout),
            ensures=ensures,
            after=after,
            allow=allow,
        )

    def foreach(
        self,
        name: str,
        *,
        over: str,
        as_: str,
        runs: Workflow | str,
        join: Clause[str] | None = None,
        passing: Clause[Sequence[str]] | None = None,
        with_: With | None = None,
        gather: Mapping[str, Clause[str]] | None = None,
        key: Clause[str] | None = None,
        at_once: Clause[int] | None = None,
        timeout: Clause[str] | None = None,
        title: str | None = None,
        ensures: Promises = (),
        after: After | Sequence[After] = (),
        allow: Waivers = (),
    ) -> State:
        """Declare a state that runs a child token for each item of a list.

        `over` is the list, such as `ctx.items`, and `as_` the name of an item in `with_` and
        in `key`, such as `item.sku`. `at_once` is the most children at a time. The rest is as
        in `parallel`; the outlets are `joined`, or `completed` and `partial`, and `timeout`.
        Raises DefinitionError.
        """
        site = call_site()
        kind = syntax.ForeachKind(
            arguments.expression(site.argument("over"), over, "a list", self._diagnostics),
            arguments.field_name(site.argument("as_"), as_),
            arguments.reference(site.argument("runs"), runs, "workflow"),
        )
        return self._add_state(
            site,
            name,
            kind,
            title=title,
            **self._children(site, join, passing, with_, gather, timeout),
            key=clauses.key(site.argument("key"), key, self._diagnostics),
            at_once=clauses.at_once(site.argument("at_once"), at_once),
            ensures=ensures,
            after=after,
            allow=allow,
        )

    def _wait_kind(self, site: CallSite, events: Any, time: object) -> syntax.StateKind:
        if (events is None) == (time is None):
            message = "a wait is for events or for time"
            help = "give `for_` or `for_time`, one of the two"
            argument = site.argument("for_time" if time is not None else "for_")
            raise arguments.refuse(WRONG_ARGUMENT, argument, message, help)
        argument = site.argument("for_")
        if events is None:
            place = site.argument("for_time")
            return syntax.WaitForTime(clauses.moment(place, time, self._diagnostics))
        if not isinstance(events, list | tuple):
            return syntax.WaitForEvents((endpoints.any_event(argument, events),))
        if not events:
            message, help = "`for_` names no event", "name one at least"
            raise arguments.refuse(WRONG_ARGUMENT, argument, message, help)
        names = (endpoints.any_event(argument.item(i), event) for i, event in enumerate(events))
        return syntax.WaitForEvents(tuple(names))

    def _children(
        self,
        site: CallSite,
        join: object,
        passing: object,
        with_: Any,
        gather: object,
        timeout: object,
    ) -> dict[str, Any]:
        said = self._diagnostics
        return {
            "join": clauses.join(site.argument("join"), join),
            "passing": clauses.passing(site.argument("passing"), passing),
            "mappings": mappings(site.argument("with_"), with_, said),
            "gathers": clauses.gathers(site.argument("gather"), gather, said),
            "timeout": clauses.timeout(site.argument("timeout"), timeout),
        }

    def _add_state(
        self,
        site: CallSite,
        name: object,
        kind: syntax.StateKind,
        *,
        title: object,
        allow: object,
        ensures: object = (),
        after: object = (),
        **parts: Any,
    ) -> State:
        label = self._declared(site, name, "state", self._states)
        self._states[label.text] = syntax.StateDecl(
            label,
            arguments.optional_text(site.argument("title"), title, "a title"),
            kind,
            ensures=clauses.ensures(site.argument("ensures"), ensures, self._diagnostics),
            after=clauses.after(site.argument("after"), after),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
            **parts,
        )
        if isinstance(kind, syntax.WaitForEvents):
            self._waited += [event.text for event in kind.events]
        self._lines[label.text] = []
        self._choices[label.text] = []
        return self._state_handles.setdefault(label.text, State(label.text, self))
