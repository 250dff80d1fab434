"""The ledger check: each token is what its ledger says, and no row was changed or lost."""

from collections.abc import Iterator

from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.ledger import redacted_token
from stateous.runtime.kernel.replay import rebuild
from stateous.runtime.kernel.token import Entry, Token
from stateous.runtime.local.ledger import broken_link
from stateous.runtime.local.outside import status_by
from stateous.runtime.local.schema import TRIGGERS
from stateous.runtime.local.store import Store
from stateous.runtime.local.view import Task, TaskStatus, Timer, View


def check_ledger(store: Store, definition: Definition) -> list[str]:
    """Return what is wrong, one phrase each; nothing when all is well."""
    with store.look() as view:
        return list(_problems(view, definition))


def _problems(view: View, definition: Definition) -> Iterator[str]:
    yield from (f"the file is damaged: {found}" for found in view.damage())
    for name in sorted(TRIGGERS - view.triggers()):
        yield f"the ledger is not protected: the trigger `{name}` is gone"
    for id_ in view.lost_tokens():
        yield f"`{id_}` has a ledger and no token"
    for token in view.tokens():
        problem = _problem_of(view, definition, token)
        if problem is not None:
            yield f"`{token.id}`: {problem}"


def _problem_of(view: View, definition: Definition, token: Token) -> str | None:
    rows = view.history(token.id)
    if broken := broken_link(rows):
        return broken
    last = (rows[-1].number, rows[-1].hash) if rows else (0, "")
    if last != view.last_row(token.id):
        return "the last rows of its ledger are missing"
    try:
        rebuilt = rebuild(Entry(row.kind, row.data) for row in rows)
    except (KeyError, TypeError, ValueError):
        return "its ledger leads to no token"
    if rebuilt != redacted_token(definition, token):
        return f"it is {_shown(token)}, but its ledger leads to {_shown(rebuilt)}"
    return _problem_of_task(token, view.task(token.id), status_by(rows)) or _problem_of_timer(
        token, view.timer(token.id)
    )


def _problem_of_task(token: Token, task: Task | None, status: TaskStatus | None) -> str | None:
    if token.ended:
        return None if task is None else "it has ended, and has an open task"
    if task is None:
        return "it is active, and has no task"
    if (task.state, task.visit, task.attempt) != (token.state, token.visit, token.attempt):
        return "its task is of another visit or attempt"
    if task.status != status:
        return f"its task is {task.status}, but by its ledger {status}"
    return None


def _problem_of_timer(token: Token, timer: Timer | None) -> str | None:
    if timer is None:
        return None
    if token.ended:
        return "it has ended, and has a timer"
    here = (timer.state, timer.visit) == (token.state, token.visit)
    return None if here else "its timer is of another visit"


def _shown(token: Token) -> str:
    return f"{token.status} in `{token.state}`, visit {token.visit}, attempt {token.attempt}"
