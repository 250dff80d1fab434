"""How long the command takes to start, as ratios to a bare interpreter in the same run.

A ratio says the same on a slow machine and on a fast one. Each figure is the median of
several runs, and the runs of all commands take turns, so that a busy moment meets all.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parent.parent
ROUNDS = 11
SPEC = ROOT / "specs" / "sdlc.flow"

_STATEOUS = (sys.executable, "-m", "stateous")
BARE = (sys.executable, "-c", "pass")
COMMANDS: dict[str, tuple[str, ...]] = {
    "python -c pass": BARE,
    "stateous --help": (*_STATEOUS, "--help"),
    "stateous explain ST9001": (*_STATEOUS, "explain", "ST9001"),
    "stateous verify specs/sdlc.flow": (*_STATEOUS, "verify", str(SPEC)),
}


def seconds(command: tuple[str, ...]) -> float:
    """Run a command once; return how long it took. Raises when it fails."""
    started = perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started


def measure(rounds: int) -> dict[str, float]:
    """Return the median seconds of each command, after one round that is not counted."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for round_number in range(rounds + 1):
        for name, command in COMMANDS.items():
            taken = seconds(command)
            if round_number:
                times[name].append(taken)
    return {name: median(taken) for name, taken in times.items()}


def main() -> None:
    """Print each command's median and its ratio to the bare interpreter."""
    medians = measure(ROUNDS)
    bare = medians["python -c pass"]
    for name, taken in medians.items():
        print(f"{name:<34} {taken * 1000:7.0f} ms {taken / bare:6.1f} x")


if __name__ == "__main__":
    main()
