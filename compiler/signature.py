"""What a workflow takes in: the fields of its context and the payloads of its events."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from stateous.compiler.names import Names, repeated, unknown
from stateous.compiler.rules.names import UNKNOWN_TYPE
from stateous.compiler.rules.types import (
    CONTEXT_NOT_A_RECORD,
    INTO_CONFLICT,
    INTO_WITHOUT_PAYLOAD,
    PAYLOAD_NOT_A_RECORD,
)
from stateous.compiler.type_use import NamedTypes, slot_of
from stateous.compiler.types import SCALARS, Field, RecordType, Slot, described
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.scope import Report
from stateous.compiler.typing.typed import Typed
from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.syntax import ContextDecl, EventDecl, Name, WorkflowDecl

Payload = RecordType | None
"""The type of an event's payload: None for an event without one, BROKEN where it is at fault."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The data of a workflow. `payloads` go by the declared event.

    `context` ends with the fields that events declare with `into`. With `open_context` the
    workflow declares no context: any key may be there, and `context` holds those fields alone.
    `gathered` are the typed values of `gather` lines, by state and field; None where at fault.
    """

    context: RecordType
    open_context: bool
    payloads: Mapping[str, Payload]
    gathered: Mapping[tuple[str, str], Typed | None] = field(default_factory=dict)


def signature(workflow: WorkflowDecl, names: Names, named: NamedTypes, report: Report) -> Signature:
    """Return the types of a workflow's context and payloads, and report what is wrong with them.

    The fields that `gather` declares come later: they depend on the children's signatures.
    """
    context = _context(workflow.context, names, named, report)
    payloads = {event.name.text: _payload(event, named, report) for event in workflow.events}
    twice = repeated(event.name.text for event in workflow.events)
    payloads.update(dict.fromkeys(twice, BROKEN))
    into = tuple(_into_fields(workflow, context, payloads, report))
    if context is BROKEN:
        return Signature(BROKEN, False, payloads)
    return Signature(
        RecordType(context.name, (*context.fields, *into)) if into else context,
        open_context=workflow.context is None,
        payloads=payloads,
    )


def _context(
    declaration: ContextDecl | None, names: Names, named: NamedTypes, report: Report
) -> RecordType:
    if declaration is None:
        # The line that declares it may be among those that could not be read.
        return BROKEN if names.incomplete else RecordType("context", ())
    name = declaration.name
    type_ = named.get(name.text)
    if isinstance(type_, RecordType):
        return type_
    if type_ is None and name.text not in SCALARS:
        report(unknown(UNKNOWN_TYPE, name, "a type", _record_names(named)))
    else:
        what = f"`{name.text}` has no fields to be a context"
        report(CONTEXT_NOT_A_RECORD.at(name.span, what, help="a context is a `type` with fields"))
    return BROKEN


def _payload(event: EventDecl, named: NamedTypes, report: Report) -> Payload:
    if event.payload is None:
        if event.into is not None:
            report(_without_payload(event, event.into))
        return None
    slot = slot_of(event.payload, named, report)
    if isinstance(slot.type, RecordType) and not slot.nullable:
        return slot.type
    kind = f"{described(slot.type)}?" if slot.nullable else described(slot.type)
    if slot.type is not BROKEN:
        report(
            PAYLOAD_NOT_A_RECORD.at(
                event.payload.span,
                f"the payload of `{event.name.text}` cannot be `{kind}`",
                help="a payload is a `type` with fields",
            )
        )
    return BROKEN


def _without_payload(event: EventDecl, into: Name) -> Diagnostic:
    return INTO_WITHOUT_PAYLOAD.at(
        into.span,
        f"event `{event.name.text}` has no payload to keep in `{into.text}`",
        help="give the event a type, or leave `into` out",
    )


def _into_fields(
    workflow: WorkflowDecl,
    context: RecordType,
    payloads: Mapping[str, Payload],
    report: Report,
) -> Iterator[Field]:
    """Yield the context fields that events declare, each once; report those that clash."""
    first: dict[str, EventDecl] = {}
    for event in workflow.events:
        payload = payloads[event.name.text]
        if event.into is None or payload is None:
            continue
        name = event.into.text
        if context.field(name) is not None:
            report(_declared_conflict(event.into, workflow.context, context))
        elif name not in first:
            yield Field(name, Slot(payload, nullable=True), role="into")
        elif _differ(payload, payloads[first[name].name.text]):
            report(_type_conflict(event.into, first[name]))
        first.setdefault(name, event)


def _differ(payload: Payload, other: Payload) -> bool:
    return payload is not BROKEN and other is not BROKEN and payload != other


def _declared_conflict(
    into: Name, declaration: ContextDecl | None, context: RecordType
) -> Diagnostic:
    fields = (declaration.fields or ()) if declaration is not None else ()
    labels = [
        Label(field.name.span, "the context declares it here")
        for field in fields
        if field.name.text == into.text
    ]
    return INTO_CONFLICT.at(
        into.span,
        f"`{into.text}` is a field of `{context.name}` already",
        labels=labels,
        help="`into` declares its own field: remove the other, or choose another name",
    )


def _type_conflict(into: Name, first: EventDecl) -> Diagnostic:
    assert first.into is not None
    return INTO_CONFLICT.at(
        into.span,
        f"`{into.text}` keeps payloads of two types",
        labels=(Label(first.into.span, f"`{first.name.text}` keeps another type here"),),
        help="events may share a field when their payloads have the same type",
    )


def _record_names(named: NamedTypes) -> Iterable[str]:
    return (name for name, type_ in named.items() if isinstance(type_, RecordType))
