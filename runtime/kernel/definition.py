"""A workflow made ready to run: its guards compiled, its tables laid out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from stateous.compiler.ir import Workflow
from stateous.compiler.types import Field
from stateous.runtime.kernel.evaluate import condition
from stateous.runtime.kernel.redaction import (
    Redactor,
    context_record,
    field_redactors,
    redactor,
)
from stateous.runtime.kernel.scope import Scope

Guard = Callable[[Scope], bool]


@dataclass(frozen=True, slots=True)
class Group:
    """The lines of one state on one event (or of START), by the ids of their transitions.

    `guarded` are in order, a line without a guard with one that always holds; `otherwise`
    are those that hold when none of them does.
    """

    guarded: tuple[tuple[int, Guard], ...]
    otherwise: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Definition:
    """What `step` needs to know of a workflow.

    `fields` are those of the context by name, empty when any object may be the context.
    `secrets` are those of its fields that are secret as a whole; `reserved` those that only an
    event's `into` sets. `context_redactors`, by field, and `payload_redactors`, by event, hide
    all that is secret, at any depth, and are there only where something is.
    """

    workflow: Workflow
    groups: Mapping[tuple[str, str | None], Group]
    fields: Mapping[str, Field]
    secrets: frozenset[str]
    reserved: frozenset[str]
    context_redactors: Mapping[str, Redactor]
    payload_redactors: Mapping[str, Redactor]


def prepare(workflow: Workflow) -> Definition:
    """Return the definition of a workflow that the compiler has checked."""
    fields = workflow.context.fields if workflow.context else ()
    return Definition(
        workflow=workflow,
        groups={key: _group(workflow, ids) for key, ids in workflow.groups.items()},
        fields={field.name: field for field in fields},
        secrets=frozenset(field.name for field in fields if field.secret),
        reserved=frozenset(event.into for event in workflow.events if event.into is not None),
        context_redactors=field_redactors(context_record(workflow)),
        payload_redactors=_payload_redactors(workflow),
    )


def _payload_redactors(workflow: Workflow) -> Mapping[str, Redactor]:
    found = {event.name: redactor(event.payload) for event in workflow.events if event.payload}
    return {name: hide for name, hide in found.items() if hide is not None}


def _group(workflow: Workflow, ids: tuple[int, ...]) -> Group:
    lines = [(index, workflow.transitions[index]) for index in ids]
    return Group(
        guarded=tuple(
            (index, condition(line.guard) if line.guard else _always)
            for index, line in lines
            if not line.otherwise
        ),
        otherwise=tuple(index for index, line in lines if line.otherwise),
    )


def _always(_: Scope) -> bool:
    return True
