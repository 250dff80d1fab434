"""Python source text, laid out as formatters of Python do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

WIDTH = 100
INDENT = "    "


@dataclass(frozen=True)
class Group:
    """Items in brackets; in rows of their own where they do not fit on the line."""

    before: str
    items: tuple["Code", ...]
    after: str


Code = str | Group
"""A piece of source text: words that stay together, or items in brackets."""


def call(function: str, *arguments: Code) -> Group:
    """Return a call."""
    return Group(f"{function}(", arguments, ")")


def list_of(items: Iterable[Code]) -> Group:
    """Return a list."""
    return Group("[", tuple(items), "]")


def dictionary(entries: Iterable[tuple[str, Code]]) -> Group:
    """Return a dictionary, its keys texts."""
    items = (behind(f"{text(key)}: ", value) for key, value in entries)
    return Group("{", tuple(items), "}")


def behind(words: str, code: Code) -> Code:
    """Return code with words before it: `key=` and the like."""
    if isinstance(code, Group):
        return replace(code, before=words + code.before)
    return words + code


def text(meant: str) -> str:
    """Return a text literal that means exactly this, in double quotes where that is plain."""
    spelt = repr(meant)
    if spelt.startswith("'") and '"' not in spelt:
        return f'"{spelt[1:-1]}"'
    return spelt


def laid_out(code: Code, depth: int = 0, room: int = 0) -> str:
    """Return code as text, indented by `depth`, with `room` characters to come behind it."""
    flat = _flat(code)
    if isinstance(code, str) or not code.items:
        return flat
    if len(INDENT) * depth + len(flat) + room <= WIDTH:
        return flat
    inner = INDENT * (depth + 1)
    rows = (f"{inner}{laid_out(item, depth + 1, 1)},\n" for item in code.items)
    return f"{code.before}\n{''.join(rows)}{INDENT * depth}{code.after}"


def chain(first: Code, links: Sequence[Code]) -> str:
    """Return a chain of calls, a link a row."""
    if not links:
        return laid_out(first)
    rows = (f"{INDENT}{laid_out(row, 1)}\n" for row in (first, *links))
    return f"(\n{''.join(rows)})"


def _flat(code: Code) -> str:
    if isinstance(code, str):
        return code
    return f"{code.before}{', '.join(map(_flat, code.items))}{code.after}"
