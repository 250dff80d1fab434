"""What a `Workflow` holds while its author declares it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from stateous.grammar import syntax
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument, CallSite
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.enrolment import ModelUse, claim, twice
from stateous.grammar.python.handles import Event, State
from stateous.grammar.python.specification_builder import SpecificationBuilder
from stateous.grammar.python.waivers import allows
from stateous.grammar.source import Span

if TYPE_CHECKING:
    from pydantic import BaseModel

    from stateous.grammar.python.declarations import Enum, Record

    Payload: TypeAlias = type[BaseModel] | Record | Enum | str
    """A pydantic model, what `Record` or `Enum` declared, or a type in the words of `.flow`."""


class WorkflowParts:
    """The declarations of a workflow so far, each with its place."""

    declared_kind: ClassVar[str] = "workflow"
    _declared_whole = False

    def __init__(self, site: CallSite, name: object, title: object, allow: object) -> None:
        """Begin without declarations. Raises DefinitionError."""
        self._span: Span = site.span
        self._name = arguments.declared_name(site.argument("name", 0), name, "workflow")
        self._title = arguments.optional_text(site.argument("title"), title, "a title")
        self._allows = allows(site.argument("allow"), allow)
        self._models: list[ModelUse] = []
        self._context: syntax.ContextDecl | None = None
        self._subject: syntax.Subject | None = None
        self._states: dict[str, syntax.StateDecl] = {}
        self._state_handles: dict[str, State] = {}
        self._waited: list[str] = []
        self._events: dict[str, syntax.EventDecl] = {}
        self._event_handles: dict[str, Event] = {}
        self._start: list[syntax.StartLine] = []
        self._lines: dict[str, list[syntax.OnLine]] = {}
        self._choices: dict[str, list[syntax.DecideLine]] = {}
        self._triggers: list[syntax.Trigger] = []
        self._deadlines: list[syntax.Deadline] = []
        self._anywhere: list[Anywhere] = []
        self._properties: list[syntax.PropertyDecl] = []
        self._specifications: list[SpecificationBuilder] = []
        self._diagnostics: list[Diagnostic] = []
        self._declared_whole = True
        claim("workflow", self._name)

    def __repr__(self) -> str:
        """Return `Workflow('sdlc')`."""
        return f"{type(self).__name__}({self.name!r})"

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
    def event_names(self) -> Collection[str]:
        """The names that stand for an event: declared here, of the engine, or waited for."""
        return (*self._event_handles, *arguments.OWN_EVENTS, *self._waited)

    @property
    def models(self) -> tuple[ModelUse, ...]:
        """The pydantic models that the workflow uses: of its context, then of its events."""
        return tuple(self._models)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is to be said of the texts that were read, short of errors."""
        said = (note for spec in self._specifications for note in spec.diagnostics)
        return (*self._diagnostics, *said)

    def _declared(
        self,
        site: CallSite,
        name: object,
        kind: str,
        known: Mapping[str, syntax.StateDecl] | Mapping[str, syntax.EventDecl],
    ) -> syntax.Name:
        label = arguments.declared_name(site.argument("name", 0), name, kind)
        first = known.get(label.text)
        if first is not None:
            raise DefinitionError(twice(kind, label, first.name.span, "workflow"))
        return label

    def _used(self, argument: Argument, model: object, what: str) -> syntax.Name:
        """Return the name of the type that a pydantic model becomes."""
        checked = arguments.model(argument, model, what)
        self._models.append(ModelUse(checked, argument.span))
        return syntax.Name(arguments.model_name(checked), span=argument.span)


class Anywhere:
    """The lines of an `anywhere`, as they are declared."""

    def __init__(self, node: syntax.Anywhere) -> None:
        """Begin without lines."""
        self._node = node
        self.lines: list[syntax.OnLine] = []

    @property
    def node(self) -> syntax.Anywhere:
        """The block as a syntax tree."""
        head = self._node
        lines = tuple(self.lines)
        return syntax.Anywhere(head.excepted, lines, allows=head.allows, span=head.span)
