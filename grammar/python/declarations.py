"""What a file declares besides workflows: types, commands, facts, roles, and other files to use.

A declaration counts by being made while the file is read, wherever that happens; the handle
that it returns stands for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from stateous.grammar import syntax
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument, CallSite, call_site
from stateous.grammar.python.enrolment import ModelUse, enrol
from stateous.grammar.python.specification_builder import SpecificationBuilder
from stateous.grammar.python.waivers import Waived, Waivers, allows, opened
from stateous.grammar.source import Span

if TYPE_CHECKING:
    from pydantic import BaseModel

    FieldLines = Sequence[str | Waived[str]]
    """Fields as the `.flow` notation writes them: `input repo: text`."""
    Fields = type[BaseModel] | FieldLines
    """Fields, line by line, or the pydantic model that has them."""


class Declared:
    """A declaration of a file, with what its texts brought to light."""

    declared_kind: ClassVar[str]

    def __init__(self, site: CallSite, name: object, title: object, allow: object) -> None:
        """Take what every declaration has. Raises DefinitionError."""
        self.diagnostics: list[Diagnostic] = []
        self.models: list[ModelUse] = []
        self.span: Span = site.span
        argument = site.argument("name", 0)
        named = arguments.declared_name if self.declared_kind == "fact" else arguments.plain_name
        self.label: syntax.Name = named(argument, name, self.declared_kind)
        self.title = arguments.optional_text(site.argument("title"), title, "a title")
        self.allows = allows(site.argument("allow"), allow)

    def __repr__(self) -> str:
        """Return `Fact('OrderPlaced')`."""
        return f"{type(self).__name__}({self.name!r})"

    @property
    def name(self) -> str:
        """The name that the file gives it."""
        return self.label.text

    def _fields(self, argument: Argument, given: object) -> tuple[syntax.FieldDecl, ...] | str:
        """Return the fields, or the name of the model that has them."""
        if isinstance(given, type):
            model = arguments.model(argument, given, "what has the fields")
            self.models.append(ModelUse(model, argument.span))
            return arguments.model_name(model)
        return field_lines(argument, given, self.diagnostics)


def field_lines(
    argument: Argument, given: object, said: list[Diagnostic]
) -> tuple[syntax.FieldDecl, ...]:
    """Return the fields that lines declare."""
    found: list[syntax.FieldDecl] = []
    for index, item in enumerate(arguments.sequence(argument, given, "`fields` is a list")):
        place, line, waivers = opened(argument.item(index), item)
        field = arguments.field(place, line, said)
        found.append(
            syntax.FieldDecl(
                field.name,
                field.type,
                field.default,
                field.role,
                field.secret,
                field.identifier,
                allows=waivers,
                span=field.span,
            )
        )
    return tuple(found)


class Enum(Declared):
    """`Enum("Level", ["low", "high"])`: a closed set of names, or of any texts."""

    declared_kind = "enum"

    def __init__(
        self,
        name: str,
        members: Sequence[str],
        *,
        title: str | None = None,
        allow: Waivers = (),
    ) -> None:
        """Declare an enum. Raises DefinitionError."""
        site = call_site()
        super().__init__(site, name, title, allow)
        argument = site.argument("members", 1)
        self._members: list[syntax.Name] = []
        for index, member in enumerate(
            arguments.sequence(argument, members, "`members` is a list")
        ):
            place = argument.item(index)
            text = arguments.text(place, member, "a member")
            self._members.append(syntax.Name(text, span=place.text))
        enrol(self, self.label)

    @property
    def node(self) -> syntax.EnumDecl:
        """The declaration as a syntax tree."""
        members = tuple(self._members)
        return syntax.EnumDecl(self.label, self.title, members, allows=self.allows, span=self.span)


class Record(Declared):
    """`Record("Tests", ["passed: int >= 0", "failed: int >= 0"])`: a type with fields.

    A pydantic model given as a payload or a context does the same, and needs no `Record`.
    """

    declared_kind = "type"

    def __init__(
        self,
        name: str,
        fields: FieldLines,
        *,
        title: str | None = None,
        allow: Waivers = (),
    ) -> None:
        """Declare a type with a field a line, as in `.flow`. Raises DefinitionError."""
        site = call_site()
        super().__init__(site, name, title, allow)
        self._lines = field_lines(site.argument("fields", 1), fields, self.diagnostics)
        enrol(self, self.label)

    @property
    def node(self) -> syntax.TypeDecl:
        """The declaration as a syntax tree."""
        return syntax.TypeDecl(
            self.label, self.title, self._lines, allows=self.allows, span=self.span
        )


class Command(Declared):
    """`Command("ChargeCard", ["identifier order: uuid"])`: what an action carries."""

    declared_kind = "command"

    def __init__(
        self,
        name: str,
        fields: Fields = (),
        *,
        title: str | None = None,
        allow: Waivers = (),
    ) -> None:
        """Declare a command; a model gives the fields too. Raises DefinitionError."""
        site = call_site()
        super().__init__(site, name, title, allow)
        self.fields = self._fields(site.argument("fields", 1), fields)
        enrol(self, self.label)

    def node(self, fields: tuple[syntax.FieldDecl, ...]) -> syntax.CommandDecl:
        """Return the declaration as a syntax tree, with these fields."""
        return syntax.CommandDecl(
            self.label, self.title, fields, allows=self.allows, span=self.span
        )


class Fact(Declared):
    """`Fact("OrderPlaced", ["order: uuid"])`: an event of the whole file, committed for good."""

    declared_kind = "fact"

    def __init__(
        self,
        name: str,
        fields: Fields = (),
        *,
        title: str | None = None,
        allow: Waivers = (),
    ) -> None:
        """Declare a fact; a model gives the fields too. Raises DefinitionError."""
        site = call_site()
        super().__init__(site, name, title, allow)
        self.fields = self._fields(site.argument("fields", 1), fields)
        enrol(self, self.label)

    def node(self, fields: tuple[syntax.FieldDecl, ...]) -> syntax.FactDecl:
        """Return the declaration as a syntax tree, with these fields."""
        return syntax.FactDecl(self.label, self.title, fields, allows=self.allows, span=self.span)


class Role(Declared):
    """`Role("Manager")`: who may approve."""

    declared_kind = "role"

    def __init__(self, name: str, *, title: str | None = None, allow: Waivers = ()) -> None:
        """Declare a role. Raises DefinitionError."""
        super().__init__(call_site(), name, title, allow)
        enrol(self, self.label)

    @property
    def node(self) -> syntax.RoleDecl:
        """The declaration as a syntax tree."""
        return syntax.RoleDecl(self.label, self.title, allows=self.allows, span=self.span)


class Use:
    """What `use` declares: another file."""

    def __init__(self, node: syntax.Use) -> None:
        """Hold the line."""
        self.node = node


def use(path: str, *, allow: Waivers = ()) -> None:
    """Let what another file declares be named here: `use("orders.flow")`.

    Raises DefinitionError.
    """
    site = call_site()
    argument = site.argument("path", 0)
    text = syntax.TextLiteral(
        arguments.text(argument, path, "the path of a file"), span=argument.span
    )
    waivers = allows(site.argument("allow"), allow)
    enrol(Use(syntax.Use(text, allows=waivers, span=site.span)))


def specification(name: str, *, allow: Waivers = ()) -> SpecificationBuilder:
    """Begin a specification of the whole file: several workflows, or facts and machines.

    Raises DefinitionError.
    """
    builder = SpecificationBuilder(None, call_site(), name, allow)
    enrol(builder)
    return builder
