"""Hosts in tests: a spec of two states, an engine over it, a package in a folder."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import prepare
from stateous.runtime.local.engine import Engine
from stateous.runtime.local.store import Store
from tests.packages import ROOT, compiled, write_package

SPEC = """
type Tests
  failed: int >= 0

workflow loop "Work until the tests pass"
  context Ticket
    input repo: text
    secret key: text = "k-1"
    log: text = ""
    done: int = 0

  event done
  event failed: Tests into last_run
  event passed: Tests
  event stop

  START -> coding

  state coding
    retries 2
    writes log, done
    on done -> testing
    on stop -> END
    on error -> FAIL "coding failed"

  state testing
    timeout 1h
    writes done
    on failed when count(failed) < 3 -> coding
    on failed otherwise -> FAIL "three failures"
    on passed -> END
    on stop -> END
    on timeout -> coding
"""

CODING = """
from stateous import Context, on_state

from contract import Ticket, events, outcomes, states


@on_state(states.coding)
def coding(ctx: Context[Ticket]) -> outcomes.coding:
    ctx["log"] = f"{ctx.model.log}c{ctx.visit}"
    return events.done()
"""

TESTING = """
from stateous import Context, on_state

from contract import Tests, Ticket, events, outcomes, states


@on_state(states.testing)
async def testing(ctx: Context[Ticket]) -> outcomes.testing:
    if ctx.visit < 3:
        return events.failed(Tests(failed=ctx.visit))
    return events.passed(Tests(failed=0))
"""

ROUTINES = {"coding.py": CODING, "testing.py": TESTING}
START: Mapping[str, Json] = {"repo": "acme/api"}


class FakeClock:
    """A clock that a test moves, in seconds."""

    def __init__(self) -> None:
        self.microseconds = 1_767_225_600_000_000

    def __call__(self) -> int:
        return self.microseconds

    def tick(self, seconds: float) -> None:
        self.microseconds += int(seconds * 1_000_000)


def engine_in(folder: Path, clock: FakeClock | None = None, spec: str = SPEC) -> Engine:
    """Return an engine over a new or existing database in `folder`, without jitter."""
    store = Store(folder / "tokens.db", clock or FakeClock())
    workflow = compiled(spec)
    with store.change() as change:
        change.keep_fact("workflow", workflow.name)
    return Engine(prepare(workflow), store, delay=lambda wait: wait)


def host_in(folder: Path, routines: Mapping[str, str] | None = None, spec: str = SPEC) -> Path:
    """Write a package into `folder`; return its host."""
    return write_package(compiled(spec), folder, ROUTINES if routines is None else routines)


def environment() -> dict[str, str]:
    """Return the variables for a host in a process of its own."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def command(host: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run one command of a host to its end."""
    return subprocess.run(
        [sys.executable, str(host), *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def spawn(host: Path, *arguments: str) -> "subprocess.Popen[str]":
    """Start a command of a host."""
    return subprocess.Popen(
        [sys.executable, str(host), *arguments],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
