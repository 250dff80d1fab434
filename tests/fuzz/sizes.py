"""Texts of hostile sizes, and what it costs to read and check one in a process of its own."""

import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from stateous.compiler.check import check_path

HEAD = "workflow w\n  context T\n    a: int = 0\n  event done\n  START -> s\n  state s\n"
STATE = HEAD + "    on done -> END\n    on error -> END\n"
_PER_MIB = 1024 * 1024 if sys.platform == "darwin" else 1024


def _laughs() -> str:
    rows = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    return "\n".join(rows) + "\n"


def _long_guard(part: str, count: int) -> str:
    return f"{HEAD}    on done when {part * count} -> END\n"


def _indented(count: int) -> str:
    """Return lines each of which stands below the one before, as far as a file may be large."""
    return "".join(f"{' ' * depth}x\n" for depth in range(count))


def _table(rows: int) -> str:
    body = "".join(f"      {number} | {number}\n" for number in range(rows))
    return (
        f'{STATE}  specification "s"\n    given context a = <one>\n    when fired done\n'
        f"    then ctx.a == <two>\n    cases\n      one | two\n{body}"
    )


SIZES: dict[str, tuple[str, Callable[[], str]]] = {
    "laughs": ("flow.yaml", _laughs),
    "brackets, 10,000 deep": ("flow", lambda: _long_guard("(" * 10_000 + "1" + ")" * 10_000, 1)),
    "brackets, 10,000 deep and open": ("flow", lambda: _long_guard("(", 10_000)),
    "lists, 10,000 deep": ("flow", lambda: _long_guard("[" * 10_000 + "]" * 10_000, 1)),
    "not, 10,000 times": ("flow", lambda: _long_guard("not ", 10_000)),
    "types, 10,000 deep": ("flow", lambda: f"type T\n  f: {'list of ' * 10_000}int\n"),
    "indentation, 3,500 deep": ("flow", lambda: _indented(3_500)),
    "YAML flow sequences, 10,000 deep": ("flow.yaml", lambda: "[" * 10_000 + "]" * 10_000),
    "YAML flow mappings, 10,000 deep": ("flow.yaml", lambda: "{a: " * 10_000 + "}" * 10_000),
    "YAML block sequences, 10,000 deep": ("flow.yaml", lambda: "- " * 10_000 + "a\n"),
    "YAML block mappings, 3,500 deep": (
        "flow.yaml",
        lambda: "".join(f"{' ' * depth}a:\n" for depth in range(3_500)),
    ),
    "a line of 10 MB": ("flow", lambda: f"{HEAD}    {'x' * 10_000_000}\n"),
    "a YAML line of 10 MB": ("flow.yaml", lambda: f"a: {'x' * 10_000_000}\n"),
    "a line just not too long": ("flow", lambda: f"{HEAD}    {'x' * 1_000_000}\n"),
    "a line of signs just not too long": ("flow", lambda: f"{HEAD}    {'( ' * 500_000}\n"),
    "a line of quotes just not too long": ("flow", lambda: HEAD + "    " + "\"' " * 300_000),
    "a line of words just not too long": ("flow", lambda: f"{HEAD}    {'on a ' * 200_000}\n"),
    "a line of commas just not too long": (
        "flow",
        lambda: f"{HEAD}    writes {'a, ' * 300_000}a\n",
    ),
    "brackets, 7 MB in lines": ("flow", lambda: ("(" * 1_000 + "\n") * 7_000),
    "brackets, 10 MB": ("flow", lambda: "(" * 10_000_000),
    "a name of 1 MB": ("flow", lambda: f"workflow {'n' * 1_000_000}\n  START -> a\n"),
    "100,000 broken lines": ("flow", lambda: HEAD + "    on done => x\n" * 100_000),
    "100,000 broken lines, each its own": (
        "flow",
        lambda: HEAD + "".join(f"    on d{n} -> -> a{n}\n" for n in range(100_000)),
    ),
    "100,000 lines at wrong columns": ("flow", lambda: HEAD + "     x y\n   z\n" * 50_000),
    "100,000 unknown names": (
        "flow",
        lambda: STATE + "".join(f"    on e{n} -> s{n}\n" for n in range(100_000)),
    ),
    "100,000 broken YAML lines": (
        "flow.yaml",
        lambda: (
            "types:\n  T:\n    fields:\n"
            + "".join(f"      f{n}: int int\n" for n in range(100_000))
        ),
    ),
    "1,000,000 blank lines and comments": ("flow", lambda: "\n# a\n" * 500_000 + STATE),
    "a path of 10,000 names": ("flow", lambda: _long_guard("ctx" + ".a" * 10_000 + " == 1", 1)),
    "a sum of 10,000": ("flow", lambda: _long_guard("ctx.a + " * 10_000 + "1 > 0", 1)),
    "an enum of 10,000 members": (
        "flow",
        lambda: "enum E\n" + "".join(f"  m{n}\n" for n in range(10_000)) + STATE,
    ),
    "10,000 states": (
        "flow",
        lambda: (
            "workflow w\n  event done\n  START -> s0\n"
            + "".join(f"  state s{n}\n    on done -> s{n + 1}\n" for n in range(10_000))
            + "  state s10000\n    on done -> END\n"
        ),
    ),
    "a table of 50,000 rows": ("flow", lambda: _table(50_000)),
}
"""Each text by its name, with the end of its file's name."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What reading and checking took: seconds of processor time, and MiB above an empty file."""

    seconds: float
    mebibytes: float
    codes: tuple[str, ...]


def cost_of(name: str) -> Cost:
    """Write the text to a file, and read and check it in a new process. Raises when that fails."""
    ending, make = SIZES[name]
    # The new process finds this module by the path that it is given.
    if (root := str(Path(__file__).parents[2])) not in sys.path:
        sys.path.insert(0, root)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"hostile.{ending}"
        path.write_text(make(), encoding="utf-8")
        context = get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_measure, args=(path, theirs))
        process.start()
        theirs.close()
        try:
            cost = ours.recv()
        except EOFError:
            raise AssertionError(f"{name}: the process died") from None
        finally:
            process.join()
    assert isinstance(cost, Cost)
    return cost


def _measure(path: Path, answer: Connection) -> None:
    empty = path.with_name(f"empty.{path.name.removeprefix('hostile.')}")
    empty.write_text("", encoding="utf-8")
    check_path(empty)  # loads the reader
    before, started = _peak(), process_time()
    found = check_path(path).diagnostics
    seconds = process_time() - started
    codes = tuple(sorted({one.code for one in found if one.is_error}))
    answer.send(Cost(seconds, _peak() - before, codes))


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _PER_MIB


def main() -> None:
    """Print a line for each text."""
    for name in SIZES:
        cost = cost_of(name)
        print(f"{name:40}{cost.seconds:8.2f} s{cost.mebibytes:8.0f} MiB  {' '.join(cost.codes)}")


if __name__ == "__main__":
    main()
