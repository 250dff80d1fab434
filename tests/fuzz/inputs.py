"""Inputs for the front end, made at random: the same for the same seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from random import Random

from stateous.grammar.flow.parser import STARTS
from stateous.grammar.flow.words import words_of
from tests.fuzz.edits import Edit, edit_anything, edit_piece
from tests.fuzz.pieces import pieces_of
from tests.fuzz.seeds import corpus, specs

_MOST_EDITS = 5
_LONGEST = 400

RANDOM = "random."
"""How the names of texts begin that come from no spec."""


@dataclass(frozen=True, slots=True)
class Input:
    """A text to read under a name; `edit` is the one edit that made it of a sound spec."""

    kind: str
    name: str
    text: str
    edit: Edit | None = None


def inputs(seed: str, count: int) -> Iterator[Input]:
    """Yield so many inputs of all kinds; those of a short spec come more often."""
    random = Random(seed)
    made = 0
    while made < count:
        kind = random.choices(_KINDS, _WEIGHTS)[0]
        one = _made(kind, random)
        if one is not None:
            made += 1
            yield one


def _made(kind: str, random: Random) -> Input | None:
    match kind:
        case "bytes":
            data = random.randbytes(random.randint(0, _LONGEST))
            return Input(kind, _some_name(random), data.decode("utf-8", errors="replace"))
        case "words":
            return Input(kind, _some_name(random), _of_words(random))
        case "several":
            return _edited(random)
        case _:
            name, text = _drawn(specs(), random)
            edited = edit_piece(text, random, kind, list(vocabulary()))
            return edited and Input(_of_notation(kind, name), name, edited[0], edited[1])


_KINDS = ("bytes", "words", "several", "replace", "delete", "insert")
_WEIGHTS = (15, 24, 26, 13, 11, 11)


def _edited(random: Random) -> Input:
    """Return a spec, or a text of the corpus, with some edits of any kind."""
    name, text = _drawn(corpus() if random.random() < 0.4 else specs(), random)
    kind = ""
    for _ in range(random.choices(range(1, _MOST_EDITS + 1), (8, 4, 2, 1, 1))[0]):
        text, kind = edit_anything(text, random, list(vocabulary()))
    return Input(_of_notation(kind, name), name, text)


def _drawn(texts: dict[str, str], random: Random) -> tuple[str, str]:
    names = list(texts)
    name = random.choices(names, [_weight(name, texts[name]) for name in names])[0]
    return name, texts[name]


def _weight(name: str, text: str) -> float:
    """Return how often a text is drawn: the less often, the longer it takes to read."""
    slower = 2 if name.endswith("yaml") else 1
    size = 300 + len(text)
    return 1 / (slower * size * sqrt(size))


def _of_notation(kind: str, name: str) -> str:
    return f"{kind} yaml" if name.endswith("yaml") else kind


def _some_name(random: Random) -> str:
    return RANDOM + random.choice(["flow", "flow", "flow", "flow.yaml"])


@cache
def vocabulary() -> tuple[str, ...]:
    """Return the words that begin lines, and the pieces of all specs, each once."""
    words = {word for start in STARTS for word in words_of(start)}
    words.update(piece.text for text in specs().values() for piece in pieces_of(text))
    return tuple(sorted(words))


def _of_words(random: Random) -> str:
    """Return a text of the language's own words, in lines that are indented anyhow."""
    lines: list[str] = []
    for _ in range(random.randint(1, 6)):
        words = random.choices(vocabulary(), k=random.randint(1, 10))
        indent = " " * random.choice([0, 0, 2, 2, 4, 4, 6, random.randint(0, 9)])
        lines.append(indent + random.choice([" ", " ", ""]).join(words))
    return "\n".join(lines) + random.choice(["", "\n"])
