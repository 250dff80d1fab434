"""The methods of `Workflow` that demand a property of every run."""

from __future__ import annotations

from stateous.grammar import syntax
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument, CallSite, call_site
from stateous.grammar.python.rules import WRONG_ARGUMENT
from stateous.grammar.python.waivers import Waivers, allows
from stateous.grammar.python.workflow_parts import WorkflowParts


class PropertyMethods(WorkflowParts):
    """Demanding properties. Conditions read ctx and count, and `in S`, `ended` and the like."""

    def invariant(self, name: str, condition: str, *, allow: Waivers = ()) -> None:
        """Demand that a condition holds in every configuration. Raises DefinitionError."""
        site = call_site()
        self._properties.append(
            syntax.PropertyDecl(
                "invariant",
                arguments.field_name(site.argument("name", 0), name),
                self._condition(site.argument("condition", 1), condition),
                allows=allows(site.argument("allow"), allow),
                span=site.span,
            )
        )

    def never(self, name: str, condition: str, *, allow: Waivers = ()) -> None:
        """Demand that a condition holds in no configuration. Raises DefinitionError."""
        site = call_site()
        self._properties.append(
            syntax.PropertyDecl(
                "never",
                arguments.field_name(site.argument("name", 0), name),
                self._condition(site.argument("condition", 1), condition),
                allows=allows(site.argument("allow"), allow),
                span=site.span,
            )
        )

    def eventually(self, condition: str, *, name: str | None = None, allow: Waivers = ()) -> None:
        """Demand that every fair run comes to a condition. Raises DefinitionError."""
        site = call_site()
        self._properties.append(
            syntax.PropertyDecl(
                "eventually",
                _optional_name(site, name),
                self._condition(site.argument("condition", 0), condition),
                allows=allows(site.argument("allow"), allow),
                span=site.span,
            )
        )

    def always(
        self,
        condition: str,
        *,
        leads_to: str | None = None,
        until: str | None = None,
        name: str | None = None,
        allow: Waivers = (),
    ) -> None:
        """Demand that `condition` leads to another, or that it holds until another does.

        Give one of `leads_to` and `until`. Raises DefinitionError.
        """
        site = call_site()
        if (leads_to is None) == (until is None):
            argument = site.argument("condition" if until is None else "until", 0)
            help = "give `leads_to` or `until`, one of the two"
            message = "`always` says what a condition leads to, or until when it holds"
            raise arguments.refuse(WRONG_ARGUMENT, argument, message, help)
        first = self._condition(site.argument("condition", 0), condition)
        second = site.argument("until" if leads_to is None else "leads_to")
        self._properties.append(
            syntax.PropertyDecl(
                "until" if leads_to is None else "leads to",
                _optional_name(site, name),
                first,
                self._condition(second, until if leads_to is None else leads_to),
                allows=allows(site.argument("allow"), allow),
                span=site.span,
            )
        )

    def _condition(self, argument: Argument, value: object) -> syntax.Expr:
        return arguments.expression(
            argument, value, "a condition", self._diagnostics, states_allowed=True
        )


def _optional_name(site: CallSite, name: object) -> syntax.Name | None:
    return None if name is None else arguments.field_name(site.argument("name"), name)
