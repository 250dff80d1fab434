"""What comes into a step from outside: checked against its type and the right to write it.

Each function returns values in canonical form, or raises `Refused`.
"""

from collections.abc import Mapping

from stateous.compiler.ir import OWN_EVENTS
from stateous.compiler.types import Field, Json, RecordType, ScalarType, Slot
from stateous.compiler.values.door import (
    Breach,
    admit_context,
    admit_field,
    admit_record,
    member,
)
from stateous.compiler.values.spelling import printable
from stateous.grammar.suggest import did_you_mean
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.redaction import redactor
from stateous.runtime.kernel.refusal import Refused

CONTEXT = "ctx"
PAYLOAD = "payload"


def admit_start(definition: Definition, raw: Mapping[str, Json]) -> dict[str, Json]:
    """Return the context that a token starts with."""
    record = definition.workflow.context
    try:
        return admit_context(record, raw, reserved=definition.reserved, where=CONTEXT)
    except Breach as breach:
        raise _broken_type(breach, CONTEXT, record) from None


def admit_payload(definition: Definition, name: str, raw: Json) -> Json:
    """Return the payload of a declared event; None for an event that carries none."""
    event = definition.workflow.event_by_name.get(name)
    if event is None:
        raise Refused("unknown_event", _unknown_event(definition, name))
    if event.payload is None:
        if raw is None or raw == {}:
            return None
        raise Refused("type", f"`{name}` carries no payload", PAYLOAD)
    try:
        return admit_record(event.payload, {} if raw is None else raw, where=PAYLOAD)
    except Breach as breach:
        raise _broken_type(breach, PAYLOAD, event.payload) from None


def admit_writes(definition: Definition, state: str, raw: Mapping[str, Json]) -> dict[str, Json]:
    """Return what a routine of `state` wrote into the context, by field."""
    writable = definition.workflow.writable(state)
    for name in raw:
        if name in definition.reserved or (writable is not None and name not in writable):
            raise Refused("writes", _forbidden_write(definition, state, name), _path(name))
    try:
        return {name: admit_field(_field(definition, name), raw[name], _path(name)) for name in raw}
    except Breach as breach:
        raise _broken_type(breach, CONTEXT, definition.workflow.context) from None


def _field(definition: Definition, name: str) -> Field:
    return definition.fields.get(name) or Field(name, Slot(ScalarType("json"), nullable=True))


def _path(name: str) -> str:
    return member(CONTEXT, name)


def _broken_type(breach: Breach, where: str, record: RecordType | None) -> Refused:
    """Return the refusal of a value of `record`, at `where`; no secret is in its message."""
    if record is not None and _may_show_secrets(breach, where, record):
        breach = Breach(breach.path, breach.rule)
    return Refused("type", breach.message, breach.path)


def _may_show_secrets(breach: Breach, where: str, record: RecordType) -> bool:
    """Return whether the value shown may hold secrets that are not where the type has them."""
    if breach.path == where:
        return redactor(record) is not None
    inside = (field for field in record.fields if _leads_through(breach.path, where, field.name))
    return any(redactor(field.slot.type) is not None for field in inside)


def _leads_through(path: str, where: str, name: str) -> bool:
    at = member(where, name)
    return path == at or path.startswith((f"{at}.", f"{at}["))


def _unknown_event(definition: Definition, name: str) -> str:
    workflow = definition.workflow
    if name in OWN_EVENTS:
        return f"`{name}` is an event that only the engine fires"
    close = did_you_mean(name, workflow.event_by_name)
    hint = f"; did you mean `{close}`?" if close else ""
    return f"`{printable(name)}` is not an event of `{workflow.name}`{hint}"


def _forbidden_write(definition: Definition, state: str, name: str) -> str:
    field = definition.fields.get(name)
    if name in definition.reserved:
        return f"`{_path(name)}` keeps the payload of an event: no routine may write it"
    if field is None and definition.fields:
        close = did_you_mean(name, definition.fields)
        hint = f"; did you mean `{close}`?" if close else ""
        return f"`{_path(name)}` is not a field of the context{hint}"
    if field is not None and field.role == "input":
        return f"`{_path(name)}` is an input: it is never written again"
    return f"`{state}` may not write `{_path(name)}`: {_allowed(definition, state)}"


def _allowed(definition: Definition, state: str) -> str:
    names = definition.workflow.writable(state)
    return f"it writes {', '.join(f'`{name}`' for name in names)}" if names else "it writes nothing"
