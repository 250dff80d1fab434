"""The Python notation: the class `Workflow`.

Each call adds one declaration, and remembers its place in the author's file. What a call
alone can tell to be wrong raises `DefinitionError` at that call; all the rest is left to the
compiler, which sees the same tree as from any other notation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from stateous.grammar import syntax
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument, call_site
from stateous.grammar.python.declarations import field_lines
from stateous.grammar.python.enrolment import ModelUse
from stateous.grammar.python.handles import Event
from stateous.grammar.python.rules import DECLARED_TWICE, INTO_WITHOUT_PAYLOAD
from stateous.grammar.python.specification_builder import SpecificationBuilder
from stateous.grammar.python.waivers import Waivers, allows
from stateous.grammar.python.workflow_lines import LineMethods
from stateous.grammar.python.workflow_properties import PropertyMethods
from stateous.grammar.python.workflow_states import StateMethods

if TYPE_CHECKING:
    from pydantic import BaseModel

    from stateous.grammar.python.declarations import FieldLines, Record
    from stateous.grammar.python.read_model import ReadModel
    from stateous.grammar.python.workflow_parts import Payload

__all__ = ["ModelUse", "Workflow"]


class Workflow(StateMethods, LineMethods, PropertyMethods):
    """A workflow: its states, its events, its transitions, properties and specifications.

    `context` is a pydantic model class whose fields are the business data of a token;
    without one any JSON object is. States: `state`, `action`, `decide`, `wait`, `approval`,
    `parallel`, `foreach`. Lines: `transition`, `anywhere`, `deadline`, `trigger`. Properties:
    `invariant`, `never`, `always`, `eventually`.
    """

    def __init__(
        self,
        name: str,
        *,
        title: str | None = None,
        context: type[BaseModel] | Record | str | None = None,
        allow: Waivers = (),
    ) -> None:
        """Declare a workflow. Raises DefinitionError."""
        site = call_site()
        super().__init__(site, name, title, allow)
        if context is not None:
            argument = site.argument("context")
            self._context = syntax.ContextDecl(
                self._type_name(argument, context, "a context"), None, span=argument.span
            )

    def context(
        self,
        type_: type[BaseModel] | Record | str,
        *,
        fields: FieldLines | None = None,
        allow: Waivers = (),
    ) -> None:
        """Say what the context is, where `Workflow(…, context=)` cannot say enough.

        With `fields`, lines such as `input repo: text`, it declares the type of that name.
        Raises DefinitionError.
        """
        site = call_site()
        argument = site.argument("type_", 0)
        if self._context is not None:
            message, help = "the workflow has a context already", "say it once"
            raise arguments.refuse(DECLARED_TWICE, argument, message, help)
        lines = None
        if fields is not None:
            lines = field_lines(site.argument("fields"), fields, self._diagnostics)
        self._context = syntax.ContextDecl(
            self._type_name(argument, type_, "a context"),
            lines,
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )

    def subject(self, readmodel: ReadModel | str, *, allow: Waivers = ()) -> None:
        """Say what the workflow is about: guards read it as `subject`. Raises DefinitionError."""
        site = call_site()
        argument = site.argument("readmodel", 0)
        if self._subject is not None:
            message, help = "the workflow has a subject already", "say it once"
            raise arguments.refuse(DECLARED_TWICE, argument, message, help)
        self._subject = syntax.Subject(
            arguments.reference(argument, readmodel, "readmodel"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )

    def event(
        self,
        name: str,
        *,
        title: str | None = None,
        payload: Payload | None = None,
        into: str | None = None,
        allow: Waivers = (),
    ) -> Event:
        """Declare an event. Raises DefinitionError.

        `payload` is a pydantic model class, a `Record`, or a type such as `list of Tests`.
        `into` declares the context field that keeps the payload: null until the event comes.
        """
        site = call_site()
        label = self._declared(site, name, "event", self._events)
        self._events[label.text] = syntax.EventDecl(
            label,
            arguments.optional_text(site.argument("title"), title, "a title"),
            self._payload(site.argument("payload"), payload),
            self._into(site.argument("into"), into, payload is not None),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self._event_handles.setdefault(label.text, Event(label.text, self))

    def specification(self, name: str, *, allow: Waivers = ()) -> SpecificationBuilder:
        """Begin a specification: a run, step by step, and what must come of it.

        Raises DefinitionError.
        """
        builder = SpecificationBuilder(self, call_site(), name, allow)
        self._specifications.append(builder)
        return builder

    def declaration(self) -> syntax.WorkflowDecl:
        """Return the workflow as a syntax tree; the context of a model is a reference by name."""
        states = (
            replace(s, lines=tuple(self._lines[n]), choices=tuple(self._choices[n]))
            for n, s in self._states.items()
        )
        return syntax.WorkflowDecl(
            self._name,
            self._title,
            self._context,
            tuple(self._events.values()),
            tuple(self._start),
            tuple(states),
            tuple(builder.declaration() for builder in self._specifications),
            self._subject,
            tuple(self._triggers),
            tuple(self._deadlines),
            tuple(begun.node for begun in self._anywhere),
            tuple(self._properties),
            allows=self._allows,
            span=self._span,
        )

    def _type_name(self, argument: Argument, given: object, what: str) -> syntax.Name:
        """Return the name of a type: of a model, a `Record` or `Enum`, or a text."""
        kind = getattr(given, "declared_kind", None)
        if isinstance(given, str) or kind in ("type", "enum"):
            return arguments.reference(argument, given, "type", "enum")
        return self._used(argument, given, what)

    def _payload(self, argument: Argument, payload: object) -> syntax.TypeUse | None:
        if payload is None:
            return None
        if isinstance(payload, str):
            return arguments.type_use(argument, payload, self._diagnostics)
        name = self._type_name(argument, payload, "a payload")
        return syntax.TypeUse(syntax.NamedType(name, span=argument.span), span=argument.span)

    def _into(self, argument: Argument, into: object, has_payload: bool) -> syntax.Name | None:
        if into is None:
            return None
        if not has_payload:
            message = "`into` keeps a payload, and this event has none"
            help = "give the event a `payload`"
            raise arguments.refuse(INTO_WITHOUT_PAYLOAD, argument, message, help)
        return arguments.field_name(argument, into)
