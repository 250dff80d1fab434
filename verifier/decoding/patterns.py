"""Texts that a regular expression matches, found from its tree."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from stateous.compiler.values.pattern import Chars, Choice, Node, Repeat, Sequence, Text

_LIKED = "a0A-_ "
"""The characters to choose where a set has them, the first first."""

_EACH = 8
"""How many characters of a set are tried."""


def matches(node: Node, least: int, most: int) -> Iterator[str]:
    """Yield texts that match, of `least` to `most` characters, the shortest first.

    Of a large set of characters only some are tried, so this does not yield every text.
    """
    lengths = _lengths(node, most)
    for size in range(least, most + 1):
        if lengths >> size & 1:
            yield from _of(node, size)


def _of(node: Node, size: int) -> Iterator[str]:
    if not _lengths(node, size) >> size & 1:
        return
    match node:
        case Text(text=text):
            yield text
        case Chars():
            yield from islice(_characters(node), _EACH)
        case Choice(options=options):
            for option in options:
                yield from _of(option, size)
        case Sequence(parts=parts):
            yield from _joined(parts, size)
        case Repeat():
            yield from _repeated(node, size)


def _joined(parts: tuple[Node, ...], size: int) -> Iterator[str]:
    if not parts:
        yield ""
        return
    rest = parts[1:]
    for head in range(size + 1):
        if _lengths(Sequence(rest), size) >> (size - head) & 1:
            for first in _of(parts[0], head):
                yield from (first + tail for tail in _joined(rest, size - head))


def _repeated(node: Repeat, size: int) -> Iterator[str]:
    for times in range(node.least, max(node.least, size if node.most is None else node.most) + 1):
        if _lengths(Sequence((node.item,) * times), size) >> size & 1:
            yield from _joined((node.item,) * times, size)
            return


def _characters(chars: Chars) -> Iterator[str]:
    yield from (liked for liked in _LIKED if _holds(chars, ord(liked)))
    for first, last in chars.ranges:
        for point in range(first, last + 1):
            if chr(point) not in _LIKED and not 0xD800 <= point <= 0xDFFF:
                yield chr(point)


def _holds(chars: Chars, point: int) -> bool:
    return any(first <= point <= last for first, last in chars.ranges)


@cache
def _lengths(node: Node, most: int) -> int:
    """Return the lengths of the texts that match, up to `most`, as the bits of an int."""
    mask = (1 << most + 1) - 1
    match node:
        case Text(text=text):
            return 1 << len(text) & mask
        case Chars(ranges=ranges):
            return 2 & mask if ranges else 0
        case Choice(options=options):
            found = 0
            for option in options:
                found |= _lengths(option, most)
            return found
        case Sequence(parts=parts):
            found = 1
            for part in parts:
                found = _sums(found, _lengths(part, most)) & mask
            return found
        case Repeat(item=item, least=least, most=times):
            return _powers(_lengths(item, most), least, times, mask)


def _sums(one: int, other: int) -> int:
    found, at = 0, 0
    while one >> at:
        if one >> at & 1:
            found |= other << at
        at += 1
    return found


def _powers(item: int, least: int, most: int | None, mask: int) -> int:
    power = 1
    for _ in range(least):
        power = _sums(power, item) & mask
    found = power
    # More repeats than there are lengths add nothing.
    for _ in range(mask.bit_length() if most is None else most - least):
        power = _sums(power, item) & mask
        if found | power == found:
            break
        found |= power
    return found
