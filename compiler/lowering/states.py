"""States of every kind, with their clauses."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from stateous.compiler import guards, ir
from stateous.compiler.children import children_of
from stateous.compiler.lowering.effects import NOTHING, closed, has_event
from stateous.compiler.lowering.frame import Frame
from stateous.compiler.lowering.naming import each_once
from stateous.compiler.lowering.values import admit_given, values_of
from stateous.compiler.mapping import action_arguments, child_arguments, item_slot
from stateous.compiler.names import unknown
from stateous.compiler.outlets import outlets_of
from stateous.compiler.rules.names import UNKNOWN_EVENT, UNKNOWN_FIELD, UNKNOWN_ROLE
from stateous.compiler.rules.states import EVENT_NOT_TAKEN, KEY_KIND, MOMENT_KIND, NUMBER_RANGE
from stateous.compiler.rules.structure import WRITES_CLOSED
from stateous.compiler.signature import Payload
from stateous.compiler.structure.inspect import applies
from stateous.compiler.structure.kinds import sort_of
from stateous.compiler.types import ListType, ScalarType, Slot, described
from stateous.compiler.typing.expressions import condition, may_bind, typed
from stateous.compiler.typing.kinds import BROKEN, is_kind
from stateous.compiler.typing.reading import no_payload
from stateous.compiler.typing.scope import Scope
from stateous.compiler.typing.typed import as_value
from stateous.grammar.advice import clause, transition
from stateous.grammar.printer import canonical
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    ActionKind,
    After,
    ApprovalKind,
    DecideKind,
    DurationLiteral,
    Ensures,
    Expr,
    ForeachKind,
    Join,
    Name,
    ParallelKind,
    Retries,
    StateDecl,
    TaskKind,
    WaitForEvents,
    WaitForTime,
    Writes,
)

_Node = TypeVar("_Node", After, Ensures)


def lower_state(state: StateDecl, frame: Frame) -> ir.State:
    """Return a state of the IR, and report what is wrong with its clauses."""
    name = state.name.text
    frame.put(state.name.span, "state", name)
    if state.timeout is not None:
        frame.put(state.timeout.duration.span, "timeout", name)
    if state.retries is not None:
        frame.put(state.retries.span, "retries", name)
    if state.attempts is not None:
        frame.put(state.attempts.span, "retries", name)
    retries, backoff = _retries(state.retries)
    return ir.State(
        name=name,
        title=state.title,
        timeout=state.timeout.duration.seconds if state.timeout is not None else None,
        retries=retries,
        backoff=backoff,
        writes=_writes(state.writes, frame.scope) if state.writes is not None else None,
        kind=_kind(state, frame),
        ensures=tuple(_promises(state, frame)),
        after=tuple(_timers(state, frame)),
    )


def _retries(retries: Retries | None) -> tuple[int, ir.Backoff]:
    if retries is None:
        return 0, ir.Backoff()
    number, backoff = int(retries.number.value), retries.backoff
    if backoff is None:
        return number, ir.Backoff()
    return number, ir.Backoff(backoff.first.seconds, backoff.longest.seconds)


def _writes(writes: Writes, scope: Scope) -> tuple[str, ...]:
    for name in each_once(writes.fields, scope.report):
        _check_written(name, scope)
    return tuple(name.text for name in writes.fields)


def _check_written(name: Name, scope: Scope) -> None:
    field = scope.context.field(name.text)
    if field is None and not scope.open_context and scope.context is not BROKEN:
        fields = [field.name for field in scope.context.fields]
        scope.report(unknown(UNKNOWN_FIELD, name, f"a field of `{scope.context.name}`", fields))
    why = closed(field) if field is not None else None
    if why is not None:
        help_ = "leave it out"
        scope.report(WRITES_CLOSED.at(name.span, f"`{name.text}` {why}", help=help_))


# ----------------------------------------------------------------------- kinds


def _kind(state: StateDecl, frame: Frame) -> ir.Kind:
    scope = frame.at("state")
    match state.kind:
        case TaskKind():
            return ir.Task()
        case ActionKind(command=command):
            return ir.Action(
                command.text,
                action_arguments(
                    state,
                    frame.world,
                    scope,
                    lambda field, span: _put_argument(frame, state, command.text, field, span),
                ),
                int(state.attempts.number.value) if state.attempts is not None else 1,
            )
        case DecideKind(first=first):
            return ir.Decide(first)
        case WaitForEvents(events=events):
            for event in each_once(events, frame.report):
                _check_awaited(event, frame)
            names = tuple(dict.fromkeys(event.text for event in events))
            until = state.until.time if state.until is not None else None
            return ir.WaitForEvents(names, _moment(until, state, frame, "duration", "datetime"))
        case WaitForTime(time=time):
            return ir.WaitForTime(_moment(time, state, frame, "duration") or 0)
        case ApprovalKind(role=role):
            if role.text not in frame.world.names.roles:
                others = frame.world.names.sorts_but("a role")
                roles = frame.world.names.roles
                frame.report(unknown(UNKNOWN_ROLE, role, "a role", roles, known_as=others))
            expires = state.expires.time if state.expires is not None else None
            return ir.Approval(role.text, _moment(expires, state, frame, "duration"))
        case ParallelKind():
            children = _children(state, scope, frame)
            return ir.Parallel(children, _join(state.join, state, frame), _gathers(state, frame))
        case ForeachKind():
            return _foreach(state, state.kind, scope, frame)


def _put_argument(frame: Frame, state: StateDecl, of: str, field: str, span: Span) -> None:
    frame.put(span, "argument", state.name.text, of, field)


def _check_awaited(event: Name, frame: Frame) -> None:
    if has_event(event.text, frame):
        return
    known = (*frame.signature.payloads, *frame.world.facts)
    what = f"an event of `{frame.name}` or a fact"
    sorts = {"a state": frame.scope.vocabulary.states}
    frame.report(unknown(UNKNOWN_EVENT, event, what, known, known_as=sorts))


def _moment(time: Expr | None, state: StateDecl, frame: Frame, *kinds: str) -> ir.Moment | None:
    """Return a time in seconds, or the field that holds it."""
    if time is None:
        return None
    frame.put(time.span, "until", state.name.text)
    if isinstance(time, DurationLiteral):
        return time.seconds
    scope = frame.at("state")
    found = as_value(typed(time, scope), time.span, scope.report)
    if found is None:
        return NOTHING
    type_ = found.type
    if isinstance(type_, ScalarType) and type_.kind in kinds:
        return found.expr
    if type_ is not BROKEN:
        listed = " or ".join(f"`{kind}`" for kind in kinds)
        what = f"a time is {listed}, and this is `{found.kind}`"
        help_ = "write a duration such as `3d`, or name a field of that kind"
        scope.report(MOMENT_KIND.at(time.span, what, help=help_))
    return NOTHING


def _children(state: StateDecl, scope: Scope, frame: Frame) -> tuple[ir.Child, ...]:
    names = children_of(state)
    if len({name.text for name in names}) < len(names):
        for _ in each_once(names, frame.report):
            pass
    return child_arguments(
        state,
        frame.world,
        scope,
        lambda child, field, span: _put_argument(frame, state, child, field, span),
    )


def _join(join: Join | None, state: StateDecl, frame: Frame) -> ir.Join:
    if join is None:
        return ir.Join()
    frame.put(join.span, "join", state.name.text)
    return ir.Join(join.rule, int(join.number.value) if join.number is not None else None)


def _gathers(state: StateDecl, frame: Frame) -> tuple[ir.Gather, ...]:
    found: list[ir.Gather] = []
    for gather in state.gathers:
        value = frame.signature.gathered.get((state.name.text, gather.field.text))
        if value is not None:
            slot = Slot(value.type or BROKEN, nullable=True)
            text = canonical(gather.value)
            found.append(ir.Gather(gather.field.text, value.expr, text, slot))
    return tuple(found)


def _foreach(state: StateDecl, kind: ForeachKind, scope: Scope, frame: Frame) -> ir.Kind:
    over, slot = item_slot(state, scope)
    may_bind(kind.variable, scope)
    item = scope.with_item(kind.variable, slot)
    children = _children(state, item, frame)
    _check_least(state, over, frame)
    return ir.Foreach(
        over=over or NOTHING,
        variable=kind.variable.text,
        child=children[0],
        join=_join(state.join, state, frame),
        gathers=_gathers(state, frame),
        key=_key(state, kind, slot, frame),
        at_once=int(state.at_once.number.value) if state.at_once is not None else None,
    )


def _check_least(state: StateDecl, over: guards.Expr | None, frame: Frame) -> None:
    """Report a join that waits for more children than its list can ever hold."""
    type_ = guards.type_of(over) if over is not None else None
    number = state.join.number if state.join is not None else None
    if number is None or not isinstance(type_, ListType) or type_.max_items is None:
        return
    if number.value > type_.max_items:
        what = f"the join waits for {number.value} children, and the list holds"
        what = f"{what} {type_.max_items} at most"
        help_ = f"write a number up to {type_.max_items}, or `join all`"
        frame.report(NUMBER_RANGE.at(number.span, what, help=help_))


def _key(state: StateDecl, kind: ForeachKind, slot: Slot, frame: Frame) -> guards.Expr | None:
    if state.key is None:
        return None
    frame.put(state.key.span, "key", state.name.text)
    if slot.type is BROKEN:
        return None
    value = state.key.value
    scope = frame.at("key").with_item(kind.variable, slot)
    found = as_value(typed(value, scope), value.span, scope.report)
    if found is None:
        return None
    if not is_kind(found.type, "text", "int", "uuid"):
        kinds = described(found.type) if found.type is not None else "null"
        what = f"a key is a text, an int or a uuid, and this is `{kinds}`"
        key = clause(kind.variable.span, "key", f"{kind.variable.text}.f")
        help_ = f"name such a field of the item: `{key}`"
        frame.report(KEY_KIND.at(value.span, what, help=help_))
    return found.expr


# -------------------------------------------------------------- promises, timers


def _declared(
    nodes: Iterable[_Node], state: StateDecl, frame: Frame
) -> Iterable[tuple[int, _Node]]:
    """Yield the clauses whose event the workflow declares and a line of the state takes."""
    nodes = tuple(nodes)
    if sort_of(state) == "decide" or not nodes:
        return
    taken = {line.event.text for line in state.lines}
    for block in frame.workflow.anywhere:
        taken |= {line.event.text for line in block.lines if applies(line, block, state)}
    for number, node in enumerate(nodes):
        event = node.event
        if event is not None and not _is_own(event, state, frame):
            continue
        if event is not None and event.text not in taken and not frame.world.names.incomplete:
            what = f"no line of `{state.name.text}` takes `{event.text}`"
            line = transition(event.span, state.name.text, event.text, "target")
            help_ = f"write a line such as `{line}`"
            frame.report(EVENT_NOT_TAKEN.at(event.span, what, help=help_))
        yield number, node


def _is_own(event: Name, state: StateDecl, frame: Frame) -> bool:
    """Tell whether an event is one that the workflow declares; report it if not."""
    if event.text in frame.signature.payloads:
        return True
    sorts = {
        "an outlet": outlets_of(state),
        "a state": frame.scope.vocabulary.states,
        "a fact": frame.world.facts,
    }
    what = f"an event of `{frame.name}`"
    known = frame.signature.payloads
    frame.report(unknown(UNKNOWN_EVENT, event, what, known, known_as=sorts))
    return False


def _promises(state: StateDecl, frame: Frame) -> Iterable[ir.Promise]:
    for number, node in _declared(state.ensures, state, frame):
        frame.put(node.span, "ensures", state.name.text, number)
        event = node.event.text if node.event is not None else None
        scope = replace(frame.at("event"), payload=_promised(state, frame), event="every event")
        if event is not None:
            scope = replace(scope, payload=frame.signature.payloads[event], event=event)
        found = condition(node.condition, scope)
        yield ir.Promise(event, found or NOTHING, canonical(node.condition))


def _promised(state: StateDecl, frame: Frame) -> Payload:
    """Return the payload that all declared events of a state share; None where they differ."""
    payloads = [
        frame.signature.payloads[line.event.text]
        for line in state.lines
        if line.event.text in frame.signature.payloads
    ]
    return payloads[0] if payloads and all(p == payloads[0] for p in payloads) else None


def _timers(state: StateDecl, frame: Frame) -> Iterable[ir.Timer]:
    for number, node in _declared(state.after, state, frame):
        frame.put(node.span, "after", state.name.text, number)
        payload = frame.signature.payloads[node.event.text]
        if payload is None and node.values:
            frame.report(no_payload(node.values[0].path[0].span, node.event.text))
        given = values_of(node.values, payload, frame.scope) if payload is not None else {}
        if payload is not None and payload is not BROKEN:
            admit_given(node.values, given, payload, node.event, frame.report)
        yield ir.Timer(node.duration.seconds, node.event.text, given)
