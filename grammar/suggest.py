"""What an author may have meant by a name that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches
from heapq import nlargest
from itertools import takewhile
from operator import eq

# Spellings of other languages, and how they are written here.
_ELSEWHERE = {
    "True": "true",
    "False": "false",
    "None": "null",
    "nil": "null",
    "string": "text",
    "str": "text",
    "integer": "int",
    "float": "number",
    "boolean": "bool",
    "timestamp": "datetime",
}

_NEAR = 0.6
_MOST_FILTERED = 500
_MOST_COMPARED = 40


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate nearest to `name`, or None where none is near.

    Case does not count; where candidates differ in case alone, the spelling nearest to
    `name` wins.
    """
    known = dict.fromkeys(candidates)
    if _ELSEWHERE.get(name) in known:
        return _ELSEWHERE[name]
    folded: dict[str, list[str]] = {}
    for candidate in known:
        folded.setdefault(candidate.casefold(), []).append(candidate)
    wanted = name.casefold()
    near = get_close_matches(wanted, _comparable(wanted, folded), n=1, cutoff=_NEAR)
    if not near:
        return None
    spellings = folded[near[0]]
    return (get_close_matches(name, spellings, n=1, cutoff=0.0) or spellings)[0]


def _comparable(name: str, candidates: Iterable[str]) -> list[str]:
    """Return the candidates worth a comparison, which is slow: few, also out of thousands."""
    size = len(name)
    least, most = size * _NEAR / (2 - _NEAR), size * (2 - _NEAR) / _NEAR
    found = [candidate for candidate in candidates if least <= len(candidate) <= most]
    if len(found) > _MOST_FILTERED:
        found = [candidate for candidate in found if candidate[:1] == name[:1]]
    if len(found) > _MOST_FILTERED:
        return []
    if len(found) <= _MOST_COMPARED:
        return found
    return nlargest(_MOST_COMPARED, found, lambda candidate: _shared_ends(name, candidate))


def _shared_ends(one: str, other: str) -> int:
    """Return how many characters two names share at their starts and at their ends."""
    return _shared_start(one, other) + _shared_start(one[::-1], other[::-1])


def _shared_start(one: str, other: str) -> int:
    return sum(takewhile(bool, map(eq, one, other)))
