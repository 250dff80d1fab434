"""Types of JSON Schema (2020-12) as types of the language.

What the language cannot say of a value becomes `json`, or a wider type, with a note: so a
type takes every value that the schema takes (patterns apart, whose classes hold ASCII).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from stateous.grammar.durations import iso_seconds
from stateous.grammar.literals import exact, number_literal
from stateous.grammar.schema.shape import (
    Schema,
    as_schema,
    closed_values,
    decimal_limits,
    enum_members,
    is_number,
    is_record,
    marks_of,
    may_be_null,
    unsaid,
    whole_limits,
    without_null,
)
from stateous.grammar.schema.whole_pattern import whole_pattern
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    Constraint,
    DurationLiteral,
    Expr,
    ListOf,
    MapOf,
    Name,
    NamedType,
    NullLiteral,
    NumberLiteral,
    OneOf,
    TextLiteral,
    TypeExpr,
    TypeUse,
)

Limit = Literal[">=", ">", "<=", "<", "multiple of"]

DEPTH: Final = 60
"""How deep types may nest: deeper than the compiler allows, so that it refuses them."""

_FORMATS: Final = {
    "date": "date",
    "date-time": "datetime",
    "duration": "duration",
    "uuid": "uuid",
    "decimal": "decimal",
}
_LIMITS: Final[Mapping[str, Limit]] = {
    "minimum": ">=",
    "exclusiveMinimum": ">",
    "maximum": "<=",
    "exclusiveMaximum": "<",
    "multipleOf": "multiple of",
}


@dataclass(frozen=True)
class TypeRead:
    """A type as it was read: notes say what it leaves out, and marks what `x-stateous` said.

    `cycle` names the definitions that a type which contains itself goes through.
    """

    type: TypeExpr
    nullable: bool = False
    constraints: tuple[Constraint, ...] = ()
    notes: tuple[str, ...] = ()
    marks: Schema = field(default_factory=dict)
    cycle: tuple[str, ...] = ()

    def use(self, span: Span) -> TypeUse:
        """Return the type as it is used."""
        return TypeUse(self.type, self.nullable, self.constraints, span=span)


@dataclass(frozen=True)
class _Nesting:
    """How deep a schema stands in others, and the definitions that it stands in."""

    depth: int = 0
    inside: tuple[str, ...] = ()

    @property
    def too_deep(self) -> bool:
        return max(self.depth, len(self.inside)) > DEPTH

    def deeper(self) -> "_Nesting":
        return _Nesting(self.depth + 1, self.inside)

    def within(self, definition: str) -> "_Nesting":
        return _Nesting(self.depth, (*self.inside, definition))


_OUTERMOST = _Nesting()


@dataclass(frozen=True)
class TypeReader:
    """Reads the types of one field, whose place stands for all that is inside it."""

    definitions: Mapping[str, object]
    span: Span

    def read(self, schema: object, nesting: _Nesting = _OUTERMOST) -> TypeRead:
        """Return the type of a schema."""
        if nesting.too_deep:
            return self._json("it nests too deep", nullable=True)
        plain, nullable = without_null(as_schema(schema))
        found = self._read(plain, nesting)
        return replace(
            found,
            nullable=found.nullable or nullable,
            notes=tuple(dict.fromkeys((*found.notes, *unsaid(plain)))),
            marks={**found.marks, **marks_of(plain)},
        )

    def _read(self, schema: Schema, nesting: _Nesting) -> TypeRead:
        ref, limits = schema.get("$ref"), decimal_limits(schema)
        if isinstance(ref, str):
            return self._referred(ref, nesting)
        if limits is not None:
            return self._scalar("decimal", self._limits(limits))
        if "const" in schema or "enum" in schema:
            return self._closed(schema)
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema:
                return self._json(
                    "it is a choice between several types", nullable=may_be_null(schema[key])
                )
        return self._typed(schema, nesting)

    def _typed(self, schema: Schema, nesting: _Nesting) -> TypeRead:
        readers: Mapping[object, Callable[[], TypeRead]] = {
            None: lambda: self._scalar("json"),
            "string": lambda: self._text(schema),
            "integer": lambda: self._scalar("int", self._limits(whole_limits(schema))),
            "number": lambda: self._scalar("number", self._limits(schema)),
            "boolean": lambda: self._scalar("bool"),
            "array": lambda: self._list(schema, nesting),
            "object": lambda: self._object(schema, nesting),
            "null": lambda: self._json("it is always null", nullable=True),
        }
        kind = schema.get("type")
        if isinstance(kind, str | None) and kind in readers:
            return readers[kind]()
        return self._json("it is a choice between several types")

    def _referred(self, ref: str, nesting: _Nesting) -> TypeRead:
        name = ref.rpartition("/")[2]
        target = self.definitions.get(name)
        if name in nesting.inside:
            cycle = (*nesting.inside[nesting.inside.index(name) :], name)
            return replace(self._json("it contains itself"), cycle=cycle)
        if target is None:
            return self._json(f"`{ref}` is not defined", nullable=True)
        if is_record(target) or enum_members(target) is not None:
            return TypeRead(NamedType(Name(name, span=self.span), span=self.span))
        return self.read(target, nesting.within(name))

    def _closed(self, schema: Schema) -> TypeRead:
        """Read `const` and `enum`: texts are an enum on the spot, ints a range that holds them."""
        texts, values = enum_members(schema), closed_values(schema)
        if texts is not None:
            members = tuple(Name(text, span=self.span) for text in texts)
            return TypeRead(OneOf(members, span=self.span))
        if not values:
            return self._json("it allows no value")
        if {type(value) for value in values} == {bool}:
            return self._scalar("bool", notes=_only(values) if len(set(values)) == 1 else ())
        whole = [value for value in values if type(value) is int]
        return self._range(whole) if len(whole) == len(values) else self._json(*_only(values))

    def _range(self, values: Sequence[int]) -> TypeRead:
        first, last = min(values), max(values)
        limits = self._limits({"minimum": first, "maximum": last})
        gaps = len(set(values)) < last - first + 1
        return self._scalar("int", limits, _only(values) if gaps else ())

    def _scalar(
        self,
        name: str,
        constraints: tuple[Constraint, ...] = (),
        notes: tuple[str, ...] = (),
        *,
        nullable: bool = False,
    ) -> TypeRead:
        type_ = NamedType(Name(name, span=self.span), span=self.span)
        return TypeRead(type_, nullable, constraints, notes)

    def _json(self, note: str, *, nullable: bool = False) -> TypeRead:
        return self._scalar("json", notes=(note,), nullable=nullable)

    def _text(self, schema: Schema) -> TypeRead:
        form = schema.get("format")
        kind = _FORMATS.get(form) if isinstance(form, str) else None
        if kind is not None:
            return self._scalar(kind, self._limits(marks_of(schema), kind))
        pattern, notes = self._pattern(schema)
        constraints = (*self._size("length", schema, "minLength", "maxLength"), *pattern)
        if form == "password":
            return replace(self._scalar("text", constraints, notes), marks={"secret": True})
        if form is not None:
            notes = (*notes, f"the format `{form}` is not checked")
        return self._scalar("text", constraints, notes)

    def _pattern(self, schema: Schema) -> tuple[tuple[Constraint, ...], tuple[str, ...]]:
        written, spelt = schema.get("pattern"), marks_of(schema).get("matching")
        if not isinstance(written, str):
            return (), ()
        found = spelt if isinstance(spelt, str) else whole_pattern(written)
        if found is None:
            return (), (f"the pattern `{written}` is not checked",)
        text = TextLiteral(found, span=self.span)
        return (Constraint("matching", (text,), span=self.span),), ()

    def _limits(self, schema: Schema, kind: str | None = None) -> tuple[Constraint, ...]:
        """Return the limits of numbers, or of values of `kind`, which JSON holds as texts."""
        found: list[Constraint] = []
        for key, limit in _LIMITS.items():
            bound = self._bound(schema.get(key), kind)
            if bound is not None:
                found.append(Constraint(limit, (bound,), span=self.span))
        return tuple(found)

    def _bound(self, value: object, kind: str | None) -> Expr | None:
        if kind is not None:
            return text_value(value, kind, self.span) if isinstance(value, str) else None
        return number_literal(value, self.span) if is_number(value) else None

    def _size(
        self, kind: Literal["length", "items"], schema: Schema, least: str, most: str
    ) -> tuple[Constraint, ...]:
        bounds = [self._whole(schema.get(key)) for key in (least, most)]
        if all(isinstance(bound, NullLiteral) for bound in bounds):
            return ()
        return (Constraint(kind, tuple(bounds), span=self.span),)

    def _whole(self, size: object) -> Expr:
        value = exact(size) if is_number(size) else None
        if isinstance(value, int) and value >= 0:
            return NumberLiteral(value, span=self.span)
        return NullLiteral(span=self.span)

    def _list(self, schema: Schema, nesting: _Nesting) -> TypeRead:
        item, notes = self._item(schema, nesting)
        constraints = self._size("items", schema, "minItems", "maxItems")
        if schema.get("uniqueItems") is True:
            constraints = (*constraints, Constraint("unique", span=self.span))
        unique_by = marks_of(schema).get("uniqueBy")
        if isinstance(unique_by, str):
            name = Name(unique_by, span=self.span)
            constraints = (*constraints, Constraint("unique by", field=name, span=self.span))
        type_ = ListOf(item.use(self.span), span=self.span)
        notes = (*notes, *(f"its items: {note}" for note in item.notes))
        return TypeRead(type_, False, constraints, notes, cycle=item.cycle)

    def _item(self, schema: Schema, nesting: _Nesting) -> tuple[TypeRead, tuple[str, ...]]:
        places = schema.get("prefixItems")
        if not isinstance(places, list) or not places:
            return self.read(schema.get("items", True), nesting.deeper()), ()
        if all(place == places[0] for place in places) and schema.get("maxItems") == len(places):
            return self.read(places[0], nesting.deeper()), ()
        return self._scalar("json", nullable=True), ("each place has a type of its own",)

    def _object(self, schema: Schema, nesting: _Nesting) -> TypeRead:
        if is_record(schema):
            return self._json("its type has no name")
        value = self.read(schema.get("additionalProperties", True), nesting.deeper())
        type_ = MapOf(value.use(self.span), span=self.span)
        notes = tuple(f"its values: {note}" for note in value.notes)
        return TypeRead(type_, notes=notes, cycle=value.cycle)


def text_value(value: str, kind: str, span: Span) -> Expr:
    """Return the literal of a value of `kind` that JSON holds as a text."""
    length = iso_seconds(value) if kind == "duration" else None
    return DurationLiteral(length, span=span) if length else TextLiteral(value, span=span)


def _only(values: Sequence[object]) -> tuple[str]:
    listed = ", ".join(f"`{json.dumps(value, default=str)}`" for value in values)
    return (f"only {listed} {'is' if len(values) == 1 else 'are'} allowed",)
