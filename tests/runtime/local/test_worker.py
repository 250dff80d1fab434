"""The loop: routines run, and whatever they do ends as an event or a failed attempt."""

import asyncio
import threading
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from stateous.runtime.local.engine import Engine
from stateous.runtime.local.folder import Marked
from stateous.runtime.local.routine import Context, Occurrence, Outside, Routine, Signal, StateRef
from stateous.runtime.local.worker import Settings, Worker
from tests.runtime.local.hosts import START, FakeClock, engine_in


class done(Signal, name="done"):
    """Leads from coding to testing."""


class stop(Signal, name="stop"):
    """Ends the token."""


class unknown(Occurrence[None], name="unknown"):
    """No event of the workflow."""


CODING: StateRef[Any, Any] = StateRef("coding", None, (done, stop))
TESTING: StateRef[Any, Any] = StateRef("testing", None, (stop,))


def ends(ctx: Context[Any]) -> stop:
    return stop()


def worker_of(engine: Engine, coding: Routine, testing: Routine = ends, at_once: int = 4) -> Worker:
    routines = {"coding": Marked(coding, CODING, "a"), "testing": Marked(testing, TESTING, "b")}
    return Worker(engine, routines, Settings(at_once, poll=0.01, until_idle=True))


def run(folder: Path, coding: Routine, testing: Routine = ends, tokens: int = 1) -> Engine:
    """Run tokens until nothing is left to do, without waiting for backoffs."""
    engine = engine_in(folder)
    engine._delay = lambda wait: 0
    for number in range(tokens):
        engine.start(f"T-{number}", START)
    asyncio.run(asyncio.wait_for(worker_of(engine, coding, testing).run(), 20))
    return engine


def history(engine: Engine, token: str = "T-0") -> list[tuple[str, Any]]:
    with engine.store.look() as view:
        return [(row.kind, row.data) for row in view.history(token)]


def reasons(engine: Engine) -> list[str]:
    return [data["reason"] for kind, data in history(engine) if kind == "task_failed"]


async def works_async(ctx: Context[Any]) -> done:
    await asyncio.sleep(0)
    ctx["log"] = "async"
    return done()


def works_plain(ctx: Context[Any]) -> done:
    ctx["log"] = "plain"
    return done()


@pytest.mark.parametrize("routine", [works_async, works_plain])
def test_a_routine_may_be_plain_or_async(tmp_path: Path, routine: Routine) -> None:
    kinds = [kind for kind, _ in history(run(tmp_path, routine))]
    assert kinds[-1] == "completed" and kinds.count("task_done") == 2


def raising(error: BaseException) -> Routine:
    def routine(ctx: Context[Any]) -> None:
        raise error

    return routine


def raising_async(error: BaseException) -> Routine:
    async def routine(ctx: Context[Any]) -> None:
        raise error

    return routine


def returning(value: object) -> Routine:
    return lambda ctx: value


def writing(key: str, value: object) -> Routine:
    def routine(ctx: Context[Any]) -> done:
        ctx[key] = value
        return done()

    return routine


@pytest.mark.parametrize(
    ("routine", "reason"),
    [
        (raising(ValueError("no\nway")), "ValueError: no way"),
        (raising(KeyError()), "KeyError"),
        (raising(ValueError("\ud800")), "ValueError: \\ud800"),
        (raising(SystemExit(3)), "SystemExit: 3"),
        (raising(KeyboardInterrupt()), "KeyboardInterrupt"),
        (raising(StopIteration()), "StopIteration"),
        (raising_async(ValueError("async")), "ValueError: async"),
        (raising_async(SystemExit(3)), "SystemExit: 3"),
        (raising_async(asyncio.CancelledError()), "CancelledError"),
        (returning(None), "the routine returned None and no event"),
        (returning("done"), "the routine returned a value of type `str` and no event"),
        (returning(Outside), "the routine returned a value of type `EnumType` and no event"),
        (returning(done), "the routine returned a value of type `type` and no event"),
        (returning(unknown(None)), "`coding` cannot emit `unknown`"),
        (writing("log", {1, 2}), "TypeError: a set is not a JSON value"),
        (writing("log", 3), "`ctx.log` must be a text, got 3"),
        (writing("repo", "x"), "`ctx.repo` is an input: it is never written again"),
        (writing("nothing", 1), "`ctx.nothing` is not a field of the context"),
        (raising(RuntimeError("x" * 1000)), f"RuntimeError: {'x' * 486}"),
    ],
)
def test_anything_else_is_a_failed_attempt_with_its_reason(
    tmp_path: Path, routine: Routine, reason: str
) -> None:
    engine = run(tmp_path, routine)
    assert reasons(engine) == [reason] * 3
    assert history(engine)[-1] == ("failed", {"reason": "coding failed"})


def test_a_secret_is_in_no_reason_of_a_failed_attempt(tmp_path: Path) -> None:
    def routine(ctx: Context[Any]) -> None:
        ctx["key"] = "n3w-s3cr3t"
        raise ValueError(f"no {ctx['key']} at {'x' * 1000}")

    assert reasons(run(tmp_path, routine))[0] == f"ValueError: no (secret) at {'x' * 473}"


