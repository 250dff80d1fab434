"""Which named records the workflows of a file use."""

from collections.abc import Iterable

from stateous.compiler import ir
from stateous.compiler.type_use import NamedTypes
from stateous.compiler.types import ListType, MapType, RecordType, Slot, Type


def used_records(
    workflows: Iterable[ir.Workflow], outside: Iterable[RecordType], named: NamedTypes
) -> tuple[RecordType, ...]:
    """Return the declared records inside contexts and payloads, those inside them included.

    A context itself counts only where it is used inside other data too. `outside` are the
    records of commands, facts and read models, which do not count themselves either.
    """
    found: dict[str, RecordType] = {}
    for record in outside:
        _collect_fields(record, found)
    for workflow in workflows:
        if workflow.context is not None:
            _collect_fields(workflow.context, found)
        for event in workflow.events:
            if event.payload is not None:
                _collect(event.payload, found)
    return tuple(found[name] for name in named if name in found)


def _collect(type_: Type, found: dict[str, RecordType]) -> None:
    match type_:
        case ListType(item=Slot(type=inner)) | MapType(value=Slot(type=inner)):
            _collect(inner, found)
        case RecordType(name=name) if name not in found:
            found[name] = type_
            _collect_fields(type_, found)
        case _:
            return


def _collect_fields(record: RecordType, found: dict[str, RecordType]) -> None:
    for field in record.fields:
        _collect(field.slot.type, found)
