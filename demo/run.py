"""The whole way, in front of your eyes: specs are proved, one is refused, one runs.

Run it with `make demo`. All that it writes is in `build/demo`, made anew each time. It ends
with exit code 1 when anything is not as this file says that it must be.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEMO = Path(__file__).resolve().parent
ROOT = DEMO.parent


class NotAsExpectedError(Exception):
    """Something came out in another way than the demo says."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket, the events that must bring its token to its end, and the last test run that failed."""

    id: str
    story: str
    events: tuple[str, ...]
    last_run: Mapping[str, int] | None


TICKETS = (
    Ticket("TICKET-1", "the first patch is right", ("done", "passed"), None),
    Ticket(
        "TICKET-2",
        "the first patch forgets leap years, the second is right",
        ("done", "failed", "done", "passed"),
        {"passed": 3, "failed": 2},
    ),
    Ticket(
        "TICKET-3",
        "three patches, none of them right; the third failure ends it",
        ("done", "failed", "done", "failed", "done", "failed"),
        {"passed": 1, "failed": 4},
    ),
)


def main() -> int:
    """Run the demo in `build/demo`; return the exit code."""
    try:
        run(ROOT / "build" / "demo")
    except NotAsExpectedError as error:
        print(f"\nThis is not as expected: {error}", file=sys.stderr)
        return 1
    return 0


def run(folder: Path) -> None:
    """Run the demo in `folder`, which is emptied first. Raises NotAsExpectedError."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    prove_specs()
    refuse_a_mistake(folder / "mistake")
    host = generate_host(folder / "sdlc")
    run_tokens(host, folder / "tickets")
    show_tokens(host)
    say("", "All of it came out as it must.")


# ------------------------------------------------------------------ the scenes


def prove_specs() -> None:
    """Verify every spec of the repository."""
    heading("1. The specs in specs/ are proved")
    say(
        "For each state and event, at most one guard holds, and none is missing; every line",
        "can be reached, every token can end, and the specifications of the core are run. What",
        "this version has no answer to is said line by line, and is never called proved.",
    )
    stateous("verify", "specs", "--format", "concise", "--unknown", "warn", code=0)


def refuse_a_mistake(folder: Path) -> None:
    """Verify a copy of the sdlc spec in which two guards hold at once."""
    heading("2. A mistake is refused")
    spec = folder / "sdlc.flow"
    right, wrong = "on failed otherwise -> END", "on failed when count(failed) < 5 -> END"
    say(
        f"A copy of sdlc.flow says `{wrong}`",
        f"where it said `{right}`. Now two lines hold after the first",
        "failure, and none after the fifth.",
    )
    spec.parent.mkdir()
    spec.write_text(replaced((ROOT / "specs" / "sdlc.flow").read_text("utf-8"), right, wrong))
    stateous("verify", "sdlc.flow", code=1, cwd=folder)


def generate_host(folder: Path) -> Path:
    """Generate the host of the sdlc spec, and put the demo's routines in their place."""
    heading("3. The spec becomes a host")
    say(
        "It writes the graph, a typed contract, and a host with its own database. The routines",
        "are ours: `coding` applies the next patch of a ticket, `testing` runs its unit tests.",
    )
    stateous("generate", "specs/sdlc.flow", "-o", from_root(folder), code=0)
    shutil.copytree(DEMO / "routines", folder / "routines", dirs_exist_ok=True, ignore=_NO_CACHES)
    return folder / "host.py"


def run_tokens(host: Path, folder: Path) -> None:
    """Start a token for each ticket, and let the host work until nothing is left to do."""
    heading("4. Three tokens run")
    for ticket in TICKETS:
        say(f"{ticket.id}: {ticket.story}.")
    say("Each has a checkout of its own of demo/project, with a bug in it.")
    for ticket in TICKETS:
        checkout = check_out(ticket, folder / ticket.id)
        repo = Path(os.path.relpath(checkout, host.parent)).as_posix()
        command(host, "start", ticket.id, "--context", json.dumps({"repo": repo}))
    command(host, "run", "--until-idle")


def show_tokens(host: Path) -> None:
    """Show the history and the graph of each token, and see that they are as they must be."""
    heading("5. What became of them")
    say("Every step is in the ledger; in the graph, the steps taken carry their number.")
    for ticket in TICKETS:
        say("", f"{ticket.id} must take {', '.join(ticket.events)}, and complete.")
        command(host, "show", ticket.id)
        command(host, "show", ticket.id, "--graph")
        shown = command(host, "show", ticket.id, "--json", quiet=True)
        require_end(ticket, json.loads(shown))
    command(host, "check")


# ------------------------------------------------------------------ their parts


def check_out(ticket: Ticket, folder: Path) -> Path:
    """Copy the project, and beside it the patches of the ticket; return the checkout."""
    checkout = folder / "checkout"
    shutil.copytree(DEMO / "project", checkout, ignore=_NO_CACHES)
    shutil.copytree(DEMO / "series" / ticket.id, folder / "patches")
    return checkout


def require_end(ticket: Ticket, token: Mapping[str, Any]) -> None:
    """Raise NotAsExpectedError unless the token took its path, and completed."""
    history = token["history"]
    accepted = [row["data"]["event"] for row in history if row["kind"] == "event_accepted"]
    require(f"the status of {ticket.id}", token["status"], "completed")
    require(f"the events of {ticket.id}", tuple(accepted), ticket.events)
    require(f"the last failed run of {ticket.id}", token["context"]["last_run"], ticket.last_run)


def require(what: str, found: object, expected: object) -> None:
    """Raise NotAsExpectedError unless two values are equal."""
    if found != expected:
        raise NotAsExpectedError(f"{what} is {found}, and should be {expected}")


def from_root(path: Path) -> str:
    """Return a path as it is written from the root of the repository, when it is inside."""
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def replaced(text: str, old: str, new: str) -> str:
    """Return `text` with `old`, which it must hold once, replaced."""
    require(f"the number of `{old}`", text.count(old), 1)
    return text.replace(old, new)


_NO_CACHES = shutil.ignore_patterns("__pycache__")


# ------------------------------------------------------- commands and printing


def stateous(*arguments: str, code: int, cwd: Path = ROOT) -> None:
    """Run the `stateous` command, print what it says, and require its exit code."""
    shown = shlex.join(arguments)
    finished = _run([sys.executable, "-m", "stateous", *arguments], cwd)
    print(f"\n$ stateous {shown}")
    _print_output(finished)
    print(f"(exit code {finished.returncode})", flush=True)
    require(f"the exit code of `stateous {shown}`", finished.returncode, code)


def command(host: Path, *arguments: str, quiet: bool = False) -> str:
    """Run a command of the host, and require that it went well; print and return what it says."""
    finished = _run([sys.executable, host.name, *arguments], host.parent)
    if not quiet or finished.returncode:
        print(f"\n$ python host.py {shlex.join(arguments)}")
        _print_output(finished)
    require(f"the exit code of `host.py {arguments[0]}`", finished.returncode, 0)
    return finished.stdout


def heading(text: str) -> None:
    """Print a heading."""
    print(f"\n{text}\n{'=' * len(text)}", flush=True)


def say(*lines: str) -> None:
    """Print lines."""
    print("\n".join(lines), flush=True)


def _run(arguments: Sequence[str], cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        arguments,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def _print_output(finished: "subprocess.CompletedProcess[str]") -> None:
    print(finished.stdout.rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
