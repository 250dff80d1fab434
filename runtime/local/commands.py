"""The commands of a host: each prints its answer, or raises Fault."""

import argparse
import asyncio
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from stateous.compiler.graph.diagram import diagram
from stateous.compiler.graph.reader import Graph
from stateous.compiler.types import Json
from stateous.compiler.values import json_text
from stateous.compiler.values.json_text import JsonError
from stateous.grammar.printable import printable
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.token import Entry, Token
from stateous.runtime.local.check import check_ledger
from stateous.runtime.local.engine import Engine, Moved, require_id
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.folder import load_routines
from stateous.runtime.local.ledger import broken_link
from stateous.runtime.local.lock import only_run
from stateous.runtime.local.output import answer, say
from stateous.runtime.local.outside import wait_of, waits
from stateous.runtime.local.regular_file import LARGEST, read_text
from stateous.runtime.local.rules import (
    BAD_ARGUMENT,
    LEDGER_BROKEN,
    NO_SUCH_TOKEN,
    STEP_REFUSED,
)
from stateous.runtime.local.show import phrase, token_json, token_page, token_table
from stateous.runtime.local.store import Store
from stateous.runtime.local.trace import path_of
from stateous.runtime.local.view import View
from stateous.runtime.local.worker import Settings, Worker


@dataclass(frozen=True, slots=True)
class Host:
    """All that a command needs: the folder, the graph, the database, the arguments."""

    folder: Path
    graph: Graph
    definition: Definition
    database: Path
    store: Store
    arguments: argparse.Namespace

    @property
    def engine(self) -> Engine:
        """The engine over the database."""
        return Engine(self.definition, self.store)


# ------------------------------------------------------------------------- run


def run(host: Host) -> None:
    """Do the work that is due until a signal, or until nothing is left to do."""
    with only_run(host.database):
        routines = load_routines(host.folder, host.graph)
        engine = host.engine
        for task in engine.release_cut_attempts():
            words = f"{task.state}, attempt {task.attempt}"
            say(f"{task.token}: {words} was cut off; it is queued again")
        given = host.arguments
        settings = Settings(given.at_once, given.poll, given.until_idle)
        worker = Worker(engine, routines, settings, _log)
        asyncio.run(_until_stopped(worker))


async def _until_stopped(worker: Worker) -> None:
    """Run the loop; the first signal lets routines end, the second ends them."""
    loop = asyncio.get_running_loop()

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(worker.stop)
        signal.signal(number, signal.SIG_DFL)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        await worker.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_LOGGED = frozenset(
    {"event_accepted", "event_rejected", "task_failed", "task_retrying", "timer_fired"}
    | {"completed", "failed", "cancelled", "entered", "note"}
)


def _log(moved: Moved) -> None:
    token = moved.stepped.token
    if token is None:
        return
    for effect in moved.stepped.effects:
        if isinstance(effect, Entry) and effect.kind in _LOGGED:
            say(f"{token.id}: {effect.kind} {phrase(effect.kind, effect.data)}".rstrip())


# --------------------------------------------------------------- start and fire


def start(host: Host) -> None:
    """Start a token."""
    moved = host.engine.start(host.arguments.id, _context(host.arguments))
    _answer(moved, "started" if moved.before is None else "was started before; it is")


def fire(host: Host) -> None:
    """Let an event from outside happen to a token."""
    given = host.arguments
    payload = None if given.payload is None else _json(given.payload, "--payload")
    _answer(host.engine.fire(given.id, given.event, payload), "is")


def _answer(moved: Moved, verb: str) -> None:
    stepped = moved.stepped
    if stepped.refusal is not None:
        raise Fault(STEP_REFUSED, f"refused ({stepped.refusal.code}): {stepped.refusal.message}")
    if stepped.token is not None:
        answer(printable(f"{stepped.token.id} {verb} {_where(stepped.token)}"))


def _where(token: Token) -> str:
    if not token.ended:
        return f"in {token.state}"
    return f"{token.status}: {token.reason}" if token.reason else token.status


def _context(given: argparse.Namespace) -> Mapping[str, Json]:
    name, text = "--context", "{}" if given.context is None else given.context
    if given.context_file is not None:
        name, text = str(given.context_file), _read(given.context_file)
    found = _json(text, name)
    if not isinstance(found, dict):
        raise Fault(BAD_ARGUMENT, f"{name} holds no JSON object", 'write `{"field": value}`')
    return found


def _read(path: Path) -> str:
    try:
        return read_text(path, LARGEST)
    except (OSError, UnicodeDecodeError) as error:
        raise Fault(BAD_ARGUMENT, f"{path} cannot be read: {error}") from None


def _json(text: str, name: str) -> Json:
    try:
        return json_text.parse(text)
    except JsonError as error:
        where = f"line {error.line}, column {error.column}"
        raise Fault(BAD_ARGUMENT, f"{name} is no JSON: {error.message} ({where})") from None


# -------------------------------------------------------------- show and check


def show(host: Host) -> None:
    """Print the tokens, or one of them with its history."""
    given = host.arguments
    if given.id is not None:
        require_id(given.id)
    with host.store.look() as view:
        if given.id is None:
            answer(_all_tokens(host, view))
        else:
            answer(_one_token(host, view, given.id))


def _all_tokens(host: Host, view: View) -> str:
    if host.arguments.graph:
        return diagram(host.graph.workflow).rstrip()
    tokens, waiting = view.tokens(), waits(view, host.definition)
    if host.arguments.json:
        shown: list[Json] = [
            token_json(host.definition, token, waits=token.id in waiting) for token in tokens
        ]
        return json_text.pretty(shown)
    return token_table(tokens, waiting)


def _one_token(host: Host, view: View, id_: str) -> str:
    token = view.token(id_)
    if token is None:
        raise Fault(NO_SUCH_TOKEN, f"there is no token `{id_}`", "`show` lists the tokens")
    rows = view.history(token.id)
    if broken := broken_link(rows):
        raise Fault(LEDGER_BROKEN, f"`{token.id}`: {broken}", "`check` looks at all tokens")
    if host.arguments.graph:
        return diagram(host.graph.workflow, path_of(token, rows)).rstrip()
    waiting = wait_of(view, host.definition, token.id)
    if host.arguments.json:
        shown = token_json(host.definition, token, waits=waiting is not None, rows=rows)
        return json_text.pretty(shown)
    return token_page(host.definition, token, rows, waiting)


def check(host: Host) -> None:
    """Compare each token with its ledger."""
    problems = check_ledger(host.store, host.definition)
    if problems:
        raise Fault(LEDGER_BROKEN, "; ".join(problems))
    with host.store.look() as view:
        number = len(view.tokens())
    answer(f"{number} tokens agree with their ledgers" if number != 1 else _ONE_AGREES)


_ONE_AGREES = "1 token agrees with its ledger"


COMMANDS: Mapping[str, Callable[[Host], None]] = {
    "run": run,
    "start": start,
    "fire": fire,
    "show": show,
    "check": check,
}
"""The commands by name."""

READING = frozenset({"show", "check"})
"""The commands that move no token."""
