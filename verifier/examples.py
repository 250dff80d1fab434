"""Cases for people: the values that the guards read, as the author would write them."""

from collections.abc import Iterable, Iterator

from stateous.compiler.guards import Clock, Count, Expr, Read, parts
from stateous.compiler.types import Json
from stateous.compiler.typing.kinds import DATETIME
from stateous.compiler.values.spelling import shortened, shown
from stateous.compiler.values.times import datetime_text
from stateous.grammar.diagnostic import Witness
from stateous.runtime.kernel.evaluate import count_key
from stateous.verifier.decoding.case import Case
from stateous.verifier.encoding.world import named

Value = tuple[str, str]
"""What is read, and its value, both in the author's spelling."""


def example(case: Case, guards: Iterable[Expr]) -> Witness:
    """Return the values of a case that these guards read: counts first, each once."""
    reads = [part for guard in guards for part in parts(guard)]
    counts = [
        value for read in reads if isinstance(read, Count | Clock) for value in _counted(case, read)
    ]
    fields = [value for read in reads if isinstance(read, Read) for value in _read(case, read)]
    return Witness(values=tuple(dict.fromkeys((*counts, *fields))))


def sentence(witness: Witness) -> str:
    """Return `count(failed) = 3, ctx.total = 0`."""
    return ", ".join(f"{name} = {value}" for name, value in witness.values)


def context_reads(guards: Iterable[Expr]) -> tuple[str, ...]:
    """Return the context fields that these guards read, each once."""
    reads = (part for guard in guards for part in parts(guard))
    fields = (read.path[0] for read in reads if isinstance(read, Read) and read.root == "ctx")
    return tuple(dict.fromkeys(fields))


def _counted(case: Case, read: Count | Clock) -> Iterator[Value]:
    match read:
        case Count(event=event, state=state):
            key = count_key(event, state)
            yield f"count({key})", str(case.counts.get(key, 0))
        case Clock(name="now"):
            yield "now", shown(DATETIME, datetime_text(case.now))
        case Clock(name="visit"):
            yield "visit", str(case.visit)
        case Clock():
            yield "attempt", str(case.attempt)


def _read(case: Case, read: Read) -> Iterator[Value]:
    # What a bound variable reads is inside the list, which is shown itself.
    if read.root == "variable":
        return
    value: Json = case.payload
    if read.root in ("ctx", "subject"):
        value = dict((case.context if read.root == "ctx" else case.subject) or {})
    for key in read.path:
        value = value.get(key) if isinstance(value, dict) else None
    yield named((read.root, *read.path)), shortened(shown(read.type, value))