@pytest.mark.parametrize("value", [[[[[0]] * 2] * 2], Decimal("1E+40"), float("nan"), [10**5000]])
def test_memory_takes_what_the_next_attempt_can_read_or_nothing(
    tmp_path: Path, value: object
) -> None:
    def routine(ctx: Context[Any]) -> stop:
        if ctx.attempt == 1:
            ctx.memory["value"] = value
            raise ValueError("after that")
        return stop()

    engine = run(tmp_path, routine)
    assert history(engine)[-1][0] == "completed"
    assert len(reasons(engine)) == 1


def test_a_failed_attempt_writes_nothing(tmp_path: Path) -> None:
    def routine(ctx: Context[Any]) -> done:
        ctx["log"] = ctx["log"] + "x"
        if ctx.attempt < 3:
            raise ValueError
        return done()

    engine = run(tmp_path, routine)
    changes = [data["changes"] for kind, data in history(engine) if kind == "context_changed"]
    assert changes == [{"log": "x"}]


@pytest.mark.parametrize("is_async", [True, False])
def test_no_more_routines_run_at_once_than_allowed(tmp_path: Path, is_async: bool) -> None:
    running: set[str] = set()
    most = 0
    lock = threading.Lock()

    def enter(token: str) -> None:
        nonlocal most
        with lock:
            running.add(token)
            most = max(most, len(running))

    def plain(ctx: Context[Any]) -> stop:
        enter(ctx.token)
        threading.Event().wait(0.01)
        with lock:
            running.discard(ctx.token)
        return stop()

    async def awaited(ctx: Context[Any]) -> stop:
        enter(ctx.token)
        await asyncio.sleep(0.01)
        running.discard(ctx.token)
        return stop()

    engine = run(tmp_path, awaited if is_async else plain, tokens=9)
    assert most == 4
    with engine.store.look() as view:
        assert {token.status for token in view.tokens()} == {"completed"}


def test_an_async_routine_is_cancelled_when_its_token_moves_on(tmp_path: Path) -> None:
    engine = engine_in(tmp_path)
    engine.start("T-0", START)
    cancelled: list[str] = []

    async def waits(ctx: Context[Any]) -> done:
        engine.fire(ctx.token, "done")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(ctx.token)
            raise
        return done()

    asyncio.run(asyncio.wait_for(worker_of(engine, waits).run(), 20))
    assert cancelled == ["T-0"]
    assert [kind for kind, _ in history(engine)].count("task_failed") == 0
    assert history(engine)[-1][0] == "completed"


def test_the_answer_of_a_plain_routine_that_comes_too_late_counts_for_nothing(
    tmp_path: Path,
) -> None:
    engine = engine_in(tmp_path)
    engine.start("T-0", START)
    released, answered = threading.Event(), threading.Event()

    def late(ctx: Context[Any]) -> done:
        engine.fire(ctx.token, "done")
        released.wait(20)
        answered.set()
        return done()

    def testing(ctx: Context[Any]) -> stop:
        released.set()
        answered.wait(20)
        return stop()

    asyncio.run(asyncio.wait_for(worker_of(engine, late, testing).run(), 20))
    events = [data["event"] for kind, data in history(engine) if kind == "event_accepted"]
    assert events == ["done", "stop"]


def test_stopping_lets_what_runs_end_and_claims_no_more(tmp_path: Path) -> None:
    engine = engine_in(tmp_path)
    engine.start("T-0", START)
    worker: Worker

    async def routine(ctx: Context[Any]) -> done:
        worker.stop()
        await asyncio.sleep(0.02)
        return done()

    worker = worker_of(engine, routine)
    asyncio.run(asyncio.wait_for(worker.run(), 20))
    with engine.store.look() as view:
        token, task = view.token("T-0"), view.task("T-0")
    assert token is not None and token.state == "testing"
    assert task is not None and task.status == "queued"


def test_a_timer_moves_a_token_whose_routine_hangs(tmp_path: Path) -> None:
    clock = FakeClock()
    engine = engine_in(tmp_path, clock)
    engine.start("T-0", START)

    async def testing(ctx: Context[Any]) -> stop:
        clock.tick(3600)
        await asyncio.sleep(60)
        return stop()

    def coding(ctx: Context[Any]) -> Signal:
        return done() if ctx.visit == 1 else stop()

    asyncio.run(asyncio.wait_for(worker_of(engine, coding, testing).run(), 20))
    kinds = [kind for kind, _ in history(engine)]
    assert kinds.count("timer_fired") == 1 and kinds[-1] == "completed"


def test_memory_and_notes_of_plain_routines_are_saved_from_their_threads(tmp_path: Path) -> None:
    def routine(ctx: Context[Any]) -> stop:
        for number in range(20):
            ctx.memory["n"] = number
            ctx.note(f"at {number}")
        return stop()

    engine = run(tmp_path, routine, tokens=4)
    for number in range(4):
        kinds = [kind for kind, _ in history(engine, f"T-{number}")]
        assert kinds.count("memory_set") == kinds.count("note") == 20


def test_a_routine_that_never_yields_holds_no_other_up(tmp_path: Path) -> None:
    released = threading.Event()

    def routine(ctx: Context[Any]) -> stop:
        if ctx.token == "T-0":
            released.wait(20)
        if ctx.token == "T-2":
            released.set()
        return stop()

    run(tmp_path, routine, tokens=3)
