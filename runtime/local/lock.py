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
    connection = sqlite3.connect(f"{database}.lock", timeout=0, isolation_level=None)
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise Fault(
                ALREADY_RUNNING,
                f"another `run` works on {database.name}",
                "stop it first; `start`, `fire` and `show` may be used beside it",
            ) from None
        yield
    finally:
        connection.close()
