"""Where and how the parser gave up on a line: what the messages are made from."""

import re
from dataclasses import dataclass
from functools import cached_property

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from stateous.grammar.diagnostic import Edit, Fix
from stateous.grammar.source import Span
from stateous.grammar.spelling import shown

# A word, a number, a text, or a run of signs.
_PIECE = re.compile(
    r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*|`[^`\n]*`|[0-9][A-Za-z0-9_]*(?:\.[0-9]\w*)?"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[()\[\]{},]|[^\sA-Za-z0-9_\"'`()\[\]{},]+"
)


@dataclass(frozen=True)
class Failure:
    """A line of `block` that could be read up to the offset `start`, and no further.

    `expected` names the terminals of the grammar that could have come next.
    """

    line: Span
    block: str
    start: int
    expected: frozenset[str]

    @cached_property
    def rest(self) -> str:
        """The text that could not be read, to the end of the line."""
        return self.line.source.text[self.start : self.line.end]

    @cached_property
    def before(self) -> str:
        """The text that could be read, without spaces behind it."""
        return self.line.source.text[self.line.start : self.start].rstrip()

    @cached_property
    def found(self) -> str:
        """The word, number, text or signs that stand where reading stopped."""
        match = _PIECE.match(self.rest)
        return match.group() if match else self.rest[:1]

    @property
    def last(self) -> Span | None:
        """The word, number, text or signs that were read last."""
        pieces = [*_PIECE.finditer(self.before)]
        if not pieces:
            return None
        start, end = pieces[-1].span()
        return self.line.source.span(self.line.start + start, self.line.start + end)

    @property
    def shown(self) -> str:
        """What was found, as a message may show it."""
        return shown(self.found)

    @property
    def at_end(self) -> bool:
        """Tell whether the line ended too early."""
        return not self.rest

    @property
    def touches(self) -> bool:
        """Tell whether no space stands before the place where reading stopped."""
        return self.start == self.line.start + len(self.before)

    def span(self, length: int | None = None) -> Span:
        """Return the place where reading stopped, `length` characters long or one piece."""
        end = self.start + (len(self.found) if length is None else length)
        return self.line.source.span(self.start, end)

    def expects(self, *terminals: str) -> bool:
        """Tell whether any of these could have come next."""
        return not self.expected.isdisjoint(terminals)

    def replace(self, length: int, text: str, *, safe: bool = False) -> Fix:
        """Return the fix that replaces so many characters by `text`."""
        title = f"write `{shown(text.strip())}`" if text.strip() else "remove it"
        return Fix(title, (Edit(self.span(length), text),), safe)

    def insert(self, text: str) -> Fix:
        """Return the fix that inserts `text` where reading stopped."""
        return Fix(f"insert `{text.strip()}`", (Edit(self.span(0), text),))


def failure_of(error: UnexpectedInput, start: int, line: Span, block: str) -> Failure:
    """Return what is known of a parser's error in a line; the parsed text began at `start`."""
    if isinstance(error, UnexpectedToken):
        ended = error.token.type == "$END"
        at = line.end if ended else start + (error.token.start_pos or 0)
        # Where the whole text has been read, lark names nothing that could follow.
        return Failure(line, block, at, frozenset(error.accepts or error.expected or ("$END",)))
    allowed = error.allowed if isinstance(error, UnexpectedCharacters) else None
    return Failure(line, block, start + (error.pos_in_stream or 0), frozenset(allowed or ()))
