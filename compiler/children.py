"""Children of a state: what a join may ask of them, and what `gather` keeps of them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from stateous.compiler.rules.types import INTO_CONFLICT
from stateous.compiler.signature import Signature
from stateous.compiler.types import Field, ListType, RecordType, Slot
from stateous.compiler.typing.expressions import typed
from stateous.compiler.typing.kinds import BROKEN, JSON, comparable
from stateous.compiler.typing.scope import UNKNOWN_CHILDREN, Branching, Report, Scope
from stateous.compiler.typing.typed import Typed, as_value
from stateous.compiler.world import World, labels_of, scope_of
from stateous.grammar.diagnostic import Label
from stateous.grammar.syntax import (
    Expr,
    ForeachKind,
    Gather,
    Member,
    Name,
    NameExpr,
    ParallelKind,
    StateDecl,
    WorkflowDecl,
)


def children_of(state: StateDecl) -> tuple[Name, ...]:
    """Return the workflows that a state runs, as it names them."""
    match state.kind:
        case ParallelKind(workflows=names):
            return names
        case ForeachKind(workflow=name):
            return (name,)
        case _:
            return ()


def branching_of(state: StateDecl, world: World) -> Branching:
    """Return what a join of the state may ask of its branches.

    A branch's payload is the context that a completed child ended with.
    """
    names = tuple(dict.fromkeys(name.text for name in children_of(state)))
    if not names or any(name not in world.signatures for name in names):
        return UNKNOWN_CHILDREN
    signatures = [world.signatures[name] for name in names]
    labels = {label for name in names for label in labels_of(world.names.workflows[name])}
    return Branching(
        names,
        _merged(signature.context for signature in signatures),
        open_payload=any(signature.open_context for signature in signatures),
        labels=tuple(sorted(labels)),
        keyed=isinstance(state.kind, ForeachKind),
    )


def _merged(contexts: Iterable[RecordType]) -> RecordType:
    """Return the fields that any of these records has, each nullable.

    A field that two of them have with kinds that can never be equal is `json`.
    """
    found: dict[str, Field] = {}
    for context in contexts:
        if context is BROKEN:
            return BROKEN
        for field in context.fields:
            earlier = found.get(field.name)
            type_ = field.slot.type
            if earlier is not None and not comparable(earlier.slot.type, type_):
                type_ = JSON
            secret = field.secret or (earlier is not None and earlier.secret)
            found[field.name] = Field(field.name, Slot(type_, nullable=True), secret=secret)
    return RecordType("payload", tuple(found.values()))


def with_gathers(world: World, report: Report) -> World:
    """Return the world in which contexts have the fields that `gather` declares."""
    signatures = dict(world.signatures)
    for name in _children_first(world):
        current = replace(world, signatures=signatures)
        workflow = world.names.workflows[name]
        signatures[name] = _gathering(workflow, signatures[name], current, report)
    return replace(world, signatures=signatures)


def _children_first(world: World) -> Iterable[str]:
    """Return the workflows, each behind those that it runs; in any order where they run each other."""
    workflows = world.names.workflows
    runs: Mapping[str, list[str]] = {
        name: [
            child.text
            for state in workflow.states
            if state.gathers
            for child in children_of(state)
            if child.text in workflows
        ]
        for name, workflow in workflows.items()
    }
    try:
        return tuple(TopologicalSorter(runs).static_order())
    except CycleError:
        return tuple(workflows)


def _gathering(
    workflow: WorkflowDecl, signature: Signature, world: World, report: Report
) -> Signature:
    if not any(state.gathers for state in workflow.states):
        return signature
    scope = scope_of(workflow, signature, world, report)
    gathered: dict[tuple[str, str], Typed | None] = {}
    fields: dict[str, Field] = {}
    first: dict[str, Name] = {}
    for state in workflow.states:
        for gather in state.gathers:
            found = _value(gather, branching_of(state, world), scope)
            gathered[(state.name.text, gather.field.text)] = found
            field = _field(gather, found)
            name = gather.field.text
            if signature.context.field(name) is not None:
                what = f"`{name}` is a field of `{signature.context.name}` already"
                help_ = "`gather` declares its own field: remove the other, or rename this one"
                report(INTO_CONFLICT.at(gather.field.span, what, help=help_))
            elif name in fields and fields[name] != field:
                _report_conflict(gather.field, first[name], report)
            else:
                fields.setdefault(name, field)
                first.setdefault(name, gather.field)
    if signature.context is BROKEN:
        return replace(signature, gathered=gathered)
    context = RecordType(signature.context.name, (*signature.context.fields, *fields.values()))
    return replace(signature, context=context, gathered=gathered)


def is_payload_field(value: Expr) -> bool:
    """Tell whether `value` is `payload.f`, or a field inside it: all that `gather` collects."""
    while isinstance(value, Member):
        value = value.base
        if isinstance(value, NameExpr):
            return value.name == "payload"
    return False


def _value(gather: Gather, branching: Branching, scope: Scope) -> Typed | None:
    if not is_payload_field(gather.value):
        return None  # reported with the clauses of the state
    inner = replace(
        scope,
        position="gather",
        payload=branching.payload,
        open_payload=branching.open_payload,
    )
    return as_value(typed(gather.value, inner), gather.value.span, scope.report)


def _field(gather: Gather, found: Typed | None) -> Field:
    item = BROKEN if found is None else found.type or JSON
    slot = Slot(ListType(Slot(item, nullable=True)), nullable=True)
    return Field(gather.field.text, slot, role="into")


def _report_conflict(field: Name, first: Name, report: Report) -> None:
    report(
        INTO_CONFLICT.at(
            field.span,
            f"`{field.text}` gathers values of two types",
            labels=(Label(first.span, "another type is gathered here"),),
            help="states may share a field when what they gather has the same type",
        )
    )
