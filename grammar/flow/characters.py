"""What stands on one row of a file: comments, brackets, and characters that may not.

Text and comments may hold any character but controls. Everything else is ASCII.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow import layout_messages as say
from stateous.grammar.source import Source, Span

_ITEM = re.compile(
    r"""
      (?P<text> "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' | `[^`]*` )
    | (?P<comment> \#.* )
    | (?P<bracket> [()\[\]{}] )
    | (?P<unclosed> ["'`].* )
    | (?P<tab> \t+ )
    | (?P<lookalike> [\u201c-\u201f\u00ab\u00bb][^\u201c-\u201f\u00ab\u00bb"]*[\u201c-\u201f\u00ab\u00bb"]
        | [\u2018-\u201b][^\u2018-\u201b']*[\u2018-\u201b']
        | [\u2018-\u201f\u00ab\u00bb\u2192\u21d2\u2264\u2265\u2260\u2010-\u2015\u2212\u2026] )
    | (?P<space> [\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]+ )
    | (?P<control> [\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+ )
    | (?P<foreign> [^\x00-\x7f]+ )
    """,
    re.VERBOSE,
)
# Controls, and marks that make text look as if it stood in another order than it does.
_HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200e\u200f]")


@dataclass(frozen=True, slots=True)
class Item:
    """A comment, a bracket, or a fault; a fault that `breaks` keeps its line from being read."""

    kind: Literal["comment", "bracket", "fault"]
    span: Span
    diagnostic: Diagnostic | None = None
    breaks: bool = False


def items_of(source: Source, start: int, end: int) -> list[Item]:
    """Return what stands between two offsets of one row, in order.

    Of faults that break the line only the first is returned: one is enough to mend it by.
    """
    found: list[Item] = []
    broken = False
    for match in _ITEM.finditer(source.text, start, end):
        for item in _read(source, match):
            if not (broken and item.breaks):
                found.append(item)
            broken |= item.breaks
    return found


def _read(source: Source, match: "re.Match[str]") -> Iterator[Item]:
    kind, span = match.lastgroup, source.span(*match.span())
    if kind in ("text", "comment"):
        yield from _hidden(span, is_text=kind == "text")
    if kind == "comment":
        yield Item("comment", span)
    elif kind == "bracket":
        yield Item("bracket", span)
    elif kind != "text":
        yield _fault(kind or "", span)


def _fault(kind: str, span: Span) -> Item:
    match kind:
        case "unclosed":
            return Item("fault", span, say.unclosed_text(span), breaks=True)
        case "tab":
            return Item("fault", span, say.tab(span))
        case "lookalike":
            return Item("fault", span, say.lookalike(span), breaks=True)
        case "space":
            return Item("fault", span, say.foreign_space(span), breaks=True)
        case "control":
            return Item("fault", span, say.control(span, in_text=False), breaks=True)
        case _:
            return Item("fault", span, say.foreign(span), breaks=True)


def _hidden(span: Span, is_text: bool) -> Iterator[Item]:
    """Report the controls inside a text or a comment; a tab may stand in a comment."""
    for match in _HIDDEN.finditer(span.source.text, span.start, span.end):
        if is_text or match.group() != "\t":
            place = span.source.span(*match.span())
            yield Item("fault", place, say.control(place, in_text=is_text))
