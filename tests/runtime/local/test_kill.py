"""A host that is killed goes on: the same end, and nothing done twice but what was cut off."""

import json
import random
import threading
from collections import Counter
from pathlib import Path

from stateous.runtime.local.engine import CUT
from stateous.runtime.local.ledger import Row
from stateous.runtime.local.store import Store
from tests.runtime.local.hosts import command, host_in, spawn
from tests.runtime.local.test_host import wait_for

RECORDING = """
import os
import threading
from pathlib import Path

from stateous import Context, on_state

from contract import Tests, Ticket, events, outcomes, states


def record(ctx: Context[Ticket], word: str) -> None:
    line = f"{word} {ctx.idempotency_key} {ctx.attempt}\\n"
    with open(Path(ctx.model.repo, "attempts"), "ab", buffering=0) as file:
        file.write(line.encode())
"""

CODING = (
    RECORDING
    + """

@on_state(states.coding)
def coding(ctx: Context[Ticket]) -> outcomes.coding:
    record(ctx, "begin")
    folder = Path(ctx.model.repo)
    if (folder / "hold").exists() and ctx.visit == 2:
        (folder / "running").touch()
        while (folder / "hold").exists():
            threading.Event().wait(0.01)
    threading.Event().wait(0.01)
    if ctx.visit == 1 and ctx.attempt == 1:
        record(ctx, "end")
        raise ValueError("the first attempt fails")
    ctx["log"] = f"{ctx.model.log}c{ctx.visit}"
    record(ctx, "end")
    return events.done()
"""
)

TESTING = (
    RECORDING
    + """

@on_state(states.testing)
async def testing(ctx: Context[Ticket]) -> outcomes.testing:
    record(ctx, "begin")
    ctx["done"] = ctx.model.done + 1
    record(ctx, "end")
    if ctx.visit < 3:
        return events.failed(Tests(failed=ctx.visit))
    return events.passed(Tests(failed=0))
"""
)

EVENTS = ["done", "failed", "done", "failed", "done", "passed"]


def prepared(folder: Path, tokens: int) -> Path:
    """Write a package whose routines record each attempt, and start tokens."""
    host = host_in(folder, {"coding.py": CODING, "testing.py": TESTING})
    (folder / "attempts").touch()
    for number in range(tokens):
        command(host, "start", f"T-{number}", "--context", json.dumps({"repo": str(folder)}))
    return host


def attempts(folder: Path) -> Counter[str]:
    """Return how often each line was recorded; a kill may cut the last write short."""
    lines = (folder / "attempts").read_text().splitlines()
    return Counter(lines)


def histories(folder: Path) -> dict[str, list[Row]]:
    with Store(folder / ".stateous/loop.db").look() as view:
        return {token.id: view.history(token.id) for token in view.tokens()}


def check_end(folder: Path, host: Path) -> None:
    """Check that every token ended as without a kill, and what was done how often."""
    assert command(host, "check").returncode == 0
    recorded = attempts(folder)
    with Store(folder / ".stateous/loop.db").look() as view:
        for token in view.tokens():
            assert (token.status, token.state, token.visit) == ("completed", "testing", 3)
            assert token.context["log"] == "c1c2c3" and token.context["done"] == 3
    for id_, rows in histories(folder).items():
        accepted = [row.data["event"] for row in rows if row.kind == "event_accepted"]
        assert accepted == EVENTS
        done = Counter(_attempt(row) for row in rows if row.kind in ("task_done", "task_failed"))
        cut = Counter(_attempt(row) for row in rows if row.data.get("reason") == CUT)
        claims = Counter(_attempt(row) for row in rows if row.kind == "task_claimed")
        assert set(done.values()) == {1}
        for (state, visit, attempt), number in claims.items():
            begun = recorded[f"begin loop/{id_}/{state}/{visit} {attempt}"]
            assert number == 1 + cut[state, visit, attempt]
            assert 1 <= begun <= number


def _attempt(row: Row) -> tuple[object, object, object]:
    return row.data["state"], row.data["visit"], row.data["attempt"]


def test_a_host_killed_in_the_middle_of_a_routine_ends_with_the_same_result(tmp_path: Path) -> None:
    host = prepared(tmp_path, tokens=1)
    (tmp_path / "hold").touch()
    run = spawn(host, "run")
    wait_for(tmp_path / "running")
    run.kill()
    run.wait()
    (tmp_path / "hold").unlink()
    again = command(host, "run", "--until-idle")
    assert "T-0: coding, attempt 1 was cut off; it is queued again" in again.stderr
    check_end(tmp_path, host)
    begun = {line: n for line, n in attempts(tmp_path).items() if line.startswith("begin")}
    assert begun.pop("begin loop/T-0/coding/2 1") == 2
    assert set(begun.values()) == {1}


def test_a_host_killed_at_any_moment_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    moments = random.Random(7)
    host = prepared(tmp_path, tokens=2)
    for _ in range(4):
        run = spawn(host, "run")
        _wait_for_work(tmp_path)
        threading.Event().wait(moments.uniform(0, 0.25))
        run.kill()
        run.wait()
    assert command(host, "run", "--until-idle").returncode == 0
    check_end(tmp_path, host)


def _wait_for_work(folder: Path) -> None:
    """Wait until a host has begun an attempt, or had its time to."""
    before = (folder / "attempts").stat().st_size
    for _ in range(150):
        if (folder / "attempts").stat().st_size > before:
            return
        threading.Event().wait(0.01)
