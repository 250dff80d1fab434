"""Python source from data: literals, docstrings, comments, and line breaks.

Line breaks are those of the usual formatter at 88 columns: what fits stands on one line,
what does not has one item a line and a comma after the last.
"""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 88
_STEP = 4


@dataclass(frozen=True, slots=True)
class Bracket:
    """Items in brackets, such as the arguments of a call.

    `comma` is False where a comma after a single item would change the meaning.
    """

    open: str
    items: tuple["Code", ...]
    close: str
    comma: bool = True


@dataclass(frozen=True, slots=True)
class Union:
    """`left | None` and the like, which has no brackets to break at."""

    members: tuple["Code", ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Code without brackets, which gets a pair of its own where it does not fit."""

    inner: "Code"


@dataclass(frozen=True, slots=True)
class Sequel:
    """Several pieces, one directly behind the other."""

    pieces: tuple["Code", ...]


Code = str | Bracket | Union | Group | Sequel


def call(function: str, *arguments: Code) -> Code:
    """Return a call."""
    return Sequel((function, Bracket("(", arguments, ")")))


def subscript(name: str, *arguments: Code) -> Code:
    """Return `name[arguments]`."""
    return Sequel((name, Bracket("[", arguments, "]", comma=len(arguments) > 1)))


def sequel(*pieces: Code) -> Code:
    """Return the pieces, one directly behind the other."""
    return Sequel(pieces)


def flat(code: Code) -> str:
    """Return the code on one line."""
    match code:
        case str():
            return code
        case Bracket(open, items, close):
            return open + ", ".join(map(flat, items)) + close
        case Union(members):
            return " | ".join(map(flat, members))
        case Group(inner):
            return flat(inner)
        case Sequel(pieces):
            return "".join(map(flat, pieces))


def laid_out(code: Code, indent: int = 0, behind: str = "") -> str:
    """Return the code broken where it must be.

    `indent` is that of the line it begins on, `behind` what follows on its last line.
    """
    if indent + len(flat(code)) + len(behind) <= WIDTH:
        return flat(code)
    return _broken(_pieces(code), indent, behind)


def _pieces(code: Code) -> tuple[Code, ...]:
    """Return the code as a run of texts, brackets and unions, without nesting of runs."""
    if isinstance(code, Sequel):
        return tuple(piece for inner in code.pieces for piece in _pieces(inner))
    return (code,)


def _broken(pieces: Sequence[Code], indent: int, behind: str) -> str:
    """Break the last piece that can be; break those before it only when the head is too long."""
    last = max((i for i, piece in enumerate(pieces) if not isinstance(piece, str)), default=None)
    if last is None:
        return "".join(map(flat, pieces))
    broken = _exploded(pieces[last], indent)
    tail = "".join(map(flat, pieces[last + 1 :]))
    head = laid_out(Sequel(tuple(pieces[:last])), indent, broken.split("\n", 1)[0])
    return head + broken + tail


def _exploded(code: Code, indent: int) -> str:
    match code:
        case Union() | Group():
            return f"({_inside([code], indent, '')})"
        case Bracket(open, items, close, comma) if items:
            return f"{open}{_inside(items, indent, ',' if comma else '')}{close}"
        case _:
            return flat(code)


def _inside(items: Sequence[Code], indent: int, mark: str) -> str:
    """Return items between brackets that stand on lines of their own, `mark` behind the last."""
    pad = " " * (indent + _STEP)
    lines = [_line(item, indent + _STEP, mark or ",") for item in items]
    inner = ",\n".join(pad + line for line in lines)
    return f"\n{inner}{mark}\n{' ' * indent}"


def _line(code: Code, indent: int, behind: str) -> str:
    """Lay out code that stands inside brackets, where an operator may begin a line."""
    whole = flat(code)
    if isinstance(code, Union) and indent + len(whole) + len(behind) > WIDTH:
        lines = (laid_out(member, indent, behind) for member in code.members)
        return f"\n{' ' * indent}| ".join(lines)
    inner = code.inner if isinstance(code, Group) else code
    return laid_out(inner, indent, behind)


def quoted(text: str) -> str:
    """Return a Python literal for `text`, in the quotes that need the fewest escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join(_escaped(c, quote) for c in text) + quote


def _escaped(character: str, quote: str) -> str:
    if character in (quote, "\\"):
        return "\\" + character
    return repr(character)[1:-1] if not character.isprintable() else character


def docstring(text: str) -> str:
    """Return a docstring of one line that says `text`."""
    words = " ".join(text.split()) or "…"
    return '"""' + "".join(_escaped(c, '"') for c in words) + '"""'


def comment(text: str) -> str:
    """Return `text` as it may stand in a comment: on one line, nothing invisible."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(text.split()))
