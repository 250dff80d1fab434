"""How many findings of a file are shown: a report that nobody can read helps nobody."""

from collections import Counter
from collections.abc import Sequence

from stateous.command_rules import LEFT_OUT
from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.source import Source

FOR_PEOPLE = 200
FOR_PROGRAMS = 10_000

_RANKS = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def limited(diagnostics: Sequence[Diagnostic], most: int) -> tuple[Diagnostic, ...]:
    """Return at most `most` diagnostics of each file (0: all), in the order in which they are.

    Errors are kept before warnings, and these before notes. Behind those of a file of which
    some are left out stands a note that counts these.
    """
    if most == 0:
        return tuple(diagnostics)
    kept = _kept(diagnostics, most)
    left = Counter(d.span.source.name for n, d in enumerate(diagnostics) if n not in kept)
    last = {d.span.source.name: n for n, d in enumerate(diagnostics)}
    shown: list[Diagnostic] = []
    for number, diagnostic in enumerate(diagnostics):
        name = diagnostic.span.source.name
        if number in kept:
            shown.append(diagnostic)
        if number == last[name] and left[name]:
            shown.append(_left_out(diagnostic, left[name]))
    return tuple(shown)


def _kept(diagnostics: Sequence[Diagnostic], most: int) -> set[int]:
    """Return the numbers of those that are shown."""
    ranked = sorted(range(len(diagnostics)), key=lambda n: _RANKS[diagnostics[n].severity])
    kept: set[int] = set()
    counts: Counter[str] = Counter()
    for number in ranked:
        name = diagnostics[number].span.source.name
        if counts[name] < most:
            counts[name] += 1
            kept.add(number)
    return kept


def _left_out(last: Diagnostic, number: int) -> Diagnostic:
    """Return the note that `number` diagnostics of the file of `last` are not shown."""
    name = last.span.source.name
    what = "1 more finding is" if number == 1 else f"{number:,} more findings are"
    place = Source(name, "").span(0, 0)
    return LEFT_OUT.at(place, f"{what} not shown for `{name}`", help="`--max-findings 0` shows all")
