"""Attempts that a routine has left to events from outside: what is said of them."""

from collections.abc import Iterable, Mapping, Sequence

from stateous.compiler.types import Json
from stateous.compiler.values import times
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.local.ledger import Row
from stateous.runtime.local.view import Task, TaskStatus, Timer, View


def waits(view: View, definition: Definition) -> Mapping[str, str]:
    """Return what each token waits for whose attempt was left to events from outside."""
    tasks = view.tasks("outside")
    return {task.token: _phrase_of(view, definition, task) for task in tasks}


def wait_of(view: View, definition: Definition, token: str) -> str | None:
    """Return what a token waits for; None unless its attempt was left to events from outside."""
    task = view.task(token)
    if task is None or task.status != "outside":
        return None
    return _phrase_of(view, definition, task)


def _phrase_of(view: View, definition: Definition, task: Task) -> str:
    return _phrase(definition.workflow.emits(task.state), view.timer(task.token))


def _phrase(events: Sequence[str], timer: Timer | None) -> str:
    """Return `a` or `b` from outside, until 2026-01-02T00:00:00Z."""
    named = " or ".join(f"`{event}`" for event in events)
    said = f"{named} from outside" if events else "its timeout"
    if timer is None:
        return said
    due = times.datetime_text(timer.due // times.SECOND * times.SECOND)
    return f"{said}, until {due}"


def record(task: Task, events: Sequence[str], timer: Timer | None) -> dict[str, Json]:
    """Return the data of the `note` that an attempt was left to events from outside.

    `outside` are the events. No note of a routine has that key.
    """
    return {
        "state": task.state,
        "visit": task.visit,
        "attempt": task.attempt,
        "outside": list(events),
        "text": f"waits for {_phrase(events, timer)}",
    }


def status_by(rows: Iterable[Row]) -> TaskStatus | None:
    """Return what a ledger says of the task that it leaves open; None when it leaves none."""
    status: TaskStatus | None = None
    for row in rows:
        match row.kind:
            case "task_queued" | "task_retrying":
                status = "queued"
            case "task_claimed":
                status = "claimed"
            case "note" if "outside" in row.data:
                status = "outside"
            case "event_accepted" | "completed" | "failed" | "cancelled":
                status = None
    return status
