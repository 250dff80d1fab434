"""Redaction: values without what is in their secret fields, at any depth.

A field may be `secret` in any record: the context, a payload, or one that stands inside
another, a list or a map. What hides them is made once for each type; a type without secret
fields has nothing to hide, and its values are passed on as they are.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from stateous.compiler.ir import Workflow
from stateous.compiler.types import (
    Field,
    Json,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.values.door import shown

SECRET = "(secret)"
"""What stands for the value of a secret field."""

Redactor = Callable[[Json], Json]
"""Returns a value with `SECRET` for what is in secret fields; doing it twice changes nothing."""

_TEXT = Slot(ScalarType("text"))


def context_record(workflow: Workflow) -> RecordType:
    """Return the fields of the context that have a type: those of `into` always have one."""
    if workflow.context is not None:
        return workflow.context
    kept = {event.into: event.payload for event in workflow.events if event.into is not None}
    fields = (Field(name, Slot(record, nullable=True)) for name, record in kept.items() if record)
    return RecordType("context", tuple(fields))


def redactor(type_: Type) -> Redactor | None:
    """Return what hides the secrets in the values of a type; None when they hold none."""
    match type_:
        case RecordType():
            return _of_record(field_redactors(type_))
        case ListType(item=item):
            return _of_list(redactor(item.type))
        case MapType(value=value):
            return _of_map(redactor(value.type))
        case _:
            return None


def field_redactors(record: RecordType) -> Mapping[str, Redactor]:
    """Return what hides the secrets of each field that is one, or holds one."""
    found = {f.name: _hide if f.secret else redactor(f.slot.type) for f in record.fields}
    return {name: hide for name, hide in found.items() if hide is not None}


def redact_fields(hiding: Mapping[str, Redactor], values: Mapping[str, Json]) -> dict[str, Json]:
    """Return values by field, those that `hiding` names without their secrets."""
    return {
        name: hiding[name](value) if name in hiding else value for name, value in values.items()
    }


def spelled(type_: Type, value: Json) -> str:
    """Return a value in canonical form as the author would write it, without its secrets."""
    hide = redactor(type_)
    return shown(type_, value) if hide is None else shown(_masked(type_), hide(value))


def secret_at(record: RecordType, path: tuple[str, ...]) -> bool:
    """Return whether a path from a record leads to a secret field, or through one."""
    type_: Type = record
    for name in path:
        match type_:
            case RecordType():
                field = type_.field(name)
                if field is None or field.secret:
                    return field is not None
                type_ = field.slot.type
            case MapType(value=value):
                type_ = value.type
            case _:
                return False
    return False


def _hide(_: Json) -> Json:
    return SECRET


def _of_record(hiding: Mapping[str, Redactor]) -> Redactor | None:
    if not hiding:
        return None
    return lambda value: redact_fields(hiding, value) if isinstance(value, dict) else value


def _of_list(hide: Redactor | None) -> Redactor | None:
    if hide is None:
        return None
    return lambda value: list(map(hide, value)) if isinstance(value, list) else value


def _of_map(hide: Redactor | None) -> Redactor | None:
    if hide is None:
        return None

    def redact(value: Json) -> Json:
        if not isinstance(value, dict):
            return value
        return {key: hide(inner) for key, inner in value.items()}

    return redact


def _masked(type_: Type) -> Type:
    """Return the type with texts for its secret fields: that of a value without its secrets."""
    match type_:
        case RecordType():
            return replace(type_, fields=tuple(map(_masked_field, type_.fields)))
        case ListType():
            return replace(type_, item=Slot(_masked(type_.item.type)))
        case MapType():
            return MapType(Slot(_masked(type_.value.type)))
        case _:
            return type_


def _masked_field(field: Field) -> Field:
    return replace(field, slot=_TEXT if field.secret else Slot(_masked(field.slot.type)))
