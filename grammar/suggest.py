"""What an author may have meant by a name that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches

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
    near = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    if not near:
        return None
    spellings = folded[near[0]]
    return (get_close_matches(name, spellings, n=1, cutoff=0.0) or spellings)[0]
