"""What an author may have meant by a name that is not known."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from heapq import nlargest

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
    choices = _choices(tuple(candidates))
    elsewhere = _ELSEWHERE.get(name)
    if elsewhere is not None and elsewhere in choices.known:
        return elsewhere
    wanted = name.casefold()
    near = _nearest(wanted, _comparable(wanted, choices))
    if near is None:
        return None
    spellings = choices.spellings[near]
    return (get_close_matches(name, spellings, n=1, cutoff=0.0) or spellings)[0]


_Numbered = tuple[int, str]
"""A folded candidate behind its number in the order of the candidates."""


@dataclass(frozen=True, slots=True)
class _Choices:
    """Candidates, made ready for many questions: a file may hold thousands of unknown names."""

    known: frozenset[str]
    spellings: Mapping[str, Sequence[str]]
    by_length: Mapping[int, Sequence[_Numbered]]
    by_start: Mapping[tuple[str, int], Sequence[_Numbered]]
    """By the first character and the length."""


@lru_cache(maxsize=16)
def _choices(candidates: tuple[str, ...]) -> _Choices:
    spellings: dict[str, list[str]] = {}
    for candidate in dict.fromkeys(candidates):
        spellings.setdefault(candidate.casefold(), []).append(candidate)
    by_length: dict[int, list[_Numbered]] = {}
    by_start: dict[tuple[str, int], list[_Numbered]] = {}
    for numbered in enumerate(spellings):
        folded = numbered[1]
        by_length.setdefault(len(folded), []).append(numbered)
        by_start.setdefault((folded[:1], len(folded)), []).append(numbered)
    return _Choices(frozenset(candidates), spellings, by_length, by_start)


def _comparable(name: str, choices: _Choices) -> list[str]:
    """Return the candidates worth a comparison, which is slow: few, also out of thousands."""
    size = len(name)
    least, most = size * _NEAR / (2 - _NEAR), size * (2 - _NEAR) / _NEAR
    lengths = [length for length in choices.by_length if least <= length <= most]
    groups = [choices.by_length[length] for length in lengths]
    if sum(map(len, groups)) > _MOST_FILTERED:
        groups = [choices.by_start.get((name[:1], length), ()) for length in lengths]
    if sum(map(len, groups)) > _MOST_FILTERED:
        return []
    found = [candidate for _, candidate in sorted(one for group in groups for one in group)]
    if len(found) <= _MOST_COMPARED:
        return found
    return nlargest(_MOST_COMPARED, found, lambda candidate: _shared_ends(name, candidate))


def _shared_ends(one: str, other: str) -> int:
    """Return how many characters two names share at their starts and at their ends."""
    least = min(len(one), len(other))
    start = 0
    while start < least and one[start] == other[start]:
        start += 1
    end = 0
    while end < least and one[-1 - end] == other[-1 - end]:
        end += 1
    return start + end


def _nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate most like `name`; of several, the last in alphabetical order.

    How like two texts are at most is known from their characters alone, which is quick: the
    comparison itself is made only of those that can still be the nearest.
    """
    matcher = SequenceMatcher(b=name)
    bounds: list[tuple[float, str]] = []
    for candidate in candidates:
        matcher.set_seq1(candidate)
        bound = matcher.quick_ratio()
        if bound >= _NEAR:
            bounds.append((bound, candidate))
    best: tuple[float, str] | None = None
    for bound, candidate in sorted(bounds, reverse=True):
        if best is not None and bound < best[0]:
            break
        matcher.set_seq1(candidate)
        scored = (matcher.ratio(), candidate)
        if scored[0] >= _NEAR and (best is None or scored > best):
            best = scored
    return None if best is None else best[1]
