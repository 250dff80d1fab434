"""The last pass: from a workflow of the tree to one of the IR, with the place of each part."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stateous.compiler import ir
from stateous.compiler.names import Names, unknown
from stateous.compiler.rules.names import NAMED_TWICE, UNKNOWN_EVENT, UNKNOWN_FIELD
from stateous.compiler.rules.structure import WRITES_CLOSED
from stateous.compiler.signature import Payload, Signature
from stateous.compiler.specifications import lower_specification
from stateous.compiler.type_use import NamedTypes
from stateous.compiler.types import EnumType
from stateous.compiler.typing.expressions import condition
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.reading import known_state
from stateous.compiler.typing.scope import Report, Scope, Vocabulary
from stateous.grammar.printer import canonical
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    EventDecl,
    Name,
    OnLine,
    Retries,
    StartLine,
    StateDecl,
    Target,
    ToEnd,
    ToFail,
    ToState,
    WorkflowDecl,
    Writes,
)

Places = dict[ir.Place, Span]
"""Where each part of the IR was written, by the ids that `ir.Place` describes."""

_ENGINE_PAYLOADS: Mapping[str, Payload] = {
    "timeout": None,
    "error": ir.ERROR_PAYLOAD,
    "joined": BROKEN,  # no state opens it, which is what is reported
}


@dataclass(frozen=True, slots=True)
class _Frame:
    """A workflow on its way into the IR: `scope` holds what its START lines may read."""

    workflow: str
    scope: Scope
    payloads: Mapping[str, Payload]
    places: Places

    def put(self, span: Span, kind: str, *path: str | int) -> None:
        """Record where a part of the IR was written."""
        self.places[(kind, self.workflow, *path)] = span


def lower(
    workflow: WorkflowDecl,
    signature: Signature,
    names: Names,
    named: NamedTypes,
    report: Report,
    places: Places,
) -> ir.Workflow:
    """Return the IR of a workflow, and put the place of each part into `places`.

    What is at fault is reported; the IR is then of no use.
    """
    scope = _scope(workflow, signature, names, named, report)
    frame = _Frame(workflow.name.text, scope, signature.payloads, places)
    frame.put(workflow.name.span, "workflow")
    if workflow.context is not None:
        frame.put(workflow.context.name.span, "context")
    return ir.Workflow(
        name=workflow.name.text,
        title=workflow.title,
        context=None if workflow.context is None else signature.context,
        events=tuple(_event(event, frame) for event in workflow.events),
        states=tuple(_state(state, frame) for state in workflow.states),
        transitions=_transitions(workflow, frame),
        specifications=_specifications(workflow, frame),
    )


def _scope(
    workflow: WorkflowDecl,
    signature: Signature,
    names: Names,
    named: NamedTypes,
    report: Report,
) -> Scope:
    vocabulary = Vocabulary(
        workflow=workflow.name.text,
        states={state.name.text: None for state in workflow.states}.keys(),
        events={event.name.text: None for event in workflow.events}.keys(),
        types=named,
        enums={name: type_ for name, type_ in named.items() if isinstance(type_, EnumType)},
        incomplete=names.incomplete,
    )
    return Scope("start", vocabulary, signature.context, signature.open_context, report)


def _event(event: EventDecl, frame: _Frame) -> ir.Event:
    name = event.name.text
    frame.put(event.name.span, "event", name)
    into = event.into.text if event.into is not None else None
    return ir.Event(name, event.title, frame.payloads[name], into)


def _state(state: StateDecl, frame: _Frame) -> ir.State:
    name = state.name.text
    frame.put(state.name.span, "state", name)
    if state.timeout is not None:
        frame.put(state.timeout.span, "timeout", name)
    if state.retries is not None:
        frame.put(state.retries.span, "retries", name)
    retries, backoff = _retries(state.retries)
    return ir.State(
        name=name,
        title=state.title,
        timeout=state.timeout.seconds if state.timeout is not None else None,
        retries=retries,
        backoff=backoff,
        writes=_writes(state.writes, frame.scope) if state.writes is not None else None,
    )


def _retries(retries: Retries | None) -> tuple[int, ir.Backoff]:
    if retries is None:
        return 0, ir.Backoff()
    number, backoff = int(retries.number.value), retries.backoff
    if backoff is None:
        return number, ir.Backoff()
    return number, ir.Backoff(backoff.first.seconds, backoff.longest.seconds)


def _writes(writes: Writes, scope: Scope) -> tuple[str, ...]:
    seen: set[str] = set()
    for name in writes.fields:
        _check_written(name, scope)
        if name.text in seen:
            scope.report(
                NAMED_TWICE.at(name.span, f"`{name.text}` is named twice", help="once is enough")
            )
        seen.add(name.text)
    return tuple(name.text for name in writes.fields)


def _check_written(name: Name, scope: Scope) -> None:
    field = scope.context.field(name.text)
    if field is None and not scope.open_context and scope.context is not BROKEN:
        fields = [field.name for field in scope.context.fields]
        scope.report(unknown(UNKNOWN_FIELD, name, f"a field of `{scope.context.name}`", fields))
    if field is not None and field.role in ("input", "into"):
        why = {
            "input": "is an input field: given at the start, never written again",
            "into": "keeps the payload of an event, and is written by nothing else",
        }[field.role]
        help_ = "leave it out, or write `writes nothing`"
        scope.report(WRITES_CLOSED.at(name.span, f"`{name.text}` {why}", help=help_))


# ----------------------------------------------------------------- transitions


def _transitions(workflow: WorkflowDecl, frame: _Frame) -> tuple[ir.Transition, ...]:
    found: list[ir.Transition] = []
    for start in workflow.start:
        found.append(_transition(start, len(found), ir.START, frame.scope, frame))
    for state in workflow.states:
        for line in state.lines:
            scope = _line_scope(line, frame)
            frame.put(line.event.span, "on", len(found))
            found.append(_transition(line, len(found), state.name.text, scope, frame))
    return tuple(found)


def _line_scope(line: OnLine, frame: _Frame) -> Scope:
    """Return what a line on an event may read; report an event that is not known."""
    event, states = line.event, frame.scope.vocabulary.states
    known = frame.payloads if event.text in frame.payloads else _ENGINE_PAYLOADS
    if event.text not in known:
        frame.scope.report(
            unknown(
                UNKNOWN_EVENT,
                event,
                f"an event of `{frame.workflow}`",
                (*frame.payloads, *_ENGINE_PAYLOADS),
                known_as={"a state": states},
            )
        )
    payload = known.get(event.text, BROKEN)
    return replace(frame.scope, position="event", payload=payload, event=event.text)


def _transition(
    line: StartLine | OnLine, index: int, source: str, scope: Scope, frame: _Frame
) -> ir.Transition:
    frame.put(line.span, "transition", index)
    frame.put(line.target.span, "target", index)
    if line.when is not None:
        frame.put(line.when.span, "guard", index)
    if line.otherwise:
        frame.put(_otherwise(line), "otherwise", index)
    return ir.Transition(
        source=source,
        event=line.event.text if isinstance(line, OnLine) else None,
        target=_target(line.target, scope),
        guard=condition(line.when, scope) if line.when is not None else None,
        text=canonical(line.when) if line.when is not None else None,
        otherwise=line.otherwise,
    )


def _otherwise(line: StartLine | OnLine) -> Span:
    """Return the place of the word `otherwise`, or the whole line where it is not spelt out."""
    source = line.span.source
    behind = line.event.span.end if isinstance(line, OnLine) else line.span.start
    start = source.text.find("otherwise", behind, line.span.end)
    return line.span if start < 0 else source.span(start, start + len("otherwise"))


def _target(target: Target, scope: Scope) -> ir.Target:
    match target:
        case ToState(state=name):
            known_state(name, scope)
            return ir.Goto(name.text)
        case ToEnd():
            return ir.Complete()
        case ToFail(reason=reason):
            return ir.Fail(reason)


def _specifications(workflow: WorkflowDecl, frame: _Frame) -> tuple[ir.Specification, ...]:
    scope = replace(frame.scope, position="then")
    for number, specification in enumerate(workflow.specifications):
        frame.put(specification.name.span, "specification", number)
        for index, step in enumerate(specification.steps):
            frame.put(step.span, "step", number, index)
    return tuple(
        lower_specification(specification, scope, frame.payloads)
        for specification in workflow.specifications
    )
