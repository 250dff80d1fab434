"""Regular expressions as trees.

A tree says which texts match as a whole. Characters are code points, 0 to 0x10FFFF.
"""

from collections.abc import Iterable
from dataclasses import dataclass

LAST_CODE_POINT = 0x10FFFF

Range = tuple[int, int]
"""The code points from the first to the last, both included."""


@dataclass(frozen=True, slots=True)
class Text:
    """Exactly this text, which is not empty."""

    text: str


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set: ranges in order that neither overlap nor touch."""

    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """The parts one after the other; without parts, the empty text."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of at least two options."""

    options: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`item` at least `least` times and at most `most` times; None for any number."""

    item: "Node"
    least: int
    most: int | None


Node = Text | Chars | Sequence | Choice | Repeat


def union(ranges: Iterable[Range]) -> Chars:
    """Return the set of all characters in any of the ranges."""
    merged: list[Range] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return Chars(tuple(merged))


def complement(chars: Chars) -> Chars:
    """Return the set of all characters that are not in `chars`."""
    gaps: list[Range] = []
    start = 0
    for first, last in chars.ranges:
        if start < first:
            gaps.append((start, first - 1))
        start = last + 1
    if start <= LAST_CODE_POINT:
        gaps.append((start, LAST_CODE_POINT))
    return Chars(tuple(gaps))


def sequence(parts: Iterable[Node]) -> Node:
    """Return the parts one after the other, neighbouring texts joined."""
    joined: list[Node] = []
    for part in parts:
        if isinstance(part, Text) and joined and isinstance(last := joined[-1], Text):
            joined[-1] = Text(last.text + part.text)
        else:
            joined.append(part)
    return joined[0] if len(joined) == 1 else Sequence(tuple(joined))


def size(node: Node) -> int:
    """Return how many single characters the tree holds once its counted repeats are written out."""
    match node:
        case Text(text=text):
            return len(text)
        case Chars():
            return 1
        case Sequence(parts=inner) | Choice(options=inner):
            return sum(map(size, inner)) + len(inner)
        case Repeat(item=item, least=least, most=most):
            return (size(item) + 1) * max(least, most or 1, 1)


DIGIT = union([(ord("0"), ord("9"))])
WORD = union([*DIGIT.ranges, (ord("A"), ord("Z")), (ord("a"), ord("z")), (ord("_"), ord("_"))])
SPACE = union((ord(c), ord(c)) for c in " \t\n\r\f\v")
ANY_BUT_NEWLINE = complement(union([(ord("\n"), ord("\n"))]))
