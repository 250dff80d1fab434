"""The lines of a workflow: transitions, in the order that the IR keeps, and the deadline."""

from collections.abc import Iterator
from dataclasses import replace

from stateous.compiler import ir
from stateous.compiler.children import branching_of
from stateous.compiler.lowering.effects import event_payload, has_event, lower_effects
from stateous.compiler.lowering.frame import Frame
from stateous.compiler.lowering.naming import each_once
from stateous.compiler.names import unknown
from stateous.compiler.outlets import outlets_of
from stateous.compiler.rules.lines import ANYWHERE_NOWHERE
from stateous.compiler.rules.names import UNKNOWN_EVENT
from stateous.compiler.rules.states import EXPIRY_NOT_SET, STATE_LACKS_OUTLET
from stateous.compiler.rules.structure import OUTLET_NOT_OPENED, TIMEOUT_NOT_SET
from stateous.compiler.signature import Payload
from stateous.compiler.structure.groups import by_event, is_ordered
from stateous.compiler.structure.inspect import applies
from stateous.compiler.structure.kinds import RUNS_CHILDREN, named, sort_of
from stateous.compiler.typing.expressions import condition
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.naming import known_state
from stateous.compiler.typing.scope import Scope
from stateous.grammar import advice
from stateous.grammar.printer import canonical
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    Anywhere,
    DecideLine,
    OnLine,
    StartLine,
    StateDecl,
    Target,
    ToEnd,
    ToFail,
    ToRefuse,
    ToState,
    ToStay,
    WaitForEvents,
)

Line = StartLine | OnLine | DecideLine

_JOINS = ("joined", "completed", "partial")
_OUTLETS = (*_JOINS, "next", "refused", "failed", "elapsed", "approved", "rejected", "expired")
"""The outlets that kinds of states have, besides `timeout` and `error`."""


def lower_transitions(frame: Frame) -> tuple[ir.Transition, ...]:
    """Return START lines, then each state's own lines and those that `anywhere` gives it."""
    found: list[ir.Transition] = []
    workflow = frame.workflow

    def add(line: Line, made: ir.Transition) -> None:
        _put(line, len(found), frame)
        found.append(made)

    for start in workflow.start:
        add(start, _transition(start, ir.START, frame.scope, frame))
    everywhere = [made for block in workflow.anywhere for made in _anywhere(block, frame)]
    for state in workflow.states:
        name = state.name.text
        for choice in state.choices:
            made = _transition(choice, name, frame.at("decide"), frame)
            add(choice, replace(made, first=getattr(state.kind, "first", False)))
        ordered = {event: is_ordered(lines) for event, lines in by_event(state.lines).items()}
        opened = outlets_of(state)
        for line in state.lines:
            event = line.event.text
            made = _transition(line, name, _line_scope(line, state, frame), frame)
            add(line, replace(made, outlet=event in opened, first=ordered[event]))
        for block, line, made in everywhere:
            if applies(line, block, state):
                add(line, replace(made, source=name, outlet=line.event.text in opened))
    return tuple(found)


def lower_deadline(frame: Frame) -> ir.Deadline | None:
    """Return the deadline of a workflow, if it has one."""
    if not frame.workflow.deadlines:
        return None
    deadline = frame.workflow.deadlines[0]
    frame.put(deadline.span, "deadline")
    scope = frame.at("deadline")
    effects = lower_effects(deadline.effects, scope, frame)
    return ir.Deadline(deadline.duration.seconds, _target(deadline.target, scope), effects)


def _put(line: Line, index: int, frame: Frame) -> None:
    """Record where the parts of a transition were written."""
    frame.put(line.span, "transition", index)
    frame.put(line.target.span, "target", index)
    if isinstance(line, OnLine):
        frame.put(line.event.span, "on", index)
    if line.when is not None:
        frame.put(line.when.span, "guard", index)
    if line.otherwise:
        frame.put(_otherwise(line), "otherwise", index)
    for number, effect in enumerate(line.effects):
        frame.put(effect.span, "effect", index, number)


def _transition(line: Line, source: str, scope: Scope, frame: Frame) -> ir.Transition:
    return ir.Transition(
        source=source,
        event=line.event.text if isinstance(line, OnLine) else None,
        target=_target(line.target, scope),
        guard=condition(line.when, scope) if line.when is not None else None,
        text=canonical(line.when) if line.when is not None else None,
        otherwise=line.otherwise,
        effects=lower_effects(line.effects, scope, frame),
    )


def _otherwise(line: Line) -> Span:
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
        case ToEnd(label=label):
            return ir.Complete(label=label)
        case ToFail(reason=reason):
            return ir.Fail(reason)
        case ToStay():
            return ir.Stay()
        case ToRefuse(reason=reason):
            return ir.Refuse(reason)


# ------------------------------------------------------------- events and outlets


def _line_scope(line: OnLine, state: StateDecl, frame: Frame) -> Scope:
    """Return what a line of a state may read; report an event that can never come there."""
    event = line.event.text
    if event in outlets_of(state):
        scope = replace(
            frame.at("event"), payload=_outlet_payload(event, state, frame), event=event
        )
        if event == "joined":
            branching = branching_of(state, frame.world)
            return replace(scope, position="joined", branching=branching)
        return scope
    if event not in frame.signature.payloads:
        _report_event(line, state, frame)
    payload = frame.signature.payloads.get(event, BROKEN)
    return replace(frame.at("event"), payload=payload, event=event)


def _outlet_payload(outlet: str, state: StateDecl, frame: Frame) -> Payload:
    awaited = state.kind.events if isinstance(state.kind, WaitForEvents) else ()
    if any(event.text == outlet for event in awaited):
        # What a wait is for may have the name of another kind's outlet.
        return event_payload(outlet, frame)
    if outlet in ("error", "failed"):
        return ir.ERROR_PAYLOAD
    return None if outlet in ("timeout", *_OUTLETS) else event_payload(outlet, frame)


