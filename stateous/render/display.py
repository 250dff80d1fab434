"""How text stands on a terminal: in columns, of which a character takes none, one or two."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from stateous.grammar.printable import stand_in

_COMBINING = frozenset({"Mn", "Me"})


@lru_cache(maxsize=4096)
def character_width(character: str) -> int:
    """Return how many columns one printable character takes: 0, 1 or 2."""
    if unicodedata.category(character) in _COMBINING:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def width(text: str) -> int:
    """Return how many columns a printable text takes."""
    return len(text) if text.isascii() else sum(map(character_width, text))


@dataclass(frozen=True, slots=True)
class DisplayLine:
    """A line as it is printed; `columns[i]` is where its character i begins, from 0.

    `columns` has one more item than the line has characters: where the line ends.
    """

    text: str
    columns: Sequence[int]

    def column(self, index: int) -> int:
        """Return the column of character `index`, or of the end for one behind it."""
        return self.columns[min(index, len(self.columns) - 1)]

    @property
    def end(self) -> int:
        """The column behind the last character."""
        return self.columns[-1]


def display(line: str) -> DisplayLine:
    """Lay out one line of a source."""
    if line.isascii() and line.isprintable():
        return DisplayLine(line, range(len(line) + 1))
    pieces = tuple(map(stand_in, line))
    columns = [0]
    for piece in pieces:
        columns.append(columns[-1] + width(piece))
    return DisplayLine("".join(pieces), tuple(columns))


def cut(text: str, start: int, end: int) -> str:
    """Return the part of a printable text that lies in the columns from `start` up to `end`.

    A wide character that lies half outside is replaced by a blank.
    """
    if text.isascii():
        return text[start:end]
    kept: list[str] = []
    column = 0
    for character in text:
        behind = column + character_width(character)
        whole = start <= column and behind <= end
        kept.append(character if whole else " " * (min(behind, end) - max(column, start)))
        column = behind
    return "".join(kept)
