"""What the guards of a group ask of each list and map, and so how large a model must be.

A list is asked for by its pattern: the path to it, with `ITEM` for an item of a list on
the way. The truth of `any`, `all` and `in` depends on the set of items alone, and each of
them needs one item as its witness. So as many items as there are such questions are
enough: an item that is no witness can be dropped, or be a copy of another.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from stateous.compiler.guards import (
    Compare,
    Const,
    Expr,
    In,
    Len,
    ListExpr,
    Quantified,
    Read,
    children,
    parts,
)
from stateous.compiler.types import Json
from stateous.compiler.values.restrictions import identity

ITEM: Final = 0
"""The step from a list to an item, in a pattern; in a path, the item's number."""

Path = tuple[str | int, ...]

_MOST: Final = (32, 8, 4, 2)
"""The most items that a list is modelled with, by how many lists it is inside."""


def most_slots(path: Path) -> int:
    """Return the most items that the list at `path` is modelled with."""
    return _MOST[min(pattern(path).count(ITEM), len(_MOST) - 1)]


@dataclass
class Use:
    """What is asked of one list or map.

    `members` are the values looked for, by identity; `keys` the keys read or looked for.
    `searches` are the questions that need a witness, each with the lists whose items it
    is asked anew for. `literal` is the longest list literal that it is compared with.
    """

    members: dict[Hashable, Json] = field(default_factory=dict)
    keys: dict[str, None] = field(default_factory=dict)
    searches: list[tuple[Expr, tuple[Path, ...]]] = field(default_factory=list)
    literal: int = 0
    compared: bool = False
    measured: bool = False

    @property
    def by_members(self) -> bool:
        """Whether it is enough to know which values are in the list."""
        return not self.searches and not self.literal and not self.compared


class Uses:
    """The uses of every list and map in some guards.

    `depth` is how deep `any` and `all` stand within each other.
    """

    def __init__(self, exprs: Iterable[Expr]) -> None:
        self.depth = 0
        self._found: defaultdict[Path, Use] = defaultdict(Use)
        self._sizes: dict[Path, tuple[int, bool]] = {}
        for expr in exprs:
            self._scan(expr, {})

    def of(self, path: Path) -> Use:
        """Return what is asked of the list or map at `path`."""
        return self._found[pattern(path)]

    def slots(self, path: Path) -> tuple[int, bool]:
        """Return how many items a model of the list needs, and whether they are enough."""
        return self._slots(pattern(path))

    @property
    def longest(self) -> int:
        """The longest list, and the largest map, that the evaluator can look through in time."""
        return {0: 100_000, 1: 100_000, 2: 1_000}.get(self.depth, 100)

    def asked_for_each(self, path: Path) -> bool:
        """Whether another list is searched anew for each item of this one."""
        one = pattern(path)
        found = (lists for use in self._found.values() for _, lists in use.searches)
        return any(one in lists for lists in found)

    def _slots(self, path: Path) -> tuple[int, bool]:
        if path in self._sizes:
            return self._sizes[path]
        # Where an item is compared with the items of its own list, no number is enough.
        self._sizes[path] = 2, False
        use = self._found[path]
        total, enough = len(use.members), not use.compared
        for _, lists in use.searches:
            times = 1
            for other in lists:
                size, exact = self._slots(other)
                times, enough = times * size, enough and exact
            total += times
        # One item more than a literal has, so that a longer list stays unequal to it.
        total = max(total, use.literal + 1) + use.compared
        most = most_slots(path)
        self._sizes[path] = min(total, most), enough and total <= most
        return self._sizes[path]

    def _scan(self, expr: Expr, scope: Mapping[str, Path]) -> None:
        match expr:
            case Read():
                self._read(_path(expr, scope))
            case In(item=Const(value=value), container=Read() as container):
                use = self._found[_path(container, scope)]
                use.members[identity(value)] = value
                if isinstance(value, str):
                    use.keys[value] = None
            case In(item=item, container=Read() as container):
                self._search(expr, container, item, scope)
            case Quantified(over=Read() as over, condition=condition, variable=variable):
                self._search(expr, over, condition, {**scope, variable: ()})
                scope = {**scope, variable: (*_path(over, scope), ITEM)}
                self.depth = max(self.depth, len(scope))
            case Compare(left=left, right=right):
                self._compared(left, right, scope)
                self._compared(right, left, scope)
            case Len(value=Read() as value):
                self._found[_path(value, scope)].measured = True
        for child in children(expr):
            self._scan(child, scope)

    def _read(self, path: Path) -> None:
        for end in range(1, len(path)):
            step = path[end]
            if isinstance(step, str):
                self._found[path[:end]].keys[step] = None

    def _search(self, question: Expr, container: Read, by: Expr, scope: Mapping[str, Path]) -> None:
        path = _path(container, scope)
        names = {part.variable for part in parts(by) if isinstance(part, Read)}
        lists = (item[:-1] for name, item in scope.items() if item and name in names)
        # A list inside an item is another list for each item.
        apart = tuple(other for other in lists if path[: len(other) + 1] != (*other, ITEM))
        if (question, apart) not in self._found[path].searches:
            self._found[path].searches.append((question, apart))

    def _compared(self, one: Expr, other: Expr, scope: Mapping[str, Path]) -> None:
        if not isinstance(one, Read):
            return
        use = self._found[_path(one, scope)]
        if isinstance(other, ListExpr):
            use.literal = max(use.literal, len(other.items), 1)
        elif isinstance(other, Read):
            use.compared = True


def pattern(path: Path) -> Path:
    """Return the path with `ITEM` for the number of an item."""
    return tuple(step if isinstance(step, str) else ITEM for step in path)


def _path(read: Read, scope: Mapping[str, Path]) -> Path:
    start = (read.root,) if read.variable is None else scope.get(read.variable, ("?",))
    return (*start, *read.path)
