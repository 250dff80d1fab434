"""What can be read of a host's database: tokens, ledgers, tasks, timers, memories."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from stateous.compiler.types import Json
from stateous.compiler.values import json_text
from stateous.runtime.kernel.token import Status, Token
from stateous.runtime.local.clock import Kept, kept_in, time_after, was_set_back
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.ledger import FIRST_HASH, Row
from stateous.runtime.local.rules import DATABASE_DAMAGED

TaskStatus = Literal["queued", "claimed", "outside"]


@dataclass(frozen=True, slots=True)
class Task:
    """An open task: to be claimed when it is due, claimed, or left to events from outside."""

    token: str
    state: str
    visit: int
    attempt: int
    due: int
    status: TaskStatus


@dataclass(frozen=True, slots=True)
class Timer:
    """The timeout of a visit."""

    token: str
    state: str
    visit: int
    due: int


TOKEN_COLUMNS = (
    "id, status, state, visit, attempt, context, counts, visits, entered_at, entered_by, "
    "entered_payload, reason"
)
"""The columns that hold a token, in the order in which they are read and written."""

_TASK_COLUMNS = "token, state, visit, attempt, due, status"


class View:
    """What can be read in a transaction. `now` is its time, which never runs backward."""

    def __init__(self, connection: sqlite3.Connection, reading: int) -> None:
        """Begin at a reading of the computer's clock. Raises Fault."""
        self._connection = connection
        self._reading = reading
        self._kept = self._kept_time()
        self.now = time_after(self._kept, reading)

    def _kept_time(self) -> Kept:
        try:
            return kept_in(self.fact("clock"))
        except ValueError:
            raise _damaged("the time of the last change") from None

    @property
    def was_set_back(self) -> bool:
        """Whether the computer's clock was set back after the last change."""
        return was_set_back(self._kept, self._reading)

    def _all(self, statement: str, *values: object) -> list[Any]:
        return self._connection.execute(statement, values).fetchall()

    def _one(self, statement: str, *values: object) -> Any:
        return self._connection.execute(statement, values).fetchone()

    def fact(self, key: str) -> str | None:
        """Return a fact about the database itself."""
        row = self._one("SELECT value FROM meta WHERE key = ?", key)
        return None if row is None else cast(str, row[0])

    def token(self, id_: str) -> Token | None:
        """Return the token of that id, in any case."""
        row = self._one(f"SELECT {TOKEN_COLUMNS} FROM token WHERE id = ?", id_)
        return None if row is None else self._token(row)

    def tokens(self) -> list[Token]:
        """Return every token, by its id."""
        return [
            self._token(row) for row in self._all(f"SELECT {TOKEN_COLUMNS} FROM token ORDER BY id")
        ]

    def _token(self, row: tuple[Any, ...]) -> Token:
        id_, status, state, visit, attempt, context, counts, visits, at, by, payload, reason = row
        what = f"the row of the token `{id_}`"
        return Token(
            id=id_,
            workflow=self.fact("workflow") or "",
            status=cast(Status, status),
            state=state,
            visit=visit,
            attempt=attempt,
            context=_object(context, what),
            counts=cast(Mapping[str, int], _object(counts, what)),
            visits=cast(Mapping[str, int], _object(visits, what)),
            entered_at=at,
            entered_by=by,
            entered_payload=_json(payload, what),
            reason=cast("str | None", _json(reason, what)),
        )

    def start_of(self, token: str) -> Mapping[str, Json]:
        """Return the data of the first row of a token's ledger."""
        row = self._one("SELECT data FROM ledger WHERE token = ? AND number = 1", token)
        return _object("" if row is None else row[0], f"the first row of the ledger of `{token}`")

    def history(self, token: str) -> list[Row]:
        """Return the rows of a token's ledger, in order."""
        rows = self._all(
            "SELECT token, number, at, kind, data, hash FROM ledger "
            "WHERE token = ? ORDER BY number",
            token,
        )
        return [
            Row(t, number, at, kind, _object(data, f"row {number} of the ledger of `{t}`"), hash_)
            for t, number, at, kind, data, hash_ in rows
        ]

    def lost_tokens(self) -> list[str]:
        """Return the ids that the ledger has rows of, and that no token has."""
        rows = self._all(
            "SELECT DISTINCT token FROM ledger WHERE token NOT IN (SELECT id FROM token)"
        )
        return [row[0] for row in rows]

    def triggers(self) -> frozenset[str]:
        """Return the triggers that the database has."""
        rows = self._all("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        return frozenset(row[0] for row in rows)

    def has_active(self) -> bool:
        """Tell whether any token has not ended."""
        return self._one("SELECT 1 FROM token WHERE status IN ('active', 'paused')") is not None

    def last_row(self, token: str) -> tuple[int, str]:
        """Return the number and the hash of the last row that a token says it has."""
        row = self._one("SELECT number, hash FROM token WHERE id = ?", token)
        return (0, FIRST_HASH) if row is None else cast(tuple[int, str], row)

    def task(self, token: str) -> Task | None:
        """Return the open task of a token."""
        row = self._one(f"SELECT {_TASK_COLUMNS} FROM task WHERE token = ?", token)
        return None if row is None else Task(*row)

    def tasks(self, status: TaskStatus) -> list[Task]:
        """Return the tasks of that status, by their tokens."""
        rows = self._all(
            f"SELECT {_TASK_COLUMNS} FROM task WHERE status = ? ORDER BY token", status
        )
        return [Task(*row) for row in rows]

    def claimable(self, limit: int) -> list[Task]:
        """Return up to `limit` queued tasks that are due, the longest due first."""
        rows = self._all(
            f"SELECT {_TASK_COLUMNS} FROM task "
            "WHERE status = 'queued' AND due <= ? ORDER BY due, token LIMIT ?",
            self.now,
            limit,
        )
        return [Task(*row) for row in rows]

    def due_timer(self) -> Timer | None:
        """Return the timer that fell due first, if any is due."""
        row = self._one(
            "SELECT token, state, visit, due FROM timer WHERE due <= ? ORDER BY due, token LIMIT 1",
            self.now,
        )
        return None if row is None else Timer(*row)

    def timer(self, token: str) -> Timer | None:
        """Return the timeout of the visit that a token is in."""
        row = self._one("SELECT token, state, visit, due FROM timer WHERE token = ?", token)
        return None if row is None else Timer(*row)

    def next_due(self) -> int | None:
        """Return when the next queued task, or the next timer, is due."""
        row = self._one(
            "SELECT (SELECT min(due) FROM task WHERE status = 'queued'), "
            "(SELECT min(due) FROM timer)"
        )
        return min((due for due in row if due is not None), default=None)

    def has_queued(self) -> bool:
        """Tell whether any task is queued, due or not."""
        return self._one("SELECT 1 FROM task WHERE status = 'queued'") is not None

    def memory(self, token: str, state: str) -> dict[str, Json]:
        """Return what a routine keeps for a token in a state."""
        rows = self._all(
            "SELECT key, value FROM memory WHERE token = ? AND state = ?", token, state
        )
        return {key: _json(value, f"the memory of the token `{token}`") for key, value in rows}

    def damage(self) -> list[str]:
        """Return what SQLite finds wrong with the file, a few phrases at most."""
        found = [row[0] for row in self._all("PRAGMA integrity_check(3)")]
        return [] if found == ["ok"] else found


def _object(text: object, what: str) -> dict[str, Json]:
    found = _json(text, what)
    if not isinstance(found, dict):
        raise _damaged(what)
    return found


def _json(text: object, what: str) -> Json:
    """Read a column; it is a text unless something else wrote to the database."""
    if not isinstance(text, str):
        raise _damaged(what)
    try:
        return json_text.parse(text)
    except json_text.JsonError:
        raise _damaged(what) from None


def _damaged(what: str) -> Fault:
    return Fault(DATABASE_DAMAGED, f"{what} cannot be read", "restore a copy of the database")
