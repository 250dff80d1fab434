"""Opening the SQLite file of a host: ours and of this version, or empty; what SQLite refuses."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from stateous.runtime.local.fault import Fault
from stateous.runtime.local.regular_file import require_regular
from stateous.runtime.local.rules import DATABASE_DAMAGED, DATABASE_UNAVAILABLE, NOT_A_DATABASE
from stateous.runtime.local.schema import APPLICATION_ID, TABLES, VERSION

WAIT = 30.0
"""How many seconds a change waits for the changes of other processes."""


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection that waits for the disk at each commit. Raises Fault.

    A file that is neither empty nor ours is left as it is.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _require_sqlite(path)
    except OSError as error:
        raise Fault(NOT_A_DATABASE, f"{path.name} cannot be opened: {error}") from None
    try:
        return _connected(path)
    except sqlite3.Error as error:
        raise fault_of(error) from None
    except UnicodeDecodeError as error:
        # SQLite quotes what it found in its messages, as it found it.
        raise Fault(DATABASE_DAMAGED, f"{path.name} holds no text: {error.reason}") from None


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    try:
        is_new = _is_new(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if is_new:
            _create(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def fault_of(error: sqlite3.Error) -> Fault:
    """Return what an error of SQLite means to the one who gave the command."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return Fault(NOT_A_DATABASE, f"the file is no database of a host: {error}")
    rule = DATABASE_UNAVAILABLE if code in _PASSING else DATABASE_DAMAGED
    return Fault(rule, f"the database does not answer: {error}")


_PASSING = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
    | {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
    | {sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL}
)
"""What has its cause outside the file, and may be gone the next time."""


def _require_sqlite(path: Path) -> None:
    """Raise Fault for a file that is something else; SQLite writes over very short ones."""
    if not path.exists():
        return
    require_regular(path)
    with path.open("rb") as file:
        head = file.read(len(_MAGIC))
    if head not in (b"", _MAGIC):
        raise Fault(NOT_A_DATABASE, f"{path.name} is no SQLite file")


_MAGIC = b"SQLite format 3\0"


def _is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Tell whether the file is empty; raise Fault when it is neither empty nor ours."""
    found = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    if found == (0, 0) and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        return True
    if found != (APPLICATION_ID, VERSION):
        raise Fault(NOT_A_DATABASE, f"{path.name} was not written by this version of the host")
    return False


def _create(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables, unless another process was faster."""
    connection.execute("BEGIN IMMEDIATE")
    if _is_new(connection, path):
        for statement in _statements(TABLES):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.commit()


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return cast(int, connection.execute(f"PRAGMA {name}").fetchone()[0])


def _statements(script: str) -> Iterator[str]:
    """Split a script; `executescript` would commit the transaction that it stands in."""
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
