"""The database of a host: one SQLite file, durable at each commit.

Everything that one step changes is one transaction. Several processes may have the file
open; each change waits for the one before it.
"""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from stateous.compiler.types import Json
from stateous.compiler.values import json_text
from stateous.runtime.kernel.token import (
    DropTask,
    DropTimer,
    Entry,
    QueueTask,
    SetTimer,
    Stepped,
    Token,
)
from stateous.runtime.local.clock import Clock, Kept, wall_clock
from stateous.runtime.local.database import opened
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.ledger import link
from stateous.runtime.local.rules import ALREADY_RUNNING, GRAPH_CHANGED
from stateous.runtime.local.view import TOKEN_COLUMNS, TaskStatus, View


class Store:
    """An open database. Its methods may be called from any thread of the process that made it."""

    def __init__(self, path: Path, clock: Clock = wall_clock) -> None:
        """Open the database at `path`, making it when there is none. Raises Fault."""
        self._clock = clock
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._structure: str | None = None
        self._connection = opened(path)

    def close(self) -> None:
        """Close the file; in a fork of the process, leave it alone."""
        if os.getpid() == self._process:
            with self._lock:
                self._connection.close()

    def tie(self, structure: str) -> None:
        """Refuse each later change once the database belongs to a graph of another structure."""
        self._structure = structure

    @contextmanager
    def change(self) -> Iterator["Change"]:
        """Begin a transaction: what is done in it happens together or not at all.

        Raises Fault in a fork of the process, and when the database has got another graph.
        """
        self._require_own_process()
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                change = Change(self._connection, self._clock())
                self._require_same_graph(change)
                yield change
                if change.has_written:
                    change.keep_time()
                self._connection.commit()
            except BaseException:
                self._connection.rollback()
                raise

    def _require_own_process(self) -> None:
        """SQLite's locks do not go over to a fork, and its copy of the state is soon wrong."""
        if os.getpid() != self._process:
            raise Fault(
                ALREADY_RUNNING,
                "a routine forked the host, and the copy may not touch the database",
                "start other programs with `subprocess`, or work in a thread",
            )

    def _require_same_graph(self, view: View) -> None:
        if self._structure not in (None, view.fact("structure")):
            raise Fault(
                GRAPH_CHANGED,
                "the database has got another graph since this command began",
                "start it again, from the folder that was generated anew",
            )

    @contextmanager
    def look(self) -> Iterator["View"]:
        """Begin a transaction that only reads, so that all it sees is of one moment."""
        self._require_own_process()
        with self._lock:
            self._connection.execute("BEGIN")
            try:
                yield View(self._connection, self._clock())
            finally:
                self._connection.rollback()


class Change(View):
    """A transaction that writes. One that has not written needs no room on the disk."""

    has_written = False

    def keep_time(self) -> None:
        """Remember the time, so that a clock that is set back does not take the ledger with it."""
        self.keep_fact("clock", Kept(self.now, self._reading).text)

    def keep_fact(self, key: str, value: str) -> None:
        """Keep a fact about the database itself."""
        self._run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value)

    def _run(self, statement: str, *values: object) -> None:
        self.has_written = True
        self._connection.execute(statement, values)

    def apply(self, stepped: Stepped, delay: Callable[[int], int]) -> None:
        """Do what a step says; `delay` turns a backoff into the time to wait, in microseconds."""
        token = stepped.token
        if token is None:
            return
        number, hash_ = self._append(token.id, _entries(stepped))
        self._save(token, number, hash_)
        for effect in stepped.effects:
            self._do(token.id, effect, delay)
        self._clear(token)

    def _clear(self, token: Token) -> None:
        """Drop what has outlived its visit, such as a timer of a state that has none any more."""
        if token.ended:
            self._run("DELETE FROM memory WHERE token = ?", token.id)
        self._run(
            "DELETE FROM timer WHERE token = ? AND (? OR state != ? OR visit != ?)",
            token.id,
            int(token.ended),
            token.state,
            token.visit,
        )

    def record(self, token: str, kind: str, data: Mapping[str, Json]) -> None:
        """Write one row of the host's own to a token's ledger."""
        number, hash_ = self._append(token, [(kind, data)])
        self._run("UPDATE token SET number = ?, hash = ? WHERE id = ?", number, hash_, token)

    def _append(
        self, token: str, entries: Iterable[tuple[str, Mapping[str, Json]]]
    ) -> tuple[int, str]:
        number, hash_ = self.last_row(token)
        for kind, data in entries:
            text = json_text.canonical(data)
            number += 1
            hash_ = link(hash_, token, number, self.now, kind, text)
            self._run(
                "INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?)",
                token,
                number,
                self.now,
                kind,
                text,
                hash_,
            )
        return number, hash_

    def _save(self, token: Token, number: int, hash_: str) -> None:
        self._run(
            f"INSERT OR REPLACE INTO token ({TOKEN_COLUMNS}, number, hash) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            token.id,
            token.status,
            token.state,
            token.visit,
            token.attempt,
            json_text.canonical(token.context),
            json_text.canonical(dict(token.counts)),
            json_text.canonical(dict(token.visits)),
            token.entered_at,
            token.entered_by,
            json_text.canonical(token.entered_payload),
            json_text.canonical(token.reason),
            number,
            hash_,
        )

    def _do(self, token: str, effect: object, delay: Callable[[int], int]) -> None:
        match effect:
            case QueueTask(state, visit, attempt, wait):
                due = self.now + (delay(wait) if wait else 0)
                self._run(
                    "INSERT OR REPLACE INTO task VALUES (?, ?, ?, ?, ?, 'queued')",
                    token,
                    state,
                    visit,
                    attempt,
                    due,
                )
            case DropTask(state, visit):
                self._run(
                    "DELETE FROM task WHERE token = ? AND state = ? AND visit = ?",
                    token,
                    state,
                    visit,
                )
            case SetTimer(state, visit, due):
                self._run(
                    "INSERT OR REPLACE INTO timer VALUES (?, ?, ?, ?)", token, state, visit, due
                )
            case DropTimer(state, visit):
                self._run(
                    "DELETE FROM timer WHERE token = ? AND state = ? AND visit = ?",
                    token,
                    state,
                    visit,
                )
            case _:
                return

    def mark_task(self, token: str, status: TaskStatus) -> None:
        """Give the open task of a token another status."""
        self._run("UPDATE task SET status = ? WHERE token = ?", status, token)

    def remember(self, token: str, state: str, key: str, value: Json) -> None:
        """Keep a value of a routine's memory; None deletes it."""
        if value is None:
            self._run(
                "DELETE FROM memory WHERE token = ? AND state = ? AND key = ?", token, state, key
            )
            return
        text = json_text.canonical(value)
        self._run("INSERT OR REPLACE INTO memory VALUES (?, ?, ?, ?)", token, state, key, text)


def _entries(stepped: Stepped) -> list[tuple[str, Mapping[str, Json]]]:
    return [(effect.kind, effect.data) for effect in stepped.effects if isinstance(effect, Entry)]
