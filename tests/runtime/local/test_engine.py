"""The engine of a host: one transaction for each step, nothing done twice."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from stateous.runtime.local.check import check_ledger
from stateous.runtime.local.engine import AttemptOver, Engine, jitter
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.routine import Attempt
from stateous.runtime.local.view import View
from tests.runtime.local.hosts import SPEC, START, FakeClock, engine_in


def kinds(engine: Engine, token: str = "T") -> list[str]:
    with engine.store.look() as view:
        return [row.kind for row in view.history(token)]


def state(engine: Engine, token: str = "T") -> tuple[str, str, int, int]:
    with engine.store.look() as view:
        found = view.token(token)
    assert found is not None
    return found.status, found.state, found.visit, found.attempt


def started(folder: Path, clock: FakeClock | None = None) -> Engine:
    engine = engine_in(folder, clock)
    engine.start("T", START)
    return engine


def claimed(engine: Engine) -> Attempt:
    (attempt,) = engine.claim(1)
    return attempt


def test_a_token_goes_from_claim_to_report_to_the_next_claim(tmp_path: Path) -> None:
    engine = started(tmp_path)
    attempt = claimed(engine)
    assert engine.claim(1) == []
    engine.report(attempt, "done", None, {"log": "x"})
    assert state(engine) == ("active", "testing", 1, 1)
    following = claimed(engine)
    assert (following.state, following.context["log"]) == ("testing", "x")
    assert following.entered_by == "done"
    engine.report(following, "passed", {"failed": 0}, {})
    assert state(engine) == ("completed", "testing", 1, 1)
    assert engine.wait() is None
    assert check_ledger(engine.store, engine.definition) == []


def test_a_start_with_the_same_context_changes_nothing(tmp_path: Path) -> None:
    engine = started(tmp_path)
    before = kinds(engine)
    assert engine.start("T", START).before is not None
    assert engine.start("t", {**START, "key": "another secret"}).before is not None
    assert kinds(engine) == before


def test_a_start_with_another_context_is_refused(tmp_path: Path) -> None:
    engine = started(tmp_path)
    with pytest.raises(Fault) as raised:
        engine.start("t", {"repo": "other"})
    assert raised.value.code == "ST9311"


@pytest.mark.parametrize("id_", ["", "-x", "a b", "a/b", "é", "x" * 129, "../x", "a\n"])
def test_an_id_that_is_not_well_formed_is_refused(tmp_path: Path, id_: str) -> None:
    with pytest.raises(Fault) as raised:
        engine_in(tmp_path).start(id_, START)
    assert raised.value.code == "ST9309"


def test_a_refused_start_leaves_nothing(tmp_path: Path) -> None:
    engine = engine_in(tmp_path)
    refusal = engine.start("T", {}).stepped.refusal
    assert refusal is not None and (refusal.code, refusal.path) == ("type", "ctx.repo")
    with engine.store.look() as view:
        assert view.tokens() == [] and view.lost_tokens() == []


def test_a_failed_attempt_is_tried_again_after_its_backoff(tmp_path: Path) -> None:
    clock = FakeClock()
    engine = started(tmp_path, clock)
    engine.fail(claimed(engine), "first")
    assert engine.wait() == 1.0 and engine.claim(1) == []
    clock.tick(1)
    second = claimed(engine)
    assert second.attempt == 2
    engine.fail(second, "second")
    clock.tick(2)
    engine.fail(claimed(engine), "third")
    assert state(engine)[0] == "failed"
    assert kinds(engine).count("task_retrying") == 2


def test_jitter_keeps_a_backoff_near_its_length() -> None:
    waits = [jitter(1_000_000) for _ in range(200)]
    assert 750_000 <= min(waits) < 900_000
    assert 1_100_000 < max(waits) <= 1_250_000


def test_an_attempt_that_was_cut_off_is_tried_again_and_costs_no_retry(tmp_path: Path) -> None:
    engine = started(tmp_path)
    for _ in range(5):
        claimed(engine)
        engine.store.close()
        engine = engine_in(tmp_path)
        assert [task.attempt for task in engine.release_cut_attempts()] == [1]
    attempt = claimed(engine)
    assert attempt.attempt == 1
    engine.report(attempt, "done", None, {})
    assert state(engine) == ("active", "testing", 1, 1)
    assert check_ledger(engine.store, engine.definition) == []


def test_a_timeout_fires_when_it_is_due_and_takes_the_task_with_it(tmp_path: Path) -> None:
    clock = FakeClock()
    engine = started(tmp_path, clock)
    engine.report(claimed(engine), "done", None, {})
    running = claimed(engine)
    clock.tick(3599)
    assert engine.fire_due_timers() == []
    clock.tick(1)
    assert len(engine.fire_due_timers()) == 1
    assert state(engine) == ("active", "coding", 2, 1)
    assert not engine.is_running(running)
    with pytest.raises(AttemptOver):
        engine.report(running, "passed", {"failed": 0}, {})
    assert state(engine) == ("active", "coding", 2, 1)
    assert check_ledger(engine.store, engine.definition) == []


def test_timers_fire_in_the_order_in_which_they_fell_due(tmp_path: Path) -> None:
    clock = FakeClock()
    engine = engine_in(tmp_path, clock)
    for id_ in ("B", "A"):
        engine.start(id_, START)
        engine.fire(id_, "done")
        clock.tick(1)
    clock.tick(7200)
    fired = [moved.before.id for moved in engine.fire_due_timers() if moved.before]
    assert fired == ["B", "A"]


def test_an_event_from_outside_ends_the_attempt_that_runs(tmp_path: Path) -> None:
    engine = started(tmp_path)
    attempt = claimed(engine)
    engine.fire("T", "stop")
    assert state(engine)[0] == "completed"
    acts: list[Callable[[], object]] = [
        lambda: engine.note(attempt, "late"),
        lambda: engine.remember(attempt, "k", 1),
        lambda: engine.fail(attempt, "late"),
    ]
    for act in acts:
        with pytest.raises(AttemptOver):
            act()


def test_a_refused_event_is_recorded_and_changes_nothing(tmp_path: Path) -> None:
    engine = started(tmp_path)
    refusal = engine.fire("T", "passed", {"failed": 0}).stepped.refusal
    assert refusal is not None and refusal.code == "no_transition"
    assert kinds(engine)[-1] == "event_rejected"
    assert state(engine) == ("active", "coding", 1, 1)
    assert len(engine.claim(1)) == 1


def test_memory_is_saved_at_once_and_ends_with_the_token(tmp_path: Path) -> None:
    clock = FakeClock()
    engine = started(tmp_path, clock)
    attempt = claimed(engine)
    engine.remember(attempt, "step", 3)
    engine.fail(attempt, "why")
    clock.tick(1)
    again = claimed(engine)
    assert again.memory == {"step": 3}
    engine.report(again, "done", None, {})
    assert claimed(engine).memory == {}
    engine.fire("T", "stop")
    with engine.store.look() as view:
        assert view.memory("T", "coding") == {}


def test_a_secret_is_in_no_row_of_the_ledger(tmp_path: Path) -> None:
    engine = engine_in(tmp_path)
    engine.start("T", {**START, "key": "s3cr3t"})
    with engine.store.look() as view:
        assert not [row for row in view.history("T") if "s3cr3t" in str(row.data)]
        token = view.token("T")
    assert token is not None and token.context["key"] == "s3cr3t"
    assert check_ledger(engine.store, engine.definition) == []


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE token SET state = 'testing'", "its ledger leads to active in `coding`"),
        ("UPDATE token SET context = '{}'", "its ledger leads to"),
        ("UPDATE token SET number = 2", "the last rows of its ledger are missing"),
        ("DELETE FROM token", "has a ledger and no token"),
        ("DELETE FROM task", "it is active, and has no task"),
        ("UPDATE task SET attempt = 2", "another visit or attempt"),
        ("UPDATE task SET status = 'outside'", "its task is outside, but by its ledger queued"),
        ("UPDATE task SET status = 'claimed'", "its task is claimed, but by its ledger queued"),
        ("INSERT INTO timer VALUES ('T', 'testing', 1, 0)", "its timer is of another visit"),
        ("UPDATE ledger SET data = '{}' WHERE number = 2", "row 2 was changed"),
        ("DELETE FROM ledger WHERE number = 2", "row 2 is missing"),
        ("DELETE FROM ledger WHERE number = 3", "the last rows of its ledger are missing"),
        ("DELETE FROM ledger", "the last rows of its ledger are missing"),
    ],
)
def test_the_check_finds_what_was_changed_behind_its_back(
    tmp_path: Path, statement: str, problem: str
) -> None:
    started(tmp_path).store.close()
    connection = sqlite3.connect(tmp_path / "tokens.db")
    for trigger in ("ledger_no_update", "ledger_no_delete"):
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute(statement)
    connection.commit()
    engine = engine_in(tmp_path)
    problems = check_ledger(engine.store, engine.definition)
    assert "the ledger is not protected: the trigger `ledger_no_delete` is gone" in problems
    assert any(problem in found for found in problems), problems


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE token SET context = '{'",
        "UPDATE token SET counts = '[]'",
        "UPDATE token SET reason = 'x'",
        "UPDATE meta SET value = 'x' WHERE key = 'clock'",
    ],
)
def test_nothing_goes_on_from_a_row_that_cannot_be_read(tmp_path: Path, statement: str) -> None:
    engine = started(tmp_path)
    with sqlite3.connect(tmp_path / "tokens.db") as connection:
        connection.execute(statement)
    acts: list[Callable[[], object]] = [
        lambda: engine.claim(1),
        lambda: engine.fire("T", "stop"),
        lambda: engine.start("T", START),
        lambda: check_ledger(engine.store, engine.definition),
    ]
    for act in acts:
        with pytest.raises(Fault) as raised:
            act()
        assert raised.value.code == "ST9316"


def test_the_check_finds_a_file_whose_index_lost_a_row(tmp_path: Path) -> None:
    engine = started(tmp_path)
    with sqlite3.connect(tmp_path / "tokens.db") as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'status, due', 'status, visit')"
        )
    problems = check_ledger(engine_in(tmp_path).store, engine.definition)
    assert problems and "the file is damaged: " in problems[0]


def test_a_timer_goes_with_its_visit_though_its_state_has_no_timeout_any_more(
    tmp_path: Path,
) -> None:
    clock = FakeClock()
    spec = SPEC.replace("    on timeout -> coding\n", "")
    engine = engine_in(tmp_path, clock, spec)
    engine.start("T", START)
    engine.fire("T", "done")
    engine.store.close()
    later = engine_in(tmp_path, clock, spec.replace("    timeout 1h\n", ""))
    later.fire("T", "failed", {"failed": 1})
    clock.tick(3600)
    assert later.fire_due_timers() == []
    assert state(later) == ("active", "coding", 2, 1)
    assert check_ledger(later.store, later.definition) == []


def test_a_timer_is_late_and_not_lost_when_the_clock_is_set_back(tmp_path: Path) -> None:
    clock = FakeClock()
    engine = started(tmp_path, clock)
    engine.fire("T", "done")
    clock.tick(-365 * 86_400)
    assert engine.fire_due_timers() == []
    clock.tick(2 * 3600)
    assert len(engine.fire_due_timers()) == 1


def test_a_secret_that_a_routine_says_is_in_no_row_of_the_ledger(tmp_path: Path) -> None:
    engine = engine_in(tmp_path)
    engine.start("T", {**START, "key": "s3cr3t"})
    attempt = claimed(engine)
    engine.note(attempt, "tried with s3cr3t")
    engine.remember(attempt, "used", {"keys": ["s3cr3t", 1]})
    with engine.store.look() as view:
        rows = [row.data for row in view.history("T")]
        assert view.memory("T", "coding") == {"used": {"keys": ["s3cr3t", 1]}}
    assert "s3cr3t" not in str(rows)
    assert rows[-2]["text"] == "tried with (secret)"
    assert rows[-1]["value"] == {"keys": ["(secret)", 1]}


NESTED = """
type Key
  name: text
  secret code: text