def _report_event(line: OnLine, state: StateDecl, frame: Frame) -> None:
    """Report a line on what is neither an event of the workflow nor an outlet of the state."""
    name, sort = line.event, sort_of(state)
    word = name.text
    if sort == "decide":
        return  # that it has such a line at all is reported
    if word == "timeout" and sort in ("task", *RUNS_CHILDREN):
        if not frame.world.names.incomplete:
            what = f"{named(state)} has no timeout, so `timeout` never comes"
            asked = advice.clause(name.span, "timeout", "6h")
            help_ = f"add a line such as `{asked}`, or remove this one"
            frame.report(TIMEOUT_NOT_SET.at(name.span, what, help=help_))
    elif word == "expired" and sort in ("wait", "approval"):
        if not frame.world.names.incomplete:
            until = ("until", "3d") if sort == "wait" else ("expires after", "2d")
            clause = advice.clause(name.span, *until)
            what = f"{named(state)} does not expire, so `expired` never comes"
            help_ = f"add a line such as `{clause}`, or remove this one"
            frame.report(EXPIRY_NOT_SET.at(name.span, what, help=help_))
    elif word in _JOINS and sort not in RUNS_CHILDREN:
        sorts = {"task": "a task", "wait": "a wait", "pause": "a wait"}
        what = f"`{state.name.text}` is {sorts.get(sort, f'an {sort}')}"
        what = f"{what}, and `{word}` comes only where children run"
        frame.report(OUTLET_NOT_OPENED.at(name.span, what, help="remove this line"))
    elif sort == "wait" and not _waits_for_known(state, frame):
        return  # a name that it waits for is misspelt, which is reported
    elif word in ir.OWN_EVENTS or (word in _OUTLETS and sort != "task"):
        if word in ir.OWN_EVENTS or not frame.world.names.incomplete:
            _report_outlet(name.span, word, state, frame)
    elif word in frame.world.facts:
        what = f"`{word}` is a fact, which `{state.name.text}` does not wait for"
        help_ = f"let a `wait` take it: `wait name for {word}`"
        frame.report(UNKNOWN_EVENT.at(name.span, what, help=help_))
    else:
        frame.report(
            unknown(
                UNKNOWN_EVENT,
                name,
                f"an event of `{frame.name}`"
                if sort == "task"
                else f"an outlet of `{state.name.text}`, nor an event of `{frame.name}`",
                (*frame.signature.payloads, *_openable(state)),
                known_as={"a state": frame.scope.vocabulary.states},
            )
        )


def _waits_for_known(state: StateDecl, frame: Frame) -> bool:
    awaited = state.kind.events if isinstance(state.kind, WaitForEvents) else ()
    return all(has_event(event.text, frame) for event in awaited)


def _openable(state: StateDecl) -> tuple[str, ...]:
    """Return the outlets that may be meant in a state, those of missing clauses included."""
    if sort_of(state) == "task":
        return ir.OWN_EVENTS
    return outlets_of(state)


def _report_outlet(span: Span, word: str, state: StateDecl, frame: Frame) -> None:
    outlets = ", ".join(f"`{outlet}`" for outlet in outlets_of(state))
    help_ = f"its outlets are {outlets}" if outlets else "remove this line"
    if word == "timeout" and sort_of(state) == "action":
        help_ = "an action whose time is over leaves by `failed`"
    what = f"{named(state)} has no outlet `{word}`"
    frame.report(STATE_LACKS_OUTLET.at(span, what, help=help_))


# -------------------------------------------------------------------- anywhere


def _anywhere(block: Anywhere, frame: Frame) -> Iterator[tuple[Anywhere, OnLine, ir.Transition]]:
    """Yield the lines of an `anywhere` block, each typed once, for the states that it is for."""
    for name in each_once(block.excepted, frame.report):
        known_state(name, frame.scope)
    groups = by_event(block.lines)
    for line in block.lines:
        event = line.event.text
        scope = _anywhere_scope(line, frame)
        made = _transition(line, "", scope, frame)
        ordered = is_ordered(groups[event])
        yield block, line, replace(made, anywhere=True, first=ordered)
    for event, (first, *_) in groups.items():
        known = event in frame.signature.payloads or event in ("timeout", "error")
        used = any(applies(first, block, state) for state in frame.workflow.states)
        if known and not used and not frame.world.names.incomplete:
            what = f"`on {event}` stands in no state here"
            help_ = "every state has a line of its own on it, or can never have it"
            frame.report(ANYWHERE_NOWHERE.at(first.event.span, what, help=help_))


def _anywhere_scope(line: OnLine, frame: Frame) -> Scope:
    event = line.event.text
    payloads = frame.signature.payloads
    payload: Payload
    if event in payloads:
        payload = payloads[event]
    elif event in ("timeout", "error"):
        payload = ir.ERROR_PAYLOAD if event == "error" else None
    else:
        payload = BROKEN
        if event in _OUTLETS:
            what = f"`{event}` is an outlet of single states, which `anywhere` does not speak of"
            help_ = "write the line in the state itself"
            frame.report(STATE_LACKS_OUTLET.at(line.event.span, what, help=help_))
        else:
            known = (*payloads, "timeout", "error")
            what = f"an event of `{frame.name}`"
            states = frame.scope.vocabulary.states
            sorts = {"a state": states, "a fact": frame.world.facts}
            frame.report(unknown(UNKNOWN_EVENT, line.event, what, known, known_as=sorts))
    return replace(frame.at("event"), payload=payload, event=event)
