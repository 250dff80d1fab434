"""What can be read of a host's database: tokens, ledgers, tasks, timers, memories."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from stateous.compiler.types import Json
from stateous.compiler.values import json_text
from stateous.runtime.kernel.token import Status, Token
from stateous.runtime.local.ledger import FIRST_HASH, Row


@dataclass(frozen=True, slots=True)
class Task:
    """An open task."""

    token: str
    state: str
    visit: int
    attempt: int
    due: int


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


class View:
    """What can be read in a transaction. `now` is its time, which never runs backward."""

    def __init__(self, connection: sqlite3.Connection, clock: int) -> None:
        self._connection = connection
        self._kept = int(self.fact("clock") or 0)
        self.now = max(self._kept, clock)

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
        return Token(
            id=id_,
            workflow=self.fact("workflow") or "",
            status=cast(Status, status),
            state=state,
            visit=visit,
            attempt=attempt,
            context=_object(context),
            counts=cast(Mapping[str, int], _object(counts)),
            visits=cast(Mapping[str, int], _object(visits)),
            entered_at=at,
            entered_by=by,
            entered_payload=json_text.parse(payload),
            reason=cast("str | None", json_text.parse(reason)),
        )

    def start_of(self, token: str) -> Mapping[str, Json]:
        """Return the data of the first row of a token's ledger."""
        row = self._one("SELECT data FROM ledger WHERE token = ? AND number = 1", token)
        return _object(row[0])

    def history(self, token: str) -> list[Row]:
        """Return the rows of a token's ledger, in order."""
        rows = self._all(
            "SELECT token, number, at, kind, data, hash FROM ledger "
            "WHERE token = ? ORDER BY number",
            token,
        )
        return [
            Row(t, number, at, kind, _object(data), hash_)
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

    def task(self, token: str) -> tuple[Task, bool] | None:
        """Return the open task of a token, and whether it is claimed."""
        row = self._one(
            "SELECT token, state, visit, attempt, due, claimed FROM task WHERE token = ?", token
        )
        return None if row is None else (Task(*row[:5]), bool(row[5]))

    def claimable(self, limit: int) -> list[Task]:
        """Return up to `limit` tasks that are due and not claimed, the longest due first."""
        rows = self._all(
            "SELECT token, state, visit, attempt, due FROM task "
            "WHERE claimed = 0 AND due <= ? ORDER BY due, token LIMIT ?",
            self.now,
            limit,
        )
        return [Task(*row) for row in rows]

    def claimed(self) -> list[Task]:
        """Return the tasks that are claimed."""
        rows = self._all(
            "SELECT token, state, visit, attempt, due FROM task WHERE claimed = 1 ORDER BY token"
        )
        return [Task(*row) for row in rows]

    def due_timer(self) -> Timer | None:
        """Return the timer that fell due first, if any is due."""
        row = self._one(
            "SELECT token, state, visit, due FROM timer WHERE due <= ? ORDER BY due, token LIMIT 1",
            self.now,
        )
        return None if row is None else Timer(*row)

    def next_due(self) -> int | None:
        """Return when the next task that nobody has claimed, or the next timer, is due."""
        row = self._one(
            "SELECT (SELECT min(due) FROM task WHERE claimed = 0), (SELECT min(due) FROM timer)"
        )
        return min((due for due in row if due is not None), default=None)

    def memory(self, token: str, state: str) -> dict[str, Json]:
        """Return what a routine keeps for a token in a state."""
        rows = self._all(
            "SELECT key, value FROM memory WHERE token = ? AND state = ?", token, state
        )
        return {key: json_text.parse(value) for key, value in rows}


def _object(text: str) -> dict[str, Json]:
    return cast(dict[str, Json], json_text.parse(text))
