"""The Python notation: the class `Workflow`.

Each call adds one declaration, and remembers its place in the author's file. What a call
alone can tell to be wrong raises `DefinitionError` at that call; all the rest is left to the
compiler, which sees the same tree as from any other notation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.python import arguments, endpoints
from stateous.grammar.python.call_site import Argument, CallSite, call_site
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.handles import End, Event, Fail, Start, State
from stateous.grammar.python.rules import (
    DECLARED_TWICE,
    INTO_WITHOUT_PAYLOAD,
    WHEN_AND_OTHERWISE,
    WRONG_ARGUMENT,
)
from stateous.grammar.python.source_tree import current_run
from stateous.grammar.python.specification_builder import SpecificationBuilder
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    ContextDecl,
    EventDecl,
    Expr,
    Name,
    NamedType,
    OnLine,
    StartLine,
    StateDecl,
    TypeUse,
    WorkflowDecl,
)

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True)
class ModelUse:
    """A pydantic model, and the place where a workflow uses it."""

    model: "type[BaseModel]"
    span: Span


class Workflow:
    """A workflow: its states, its events, its transitions and its specifications.

    `context` is a pydantic model class whose fields are the business data of a token;
    without one any JSON object is.
    """

    _declared_whole = False

    def __init__(
        self,
        name: str,
        *,
        title: str | None = None,
        context: "type[BaseModel] | None" = None,
    ) -> None:
        """Declare a workflow. Raises DefinitionError."""
        site = call_site()
        self._span = site.span
        self._name = arguments.declared_name(site.argument("name", 0), name, "workflow")
        self._title = arguments.optional_text(site.argument("title"), title, "a title")
        self._models: list[ModelUse] = []
        self._context = self._context_of(site.argument("context"), context)
        self._states: dict[str, StateDecl] = {}
        self._state_handles: dict[str, State] = {}
        self._events: dict[str, EventDecl] = {}
        self._event_handles: dict[str, Event] = {}
        self._start: list[StartLine] = []
        self._lines: dict[str, list[OnLine]] = {}
        self._specifications: list[SpecificationBuilder] = []
        self._diagnostics: list[Diagnostic] = []
        self._declared_whole = True
        self._enrol()

    def __repr__(self) -> str:
        """Return `Workflow('sdlc')`."""
        return f"Workflow({self.name!r})"

    @property
    def is_declared(self) -> bool:
        """Whether `__init__` was run: without it there is nothing to read."""
        return self._declared_whole

    @property
    def name(self) -> str:
        """The name of the workflow."""
        return self._name.text

    @property
    def states(self) -> Mapping[str, State]:
        """The states declared so far, by name."""
        return MappingProxyType(self._state_handles)

    @property
    def events(self) -> Mapping[str, Event]:
        """The events declared so far, by name."""
        return MappingProxyType(self._event_handles)

    @property
    def models(self) -> tuple[ModelUse, ...]:
        """The pydantic models that the workflow uses: of its context, then of its events."""
        return tuple(self._models)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is to be said of the texts that were read, short of errors."""
        said = (note for spec in self._specifications for note in spec.diagnostics)
        return (*self._diagnostics, *said)

    def state(
        self,
        name: str,
        *,
        title: str | None = None,
        timeout: str | None = None,
        retries: int = 0,
        backoff: str | None = None,
        writes: Sequence[str] | None = None,
    ) -> State:
        """Declare a state whose task a routine does. Raises DefinitionError.

        `timeout` is over all attempts of a visit, such as `6h`. `retries` is the number of
        attempts after the first, and `backoff` the waits before them, such as `1s..1m`.
        `writes` names the context fields that the routine may write: `[]` for none, None
        for every plain field.
        """
        site = call_site()
        label = self._declared(site, name, "state", self._states)
        spent = None if timeout is None else arguments.duration(site.argument("timeout"), timeout)
        self._states[label.text] = StateDecl(
            label,
            arguments.optional_text(site.argument("title"), title, "a title"),
            spent,
            arguments.retries(site.argument("retries"), retries, site.argument("backoff"), backoff),
            arguments.writes(site.argument("writes"), writes),
            (),
            span=site.span,
        )
        self._lines[label.text] = []
        return self._state_handles.setdefault(label.text, State(label.text, self))

    def event(
        self,
        name: str,
        *,
        title: str | None = None,
        payload: "type[BaseModel] | None" = None,
        into: str | None = None,
    ) -> Event:
        """Declare an event. Raises DefinitionError.

        `payload` is a pydantic model class. `into` declares the context field that keeps
        the payload: null until the event comes.
        """
        site = call_site()
        label = self._declared(site, name, "event", self._events)
        self._events[label.text] = EventDecl(
            label,
            arguments.optional_text(site.argument("title"), title, "a title"),
            self._payload(site.argument("payload"), payload),
            self._into(site.argument("into"), into, payload is not None),
            span=site.span,
        )
        return self._event_handles.setdefault(label.text, Event(label.text, self))

    def transition(
        self,
        source: State | Start,
        target: State | End | Fail,
        *,
        on: Event | str | None = None,
        when: str | None = None,
        otherwise: bool = False,
    ) -> None:
        """Declare where an event takes a token. Raises DefinitionError.

        `on` is an event, or the name of one, also `timeout` or `error`; a transition from
        START has none. `when` is a guard, and `otherwise` marks the transition to take when
        no guard of its state and event holds.
        """
        site = call_site()
        leaves = endpoints.source(self, site.argument("source", 0), source)
        enters = endpoints.target(self, site.argument("target", 1), target)
        event = endpoints.event_of(self, site.argument("on"), on, from_start=leaves is None)
        guard = self._guard(site, when, otherwise)
        if leaves is None or event is None:
            self._start.append(StartLine(guard, otherwise, enters, span=site.span))
        else:
            line = OnLine(event, guard, otherwise, enters, span=site.span)
            self._lines[leaves].append(line)

    def specification(self, name: str) -> SpecificationBuilder:
        """Begin a specification: a run, step by step, and what must come of it.

        Raises DefinitionError.
        """
        site = call_site()
        builder = SpecificationBuilder(self, site, name)
        self._specifications.append(builder)
        return builder

    def declaration(self) -> WorkflowDecl:
        """Return the workflow as a syntax tree; its context is a reference by name."""
        states = (replace(s, lines=tuple(self._lines[n])) for n, s in self._states.items())
        return WorkflowDecl(
            self._name,
            self._title,
            self._context,
            tuple(self._events.values()),
            tuple(self._start),
            tuple(states),
            tuple(builder.declaration() for builder in self._specifications),
            span=self._span,
        )

    def _enrol(self) -> None:
        """Note the workflow in the run that goes on; a file has each name once."""
        run = current_run()
        if run is None:
            return
        first = run.workflows.setdefault(self.name, self._name.span)
        if first is not self._name.span:
            raise DefinitionError(_twice("workflow", self._name, first))

    def _declared(
        self,
        site: CallSite,
        name: object,
        kind: str,
        known: Mapping[str, StateDecl] | Mapping[str, EventDecl],
    ) -> Name:
        label = arguments.declared_name(site.argument("name", 0), name, kind)
        first = known.get(label.text)
        if first is not None:
            raise DefinitionError(_twice(kind, label, first.name.span))
        return label

    def _context_of(
        self, argument: Argument, context: "type[BaseModel] | None"
    ) -> ContextDecl | None:
        if context is None:
            return None
        name = self._used(argument, context, "a context")
        return ContextDecl(name, None, span=argument.span)

    def _payload(self, argument: Argument, payload: "type[BaseModel] | None") -> TypeUse | None:
        if payload is None:
            return None
        name = self._used(argument, payload, "a payload")
        return TypeUse(NamedType(name, span=argument.span), span=argument.span)

    def _used(self, argument: Argument, model: object, what: str) -> Name:
        checked = arguments.model(argument, model, what)
        self._models.append(ModelUse(checked, argument.span))
        return Name(arguments.model_name(checked), span=argument.span)

    def _into(self, argument: Argument, into: object, has_payload: bool) -> Name | None:
        if into is None:
            return None
        if not has_payload:
            message = "`into` keeps a payload, and this event has none"
            help = "give the event a `payload`"
            raise arguments.refuse(INTO_WITHOUT_PAYLOAD, argument, message, help)
        return arguments.field_name(argument, into)

    def _guard(self, site: CallSite, when: object, otherwise: object) -> Expr | None:
        if not isinstance(otherwise, bool):
            message = "`otherwise` is True or False"
            raise arguments.refuse(WRONG_ARGUMENT, site.argument("otherwise"), message)
        if when is None:
            return None
        argument = site.argument("when")
        if otherwise:
            message = "a transition has `when` or `otherwise`, not both"
            help = "`otherwise` holds when no guard of its state and event does"
            raise arguments.refuse(WHEN_AND_OTHERWISE, site.argument("otherwise"), message, help)
        expr, diagnostics = arguments.expression(argument, when, "a guard")
        self._diagnostics.extend(diagnostics)
        return expr


def _twice(kind: str, name: Name, first: Span) -> Diagnostic:
    return DECLARED_TWICE.at(
        name.span,
        f"the {kind} `{name.text}` is declared twice",
        labels=[Label(first, "first declared here")],
        help=f"rename one, or remove it: a file has each {kind} once"
        if kind == "workflow"
        else f"rename one, or remove it: a workflow has each {kind} once",
    )
