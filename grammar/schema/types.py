"""Types of JSON Schema (2020-12) as types of the language.

What the language cannot say of a value becomes `json`, or a wider type, with a note: so a
type takes every value that the schema takes (patterns apart, whose classes hold ASCII).
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final, Literal

from stateous.grammar.durations import iso_seconds
from stateous.grammar.literals import exact, number_literal
from stateous.grammar.schema.choices import (
    all_values,
    branches_of,
    common_kind,
    holds_secret,
    record_names,
    referred,
    without_nulls,
)
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
from stateous.grammar.schema.unions import RecordChoices, tag_of
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
_UUID_VERSION: Final = re.compile(r"uuid([1-8])")
_LISTED: Final = 8
"""How many values of a closed set a note lists."""

_BESIDE: Final = (
    *("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems"),
)
"""Constraints that may stand beside a choice, where they hold for whichever branch is taken."""

_CHOICE: Final = "it is a choice between several types"

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
    """How deep a schema stands in others, and the definitions that it stands in.

    `is_whole`: it is all that the innermost of these definitions holds.
    """

    depth: int = 0
    inside: tuple[str, ...] = ()
    is_whole: bool = False

    @property
    def too_deep(self) -> bool:
        return max(self.depth, len(self.inside)) > DEPTH

    def deeper(self) -> "_Nesting":
        return _Nesting(self.depth + 1, self.inside)

    def within(self, definition: str) -> "_Nesting":
        return _Nesting(self.depth, (*self.inside, definition), is_whole=True)


_OUTERMOST = _Nesting()


@dataclass(frozen=True)
class TypeReader:
    """Reads the types of one field, whose place stands for all that is inside it."""

    definitions: Mapping[str, object]
    span: Span
    choices: RecordChoices

    def read(self, schema: object, nesting: _Nesting = _OUTERMOST) -> TypeRead:
        """Return the type of a schema."""
        if nesting.too_deep:
            return self._json("it nests too deep", nullable=True)
        plain, nullable = without_null(as_schema(schema))
        found = self._read(plain, nesting)
        marks = {**found.marks, **marks_of(plain)}
        said = (str(marks.pop("note")),) if "note" in marks else ()
        if plain.get("writeOnly") is True and plain.get("type") == "string":
            marks["secret"] = True
        return replace(
            found,
            nullable=found.nullable or nullable,
            notes=tuple(dict.fromkeys((*found.notes, *unsaid(plain), *said))),
            marks=marks,
        )

    def _read(self, schema: Schema, nesting: _Nesting) -> TypeRead:
        ref, limits = schema.get("$ref"), decimal_limits(schema)
        if isinstance(ref, str):
            return self._referred(ref, nesting)
        if limits is not None:
            return self._scalar("decimal", self._limits(limits))
        if "const" in schema or "enum" in schema:
            return self._closed(schema)
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list):
                return self._choice(schema, nesting)
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema:
                return self._json(_CHOICE, nullable=may_be_null(schema[key]))
        return self._typed(schema, nesting)

    def _choice(self, schema: Schema, nesting: _Nesting) -> TypeRead:
        """Return the narrowest type that takes the values of all branches of a choice."""
        found = branches_of(schema, self.definitions)
        if found is None:
            return self._json("it nests too deep", nullable=True)
        branches, nullable = without_nulls(found)
        read = self._common(schema, branches, nesting)
        beside = tuple(f"`{key}` is not checked" for key in _BESIDE if key in schema)
        notes = (str(marks_of(b)["note"]) for b in branches if "note" in marks_of(b))
        return replace(
            read,
            nullable=read.nullable or nullable,
            notes=tuple(dict.fromkeys((*read.notes, *beside, *notes))),
            marks={"secret": True} if holds_secret(branches) else {},
        )

    def _common(self, schema: Schema, branches: Sequence[Schema], nesting: _Nesting) -> TypeRead:
        if len(branches) == 1:
            return self.read(branches[0], nesting)
        values = all_values(branches, self.definitions)
        if values:
            return self._closed({"enum": values})
        kind = common_kind(branches, self.definitions)
        if kind is not None:
            name, is_all = kind
            return self._scalar(
                name, notes=() if is_all else ("which of several forms it has is not checked",)
            )
        names = record_names(branches, self.definitions)
        declared = as_schema(schema.get("discriminator")).get("propertyName")
        tag = tag_of(self.definitions, names, declared) if names else None
        if names is None or tag is None:
            return self._json(_CHOICE, nullable=may_be_null(branches))
        whole = nesting.inside[-1] if nesting.is_whole else None
        name_ = Name(self.choices.name_of(names, tag, whole, self.span), span=self.span)
        listed = ", ".join(f"`{name}`" for name in names)
        note = f"it is one of {listed} by its `{tag}`: which fields go with which is not checked"
        return TypeRead(NamedType(name_, span=self.span), notes=(note,))

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
        if None in values and len(values) > 1:
            rest = [value for value in values if value is not None]
            return replace(self._closed({"enum": rest}), nullable=True)
        if {type(value) for value in values} == {bool}:
            return self._scalar("bool", notes=_only(values) if len(set(values)) == 1 else ())
        numbers = [value for value in values if is_number(value)]
        return self._range(numbers) if len(numbers) == len(values) else self._json(*_only(values))

    def _range(self, values: Sequence[int | float | Decimal]) -> TypeRead:
        first, last = min(values), max(values)
        limits = self._limits({"minimum": first, "maximum": last})
        whole = {value for value in values if isinstance(value, int)}
        if len(whole) < len(set(values)):
            return self._scalar("number", limits, _only(values))
        gaps = len(whole) < max(whole) - min(whole) + 1
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
        version = _UUID_VERSION.fullmatch(form) if isinstance(form, str) else None
        if version is not None:
            return self._scalar("uuid", notes=(f"that its version is {version[1]} is not checked",))
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
        most = schema.get("maxItems")
        ends = is_number(most) and most <= len(places)
        kinds = [*places, *([] if ends else [schema.get("items", True)])]
        if all(kind == kinds[0] for kind in kinds):
            return self.read(kinds[0], nesting.deeper()), ()
        item = self.read({"anyOf": kinds}, nesting.deeper())
        return replace(item, notes=()), ("each place has a type of its own",)

    def _object(self, schema: Schema, nesting: _Nesting) -> TypeRead:
        if is_record(schema):
            return self._json("its type has no name")
        value = self.read(schema.get("additionalProperties", True), nesting.deeper())
        type_ = MapOf(value.use(self.span), span=self.span)
        notes = tuple(f"its values: {note}" for note in value.notes)
        return TypeRead(type_, False, (), (*self._keys(schema), *notes), cycle=value.cycle)

    def _keys(self, schema: Schema) -> tuple[str, ...]:
        """Return what the keys of a map are beyond texts, which the language has no word for."""
        if "propertyNames" not in schema:
            return ()
        names = as_schema(schema["propertyNames"])
        target = referred(names, self.definitions)
        key = self._key(names if target is None else as_schema(target))
        kind = key.type.name.text if isinstance(key.type, NamedType) else "text"
        said = list(key.notes)
        if kind != "text":
            said.append(f"that each is of type `{kind}` is not checked")
        if key.constraints:
            said.append("their constraints are not checked")
        return tuple(f"its keys: {note}" for note in said)

    def _key(self, schema: Schema) -> TypeRead:
        """Return the type of keys; no schema inside theirs is looked at."""
        if "const" in schema or "enum" in schema:
            return self._scalar("text", notes=_only(closed_values(schema) or ()))
        match schema.get("type", "string"):
            case "string" if not {"$ref", "anyOf", "oneOf", "allOf", "not"} & schema.keys():
                return self._text(schema)
            case "integer":
                return self._scalar("int", self._limits(whole_limits(schema)))
            case "number":
                return self._scalar("number", self._limits(schema))
            case _:
                return self._scalar("text", notes=("their form is not checked",))


def text_value(value: str, kind: str, span: Span) -> Expr:
    """Return the literal of a value of `kind` that JSON holds as a text."""
    length = iso_seconds(value) if kind == "duration" else None
    return DurationLiteral(length, span=span) if length else TextLiteral(value, span=span)


def _only(values: Sequence[object]) -> tuple[str]:
    listed = ", ".join(f"`{json.dumps(value, default=str)}`" for value in values[:_LISTED])
    more = f" and {len(values) - _LISTED} more" if len(values) > _LISTED else ""
    return (f"only {listed}{more} {'is' if len(values) == 1 else 'are'} allowed",)
