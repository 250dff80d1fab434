"""A routine that leaves its event to others: open without it, over kills and restarts."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from stateous import OUTSIDE
from stateous.runtime.local.check import check_ledger
from stateous.runtime.local.engine import AttemptOver, Engine
from stateous.runtime.local.folder import Marked
from stateous.runtime.local.routine import Context, Routine, StateRef
from stateous.runtime.local.store import Store
from stateous.runtime.local.worker import Settings, Worker
from tests.runtime.local.hosts import FakeClock, command, engine_in, host_in, spawn

SPEC = """
workflow review
  context Ticket
    notes: text = ""

  event approved
  event rejected

  START -> waiting

  state waiting
    timeout 2d
    retries 1
    on approved -> END
    on rejected -> waiting
    on error -> FAIL "nobody was asked"
    on timeout -> FAIL "nobody answered"
"""


def leaves(ctx: Context[Any]) -> object:
    return OUTSIDE


async def leaves_async(ctx: Context[Any]) -> object:
    return OUTSIDE


def worked(engine: Engine, routine: Routine, at_once: int = 4, state: str = "waiting") -> None:
    """Run the routine of the one state until nothing is due."""
    routines = {state: Marked(routine, StateRef(state, None, ()), "a")}
    settings = Settings(at_once, poll=0.01, until_idle=True)
    asyncio.run(asyncio.wait_for(Worker(engine, routines, settings).run(), 20))


def started(folder: Path, clock: FakeClock | None = None, spec: str = SPEC) -> Engine:
    engine = engine_in(folder, clock, spec)
    engine._delay = lambda wait: 0
    engine.start("T", {})
    return engine


def rows(engine: Engine, kind: str, token: str = "T") -> list[Any]:
    with engine.store.look() as view:
        return [row.data for row in view.history(token) if row.kind == kind]


def where(engine: Engine, token: str = "T") -> tuple[str, int, str | None]:
    """Return the token's status and visit, and the status of its task."""
    with engine.store.look() as view:
        found, task = view.token(token), view.task(token)
    assert found is not None
    return found.status, found.visit, None if task is None else task.status


def agrees(engine: Engine) -> bool:
    return check_ledger(engine.store, engine.definition) == []


@pytest.mark.parametrize("routine", [leaves, leaves_async])
def test_the_attempt_stays_open_until_an_event_is_fired(tmp_path: Path, routine: Routine) -> None:
    engine = started(tmp_path)
    worked(engine, routine)
    assert where(engine) == ("active", 1, "outside") and agrees(engine)
    (note,) = rows(engine, "note")
    assert (note["state"], note["visit"], note["attempt"]) == ("waiting", 1, 1)
    assert note["outside"] == ["approved", "rejected"]
    assert note["text"] == (
        "waits for `approved` or `rejected` from outside, until 2026-01-03T00:00:00Z"
    )
    engine.fire("T", "approved")
    assert where(engine) == ("completed", 1, None) and agrees(engine)


def test_a_routine_that_left_is_called_again_for_the_next_visit_only(tmp_path: Path) -> None:
    visits: list[int] = []

    def routine(ctx: Context[Any]) -> object:
        visits.append(ctx.visit)
        return OUTSIDE

    engine = started(tmp_path)
    for _ in range(3):
        worked(engine, routine)
    engine.fire("T", "rejected")
    assert where(engine) == ("active", 2, "queued")
    worked(engine, routine)
    assert visits == [1, 2] and where(engine) == ("active", 2, "outside") and agrees(engine)


def test_a_refused_event_leaves_the_attempt_open(tmp_path: Path) -> None:
    engine = started(tmp_path)
    worked(engine, leaves)
    assert engine.fire("T", "approved", {"no": "payload"}).stepped.refusal is not None
    assert where(engine) == ("active", 1, "outside") and agrees(engine)


def test_the_timeout_ends_the_attempt(tmp_path: Path) -> None:
    clock = FakeClock()
    engine = started(tmp_path, clock)
    worked(engine, leaves)
    clock.tick(2 * 86_400)
    worked(engine, leaves)
    assert where(engine) == ("failed", 1, None) and agrees(engine)
    assert rows(engine, "failed") == [{"reason": "nobody answered"}]


def test_tokens_that_wait_take_no_place_among_the_routines(tmp_path: Path) -> None:
    engine = started(tmp_path)
    for number in range(5):
        engine.start(f"T-{number}", {})
    worked(engine, leaves, at_once=1)
    assert {where(engine, f"T-{number}")[2] for number in range(5)} == {"outside"}


def test_a_token_that_waits_is_not_queued_again_after_a_restart(tmp_path: Path) -> None:
    engine = started(tmp_path)
    worked(engine, leaves)
    engine.store.close()
    again = engine_in(tmp_path, spec=SPEC)
    assert again.release_cut_attempts() == [] and again.claim(1) == []
    assert again.is_idle() and where(again) == ("active", 1, "outside")


def test_what_was_written_before_leaving_is_a_failed_attempt(tmp_path: Path) -> None:
    def routine(ctx: Context[Any]) -> object:
        if ctx.attempt == 1:
            ctx["notes"] = "would be lost"
        return OUTSIDE

    engine = started(tmp_path)
    worked(engine, routine)
    (failed,) = rows(engine, "task_failed")
    assert failed["reason"] == "the routine wrote `notes` and returned OUTSIDE"
    assert where(engine) == ("active", 1, "outside") and agrees(engine)


