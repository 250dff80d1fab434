"""At most one `run` for each database."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stateous.runtime.local.fault import Fault
from stateous.runtime.local.rules import ALREADY_RUNNING


@contextmanager
def only_run(database: Path) -> Iterator[None]:
    """Hold the right to do the work of a database; raise Fault when another process has it.

    The lock is one that SQLite takes on a file beside the database: every platform has it,
    and the system drops it when the process ends, however it ends.
    """
    connection = sqlite3.connect(f"{database}.lock", timeout=_PATIENCE, isolation_level=None)
    try:
        _lock(connection, database)
        yield
    finally:
        connection.close()


_PATIENCE = 0.2
"""Seconds to try: of two that begin in one moment, each sees the other's first step."""


def _lock(connection: sqlite3.Connection, database: Path) -> None:
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise Fault(
            ALREADY_RUNNING,
            f"another `run` works on {database.name}",
            "stop it first; `start`, `fire` and `show` may be used beside it",
        ) from None
