"""The parts of a graph file that speak of constructs beyond the core: format 2 alone has them.

Expressions stand as in a guard: the text for people, the typed tree for hosts.
"""

from stateous.compiler.graph.format import duration_text
from stateous.compiler.graph.guard_json import guard_json
from stateous.compiler.guards import Expr
from stateous.compiler.ir import (
    Action,
    Approval,
    Assignment,
    At,
    CallOut,
    Child,
    Deadline,
    Decide,
    Effect,
    Emit,
    Every,
    Foreach,
    Gather,
    Join,
    Moment,
    Occasion,
    OnEntry,
    OnFact,
    Parallel,
    Promise,
    Set,
    State,
    Task,
    Timer,
    Trigger,
    WaitForEvents,
    WaitForTime,
)
from stateous.compiler.types import Json

Object = dict[str, Json]


def state_parts(state: State) -> Object:
    """Return what a state says beyond its task, its timeout and its retries."""
    found: Object = {} if isinstance(state.kind, Task) else {"kind": state.kind.kind}
    found |= _kind_parts(state)
    if state.ensures:
        found["ensures"] = [_promise(promise) for promise in state.ensures]
    if state.after:
        found["after"] = [_timer(timer) for timer in state.after]
    return found


def effects_json(effects: tuple[Effect, ...]) -> list[Json]:
    """Return what a line does besides leading to a state."""
    return [_effect(effect) for effect in effects]


def trigger_json(trigger: Trigger) -> Object:
    """Return a trigger."""
    found: Object = {**_occasion(trigger.occasion), "to": trigger.state}
    return found | _arguments("with", trigger.arguments)


def deadline_json(deadline: Deadline, target: str, reason: Object) -> Object:
    """Return the deadline of a workflow; `target` and `reason` are as in a transition."""
    found: Object = {"after": duration_text(deadline.seconds), "to": target, **reason}
    if deadline.effects:
        found["effects"] = effects_json(deadline.effects)
    return found


def _kind_parts(state: State) -> Object:
    match state.kind:
        case Action(command=command, arguments=arguments, attempts=attempts):
            return {"command": command, "attempts": attempts, **_arguments("with", arguments)}
        case Decide(first=first):
            return {"first": True} if first else {}
        case WaitForEvents(events=events, until=until):
            return {"events": list(events), **_moment("until", until)}
        case WaitForTime(time=time):
            return _moment("time", time)
        case Approval(role=role, expires=expires):
            return {"role": role, **_moment("expires", expires)}
        case Parallel(children=children, join=join, gathers=gathers):
            own: Object = {"children": [_child(child) for child in children]}
            return own | _join(join) | _gathers(gathers)
        case Foreach() as each:
            own = {
                "over": guard_json(each.over),
                "as": each.variable,
                "child": _child(each.child),
            }
            if each.key is not None:
                own["key"] = guard_json(each.key)
            if each.at_once is not None:
                own["at_once"] = each.at_once
            return own | _join(each.join) | _gathers(each.gathers)
        case Task():
            return {}


def _child(child: Child) -> Json:
    return {"workflow": child.workflow, **_arguments("with", child.arguments)}


def _join(join: Join) -> Object:
    return {"join": join.rule if join.number is None else {join.rule: join.number}}


def _gathers(gathers: tuple[Gather, ...]) -> Object:
    return (
        {"gather": {gather.field: _value(gather.value, gather.text) for gather in gathers}}
        if gathers
        else {}
    )


def _promise(promise: Promise) -> Json:
    on: Object = {} if promise.event is None else {"on": promise.event}
    return on | _value(promise.condition, promise.text)


def _timer(timer: Timer) -> Json:
    found: Object = {"time": duration_text(timer.seconds), "event": timer.event}
    if timer.payload:
        found["payload"] = dict(timer.payload)
    return found


def _effect(effect: Effect) -> Json:
    match effect:
        case Set(path=path, value=value, text=text):
            return {"set": list(path), **_value(value, text)}
        case Emit(event=event, arguments=arguments):
            return {"emit": event, **_arguments("with", arguments)}
        case CallOut(function=function):
            return {"call": function}


def _occasion(occasion: Occasion) -> Object:
    match occasion:
        case OnFact(event=event):
            return {"when": event}
        case OnEntry(machine=machine, state=state):
            return {"machine": machine, "enters": state}
        case Every(seconds=seconds):
            return {"every": duration_text(seconds)}
        case At(minute=minute, weekday=weekday, zone=zone):
            found: Object = {"at": f"{minute // 60:02}:{minute % 60:02}"}
            day: Object = {} if weekday is None else {"weekday": weekday}
            return found | day | ({} if zone is None else {"zone": zone})


def _moment(key: str, moment: Moment | None) -> Object:
    if moment is None:
        return {}
    return {key: duration_text(moment) if isinstance(moment, int) else guard_json(moment)}


def _arguments(key: str, arguments: tuple[Assignment, ...]) -> Object:
    if not arguments:
        return {}
    return {key: [{"path": list(a.path), **_value(a.value, a.text)} for a in arguments]}


def _value(value: Expr, text: str) -> Object:
    return {"text": text, "value": guard_json(value)}