def test_a_state_that_nothing_from_outside_could_end_is_not_left_open(tmp_path: Path) -> None:
    spec = """
workflow w
  START -> a
  state a
    on error -> END
"""
    engine = started(tmp_path, spec=spec)
    worked(engine, leaves, state="a")
    assert where(engine) == ("completed", 1, None)
    assert "takes no event and has no timeout" in rows(engine, "task_failed")[0]["reason"]


def test_a_state_of_a_timeout_alone_may_be_left_to_it(tmp_path: Path) -> None:
    clock = FakeClock()
    spec = """
workflow w
  START -> a
  state a
    timeout 1h
    on timeout -> END
"""
    engine = started(tmp_path, clock, spec)
    worked(engine, leaves, state="a")
    assert rows(engine, "note")[0]["text"] == "waits for its timeout, until 2026-01-01T01:00:00Z"
    clock.tick(3600)
    worked(engine, leaves, state="a")
    assert where(engine) == ("completed", 1, None) and agrees(engine)


def test_a_routine_that_left_can_say_nothing_more(tmp_path: Path) -> None:
    kept: list[Context[Any]] = []

    def routine(ctx: Context[Any]) -> object:
        kept.append(ctx)
        return OUTSIDE

    engine = started(tmp_path)
    worked(engine, routine)
    with pytest.raises(AttemptOver):
        kept[0].note("late")
    with pytest.raises(AttemptOver):
        kept[0].memory["k"] = 1


def test_leaving_an_attempt_that_is_over_changes_nothing(tmp_path: Path) -> None:
    engine = started(tmp_path)
    (attempt,) = engine.claim(1)
    engine.fire("T", "rejected")
    with pytest.raises(AttemptOver):
        engine.leave_open(attempt)
    assert where(engine) == ("active", 2, "queued")


@pytest.mark.parametrize("status", ["queued", "claimed"])
def test_the_check_finds_a_wait_that_the_ledger_knows_and_the_task_does_not(
    tmp_path: Path, status: Any
) -> None:
    engine = started(tmp_path)
    worked(engine, leaves)
    with engine.store.change() as change:
        change.mark_task("T", status)
    problems = check_ledger(engine.store, engine.definition)
    assert problems == [f"`T`: its task is {status}, but by its ledger outside"]


def test_a_note_of_a_routine_is_not_taken_for_a_wait(tmp_path: Path) -> None:
    engine = started(tmp_path)
    (attempt,) = engine.claim(1)
    engine.note(attempt, "waits for `approved` from outside")
    assert where(engine) == ("active", 1, "claimed") and agrees(engine)


ROUTINE = """
from pathlib import Path

from stateous import OUTSIDE, Context, Outside, on_state

from contract import Ticket, outcomes, states


@on_state(states.waiting)
def waiting(ctx: Context[Ticket]) -> outcomes.waiting | Outside:
    with open(Path(__file__).parent / "calls", "a") as file:
        file.write(f"{ctx.visit}\\n")
    return OUTSIDE
"""


def package(folder: Path) -> Path:
    return host_in(folder, {"waiting.py": ROUTINE}, SPEC)


def test_run_until_idle_ends_and_show_says_what_a_token_waits_for(tmp_path: Path) -> None:
    host = package(tmp_path)
    command(host, "start", "T")
    run = command(host, "run", "--until-idle")
    assert run.returncode == 0
    assert run.stderr.startswith("T: note waits for `approved` or `rejected` from outside, until ")
    listed = command(host, "show").stdout.splitlines()
    assert listed[0].endswith("waits for")
    assert "`approved` or `rejected` from outside, until " in listed[1]
    page = command(host, "show", "T").stdout
    assert page.startswith(
        "T is active in waiting (visit 1): waits for `approved` or `rejected` from outside, until "
    )
    shown = json.loads(command(host, "show", "T", "--json").stdout)
    assert shown["waits_for"] == ["approved", "rejected"]
    command(host, "fire", "T", "approved")
    assert json.loads(command(host, "show", "--json").stdout)[0]["waits_for"] is None
    assert command(host, "check").returncode == 0


def test_a_host_killed_while_a_token_waits_goes_on_waiting(tmp_path: Path) -> None:
    host = package(tmp_path)
    command(host, "start", "T")
    run = spawn(host, "run")
    wait_until_left(tmp_path / ".stateous/review.db")
    run.kill()
    run.communicate()
    again = command(host, "run", "--until-idle")
    assert (again.returncode, again.stderr) == (0, "")
    assert command(host, "fire", "T", "rejected").stdout == "T is in waiting\n"
    assert command(host, "run", "--until-idle").returncode == 0
    assert (tmp_path / "routines/calls").read_text() == "1\n2\n"
    assert command(host, "fire", "T", "approved").stdout == "T is completed\n"
    assert command(host, "check").returncode == 0


def wait_until_left(database: Path) -> None:
    """Wait until a routine has left a token to events from outside."""
    store = Store(database)
    for _ in range(3000):
        with store.look() as view:
            left = view.tasks("outside")
        if left:
            return store.close()
        threading.Event().wait(0.01)
    raise AssertionError("no routine has left its token")


def test_the_skeleton_of_a_routine_names_it(tmp_path: Path) -> None:
    host_in(tmp_path, {}, SPEC)
    text = (tmp_path / "routines/waiting.py").read_text(encoding="utf-8")
    assert "return `approved` or `rejected`, or `stateous.OUTSIDE` to wait for it." in text
