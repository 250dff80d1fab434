"""State machines of the Python notation: states that are derived from committed facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from stateous.grammar import syntax
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python import arguments, endpoints
from stateous.grammar.python.call_site import Argument, call_site
from stateous.grammar.python.declarations import Declared
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.effects import mappings
from stateous.grammar.python.enrolment import enrol, twice
from stateous.grammar.python.guards import guard
from stateous.grammar.python.handles import Event, State
from stateous.grammar.python.rules import DECLARED_TWICE, NO_EVENT, WRONG_ARGUMENT
from stateous.grammar.python.specification_builder import SpecificationBuilder
from stateous.grammar.python.waivers import Waivers, allows

if TYPE_CHECKING:
    from stateous.grammar.python.declarations import Command, Fact
    from stateous.grammar.python.effects import Mapped
    from stateous.grammar.python.read_model import ReadModel
    from stateous.grammar.python.waivers import Waived
    from stateous.grammar.python.workflow import Workflow


class Starts:
    """`Starts(fulfil)`: entering a state of a machine starts a token of a workflow."""

    def __init__(
        self,
        workflow: Workflow | str,
        *,
        with_: Mapped | Waived[Mapped] | list[Mapped | Waived[Mapped]] | None = None,
        allow: Waivers = (),
    ) -> None:
        """Start a workflow; `with_` gives its fields by expressions. Raises DefinitionError."""
        site = call_site()
        self.diagnostics: list[Diagnostic] = []
        self.node = syntax.Entering(
            "starts",
            arguments.reference(site.argument("workflow", 0), workflow, "workflow"),
            mappings(site.argument("with_"), with_, self.diagnostics),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )


class Invokes:
    """`Invokes(send_receipt)`: entering a state of a machine invokes a command."""

    def __init__(
        self,
        command: Command | str,
        *,
        with_: Mapped | Waived[Mapped] | list[Mapped | Waived[Mapped]] | None = None,
        allow: Waivers = (),
    ) -> None:
        """Invoke a command; `with_` gives its fields by expressions. Raises DefinitionError."""
        site = call_site()
        self.diagnostics: list[Diagnostic] = []
        self.node = syntax.Entering(
            "invokes",
            arguments.reference(site.argument("command", 0), command, "command"),
            mappings(site.argument("with_"), with_, self.diagnostics),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )


class StateMachine(Declared):
    """`StateMachine("OrderLifecycle", follows=order)`: its states follow a read model's facts."""

    declared_kind = "statemachine"

    def __init__(
        self,
        name: str,
        *,
        follows: ReadModel | str,
        title: str | None = None,
        allow: Waivers = (),
    ) -> None:
        """Declare a state machine without states. Raises DefinitionError."""
        site = call_site()
        super().__init__(site, name, title, allow)
        self._follows = arguments.reference(site.argument("follows"), follows, "readmodel")
        self._states: dict[str, syntax.MachineStateDecl] = {}
        self._handles: dict[str, State] = {}
        self._lines: dict[str, list[syntax.OnLine]] = {}
        self._lookup: syntax.Lookup | None = None
        self._specifications: list[SpecificationBuilder] = []
        enrol(self, self.label)

    @property
    def states(self) -> Mapping[str, State]:
        """The states declared so far, by name."""
        return MappingProxyType(self._handles)

    @property
    def events(self) -> Mapping[str, Event]:
        """None: a state machine follows facts, which belong to the file."""
        return MappingProxyType({})

    @property
    def event_names(self) -> None:
        """Any name: a fact may be declared later, or in another file."""
        return

    def state(
        self,
        name: str,
        *,
        initial: bool = False,
        final: bool = False,
        entering: Sequence[Starts | Invokes] = (),
        title: str | None = None,
        allow: Waivers = (),
    ) -> State:
        """Declare a state. Raises DefinitionError.

        Exactly one is `initial`; a `final` one has no transition out. `entering` is what
        happens when a fact leads there.
        """
        site = call_site()
        label = arguments.declared_name(site.argument("name", 0), name, "state")
        first = self._states.get(label.text)
        if first is not None:
            raise DefinitionError(twice("state", label, first.name.span, "state machine"))
        self._states[label.text] = syntax.MachineStateDecl(
            label,
            arguments.optional_text(site.argument("title"), title, "a title"),
            arguments.truth(site.argument("initial"), initial, "`initial`"),
            arguments.truth(site.argument("final"), final, "`final`"),
            self._entering(site.argument("entering"), entering),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        self._lines[label.text] = []
        return self._handles.setdefault(label.text, State(label.text, self))

    def transition(
        self,
        source: State,
        target: State,
        *,
        on: Fact | str,
        when: str | None = None,
        otherwise: bool = False,
        first: bool = False,
        allow: Waivers = (),
    ) -> None:
        """Declare where a fact takes an instance. Raises DefinitionError.

        `when` is a guard over the fields of the read model, as they are after the fact.
        """
        site = call_site()
        leaves = endpoints.source(self, site.argument("source", 0), source)
        argument = site.argument("target", 1)
        enters = endpoints.state(self, argument, target)
        if leaves is None:
            message, help = "a state machine has no START", "mark one state as `initial`"
            raise arguments.refuse(WRONG_ARGUMENT, site.argument("source", 0), message, help)
        if on is None:
            help = "name the fact with `on`"
            raise arguments.refuse(
                NO_EVENT, site.argument("on"), "the transition has no event", help
            )
        self._lines[leaves].append(
            syntax.OnLine(
                endpoints.any_event(site.argument("on"), on),
                guard(site, when, otherwise, self.diagnostics),
                otherwise,
                syntax.ToState(enters, span=argument.span),
                arguments.truth(site.argument("first"), first, "`first`"),
                allows=allows(site.argument("allow"), allow),
                span=site.span,
            )
        )

    def lookup_machine_wide(self, *, allow: Waivers = ()) -> None:
        """Ask for the rule of Cratis Stage: all transitions on a fact, in the order written.

        Raises DefinitionError.
        """
        site = call_site()
        if self._lookup is not None:
            message, help = "`lookup_machine_wide` is called twice", "call it once"
            raise DefinitionError(DECLARED_TWICE.at(site.span, message, help=help))
        self._lookup = syntax.Lookup(allows=allows(site.argument("allow"), allow), span=site.span)

    def specification(self, name: str, *, allow: Waivers = ()) -> SpecificationBuilder:
        """Begin a specification of the machine. Raises DefinitionError."""
        builder = SpecificationBuilder(self, call_site(), name, allow)
        self._specifications.append(builder)
        return builder

    @property
    def node(self) -> syntax.MachineDecl:
        """The declaration as a syntax tree."""
        states = (replace(s, lines=tuple(self._lines[n])) for n, s in self._states.items())
        return syntax.MachineDecl(
            self.label,
            self.title,
            self._follows,
            tuple(states),
            self._lookup,
            tuple(builder.declaration() for builder in self._specifications),
            allows=self.allows,
            span=self.span,
        )

    @property
    def all_diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is to be said of the machine, and of its specifications."""
        said = (note for spec in self._specifications for note in spec.diagnostics)
        return (*self.diagnostics, *said)

    def _entering(self, argument: Argument, given: object) -> tuple[syntax.Entering, ...]:
        found: list[syntax.Entering] = []
        items = arguments.sequence(argument, given, "`entering` is a list")
        for index, item in enumerate(items):
            if not isinstance(item, Starts | Invokes):
                message = f"`entering` holds `Starts` and `Invokes`, not {type(item).__name__}"
                raise arguments.refuse(WRONG_ARGUMENT, argument.item(index), message)
            self.diagnostics += item.diagnostics
            found.append(item.node)
        return tuple(found)