workflow vault
  context C
    kept: Key? = null
  event given: Key
  event plain
  START -> a
  state a
    on given -> b
  state b
    on plain -> END
"""


def test_a_secret_inside_a_payload_is_in_no_row_and_the_check_agrees(tmp_path: Path) -> None:
    engine = engine_in(tmp_path, spec=NESTED)
    engine.start("T", {"kept": {"name": "n-1", "code": "s3cr3t-1"}})
    engine.fire("T", "given", {"name": "n-2", "code": "s3cr3t-2"})
    attempt = claimed(engine)
    engine.note(attempt, "n-1 s3cr3t-1, n-2 s3cr3t-2")
    engine.remember(attempt, "seen", ["s3cr3t-2"])
    with engine.store.look() as view:
        rows = [row.data for row in view.history("T")]
    assert "s3cr3t" not in str(rows)
    assert rows[-2]["text"] == "n-1 (secret), n-2 (secret)"
    assert check_ledger(engine.store, engine.definition) == []


def test_no_step_reads_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = started(tmp_path)
    monkeypatch.delattr(View, "history")
    engine.report(claimed(engine), "done", None, {})
    engine.fire("T", "failed", {"failed": 1})
    engine.note(claimed(engine), "still here")
    assert state(engine) == ("active", "coding", 2, 1)
