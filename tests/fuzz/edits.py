"""Edits of a text at random: of one piece, whose place is kept, or of anything at all."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.fuzz.pieces import Piece, block_at, line_around, pieces_of

_CHARACTERS = (
    "abz_AZ019 \t\r\n\"'`#()[]{}<>=!+-*/%.,:;|&?~@$^\\\0\x7f\xa0\u200b\u2192\u201c\ufeffé😀"
)


@dataclass(frozen=True, slots=True)
class Edit:
    """One piece that was replaced, removed or put in.

    `start` and `end` are where it stands in the new text; of a piece that was removed, the
    place between its neighbours on the line. `old` and `new` are its texts, "" for none.
    """

    kind: str
    sort: str
    old: str
    new: str
    start: int
    end: int


def edit_piece(text: str, random: Random, kind: str, words: list[str]) -> tuple[str, Edit] | None:
    """Return the text with one piece edited; `kind` is `replace`, `delete` or `insert`.

    Another piece comes from the same text or from `words`. None where nothing changes.
    """
    pieces = pieces_of(text)
    if not pieces:
        return None
    at = random.randrange(len(pieces))
    piece = pieces[at]
    other = random.choice(words) if random.random() < 0.3 else _other(piece, pieces, random)
    match kind:
        case "delete":
            return _deleted(text, pieces, at)
        case "insert":
            gap = "" if text[max(piece.start - 1, 0)].isspace() else " "
            made = f"{text[: piece.start]}{gap}{other} {text[piece.start :]}"
            start = piece.start + len(gap)
            place = (start, start + len(other))
            return made, Edit(kind, piece.kind, "", other, *place)
        case _:
            if other == piece.text:
                return None
            made = text[: piece.start] + other + text[piece.end :]
            place = (piece.start, piece.start + len(other))
            return made, Edit(kind, piece.kind, piece.text, other, *place)


def _other(piece: Piece, pieces: list[Piece], random: Random) -> str:
    """Return another piece, most often one of the same kind."""
    alike = [one for one in pieces if one.kind == piece.kind and one.text != piece.text]
    return random.choice(alike if alike and random.random() < 0.7 else pieces).text


def _deleted(text: str, pieces: list[Piece], at: int) -> tuple[str, Edit]:
    piece = pieces[at]
    left, right = line_around(text, piece.start)
    before = max(left, pieces[at - 1].end if at else 0)
    behind = min(right, pieces[at + 1].start if at + 1 < len(pieces) else len(text))
    made = text[: piece.start] + text[piece.end :]
    size = piece.end - piece.start
    return made, Edit("delete", piece.kind, piece.text, "", before, max(before, behind - size))


# --------------------------------------------------------------------- anything at all


def edit_anything(text: str, random: Random, words: list[str]) -> tuple[str, str]:
    """Return the text with one edit of any kind, and the name of the kind."""
    kind, edit = random.choice(_EDITS)
    return edit(text, random, words), kind


def _character(text: str, random: Random, words: list[str]) -> str:
    at = random.randrange(len(text) + 1)
    match random.randrange(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + random.choice(_CHARACTERS) + text[at:]
        case 2:
            return text[:at] + random.choice(_CHARACTERS) + text[at + 1 :]
        case _:
            return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]


def _piece(text: str, random: Random, words: list[str]) -> str:
    pieces = pieces_of(text)
    if not pieces:
        return text
    one, other = random.choice(pieces), random.choice(pieces)
    match random.randrange(4):
        case 0:
            return text[: one.start] + text[one.end :]
        case 1:
            return f"{text[: one.start]}{one.text} {text[one.start :]}"
        case 2:
            return f"{text[: one.start]}{random.choice(words)}{text[one.end :]}"
        case _:
            first, second = sorted((one, other), key=lambda piece: piece.start)
            if first is second or first.end > second.start:
                return text
            between = text[first.end : second.start]
            return text[: first.start] + second.text + between + first.text + text[second.end :]


def _line(text: str, random: Random, words: list[str]) -> str:
    lines = text.splitlines(keepends=True) or [""]
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines[at] = " ".join(random.choices(words, k=random.randint(1, 8))) + "\n"
    return "".join(lines)


def _block(text: str, random: Random, words: list[str]) -> str:
    lines = text.splitlines(keepends=True) or [""]
    at = random.randrange(len(lines))
    block = slice(at, block_at(lines, at))
    moved = lines[block]
    match random.randrange(3):
        case 0:
            del lines[block]
        case 1:
            lines[at:at] = moved
        case _:
            del lines[block]
            other = random.randint(0, len(lines))
            lines[other:other] = moved
    return "".join(lines)


def _indentation(text: str, random: Random, words: list[str]) -> str:
    lines = text.splitlines(keepends=True) or [""]
    at = random.randrange(len(lines))
    until = block_at(lines, at) if random.random() < 0.5 else at + 1
    step = random.choice([-4, -2, -1, 1, 2, 4, 40])
    space = random.choice(["\t", "\xa0", " \t", " "]) if random.random() < 0.2 else " "
    for index in range(at, until):
        line = lines[index]
        lines[index] = line[min(-step, len(line) - 1) :] if step < 0 else space * step + line
    return "".join(lines)


def _bracket(text: str, random: Random, words: list[str]) -> str:
    found = [match.start() for match in re.finditer(r"[()\[\]{}\"'`|]", text)]
    if not found:
        return text
    at = random.choice(found)
    if random.random() < 0.5:
        return text[:at] + text[at + 1 :]
    return text[:at] + random.choice("()[]{}\"'`|") + text[at + 1 :]


_EDITS: tuple[tuple[str, Callable[[str, Random, list[str]], str]], ...] = (
    ("character", _character),
    ("piece", _piece),
    ("line", _line),
    ("block", _block),
    ("indentation", _indentation),
    ("bracket", _bracket),
)
