"""Names of a spec as names of Python and of files."""

import keyword
import re
from collections.abc import Iterable, Mapping, Sequence

BUILTINS = frozenset({"bool", "dict", "float", "int", "list", "str"})
"""The built-in names that generated annotations use, which nothing may hide."""


def python_names(
    names: Iterable[str], reserved: Iterable[str] = (), *, ignore_case: bool = False
) -> Mapping[str, str]:
    """Return a Python identifier for each name, as `identifiers` does."""
    ordered = tuple(dict.fromkeys(names))
    found = identifiers(ordered, reserved, ignore_case=ignore_case)
    return dict(zip(ordered, found, strict=True))


def identifiers(
    names: Sequence[str], reserved: Iterable[str] = (), *, ignore_case: bool = False
) -> tuple[str, ...]:
    """Return a Python identifier for each of `names`, all of them different.

    `-` becomes `_`; a keyword, a reserved name and a name that is taken get `_` behind
    them. A name that needs no change keeps its spelling whatever stands before it.
    `ignore_case` also keeps apart names that differ in case only, as file systems do.
    """
    taken = {_folded(name, ignore_case) for name in reserved}
    found: dict[int, str] = {}
    for index in sorted(range(len(names)), key=lambda i: _identifier(names[i]) != names[i]):
        candidate = _identifier(names[index])
        while _folded(candidate, ignore_case) in taken:
            candidate += "_"
        taken.add(_folded(candidate, ignore_case))
        found[index] = candidate
    return tuple(found[index] for index in range(len(names)))


def file_stem(name: str) -> str:
    """Return `name` as it may stand in a path: only ASCII letters, digits, `_` and `-`."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name).lstrip("-") or "_"


def _folded(name: str, ignore_case: bool) -> str:
    return name.lower() if ignore_case else name


def _identifier(name: str) -> str:
    """Return the nearest identifier; without a leading `_`, which Python gives meanings."""
    word = re.sub(r"[^A-Za-z0-9_]", "_", name).lstrip("_")
    if not word or word[0].isdigit():
        word = f"x{word}"
    return f"{word}_" if keyword.iskeyword(word) else word
