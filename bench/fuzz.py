"""The front end against inputs made at random: `python -m bench.fuzz --count 100000 --seed 7`.

Prints how many inputs of each kind there were, how many faults, how the reports on specs
with one edit lead to it, and the slowest input. With `--keep FOLDER` each input with a
fault is kept there. Exits with 1 when there are faults.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pool
from os import cpu_count
from pathlib import Path

from tests.fuzz.checks import outcome
from tests.fuzz.inputs import Input, inputs
from tests.fuzz.reach import Led, Reach

CHUNK = 250


@dataclass
class Tally:
    """What was counted: inputs by kind, faults with their inputs, and how edits were led to."""

    kinds: Counter[str] = field(default_factory=Counter)
    led: Counter[tuple[str, Led]] = field(default_factory=Counter)
    faults: list[tuple[str, Input]] = field(default_factory=list)
    missed: list[tuple[str, Reach]] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    seconds: float = 0.0

    def add(self, one: Input) -> None:
        """Take one input through everything, and count what became of it."""
        result = outcome(one)
        self.kinds[one.kind] += 1
        self.faults += [(fault, one) for fault in result.faults]
        self.seconds += result.seconds
        self.slowest = max(self.slowest, (result.seconds, f"{one.kind} of {Path(one.name).name}"))
        if result.reach is not None:
            self.led[one.kind, result.reach.led] += 1
            if result.reach.led is Led.MISSED:
                self.missed.append((Path(one.name).name, result.reach))

    def join(self, other: "Tally") -> None:
        """Add what was counted elsewhere."""
        self.kinds += other.kinds
        self.led += other.led
        self.faults += other.faults
        self.missed += other.missed
        self.slowest = max(self.slowest, other.slowest)
        self.seconds += other.seconds


def tally(chunk: tuple[str, int]) -> Tally:
    """Count a chunk of inputs."""
    found = Tally()
    for one in inputs(*chunk):
        found.add(one)
    return found


def chunks(seed: str, count: int) -> Iterator[tuple[str, int]]:
    """Yield the seed and the size of each chunk."""
    for start in range(0, count, CHUNK):
        yield f"{seed}:{start}", min(CHUNK, count - start)


def told(found: Tally) -> Iterator[str]:
    """Yield the lines of the report."""
    for kind, number in sorted(found.kinds.items()):
        led = {how: found.led[kind, how] for how in Led}
        rates = f"  {_rates(led)}" if sum(led.values()) else ""
        yield f"{kind:18}{number:9,}{rates}"
    number = sum(found.kinds.values())
    whole = {how: sum(found.led[kind, how] for kind in found.kinds) for how in Led}
    yield f"{'all':18}{number:9,}  {_rates(whole)}"
    yield f"{found.seconds / max(number, 1) * 1_000:.1f} ms each; slowest {found.slowest}"
    for fault, times in Counter(fault for fault, _ in found.faults).most_common():
        yield f"FAULT {times:6,} x {fault}"


def _rates(led: dict[Led, int]) -> str:
    """Say how the reports on mutants with an error lead to their edits, in per cent."""
    faulty = sum(led.values()) - led[Led.VALID]
    parts = [f"{how.value} {led[how] / max(faulty, 1):.2%}" for how in Led if how is not Led.VALID]
    return f"{led[Led.VALID]:7,} valid, of {faulty:7,} with an error: {', '.join(parts)}"


def keep(found: Tally, folder: Path) -> None:
    """Write each input that has a fault, and list the edits that no report leads to."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, (fault, one) in enumerate(found.faults):
        suffix = "flow.yaml" if one.name.endswith("yaml") else "flow"
        (folder / f"{number:05}.{suffix}").write_bytes(one.text.encode("utf-8", "surrogatepass"))
        (folder / f"{number:05}.txt").write_text(f"{one.kind} of {one.name}\n{fault}\n")
    lines = (
        f"{name} {r.edit.kind} {r.edit.sort} {r.edit.old!r} -> {r.edit.new!r} in {r.line!r}\n"
        f"    {r.said}\n"
        for name, r in found.missed
    )
    (folder / "missed.txt").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Take the arguments, run, and print the report."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--count", type=int, default=2_000, help="how many inputs")
    options.add_argument("--seed", default="0", help="inputs of one seed are always the same")
    options.add_argument("--keep", type=Path, metavar="FOLDER", help="where to keep faulty inputs")
    options.add_argument("--processes", type=int, default=cpu_count(), metavar="N")
    given = options.parse_args()
    found = Tally()
    with Pool(given.processes) as pool, suppress(KeyboardInterrupt):  # then tell what there is
        for part in pool.imap_unordered(tally, chunks(given.seed, given.count)):
            found.join(part)
            if sys.stderr.isatty():
                print(f"\r{sum(found.kinds.values()):,}", end="", file=sys.stderr, flush=True)
    print("\n".join(told(found)))
    if given.keep is not None:
        keep(found, given.keep)
    sys.exit(bool(found.faults))


if __name__ == "__main__":
    main()
