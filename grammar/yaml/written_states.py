"""Lines, effects and states as they are written in YAML."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from stateous.grammar.printer.expressions import flow
from stateous.grammar.printer.keywords import ENSURES, condition_at
from stateous.grammar.printer.lines import path
from stateous.grammar.syntax import (
    ActionKind,
    ApprovalKind,
    CallEffect,
    DecideKind,
    DecideLine,
    Effect,
    EmitEffect,
    ForeachKind,
    Join,
    OnLine,
    ParallelKind,
    Retries,
    SetEffect,
    StartLine,
    StateDecl,
    WaitForEvents,
    WaitForTime,
    WithClause,
)
from stateous.grammar.yaml.spelling import Key, Words
from stateous.grammar.yaml.written_parts import (
    Mapped,
    allow_value,
    assignment_values,
    given,
    goal,
    head_keys,
    inline_names,
    line_value,
)


def _transition(node: StartLine | OnLine | DecideLine) -> Any:
    to = goal(node.target)
    more = given(do=effects(node.effects), allow=allow_value(node.allows))
    if isinstance(node, OnLine) and node.first:
        more = {"first": Words("true"), **more}
    if node.when is not None:
        return {"when": Words(flow(node.when)), "to": to, **more}
    if node.otherwise:
        return {"otherwise": to, **more}
    return {"to": to, **more} if more else to


def line_values(nodes: Sequence[StartLine | OnLine | DecideLine]) -> Any:
    """Return lines: the only one, or a list."""
    written = [_transition(node) for node in nodes]
    return written[0] if len(written) == 1 else written


def with_lines(written: Mapped, lines: tuple[OnLine, ...]) -> Mapped:
    """Return a mapping with its `on` lines: by event, where those of each stand together."""
    groups = [(event, list(found)) for event, found in groupby(lines, lambda on: on.event.text)]
    if len({event for event, _ in groups}) == len(groups):
        on: Any = {event: line_values(found) for event, found in groups}
    else:
        on = [{"event": line.event.text, **_as_mapping(_transition(line))} for line in lines]
    return {**written, Key("on"): on} if lines else written


def _as_mapping(line: Any) -> Mapped:
    return line if isinstance(line, dict) else {"to": line}


def effects(nodes: tuple[Effect, ...]) -> list[Mapped]:
    """Return what stands below a line."""
    return [effect(node) for node in nodes]


def effect(node: Effect) -> Mapped:
    """Return one effect."""
    allow = given(allow=allow_value(node.allows))
    match node:
        case SetEffect():
            return {"set": {path(node.path): Words(flow(node.value))}, **allow}
        case EmitEffect():
            values = assignment_values(node.values) if node.values else None
            return {"emit": node.event.text, **given(with_=values), **allow}
        case CallEffect():
            return {"call": node.function.value, **allow}


def mapping_values(nodes: tuple[WithClause, ...]) -> Any:
    """Return the value of `with`."""
    if len(nodes) == 1 and not nodes[0].allows:
        return assignment_values(nodes[0].values)
    return [
        {"fields": assignment_values(node.values), **given(allow=allow_value(node.allows))}
        for node in nodes
    ]


# --------------------------------------------------------------------------- states


def state(node: StateDecl) -> Mapped | None:
    """Return a state of any kind; None where it has no clause."""

    def line(clause: Any, write: Callable[[Any], Any]) -> Any:
        return None if clause is None else line_value(write(clause), clause)

    choices = [_as_mapping(_transition(choice)) for choice in node.choices]
    kind = _kind(node.kind)
    written = {
        **head_keys(node),
        **kind,
        **given(
            timeout=line(node.timeout, lambda found: flow(found.duration)),
            retries=line(node.retries, _retries),
            attempts=line(node.attempts, lambda found: Words(flow(found.number))),
            until=line(node.until, lambda found: flow(found.time)),
            expires=line(node.expires, lambda found: flow(found.time)),
            join=line(node.join, _join),
            at_most=line(node.at_once, lambda found: Words(flow(found.number))),
            key=line(node.key, lambda found: flow(found.value)),
            passing=line(node.passing, lambda found: inline_names(found.fields)),
            with_=mapping_values(node.mappings),
            gather=_gathers(node),
            writes=line(
                node.writes, lambda found: inline_names(found.fields) if found.fields else "nothing"
            ),
            ensures=[_ensures(found) for found in node.ensures],
            after=[line_value(_after(found), found) for found in node.after],
        ),
    }
    if "decide" in kind or choices:
        written["decide"] = choices
    return with_lines(written, node.lines) or None


def _kind(kind: Any) -> Mapped:
    match kind:
        case ActionKind(command):
            return {"action": command.text}
        case DecideKind(first):
            return {"decide": [], **({"first": Words("true")} if first else {})}
        case WaitForEvents(events):
            return {"wait": inline_names(events)}
        case WaitForTime(time):
            return {"wait": flow(time)}
        case ApprovalKind(role):
            return {"approval": role.text}
        case ParallelKind(workflows):
            return {"parallel": inline_names(workflows)}
        case ForeachKind(over, variable, workflow):
            runs = {"over": flow(over), "as": variable.text, "runs": workflow.text}
            return {"foreach": runs}
    return {}


def _retries(node: Retries) -> str:
    waits = node.backoff
    backoff = f" backoff {flow(waits.first)}..{flow(waits.longest)}" if waits else ""
    return Words(flow(node.number) + backoff)


def _join(node: Join) -> str:
    return node.rule if node.number is None else f"{node.rule} {flow(node.number)}"


def _gathers(node: StateDecl) -> Any:
    names = [found.field.text for found in node.gathers]
    if len(set(names)) == len(names) and not any(found.allows for found in node.gathers):
        return {found.field.text: flow(found.value) for found in node.gathers}
    return [
        line_value(f"{found.field.text} = {flow(found.value)}", found) for found in node.gathers
    ]


def _ensures(node: Any) -> Any:
    condition = Words(condition_at(ENSURES, node.condition))
    if node.event is None:
        return line_value(condition, node)
    allow = given(allow=allow_value(node.allows))
    return {"is": Words(flow(node.condition)), "on": node.event.text, **allow}


def _after(node: Any) -> str:
    values = ", ".join(f"{path(value.path)} = {flow(value.value)}" for value in node.values)
    return f"{flow(node.duration)} {node.event.text} {values}".rstrip()
