"""Whole matches of a regular expression, in time linear in the text.

The tree becomes a nondeterministic automaton, which is run as a set of places at once.
Sets that occur are remembered with their successors, so that a text seen before costs
one look-up for each character.
"""

from bisect import bisect_right
from collections.abc import Iterable

from stateous.compiler.values.pattern import (
    LAST_CODE_POINT,
    Chars,
    Choice,
    Node,
    Repeat,
    Sequence,
    Text,
)

_REMEMBERED = 200_000
"""How many places the remembered sets may hold before all are forgotten: a bound on memory."""

_WALKED = 200_000
"""How many places are looked at to tell whether a text of some length matches."""

_Places = frozenset[int]


class Automaton:
    """Matches texts against one tree."""

    def __init__(self, node: Node) -> None:
        build = _Build()
        self._final = build.add(node, build.place())
        self._silent = build.silent
        self._steps = build.steps
        self._bounds = _boundaries(chars for chars, _ in self._steps.values())
        self._start = self._closed([0])
        self._known: dict[tuple[_Places, int], _Places] = {}
        self._remembered = 0

    def matches(self, text: str) -> bool:
        """Tell whether the whole of `text` matches."""
        places = self._start
        for character in text:
            places = self._after(places, bisect_right(self._bounds, ord(character)) - 1)
            if not places:
                return False
        return self._final in places

    def has_length(self, least: int, most: int | None) -> bool:
        """Tell whether a text of `least` to `most` characters matches; None for any number.

        Where telling would take too long, the answer is yes.
        """
        places, length, work = self._start, 0, 0
        seen: set[_Places] = set()
        while places and work < _WALKED:
            if length >= least:
                if self._final in places:
                    return True
                if places in seen:
                    return False
                seen.add(places)
            if length == most:
                return False
            steps = [self._steps[place] for place in places if place in self._steps]
            places = self._closed([target for chars, target in steps if chars.ranges])
            length, work = length + 1, work + len(places) + 1
        return bool(places)

    def _after(self, places: _Places, block: int) -> _Places:
        """Return the places after one character of a block of `_bounds`."""
        found = self._known.get((places, block))
        if found is None:
            found = self._step(places, self._bounds[block])
            self._remember(places, block, found)
        return found

    def _remember(self, places: _Places, block: int, after: _Places) -> None:
        self._remembered += len(after) + 1
        if self._remembered > _REMEMBERED:
            self._known, self._remembered = {}, 0
        self._known[places, block] = after

    def _step(self, places: _Places, point: int) -> _Places:
        steps = (self._steps[place] for place in places if place in self._steps)
        return self._closed([target for chars, target in steps if _holds(chars, point)])

    def _closed(self, places: list[int]) -> _Places:
        """Return the places and those that are reached from them without a character."""
        found = set(places)
        while places:
            for target in self._silent.get(places.pop(), ()):
                if target not in found:
                    found.add(target)
                    places.append(target)
        return frozenset(found)


class _Build:
    """The places of an automaton, and the two kinds of steps between them."""

    def __init__(self) -> None:
        self.count = 0
        self.silent: dict[int, list[int]] = {}
        self.steps: dict[int, tuple[Chars, int]] = {}

    def place(self) -> int:
        self.count += 1
        return self.count - 1

    def link(self, source: int, target: int) -> None:
        self.silent.setdefault(source, []).append(target)

    def add(self, node: Node, start: int) -> int:
        """Add what leads from `start` through a match of `node`; return where it ends."""
        match node:
            case Text(text=text):
                for character in text:
                    start = self.step(start, Chars(((ord(character), ord(character)),)))
                return start
            case Chars():
                return self.step(start, node)
            case Sequence(parts=parts):
                for part in parts:
                    start = self.add(part, start)
                return start
            case Choice(options=options):
                end = self.place()
                for option in options:
                    self.link(self.add(option, self.fork(start)), end)
                return end
            case Repeat():
                return self.repeat(node, start)

    def step(self, source: int, chars: Chars) -> int:
        target = self.place()
        self.steps[source] = (chars, target)
        return target

    def fork(self, source: int) -> int:
        target = self.place()
        self.link(source, target)
        return target

    def repeat(self, node: Repeat, start: int) -> int:
        for _ in range(node.least):
            start = self.add(node.item, start)
        if node.most is None:
            return self.loop(node.item, start)
        end = self.place()
        for _ in range(node.most - node.least):
            self.link(start, end)
            start = self.add(node.item, self.fork(start))
        self.link(start, end)
        return end

    def loop(self, item: Node, start: int) -> int:
        again = self.fork(start)
        self.link(self.add(item, self.fork(again)), again)
        return self.fork(again)


def _boundaries(sets: Iterable[Chars]) -> list[int]:
    """Return where the code points fall into blocks whose members no set tells apart."""
    found = {0}
    for chars in sets:
        for first, last in chars.ranges:
            found.update((first, last + 1))
    return sorted(found - {LAST_CODE_POINT + 1})


def _holds(chars: Chars, point: int) -> bool:
    return any(first <= point <= last for first, last in chars.ranges)
