"""The database: durable, append-only where it must be, and no one else's."""

import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest

from stateous.runtime.kernel.token import Entry, Stepped, Token
from stateous.runtime.local.database import fault_of
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
    first = time_of_a_change(store)
    store.close()
    clock.tick(-3600)
    assert time_of_a_change(Store(tmp_path / "tokens.db", clock)) == first
    clock.tick(7200)
    assert time_of_a_change(Store(tmp_path / "tokens.db", clock)) == first + 3_600_000_000


def test_time_goes_on_at_half_its_pace_while_the_clock_is_behind(tmp_path: Path) -> None:
    clock = FakeClock()
    store = Store(tmp_path / "tokens.db", clock)
    first = time_of_a_change(store)
    clock.tick(-86_400)
    time_of_a_change(store)
    times = []
    for _ in range(4):
        clock.tick(20)
        times.append((time_of_a_change(store) - first) // 1_000_000)
    assert times == [10, 20, 30, 40]
    clock.tick(86_400)
    assert time_of_a_change(store) == clock()


def time_of_a_change(store: Store) -> int:
    with store.change() as change:
        change.keep_fact("key", "value")
        return change.now


def test_what_finds_nothing_to_do_writes_nothing(tmp_path: Path) -> None:
    store = saved(tmp_path, Entry("started", {}))
    before = store._connection.total_changes
    with store.change() as change:
        change.token("T")
    assert store._connection.total_changes == before


def test_a_full_disk_undoes_the_step_as_a_whole_and_the_next_one_works(tmp_path: Path) -> None:
    store = saved(tmp_path, Entry("started", {}))
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError, match="full") as raised, store.change() as change:
        change.record("T", "note", {"text": "x" * 100_000})
    assert fault_of(raised.value).code == "ST9315"
    store._connection.execute("PRAGMA max_page_count = 100000")
    with store.change() as change:
        change.record("T", "note", {"text": "after"})
    with store.look() as view:
        assert [row.data.get("text") for row in view.history("T")] == [None, "after"]


class FailingConnection:
    """A connection whose commits fail."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def commit(self) -> None:
        raise sqlite3.OperationalError("disk I/O error")


def test_a_commit_that_fails_leaves_nothing_and_no_open_transaction(tmp_path: Path) -> None:
    store = saved(tmp_path, Entry("started", {}))
    works: Any = store._connection
    store._connection = cast(sqlite3.Connection, FailingConnection(works))
    with pytest.raises(sqlite3.OperationalError), store.change() as change:
        change.record("T", "note", {"text": "lost"})
    store._connection = works
    with store.change() as change:
        assert change.last_row("T")[0] == 1


def test_a_fork_of_the_process_may_not_touch_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = saved(tmp_path, Entry("started", {}))
    with monkeypatch.context() as fork:
        fork.setattr("os.getpid", lambda: -1)
        for begin in (store.change, store.look):
            with pytest.raises(Fault, match="forked"), begin():
                raise AssertionError
        store.close()
    with store.look() as view:
        assert view.token("T") is not None


def test_no_change_is_made_once_the_database_has_another_graph(tmp_path: Path) -> None:
    store, other = saved(tmp_path, Entry("started", {})), Store(tmp_path / "tokens.db")
    with store.change() as change:
        change.keep_fact("structure", "one")
    store.tie("one")
    with other.change() as change:
        change.keep_fact("structure", "two")
    with pytest.raises(Fault) as raised, store.change():
        raise AssertionError
    assert raised.value.code == "ST9302"


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
