"""JSON Schema (2020-12) as types: of a pydantic model, or of a graph file's `schemas`.

Objects with properties become records, closed sets of texts that have a name become enums;
any other definition is read where it is used. A field that may be missing and has no default
may be null. Names are those that arrive in JSON, so an alias counts, as in a pydantic
model's validation schema. What JSON Schema has no word for stands under `x-stateous`:

- of a field: `role` (`input`, `local`), `secret`, and `note`, what the type leaves out;
- of a list: `uniqueBy`; of a text: `matching`, the pattern as the language spells it;
- of a date, datetime or duration: `minimum` and the other limits, as texts;
- of a field: `fault`, why its default cannot be kept.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.literals import json_literal
from stateous.grammar.schema.model_rules import RECURSIVE_MODEL, UNSPELLABLE_NAME, VARYING_DEFAULT
from stateous.grammar.schema.shape import (
    Schema,
    as_schema,
    enum_members,
    is_record,
    marks_of,
)
from stateous.grammar.schema.types import TypeRead, TypeReader, text_value
from stateous.grammar.schema.unions import RecordChoice, RecordChoices, merged, tag_values
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    EnumDecl,
    Expr,
    FieldDecl,
    Name,
    NamedType,
    TypeDecl,
    TypeUse,
)

Place = Callable[[str, str | None], Span]
"""Where a definition, or a field of it, stands."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")


@dataclass(frozen=True)
class SchemaTypes:
    """The types that a set of definitions declares, in the order of the definitions."""

    types: tuple[TypeDecl, ...]
    enums: tuple[EnumDecl, ...]
    diagnostics: tuple[Diagnostic, ...]


def read_schemas(definitions: Mapping[str, object], place: Place) -> SchemaTypes:
    """Return the types that `definitions` declare; each refers to others by its `$ref`."""
    reader = _Definitions(definitions, place, RecordChoices(definitions))
    reader.name_choices()
    records = {name: reader.record(name) for name in definitions if is_record(definitions[name])}
    choices = reader.choices.found
    read: dict[str, TypeDecl] = {}
    while len(read) < len(choices):  # the fields of one choice may hold another
        choice = list(choices.values())[len(read)]
        read[choice.name.text] = reader.choice(choice, records)
    types = (*records.values(), *read.values())
    return SchemaTypes(types, tuple(reader.enums()), tuple(reader.diagnostics))


@dataclass(frozen=True)
class _Definitions:
    definitions: Mapping[str, object]
    place: Place
    choices: RecordChoices
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def name_choices(self) -> None:
        """Meet the choices that are definitions of their own first: they have names."""
        for name, schema in self.definitions.items():
            if not is_record(schema) and {"anyOf", "oneOf"} & as_schema(schema).keys():
                reader = TypeReader(self.definitions, self.place(name, None), self.choices)
                reader.read({"$ref": f"#/$defs/{name}"})

    def enums(self) -> Iterator[EnumDecl]:
        for name, schema in self.definitions.items():
            members = enum_members(schema)
            if members is not None and not is_record(schema):
                span = self.place(name, None)
                names = tuple(Name(member, span=span) for member in members)
                yield EnumDecl(self._type_name(name), _title(name, schema), names, span=span)

    def record(self, name: str) -> TypeDecl:
        schema = as_schema(self.definitions[name])
        fields = tuple(self._fields(name, schema))
        span = self.place(name, None)
        return TypeDecl(self._type_name(name), _title(name, schema), fields, span=span)

    def choice(self, choice: RecordChoice, records: Mapping[str, TypeDecl]) -> TypeDecl:
        """Return the record that stands for a choice between `records`."""
        span = choice.name.span
        values = tag_values(self.definitions, choice.variants, choice.tag)
        read = TypeReader(self.definitions, span, self.choices).read({"enum": values})
        note = "; ".join(read.notes) or None
        tag = FieldDecl(Name(choice.tag, span=span), read.use(span), note=note, span=span)
        return merged(choice, tag, [records[variant] for variant in choice.variants])

    def _type_name(self, name: str) -> Name:
        span = self.place(name, None)
        if _NAME.fullmatch(name) is None:
            self._unspellable(span, name, "type")
        return Name(name, span=span)

    def _fields(self, owner: str, schema: Schema) -> Iterator[FieldDecl]:
        required = schema.get("required")
        given = required if isinstance(required, list) else []
        note = marks_of(schema).get("note")
        for name, inner in as_schema(schema["properties"]).items():
            span = self.place(owner, name)
            if _NAME.fullmatch(name) is None:
                self._unspellable(span, name, "field")
            else:
                of_all = () if note is None else (f"of `{owner}`: {note}",)
                yield self._field(Name(name, span=span), as_schema(inner), name in given, of_all)

    def _field(
        self, name: Name, schema: Schema, required: bool, of_all: tuple[str, ...]
    ) -> FieldDecl:
        span = name.span
        read = TypeReader(self.definitions, span, self.choices).read(schema)
        self._report(name, read)
        default = self._default(schema, read, span)
        role = read.marks.get("role")
        loose = not required and default is None and role != "local"
        nullable = read.nullable or loose or ("default" in schema and schema["default"] is None)
        notes = (*read.notes, *of_all)
        return FieldDecl(
            name,
            TypeUse(read.type, nullable, read.constraints, span=span),
            default,
            "input" if role == "input" else "local" if role == "local" else "plain",
            read.marks.get("secret") is True,
            note="; ".join(dict.fromkeys(map(str, notes))) or None,
            span=span,
        )

    def _default(self, schema: Schema, read: TypeRead, span: Span) -> Expr | None:
        """Return a default; a null one says no more than that the field may be null."""
        value = schema.get("default")
        if value is None:
            return None
        if isinstance(value, str) and isinstance(read.type, NamedType):
            return text_value(value, read.type.name.text, span)
        try:
            return json_literal(value, span)
        except ValueError as error:
            self.diagnostics.append(VARYING_DEFAULT.at(span, f"the default is no value: {error}"))
            return None

    def _report(self, name: Name, read: TypeRead) -> None:
        if read.cycle:
            way = " → ".join(f"`{step}`" for step in read.cycle)
            self.diagnostics.append(
                RECURSIVE_MODEL.at(
                    name.span,
                    f"the type of `{name.text}` contains itself: {way}",
                    help="let the field be any JSON value (`typing.Any`)",
                )
            )
        if isinstance(read.marks.get("fault"), str):
            message = f"the default of `{name.text}` {read.marks['fault']}"
            help = "give the field a fixed default, or none"
            self.diagnostics.append(VARYING_DEFAULT.at(name.span, message, help=help))

    def _unspellable(self, span: Span, name: str, kind: str) -> None:
        help = "use at most 64 ASCII letters, digits and `_`, a letter first"
        help += "; an `alias` gives a field another name" if kind == "field" else ""
        message = f"`{name}` cannot be the name of a {kind}"
        self.diagnostics.append(UNSPELLABLE_NAME.at(span, message, help=help))


def _title(name: str, schema: object) -> str | None:
    """Return the title of a definition, when it says more than the name."""
    title = as_schema(schema).get("title")
    return title if isinstance(title, str) and title != name else None
