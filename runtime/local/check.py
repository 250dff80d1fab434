"""The ledger check: each token is what its ledger says, and no row was changed or lost."""

from collections.abc import Iterator
from dataclasses import replace

from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.ledger import redacted
from stateous.runtime.kernel.replay import rebuild
from stateous.runtime.kernel.token import Entry, Token
from stateous.runtime.local.ledger import broken_link
from stateous.runtime.local.schema import TRIGGERS
from stateous.runtime.local.store import Store
from stateous.runtime.local.view import View


def check_ledger(store: Store, definition: Definition) -> list[str]:
    """Return what is wrong, one phrase each; nothing when all is well."""
    with store.look() as view:
        return list(_problems(view, definition))


def _problems(view: View, definition: Definition) -> Iterator[str]:
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
    if rebuilt != replace(token, context=redacted(definition, token.context)):
        return f"it is {_shown(token)}, but its ledger leads to {_shown(rebuilt)}"
    return _problem_of_task(view, token)


def _problem_of_task(view: View, token: Token) -> str | None:
    found = view.task(token.id)
    if token.ended:
        return None if found is None else "it has ended, and has an open task"
    if found is None:
        return "it is active, and has no task"
    task, _ = found
    if (task.state, task.visit, task.attempt) != (token.state, token.visit, token.attempt):
        return "its task is of another visit or attempt"
    return None


def _shown(token: Token) -> str:
    return f"{token.status} in `{token.state}`, visit {token.visit}, attempt {token.attempt}"
