"""JSON Schemas from anywhere are types of the language, and never a traceback."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stateous.grammar.printer import flow
from stateous.grammar.schema.reader import SchemaTypes, read_schemas
from stateous.grammar.schema.types import DEPTH
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import FieldDecl, ListOf, MapOf, NamedType, OneOf, TypeUse


def _place(definition: str, field: str | None) -> Span:
    text = definition if field is None else f"{definition}.{field}"
    return Source("schemas", text).span(0, len(text))


def _read(definitions: Mapping[str, object]) -> SchemaTypes:
    return read_schemas(definitions, _place)


def _spelt(use: TypeUse) -> str:
    """Return a type as the text notation spells it, with brackets around each inner type."""
    match use.type:
        case NamedType(name=name):
            base = name.text
        case OneOf(members=members):
            base = "one of " + ", ".join(member.text for member in members)
        case ListOf(item=item):
            base = f"list of ({_spelt(item)})"
        case MapOf(value=value):
            base = f"map of ({_spelt(value)})"
    constraints = (
        " ".join((c.kind, *map(flow, c.arguments), *([c.field.text] if c.field else [])))
        for c in use.constraints
    )
    return " ".join((base + "?" * use.nullable, *constraints))


def _field(schema: object, **definitions: object) -> FieldDecl:
    record = {"type": "object", "properties": {"f": schema}, "required": ["f"]}
    found = _read({"T": record, **definitions})
    assert found.diagnostics == ()
    return found.types[0].fields[0]


COLOUR = {"enum": ["red", "blue"], "type": "string"}
SIZE = {"type": "object", "properties": {"g": {"type": "integer"}}}

SAME = [
    ({}, "json"),
    (True, "json"),
    ({"anyOf": [{}, {"type": "null"}]}, "json?"),
    ({"not": {"type": "null"}}, "json"),
    ({"type": "string"}, "text"),
    ({"type": ["string", "null"]}, "text?"),
    ({"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 1}]}, "int? >= 1"),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}], "minimum": 1}, "int? >= 1"),
    ({"oneOf": [{"type": "integer"}, {"type": "null"}]}, "int?"),
    ({"allOf": [{"$ref": "#/$defs/Size"}], "title": "x"}, "Size"),
    ({"anyOf": [{"$ref": "#/schemas/Colour"}, {"type": "null"}]}, "Colour?"),
    ({"$ref": "#/definitions/Size"}, "Size"),
    ({"$ref": "#/$defs/Names"}, "list of (text) items 1.."),
    ({"$ref": "#/$defs/Grade"}, "int >= 1 <= 2"),
    ({"enum": ["a", "b"]}, "one of a, b"),
    ({"enum": ["a", None]}, "one of a?"),
    ({"const": "a"}, "one of a"),
    ({"const": 5}, "int >= 5 <= 5"),
    ({"enum": [True, False]}, "bool"),
    ({"type": "integer", "minimum": 0.5, "multipleOf": 1.5}, "int >= 1 multiple of 3"),
    ({"type": "integer", "exclusiveMinimum": 0.5, "minimum": 3}, "int >= 3"),
    ({"type": "integer", "exclusiveMaximum": 9.5, "maximum": 12}, "int <= 9"),
    ({"type": "integer", "minimum": 2.0}, "int >= 2"),
    (
        {"type": "number", "minimum": -0.1, "maximum": 1e22},
        "number >= -0.1 <= 10000000000000000000000",
    ),
    ({"type": ["number", "string"], "format": "decimal", "minimum": 1}, "decimal >= 1"),
    (
        {"anyOf": [{"type": "number", "minimum": 1}, {"type": "string", "pattern": "^[0-9]+$"}]},
        "decimal >= 1",
    ),
    (
        {
            "anyOf": [
                {"type": "number"},
                {"type": "string", "pattern": "^[0-9]+$"},
                {"type": "null"},
            ]
        },
        "decimal?",
    ),
    ({"type": "string", "format": "date-time"}, "datetime"),
    (
        {"type": "string", "format": "date", "x-stateous": {"minimum": "2026-01-01"}},
        'date >= "2026-01-01"',
    ),
    ({"type": "string", "format": "duration", "x-stateous": {"maximum": "PT6H"}}, "duration <= 6h"),
    ({"type": "string", "pattern": "^a$"}, 'text matching "a"'),
    (
        {"type": "string", "pattern": "^(?:a)$", "x-stateous": {"matching": "(?:a)"}},
        'text matching "(?:a)"',
    ),
    ({"type": "string", "minLength": 2}, "text length 2 null"),
    ({"type": "array"}, "list of (json)"),
    ({"type": "array", "items": {"type": "boolean"}, "uniqueItems": True}, "list of (bool) unique"),
    (
        {"type": "array", "items": {"$ref": "#/$defs/Size"}, "x-stateous": {"uniqueBy": "g"}},
        "list of (Size) unique by g",
    ),
    ({"type": "object"}, "map of (json)"),
    ({"type": "object", "additionalProperties": {"type": "string"}}, "map of (text)"),
]
DEFINITIONS = {
    "Size": SIZE,
    "Colour": COLOUR,
    "Names": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    "Grade": {"enum": [1, 2], "type": "integer"},
}


@pytest.mark.parametrize(("schema", "expected"), SAME, ids=[str(schema) for schema, _ in SAME])
def test_a_schema_is_a_type(schema: object, expected: str) -> None:
    expected = expected.replace("1..", "1 null")
    field = _field(schema, **DEFINITIONS)
    assert (_spelt(field.type), field.note) == (expected, None)


WIDER = [
    ({"type": ["integer", "string"]}, "json", "it is a choice between several types"),
    (
        {"anyOf": [{"type": "number"}, {"type": "string"}]},
        "json",
        "it is a choice between several types",
    ),
    (
        {"oneOf": [{"$ref": "#/a"}, {"$ref": "#/b"}], "discriminator": {"propertyName": "kind"}},
        "json",
        "it is a choice between several types",
    ),
    ({"anyOf": [{}, {"type": "string"}]}, "json?", "it is a choice between several types"),
    (
        {"allOf": [{"type": "string"}, {"maxLength": 3}]},
        "json?",
        "it is a choice between several types",
    ),
    ({"$ref": "#/$defs/Nowhere"}, "json?", "`#/$defs/Nowhere` is not defined"),
    (SIZE, "json", "its type has no name"),
    (False, "json", "it allows no value"),
    ({"enum": []}, "json", "it allows no value"),
    ({"type": "null"}, "json?", "it is always null"),
    ({"type": "integer", "not": {"const": 3}}, "int", "`not` is not checked"),
    ({"type": "string", "x-stateous": {"note": "said before"}}, "text", "said before"),
]


@pytest.mark.parametrize(("schema", "type_", "note"), WIDER, ids=[str(s) for s, *_ in WIDER])
def test_what_the_language_cannot_say_is_wider_with_a_note(
    schema: object, type_: str, note: str
) -> None:
    field = _field(schema)
    assert (_spelt(field.type), field.note) == (type_, note)


def test_a_field_that_may_be_missing_and_has_no_default_may_be_null() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string", "default": "x"}},
    }
    fields = _read({"T": schema}).types[0].fields
    assert [_spelt(field.type) for field in fields] == ["text?", "text"]


def test_a_title_is_kept_when_it_says_more_than_the_name() -> None:
    found = _read({"T": {**SIZE, "title": "The size"}, "U": {**SIZE, "title": "U"}})
    assert [type_.title for type_ in found.types] == ["The size", None]


def test_types_and_enums_keep_the_order_of_the_definitions() -> None:
    found = _read({"B": SIZE, "A": SIZE, "Z": COLOUR, "Y": {"const": "only"}})
    assert [type_.name.text for type_ in found.types] == ["B", "A"]
    assert [enum.name.text for enum in found.enums] == ["Z", "Y"]


@pytest.mark.parametrize("name", ["größe", "a-b", "", "1a", "a" * 65])
def test_a_name_that_cannot_be_spelt_is_refused_at_its_place(name: str) -> None:
    (type_fault,) = _read({name: SIZE}).diagnostics
    assert (type_fault.code, type_fault.span.text) == ("ST8203", name)
    (field_fault,) = _read({"T": {"type": "object", "properties": {name: {}}}}).diagnostics
    assert (field_fault.code, field_fault.span.text) == ("ST8203", f"T.{name}")


def test_a_definition_that_contains_itself_is_refused() -> None:
    tree = {"type": "array", "items": {"$ref": "#/$defs/Map"}}
    map_ = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Tree"}}
    record = {"type": "object", "properties": {"f": {"$ref": "#/$defs/Tree"}}}
    found = _read({"T": record, "Tree": tree, "Map": map_})
    (fault,) = found.diagnostics
    assert fault.message == "the type of `f` contains itself: `Tree` → `Map` → `Tree`"
    assert fault.span.text == "T.f"


def test_a_definition_that_nests_without_end_is_cut_where_the_compiler_refuses_it() -> None:
    deep: dict[str, object] = {
        f"A{n}": {"type": "array", "items": {"$ref": f"#/$defs/A{n + 1}"}} for n in range(500)
    }
    field = _field({"$ref": "#/$defs/A0"}, **deep)
    assert field.note is not None and field.note.endswith("it nests too deep")
    assert _spelt(field.type).count("list of") == DEPTH


def test_choices_that_multiply_without_end_are_any_json_value() -> None:
    twice: dict[str, object] = {
        f"A{n}": {"anyOf": [{"$ref": f"#/$defs/A{n + 1}"}, {"$ref": f"#/$defs/A{n + 1}"}]}
        for n in range(50)
    }
    assert _spelt(_field({"$ref": "#/$defs/A0"}, **twice, A50={"anyOf": []}).type) == "json?"


def test_keys_that_refer_to_their_own_map_are_not_followed() -> None:
    map_ = {"type": "object", "propertyNames": {"$ref": "#/$defs/M"}}
    field = _field({"$ref": "#/$defs/M"}, M=map_)
    assert (_spelt(field.type), field.note) == (
        "map of (json)",
        "its keys: their form is not checked",
    )


KEYWORDS = st.sampled_from(
    [
        *("type", "enum", "const", "anyOf", "oneOf", "allOf", "not", "$ref", "format", "minimum"),
        *("maximum", "exclusiveMinimum", "multipleOf", "minLength", "maxLength", "pattern"),
        *(
            "items",
            "prefixItems",
            "propertyNames",
            "discriminator",
            "propertyName",
            "minItems",
            "maxItems",
            "uniqueItems",
            "properties",
        ),
        *("required", "additionalProperties", "default", "title", "x-stateous"),
    ]
)
WORDS = st.sampled_from(
    [
        *("string", "integer", "number", "boolean", "array", "object", "null", "date", "duration"),
        *("uuid", "decimal", "password", "#/$defs/T", "#/$defs/A", "PT1H", "^a$", "role"),
        *("input", "note", "uniqueBy", "matching", "secret", "f"),
    ]
)
ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(KEYWORDS | WORDS, inner, max_size=4)
    ),
    max_leaves=12,
)


@given(ANY, ANY, st.dictionaries(WORDS, ANY, max_size=3))
def test_nothing_that_json_can_hold_is_more_than_a_diagnostic(
    first: object, second: object, properties: dict[str, object]
) -> None:
    record = {"type": "object", "properties": {"f": first, **properties}, "required": second}
    found = _read({"T": record, "A": second, "B": first})
    assert {diagnostic.code for diagnostic in found.diagnostics} <= {"ST8201", "ST8203", "ST8204"}
