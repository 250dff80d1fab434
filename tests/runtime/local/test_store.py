"""The database: durable, append-only where it must be, and no one else's."""

import sqlite3
from pathlib import Path

import pytest

from stateous.runtime.kernel.token import Entry, Stepped, Token
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.ledger import broken_link
from stateous.runtime.local.store import Store
from tests.runtime.local.hosts import FakeClock

TOKEN = Token("T", "w", "active", "s", 1, 1, {"n": 1})

_DURABLE = {"journal_mode": "wal", "synchronous": 2}


def saved(path: Path, *entries: Entry) -> Store:
    """Return a store with one token and these rows in its ledger."""
    store = Store(path / "tokens.db", FakeClock())
    with store.change() as change:
        change.apply(Stepped(TOKEN, entries), lambda wait: wait)
    return store


def test_each_commit_waits_for_the_disk(tmp_path: Path) -> None:
    connection = Store(tmp_path / "tokens.db")._connection
    found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _DURABLE]
    assert found == list(_DURABLE.values())


@pytest.mark.parametrize("statement", ["UPDATE ledger SET data = '{}'", "DELETE FROM ledger"])
def test_the_database_itself_refuses_to_change_the_ledger(tmp_path: Path, statement: str) -> None:
    saved(tmp_path, Entry("started", {})).close()
    connection = sqlite3.connect(tmp_path / "tokens.db")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)


def test_rows_are_numbered_without_gaps_and_chained(tmp_path: Path) -> None:
    store = saved(tmp_path, Entry("started", {}), Entry("entered", {"n": 1}))
    with store.change() as change:
        change.record("T", "note", {"text": "é"})
    with store.look() as view:
        rows = view.history("T")
        assert [row.number for row in rows] == [1, 2, 3]
        assert view.last_row("T") == (3, rows[-1].hash)
    assert broken_link(rows) is None
    assert broken_link(rows[1:]) == "row 1 is missing"
    assert broken_link([rows[0], rows[2]]) == "row 2 is missing"


def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    store = saved(tmp_path, Entry("started", {}))
    with pytest.raises(RuntimeError), store.change() as change:
        change.record("T", "note", {"text": "lost"})
        change.remember("T", "s", "key", 1)
        raise RuntimeError
    with store.look() as view:
        assert [row.kind for row in view.history("T")] == ["started"]
        assert view.memory("T", "s") == {}


def test_time_never_runs_backward_not_even_over_a_restart(tmp_path: Path) -> None:
    clock = FakeClock()
    store = Store(tmp_path / "tokens.db", clock)
    with store.change() as change:
        first = change.now
    store.close()
    clock.tick(-3600)
    with Store(tmp_path / "tokens.db", clock).change() as change:
        assert change.now == first
    clock.tick(7200)
    with Store(tmp_path / "tokens.db", clock).change() as change:
        assert change.now == first + 3_600_000_000


@pytest.mark.parametrize("content", [b"no database at all, but long enough to tell" * 20, b"x"])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tokens.db"
    path.write_bytes(content)
    with pytest.raises(Fault) as raised:
        Store(path)
    assert raised.value.code == "ST9308"
    assert path.read_bytes() == content


@pytest.mark.parametrize("statement", ["CREATE TABLE other (x)", "PRAGMA user_version = 99"])
def test_a_database_of_another_program_or_version_is_left_alone(
    tmp_path: Path, statement: str
) -> None:
    connection = sqlite3.connect(tmp_path / "tokens.db")
    connection.execute(statement)
    connection.close()
    with pytest.raises(Fault) as raised:
        Store(tmp_path / "tokens.db")
    assert raised.value.code == "ST9308"
