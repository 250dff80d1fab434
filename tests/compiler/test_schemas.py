"""Types as JSON Schema, and back."""

import json
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from stateous.compiler.check import check_path
from stateous.compiler.graph.schemas import schema_of, schemas_of
from stateous.compiler.ir import Event, Workflow
from stateous.compiler.limits import is_empty
from stateous.compiler.names import NamedDecl, Names
from stateous.compiler.records import resolve
from stateous.compiler.types import (
    Default,
    EnumType,
    Field,
    Json,
    ListType,
    MapType,
    RecordType,
    Scalar,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.values import json_text, times
from stateous.compiler.values.door import Breach, admit
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.schema.reader import read_schemas
from stateous.grammar.source import Source
from tests.strategies import canonical_values

ROOT = Path(__file__).parent.parent.parent


def _workflow(context: RecordType | None, *payloads: RecordType) -> Workflow:
    events = tuple(Event(f"e{n}", None, p, None) for n, p in enumerate(payloads))
    return Workflow("parcel", None, context, events, (), ())


def _read_back(schemas: Mapping[str, Json]) -> dict[str, Type]:
    """Return the types that schemas declare once they have been through a file."""
    definitions = json_text.parse(json_text.pretty(schemas))
    assert isinstance(definitions, dict)
    found = read_schemas(definitions, lambda *_: Source("schemas", "").span(0, 0))
    faults: list[Diagnostic] = list(found.diagnostics)
    declared: dict[str, NamedDecl] = {enum.name.text: enum for enum in found.enums}
    declared.update((record.name.text, record) for record in found.types)
    types = resolve(Names(declared, frozenset(), incomplete=False), faults.append)
    assert faults == []
    return dict(types)


def test_the_seeds_models_have_the_smallest_schema_there_is() -> None:
    program = check_path(ROOT / "tests" / "seeds" / "sdlc" / "flow.py", "flow.py").program
    assert program is not None
    schemas = schemas_of(program.workflows[0])
    assert json.dumps(schemas) == (
        '{"Tests": {"properties": {"passed": {"type": "integer"}, "failed": {"type": "integer"}}, '
        '"required": ["passed", "failed"], "type": "object"}, '
        '"Ticket": {"properties": {"repo": {"type": "string"}}, "required": ["repo"], '
        '"type": "object"}}'
    )


COLOUR = EnumType(("red", "dark blue"), "Colour")
SIZE = RecordType("Size", (Field("grams", Slot(ScalarType("int"))),))
NULL = {"type": "null"}

SCHEMAS = [
    (Slot(ScalarType("text")), {"type": "string"}),
    (Slot(ScalarType("text"), True), {"anyOf": [{"type": "string"}, NULL]}),
    (Slot(ScalarType("json")), {}),
    (Slot(ScalarType("json"), True), {"anyOf": [{}, NULL]}),
    (Slot(ScalarType("date")), {"format": "date", "type": "string"}),
    (Slot(ScalarType("datetime")), {"format": "date-time", "type": "string"}),
    (Slot(ScalarType("uuid")), {"format": "uuid", "type": "string"}),
    (
        Slot(ScalarType("duration", minimum="PT1H")),
        {"format": "duration", "type": "string", "x-stateous": {"minimum": "PT1H"}},
    ),
    (
        Slot(ScalarType("decimal", above="0.1")),
        {"exclusiveMinimum": Decimal("0.1"), "format": "decimal", "type": ["number", "string"]},
    ),
    (
        Slot(ScalarType("int", minimum=0, maximum=9, multiple_of=3)),
        {"maximum": 9, "minimum": 0, "multipleOf": 3, "type": "integer"},
    ),
    (
        Slot(ScalarType("text", min_length=1, max_length=3, pattern="a|b")),
        {"maxLength": 3, "minLength": 1, "pattern": "^(?:a|b)$", "type": "string"},
    ),
    (
        Slot(ScalarType("text", pattern="[[]")),
        {"pattern": "^(?:[[])$", "type": "string", "x-stateous": {"matching": "[[]"}},
    ),
    (Slot(EnumType(("a", "b"))), {"enum": ["a", "b"], "type": "string"}),
    (Slot(COLOUR), {"$ref": "#/schemas/Colour"}),
    (Slot(SIZE, True), {"anyOf": [{"$ref": "#/schemas/Size"}, NULL]}),
    (
        Slot(ListType(Slot(SIZE), 1, 5, True, "grams")),
        {
            "items": {"$ref": "#/schemas/Size"},
            "maxItems": 5,
            "minItems": 1,
            "type": "array",
            "uniqueItems": True,
            "x-stateous": {"uniqueBy": "grams"},
        },
    ),
    (
        Slot(MapType(Slot(ScalarType("bool")))),
        {"additionalProperties": {"type": "boolean"}, "type": "object"},
    ),
]


@pytest.mark.parametrize(("slot", "expected"), SCHEMAS, ids=[str(e) for _, e in SCHEMAS])
def test_a_type_has_this_schema(slot: Slot, expected: Json) -> None:
    record = RecordType("T", (Field("f", slot),))
    properties = schema_of(record)["properties"]
    assert properties == {"f": expected}
    assert _read_back(schemas_of(_workflow(record)))["T"] == record


def test_what_json_schema_has_no_word_for_stands_under_one_key() -> None:
    fields = (
        Field("a", Slot(ScalarType("text")), role="input", secret=True),
        Field("b", Slot(ScalarType("int")), Default(0), role="local"),
        Field("c", Slot(ScalarType("json")), note="it is a choice between several types"),
    )
    assert schema_of(RecordType("T", fields)) == {
        "properties": {
            "a": {"type": "string", "x-stateous": {"role": "input", "secret": True}},
            "b": {"default": 0, "type": "integer", "x-stateous": {"role": "local"}},
            "c": {"x-stateous": {"note": "it is a choice between several types"}},
        },
        "required": ["a", "c"],
        "type": "object",
    }


def test_a_record_without_fields_is_still_a_record() -> None:
    empty = RecordType("T", ())
    assert schema_of(empty) == {"properties": {}, "type": "object"}
    assert _read_back(schemas_of(_workflow(empty))) == {"T": empty}


def test_the_fields_that_events_declare_are_left_out() -> None:
    context = RecordType("T", (Field("size", Slot(SIZE, True), role="into"),))
    assert schemas_of(_workflow(context)) == {"T": {"properties": {}, "type": "object"}}


def test_schemas_hold_each_named_type_once_by_name() -> None:
    inner = RecordType("Inner", (Field("colour", Slot(COLOUR)), Field("size", Slot(SIZE))))
    context = RecordType("Zoo", (Field("a", Slot(ListType(Slot(inner)))),))
    payload = RecordType("Apt", (Field("b", Slot(MapType(Slot(inner)))),))
    schemas = schemas_of(_workflow(context, payload, payload))
    assert list(schemas) == ["Apt", "Colour", "Inner", "Size", "Zoo"]
    assert schemas_of(_workflow(None)) == {}


# ------------------------------------------------------------------------- laws

TENTHS = st.integers(-50, 50).map(lambda tenths: Decimal(tenths) / 10)
Bound = int | Decimal | str
BOUNDS: Mapping[Scalar, SearchStrategy[Bound]] = {
    "int": st.integers(-5, 5),
    "number": TENTHS.map(lambda n: int(n) if n == int(n) else n),
    "decimal": TENTHS.map(lambda n: str(int(n)) if n == int(n) else str(n)),
    "date": st.dates().map(str),
    "datetime": st.integers(-(10**15), 10**15).map(times.datetime_text),
    "duration": st.integers(-(10**12), 10**12).map(times.duration_text),
}
STEPS: Mapping[Scalar, SearchStrategy[Bound]] = {
    "int": st.integers(1, 5),
    "number": st.sampled_from([1, Decimal("0.5"), Decimal("0.01")]),
    "decimal": st.sampled_from(["1", "0.5", "0.01"]),
}
PATTERNS = st.sampled_from(["a", "a|b", "", "[a-z]+", "(a|b){2,3}", r"\d+\.", "[[]", "^a$"])
SIZES = st.none() | st.integers(0, 3)


def _limited(kind: Scalar) -> SearchStrategy[ScalarType]:
    limit = st.none() | BOUNDS[kind]
    step = st.none() | STEPS.get(kind, st.none())
    return st.builds(ScalarType, st.just(kind), limit, limit, limit, limit, step)


SCALARS: SearchStrategy[ScalarType] = st.one_of(
    st.sampled_from([ScalarType("bool"), ScalarType("uuid"), ScalarType("json")]),
    st.builds(
        ScalarType,
        st.just("text"),
        min_length=SIZES,
        max_length=SIZES,
        pattern=st.none() | PATTERNS,
    ),
    *(_limited(kind) for kind in BOUNDS),
).filter(lambda type_: not is_empty(type_))
Role = Literal["plain", "input", "local"]
ROLES: tuple[Role, ...] = ("plain", "input", "local")
ENUMS = st.sampled_from([COLOUR, EnumType(("a", "b c")), EnumType(("1", "true"), "Odd")])


def _lists(inner: SearchStrategy[Type]) -> SearchStrategy[Type]:
    slots = st.builds(Slot, inner, st.booleans())
    lists = st.builds(ListType, slots, SIZES, SIZES, st.booleans())
    return lists.filter(lambda type_: not is_empty(type_)) | st.builds(MapType, slots)


TYPES: SearchStrategy[Type] = st.recursive(
    SCALARS | ENUMS | st.sampled_from([SIZE, ListType(Slot(SIZE), unique_by="grams")]),
    _lists,
    max_leaves=3,
)


@st.composite
def fields(draw: DrawFn, name: str) -> Field:
    slot = Slot(draw(TYPES), draw(st.booleans()))
    role: Role = draw(st.sampled_from(ROLES))
    note = draw(st.none() | st.just("it is a choice"))
    field = Field(name, slot, draw(defaults(slot)), role, draw(st.booleans()), note)
    keeps = role != "local" or field.default is not None or slot.nullable
    return field if keeps else replace(field, role="plain")


@st.composite
def defaults(draw: DrawFn, slot: Slot) -> Default | None:
    """Return a default that keeps the limits of the slot, or none."""
    value = draw(st.none() | canonical_values(replace(slot, nullable=False)))
    try:
        return None if value is None else Default(admit(slot, value))
    except Breach:
        return None


@st.composite
def records(draw: DrawFn) -> RecordType:
    names = draw(st.lists(st.sampled_from("abcd"), unique=True, max_size=4))
    return RecordType("Record", tuple(draw(fields(name)) for name in names))


@settings(max_examples=80)
@given(records())
def test_types_come_back_from_their_schemas_as_they_were(record: RecordType) -> None:
    schemas = schemas_of(_workflow(record))
    back = _read_back(schemas)
    assert back["Record"] == record
    assert sorted(back) == list(schemas)


# Python's `re`, which the validator asks about patterns, warns of `[[]`.
@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")
@settings(max_examples=40)
@given(records())
def test_schemas_are_schemas_of_the_standard(record: RecordType) -> None:
    schemas = json.loads(json_text.canonical(schemas_of(_workflow(record))))
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)


@settings(max_examples=40)
@given(records(), st.data())
def test_the_schema_takes_every_value_that_the_type_takes(
    record: RecordType, data: st.DataObject
) -> None:
    required = {f.name: canonical_values(f.slot) for f in record.fields}
    value = data.draw(st.fixed_dictionaries(required))
    try:
        admitted: Any = admit(Slot(record), value)
    except Breach:
        return
    document: Any = {"schemas": schemas_of(_workflow(record)), "$ref": "#/schemas/Record"}
    validator = jsonschema.Draft202012Validator(document)
    assert list(validator.iter_errors(admitted)) == []
