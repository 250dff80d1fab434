"""A text cut into the pieces that an author sees: words, numbers, texts, signs, and lines."""

import re
from dataclasses import dataclass

_PIECE = re.compile(
    r"""
      (?P<comment> (?<!\S)\#.* )
    | (?P<text> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `[^`\n]*` )
    | (?P<word> [A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)* )
    | (?P<number> [0-9][0-9A-Za-z_]*(?:\.[0-9][0-9A-Za-z_]*)? )
    | (?P<sign> ->|<=|>=|==|!=|//|\.\.|[^\s\w] )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a number, a text or a sign, with its place."""

    kind: str
    text: str
    start: int
    end: int


def pieces_of(text: str) -> list[Piece]:
    """Return the pieces of a text in order, comments left out."""
    return [
        Piece(match.lastgroup or "", match.group(), *match.span())
        for match in _PIECE.finditer(text)
        if match.lastgroup != "comment"
    ]


def line_around(text: str, offset: int) -> tuple[int, int]:
    """Return where the line of an offset begins, and where it ends without its line end."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return start, len(text) if end < 0 else end


def block_at(lines: list[str], first: int) -> int:
    """Return the index behind the line `first` and all lines indented below it."""
    indent = _indent(lines[first])
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or _indent(lines[last]) > indent):
        last += 1
    return last


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
