"""How long groups of guards take: `python -m bench.guards`.

Each line is one state with one event, verified whole, in CPU milliseconds: the best of five.
"""

from collections.abc import Iterator
from time import process_time

from stateous.compiler.check import Compiled, check
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from stateous.verifier.verify import verify

ROUNDS = 5


def group(fields: list[str], guards: list[str], types: str = "") -> str:
    """Return a spec with these context fields and guards."""
    context = "".join(f"    {field}\n" for field in fields)
    lines = "".join(f"    on e when {guard} -> END\n" for guard in guards)
    return (
        types
        + "workflow w\n"
        + (f"  context Ctx\n{context}" if context else "")
        + "  event e\n  event other\n  START -> s\n"
        + f"  state s\n    on error -> END\n    on other -> END\n{lines}"
    )


def both(guard: str) -> list[str]:
    """Return a guard and its opposite."""
    return [guard, f"not ({guard})"]


def cases() -> Iterator[tuple[str, str]]:
    """Yield each case by its name."""
    members = " and ".join(f'"m{i}" in ctx.t' for i in range(20))
    enum = "enum E\n" + "".join(f"  m{i}\n" for i in range(64))
    yield "one counter", group([], both("count(other) < 3"))
    yield "64 guards, ints", group(["n: int"], [f"ctx.n == {i}" for i in range(64)])
    yield "64 guards, ranges", group(["n: int"], [f"{i} <= ctx.n < {i + 1}" for i in range(64)])
    yield "64 guards, texts", group(["t: text"], [f'ctx.t == "k{i}"' for i in range(64)])
    yield "64 guards, an enum", group(["t: E"], [f"ctx.t == m{i}" for i in range(64)], enum)
    yield (
        "64 guards, two fields",
        group(["n: int", "m: int"], [f"ctx.n == {i} and ctx.m > {i}" for i in range(64)]),
    )
    yield (
        "64 guards, all overlap",
        group([f"f{i}: bool" for i in range(64)], [f"ctx.f{i}" for i in range(64)]),
    )
    yield "20 members of a list", group(["t: list of text"], both(members))
    yield "20 members of 19 items", group(["t: list of text items 0..19"], both(members))
    yield (
        "20 searches in a list",
        group(
            ["t: list of text"],
            both(" and ".join(f'any(x in ctx.t: x == "m{i}")' for i in range(20))),
        ),
    )
    flags = [f"f{i}: bool" for i in range(18)]
    yield "18 flags", group(flags, both(" and ".join(f"ctx.f{i}" for i in range(18))))
    numbers = [f"n{i}: int" for i in range(16)]
    yield "16 fields", group(numbers, both(" and ".join(f"ctx.n{i} > {i}" for i in range(16))))
    yield (
        "16 fields in a sum",
        group(
            [f"n{i}: number" for i in range(16)],
            both(" + ".join(f"ctx.n{i}" for i in range(16)) + " > 10"),
        ),
    )
    yield (
        "16 texts with prefixes",
        group(
            [f"t{i}: text" for i in range(16)],
            both(" and ".join(f'startswith(ctx.t{i}, "a{i}")' for i in range(16))),
        ),
    )


def milliseconds(compiled: Compiled) -> float:
    """Return the CPU time of the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = process_time()
        verify(compiled)
        best = min(best, process_time() - started)
    return best * 1_000


def main() -> None:
    """Print a line for each case."""
    for name, text in cases():
        compiled = check(read_flow(Source("bench.flow", text)))
        assert compiled.program is not None, compiled.diagnostics
        print(f"{name:24} {milliseconds(compiled):8.1f} ms")


if __name__ == "__main__":
    main()
