"""The emitter of the graph file: a workflow as JSON, which is all that a host reads.

A workflow that uses states, events with payloads and `into`, guards, `otherwise`, timeouts
and retries gets format 1, with these keys and no others. Any other construct makes it
format 2: more keys, none renamed, and each guard also as a typed tree.
"""

from typing import cast

from stateous.codegen.emit import render
from stateous.codegen.graph_constructs import (
    deadline_json,
    effects_json,
    state_parts,
    trigger_json,
)
from stateous.codegen.python_names import file_stem
from stateous.compiler.beyond import beyond_core
from stateous.compiler.graph.format import (
    FAIL,
    FULL,
    PLAIN,
    REFUSE,
    STAY,
    duration_text,
)
from stateous.compiler.graph.guard_json import guard_json
from stateous.compiler.graph.schemas import schemas_of
from stateous.compiler.ir import (
    END,
    Backoff,
    Complete,
    Event,
    Fail,
    Goto,
    Refuse,
    State,
    Stay,
    Target,
    Transition,
    Workflow,
)
from stateous.compiler.types import Json
from stateous.compiler.values import json_text
from stateous.grammar.python.markers import EXTENSION


def emit(workflow: Workflow) -> dict[str, str]:
    """Return the graph file, named after the workflow."""
    return {path_of(workflow): text_of(workflow)}


def path_of(workflow: Workflow) -> str:
    """Return the name of the graph file of a workflow."""
    return f"{file_stem(workflow.name)}.json"


def graph(workflow: Workflow) -> dict[str, Json]:
    """Return what the graph file holds."""
    return cast(dict[str, Json], json_text.parse(text_of(workflow)))


def text_of(workflow: Workflow) -> str:
    """Return the text of the graph file."""
    schemas = schemas_of(workflow)
    format_ = FULL if _is_full(workflow, schemas) else PLAIN
    return render(
        "graph.json.jinja",
        format=format_,
        workflow=workflow,
        states={state.name: _state(workflow, state) for state in workflow.states},
        events={event.name: _event(event) for event in workflow.events},
        transitions=[_transition(line, format_) for line in workflow.transitions],
        more=_more(workflow),
        schemas=schemas,
    )


def _more(workflow: Workflow) -> dict[str, Json]:
    """Return the keys that constructs beyond the core add; `requires` names these constructs.

    A host that does not know one of them refuses the file, so that nothing is left out in silence.
    """
    found: dict[str, Json] = {}
    required = [beyond.what for beyond in beyond_core(workflow)]
    if required:
        found["requires"] = list(required)
    if workflow.subject is not None:
        found["subject"] = workflow.subject
    if workflow.triggers:
        found["triggers"] = [trigger_json(trigger) for trigger in workflow.triggers]
    if workflow.deadline is not None:
        target = workflow.deadline.target
        found["deadline"] = deadline_json(workflow.deadline, _target(target), _reason(target))
    return found


def _is_full(workflow: Workflow, schemas: dict[str, Json]) -> bool:
    """Tell whether the workflow says anything that format 1 has no keys for."""
    titles = [
        workflow.title,
        *(e.title for e in workflow.events),
        *(s.title for s in workflow.states),
    ]
    return bool(
        beyond_core(workflow)
        or any(title is not None for title in titles)
        or any(s.writes is not None or s.backoff != Backoff() for s in workflow.states)
        or any(isinstance(line.target, Fail) for line in workflow.transitions)
        or _holds_extension(schemas)
    )


def _holds_extension(schema: Json) -> bool:
    match schema:
        case dict():
            return EXTENSION in schema or any(map(_holds_extension, schema.values()))
        case list():
            return any(map(_holds_extension, schema))
        case _:
            return False


def _state(workflow: Workflow, state: State) -> dict[str, Json]:
    found: dict[str, Json] = {}
    if state.title is not None:
        found["title"] = state.title
    if state.timeout is not None:
        found["timeout"] = duration_text(state.timeout)
    if state.retries:
        found["retries"] = state.retries
    if state.backoff != Backoff():
        backoff = (state.backoff.first, state.backoff.longest)
        found["backoff"] = [duration_text(seconds) for seconds in backoff]
    if state.writes is not None:
        found["writes"] = list(state.writes)
    found |= state_parts(state)
    found["emits"] = list(workflow.emits(state.name))
    return found


def _event(event: Event) -> dict[str, Json]:
    found: dict[str, Json] = {
        "title": event.title,
        "payload": event.payload.name if event.payload else None,
        "into": event.into,
    }
    return {key: value for key, value in found.items() if value is not None}


def _transition(line: Transition, format_: int) -> dict[str, Json]:
    found: dict[str, Json] = {"from": line.source, "to": _target(line.target)}
    if line.event is not None:
        found["on"] = line.event
    if line.guard is not None:
        found["when"] = line.text
        if format_ == FULL:
            found["guard"] = guard_json(line.guard)
    if line.otherwise:
        found["otherwise"] = True
    if line.first:
        found["first"] = True
    if line.effects:
        found["effects"] = effects_json(line.effects)
    return found | _reason(line.target)


def _reason(target: Target) -> dict[str, Json]:
    """Return the text that goes with a target."""
    match target:
        case Fail(reason=str(reason)) | Refuse(reason=reason):
            return {"reason": reason}
        case Complete(label=str(label)):
            return {"outcome": label}
        case _:
            return {}


def _target(target: Target) -> str:
    match target:
        case Goto(state):
            return state
        case Complete():
            return END
        case Fail():
            return FAIL
        case Stay():
            return STAY
        case Refuse():
            return REFUSE
