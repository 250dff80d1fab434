"""What stands below a line: `set`, `emit` and `call`."""

import re
from collections.abc import Iterable
from typing import Final

from stateous.compiler import guards, ir
from stateous.compiler.lowering.frame import Frame
from stateous.compiler.mapping import arguments
from stateous.compiler.names import unknown
from stateous.compiler.rules.lines import CALL_FORM, SET_CLOSED
from stateous.compiler.rules.names import UNKNOWN_EVENT, UNKNOWN_FIELD
from stateous.compiler.signature import Payload
from stateous.compiler.types import Field, ListType, MapType, RecordType, Slot
from stateous.compiler.typing.expressions import value
from stateous.compiler.typing.kinds import BROKEN, JSON, is_kind
from stateous.compiler.typing.reading import follow, no_payload
from stateous.compiler.typing.scope import Scope
from stateous.grammar.printer import canonical
from stateous.grammar.syntax import CallEffect, Effect, EmitEffect, Name, SetEffect

_CALLBACK: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)

NOTHING: Final = guards.Const(None, None)
"""Stands in for a value that is at fault, which has been reported."""


def lower_effects(effects: Iterable[Effect], scope: Scope, frame: Frame) -> tuple[ir.Effect, ...]:
    """Return the effects below a line that reads what `scope` holds."""
    return tuple(_lower(effect, scope, frame) for effect in effects)


def _lower(effect: Effect, scope: Scope, frame: Frame) -> ir.Effect:
    match effect:
        case SetEffect(path=path, value=expr):
            slot = _target(path, scope)
            found = value(expr, slot, scope.setting())
            names = tuple(name.text for name in path)
            return ir.Set(names, found or NOTHING, canonical(expr))
        case EmitEffect():
            return _emit(effect, scope, frame)
        case CallEffect(function=function):
            if not is_callback(function.value):
                what = "a callback is named by its module and its function"
                help_ = 'write `call "module:function"`'
                scope.report(CALL_FORM.at(function.span, what, help=help_))
            return ir.CallOut(function.value)


def is_callback(text: str) -> bool:
    """Tell whether a text has the form `module:function`."""
    return _CALLBACK.fullmatch(text) is not None


# ------------------------------------------------------------------------- set


def _target(path: tuple[Name, ...], scope: Scope) -> Slot:
    """Return the type of the field that a `set` writes; BROKEN after reporting that it may not."""
    first, *inner = path
    field = scope.context.field(first.text)
    if field is None:
        if scope.context is not BROKEN and not scope.open_context:
            what = f"a field of `{scope.context.name}`"
            names = [field.name for field in scope.context.fields]
            scope.report(unknown(UNKNOWN_FIELD, first, what, names))
            return Slot(BROKEN)
        return Slot(JSON if scope.open_context else BROKEN, nullable=True)
    why = closed(field)
    if why is not None:
        help_ = "set another field, or remove this line"
        scope.report(SET_CLOSED.at(first.span, f"`{first.text}` {why}", help=help_))
        return Slot(BROKEN)
    if not inner:
        return field.slot
    end = follow(field.slot, tuple(inner), scope)
    return Slot(BROKEN) if end is None else Slot(end[0], _takes_null(field.slot, inner))


def closed(field: Field) -> str | None:
    """Return why nothing in a workflow may write a field of the context; None where it may."""
    if field.role == "input":
        return "is an input field: given at the start, never written again"
    if field.role != "into":
        return None
    what = (
        "what children gave" if isinstance(field.slot.type, ListType) else "the payload of an event"
    )
    return f"keeps {what}, and is written by nothing else"


def _takes_null(slot: Slot, path: Iterable[Name]) -> bool:
    """Tell whether the last field of a path takes null itself."""
    for name in path:
        match slot.type:
            case RecordType() as record:
                field = record.field(name.text)
                slot = field.slot if field is not None else Slot(BROKEN, nullable=True)
            case MapType(value=inner):
                slot = inner
            case ListType():
                return True
            case other:
                slot = Slot(other, nullable=True)
    return slot.nullable or is_kind(slot.type, "json")


# ------------------------------------------------------------------------ emit


def _emit(effect: EmitEffect, scope: Scope, frame: Frame) -> ir.Effect:
    event = effect.event.text
    payload = event_payload(event, frame)
    if payload is None and not has_event(event, frame):
        scope.report(
            unknown(
                UNKNOWN_EVENT,
                effect.event,
                f"an event of `{frame.name}` or a fact",
                (*frame.signature.payloads, *frame.world.facts),
                known_as={"a state": scope.vocabulary.states},
            )
        )
        return ir.Emit(event, ())
    if payload is None and effect.values:
        scope.report(no_payload(effect.values[0].path[0].span, event))
    if payload is None:
        return ir.Emit(event, ())
    what = f"event `{event}`"
    return ir.Emit(event, arguments(payload, effect.values, scope, (), effect.event.span, what))


def has_event(event: str, frame: Frame) -> bool:
    """Tell whether there is an event of the workflow, or a fact, of this name."""
    return event in frame.signature.payloads or event in frame.world.facts


def event_payload(event: str, frame: Frame) -> Payload:
    """Return the payload of a declared event or a fact; None also where there is none."""
    declared = frame.signature.payloads
    return declared[event] if event in declared else frame.world.facts.get(event)
