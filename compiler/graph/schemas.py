"""Types as JSON Schema (2020-12): what a graph file holds of them.

`grammar.schema.reader` reads them back to the same types, and tells what `x-stateous` holds.
Null allowed is a choice with null; `json`, which may be any JSON value, is `{}`.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Final

from stateous.compiler.ir import Workflow
from stateous.compiler.types import (
    EnumType,
    Field,
    Json,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Slot,
    Type,
)
from stateous.grammar.literals import exact
from stateous.grammar.python.markers import EXTENSION
from stateous.grammar.schema.whole_pattern import whole_pattern

Schema = dict[str, Json]

_BASE: Final[Mapping[str, Schema]] = {
    "text": {"type": "string"},
    "int": {"type": "integer"},
    "number": {"type": "number"},
    "decimal": {"format": "decimal", "type": ["number", "string"]},
    "bool": {"type": "boolean"},
    "date": {"format": "date", "type": "string"},
    "datetime": {"format": "date-time", "type": "string"},
    "duration": {"format": "duration", "type": "string"},
    "uuid": {"format": "uuid", "type": "string"},
    "json": {},
}


def schemas_of(workflow: Workflow) -> Schema:
    """Return the schemas of all records and named enums that a workflow uses, by name.

    Numbers in them are exact: ints and Decimals. A context is without the fields that
    events declare with `into`.
    """
    payloads = (event.payload for event in workflow.events)
    used = [record for record in (workflow.context, *payloads) if record is not None]
    found: dict[str, RecordType | EnumType] = {}
    for record in used:
        for named in _named_in(record):
            if named.name is not None:
                found.setdefault(named.name, named)
    return {name: _definition(found[name]) for name in sorted(found)}


def schema_of(record: RecordType) -> Schema:
    """Return the schema of a record, without the fields that events declare with `into`.

    The types that it names are `#/schemas/Name`.
    """
    fields = [field for field in record.fields if field.role != "into"]
    required: list[Json] = [field.name for field in fields if field.required]
    schema: Schema = {"properties": {field.name: _field(field) for field in fields}}
    if required:
        schema["required"] = required
    return {**schema, "type": "object"}


def _definition(named: RecordType | EnumType) -> Schema:
    return schema_of(named) if isinstance(named, RecordType) else _enum(named)


def _named_in(type_: Type) -> Iterator[RecordType | EnumType]:
    """Yield the types with a name that `type_` holds, itself first."""
    match type_:
        case RecordType(fields=fields):
            yield type_
            for field in fields:
                if field.role != "into":
                    yield from _named_in(field.slot.type)
        case EnumType(name=str()):
            yield type_
        case ListType(item=slot) | MapType(value=slot):
            yield from _named_in(slot.type)


def _field(field: Field) -> Schema:
    schema = _slot(field.slot)
    if field.default is not None and field.default.value is not None:
        schema["default"] = field.default.value
    marks: Schema = {}
    if field.note is not None:
        marks["note"] = field.note
    if field.role in ("input", "local"):
        marks["role"] = field.role
    if field.secret:
        marks["secret"] = True
    return _marked(schema, marks)


def _marked(schema: Schema, marks: Schema) -> Schema:
    """Return a schema with marks added, its keys in order."""
    own = schema.get(EXTENSION, {})
    assert isinstance(own, dict)
    both = {**own, **marks}
    return dict(sorted({**schema, **({EXTENSION: both} if both else {})}.items()))


def _slot(slot: Slot) -> Schema:
    schema = _type(slot.type)
    if not slot.nullable:
        return schema
    return {"anyOf": [schema, {"type": "null"}]}


def _type(type_: Type) -> Schema:
    match type_:
        case ScalarType():
            return _scalar(type_)
        case EnumType(name=None):
            return _enum(type_)
        case EnumType(name=str(name)) | RecordType(name=name):
            return {"$ref": f"#/schemas/{name}"}
        case ListType():
            return _list(type_)
        case MapType(value=value):
            return {"additionalProperties": _slot(value), "type": "object"}
    raise AssertionError(type_)


def _enum(type_: EnumType) -> Schema:
    return {"enum": list(type_.members), "type": "string"}


def _list(type_: ListType) -> Schema:
    schema: Schema = {"items": _slot(type_.item), "type": "array"}
    limits: Schema = {"maxItems": type_.max_items, "minItems": type_.min_items}
    schema |= {key: limit for key, limit in limits.items() if limit is not None}
    if type_.unique:
        schema["uniqueItems"] = True
    return _marked(schema, {"uniqueBy": type_.unique_by} if type_.unique_by is not None else {})


def _scalar(type_: ScalarType) -> Schema:
    limits: dict[str, int | Decimal | str | None] = {
        "exclusiveMaximum": type_.below,
        "exclusiveMinimum": type_.above,
        "maximum": type_.maximum,
        "minimum": type_.minimum,
        "multipleOf": type_.multiple_of,
        "maxLength": type_.max_length,
        "minLength": type_.min_length,
    }
    said: Schema = {key: limit for key, limit in limits.items() if limit is not None}
    if type_.kind in ("date", "datetime", "duration"):
        return _marked(dict(_BASE[type_.kind]), said)
    if type_.kind == "decimal":
        said = {key: exact(Decimal(str(limit))) for key, limit in said.items()}
    return _patterned({**_BASE[type_.kind], **said}, type_.pattern)


def _patterned(schema: Schema, pattern: str | None) -> Schema:
    """Return a schema with a pattern, spelt once more where it reads back differently."""
    if pattern is None:
        return _marked(schema, {})
    written = f"^(?:{pattern})$"
    marks: Schema = {} if whole_pattern(written) == pattern else {"matching": pattern}
    return _marked({**schema, "pattern": written}, marks)
