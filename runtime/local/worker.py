"""The loop that does the work: claims tasks, runs routines, reports, fires timers."""

import asyncio
import inspect
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from stateous.compiler.types import Json
from stateous.runtime.local.engine import AttemptOver, Engine, Moved
from stateous.runtime.local.folder import Marked
from stateous.runtime.local.plain_value import to_json
from stateous.runtime.local.routine import OUTSIDE, Attempt, Context, Occurrence
from stateous.runtime.local.secret_texts import hidden, secret_texts

REASON_LENGTH = 500
"""The most characters of the reason of a failed attempt in the ledger."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the loop works: how many routines at once, how many seconds between two looks."""

    at_once: int = 4
    poll: float = 0.2
    until_idle: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """A routine returned an event."""

    event: str
    payload: Json
    writes: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Failed:
    """A routine raised, or returned what it may not."""

    reason: str


@dataclass(frozen=True, slots=True)
class Left:
    """A routine returned OUTSIDE: the attempt stays open without it."""


Outcome = Happened | Failed | Left


@dataclass(frozen=True, slots=True)
class _Journal:
    """Saves what a running attempt says at once."""

    engine: Engine
    attempt: Attempt

    def note(self, text: str) -> None:
        self.engine.note(self.attempt, text)

    def remember(self, key: str, value: Json) -> None:
        self.engine.remember(self.attempt, key, value)


@dataclass
class Worker:
    """One loop over one store. `say` hears of each move, for a log."""

    engine: Engine
    routines: Mapping[str, Marked]
    settings: Settings = Settings()
    say: Callable[[Moved], None] = lambda moved: None
    _running: dict["asyncio.Task[Outcome]", Attempt] = field(default_factory=dict)
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self) -> None:
        """Claim no more; the loop ends when the routines that run have ended."""
        self._stopping.set()

    async def run(self) -> None:
        """Work until `stop`, or until tokens only wait for events from outside and timeouts."""
        while not self._stopping.is_set():
            self._look()
            if self._is_idle():
                return
            await self._wait()
        while self._running:
            await self._wait()
            self._give_up_lost()

    def _look(self) -> None:
        """Fire the timers that are due, then start the routines of the tasks that are."""
        for moved in self.engine.fire_due_timers():
            self.say(moved)
        self._give_up_lost()
        for attempt in self.engine.claim(self.settings.at_once - len(self._running)):
            marked = self.routines[attempt.state]
            task = asyncio.create_task(_outcome(self.engine, attempt, marked))
            self._running[task] = attempt

    def _is_idle(self) -> bool:
        return self.settings.until_idle and not self._running and self.engine.is_idle()

    async def _wait(self) -> None:
        """Wait until a routine ends, something is due, or it is time to look again."""
        seconds = self._pause()
        stop = asyncio.create_task(self._stopping.wait())
        waiting = {*self._running, *(() if self._stopping.is_set() else (stop,))}
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        for task in [task for task in self._running if task.done()]:
            self._settle(task, self._running.pop(task))

    def _pause(self) -> float:
        """Return the seconds until the next look; what is due waits for a free place."""
        due = self.engine.wait()
        busy = len(self._running) >= self.settings.at_once or self._stopping.is_set()
        return self.settings.poll if due is None or busy else min(due, self.settings.poll)

    def _settle(self, task: "asyncio.Task[Outcome]", attempt: Attempt) -> None:
        """Report how an attempt ended; one that is over counts for nothing."""
        if task.cancelled():
            return
        try:
            match task.result():
                case Happened(event, payload, writes):
                    self.say(self.engine.report(attempt, event, payload, writes))
                case Failed(reason):
                    self.say(self.engine.fail(attempt, reason))
                case Left():
                    self.say(self.engine.leave_open(attempt))
        except AttemptOver:
            return

    def _give_up_lost(self) -> None:
        """Cancel the async routines of tokens that have moved on, and forget the plain ones."""
        for task, attempt in list(self._running.items()):
            if not self.engine.is_running(attempt):
                task.cancel()
                del self._running[task]


async def _outcome(engine: Engine, attempt: Attempt, marked: Marked) -> Outcome:
    """Run a routine. Whatever it does, this answers; only the loop's own cancel passes."""
    ctx = Context[Any](attempt, _Journal(engine, attempt), marked.state.context)
    outcome = await _ended(marked, ctx)
    if not isinstance(outcome, Failed):
        return outcome
    secrets = secret_texts(engine.definition, attempt, ctx.writes)
    return Failed(hidden(secrets, outcome.reason)[:REASON_LENGTH])


async def _ended(marked: Marked, ctx: Context[Any]) -> Outcome:
    """Run a routine and answer how it ended."""
    if not inspect.iscoroutinefunction(marked.routine):
        return await _in_thread(partial(_tried, marked, ctx))
    try:
        return _read(await marked.routine(ctx), ctx, marked)
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return Failed("CancelledError")
    except BaseException as error:  # noqa: BLE001 - a routine may raise anything, SystemExit too
        return Failed(_reason(error))


def _tried(marked: Marked, ctx: Context[Any]) -> Outcome:
    """Call a plain routine and answer how it ended."""
    try:
        return _read(marked.routine(ctx), ctx, marked)
    except BaseException as error:  # noqa: BLE001 - a routine may raise anything, SystemExit too
        return Failed(_reason(error))


async def _in_thread(work: Callable[[], Outcome]) -> Outcome:
    """Do work in a thread of its own, which does not keep the process alive."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Outcome] = loop.create_future()

    def put(outcome: Outcome) -> None:
        if not answer.done():
            answer.set_result(outcome)

    def run() -> None:
        outcome = work()
        # When the loop has ended, nobody waits for this routine any more.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(put, outcome)

    threading.Thread(target=run, daemon=True).start()
    return await answer


def _read(returned: object, ctx: Context[Any], marked: Marked) -> Outcome:
    if returned is OUTSIDE:
        return _left(ctx)
    if not isinstance(returned, Occurrence):
        return Failed(f"the routine returned {_shown(returned)} and no event")
    if not isinstance(returned, marked.state.emits):
        return Failed(f"`{marked.state.name}` cannot emit `{returned.name}`")
    return Happened(returned.name, to_json(returned.payload), ctx.writes)


def _left(ctx: Context[Any]) -> Outcome:
    """Leave the attempt open; what was written would be lost, since only an event carries it."""
    written = ", ".join(f"`{key}`" for key in ctx.writes)
    return Failed(f"the routine wrote {written} and returned OUTSIDE") if written else Left()


def _shown(value: object) -> str:
    return "None" if value is None else f"a value of type `{type(value).__name__}`"


def _reason(error: BaseException) -> str:
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
