"""Where a name would be read as a keyword, as the grammar has it."""

import re
from collections.abc import Iterable
from functools import cache

from stateous.grammar.printer.expressions import flow, placed
from stateous.grammar.syntax import Expr, Name

Place = tuple[str, str]
"""The block that a line stands in, and how the line begins, up to the name."""

EXPRESSION: Place = ("expr", "")
TYPE: Place = ("field_line", "f:")
WRITES: Place = ("state_line", "writes")
TARGET: Place = ("state_line", "on e ->")
ENSURES: Place = ("state_line", "ensures")
WHEN: Place = ("step_line", "when")
OUTLET: Place = ("step_line", "when e")
CHILD: Place = ("step_line", "when child")
THEN: Place = ("step_line", "then")
CELL: Place = ("case_line", "")

# In rows the grammar reads this keyword as a name where it is no line of its own.
_NAMES_IN_ROWS = frozenset(("allow",))
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@cache
def keywords(place: Place) -> frozenset[str]:
    """Return the words that are keywords at a place, where a name could stand too."""
    # The parser takes long to load, and who prints expressions alone has no need of it.
    from stateous.grammar.flow.parser import keyword, parser

    block, before = place
    made = parser()
    begun = made.parse_interactive(before, start=block)
    begun.exhaust_lexer()
    spelt = {terminal.name: keyword(terminal) for terminal in made.terminals}
    accepted: Iterable[str] = begun.choices()  # type: ignore[no-untyped-call]
    found = {word for name in accepted if (word := spelt.get(name))}
    return frozenset(found - _NAMES_IN_ROWS if block == "case_line" else found)


def name_at(place: Place, meant: Name) -> str:
    """Return a name as it is written at a place: in backquotes where it would be a keyword."""
    if not meant.column and meant.text in keywords(place):
        return f"`{meant.text}`"
    return placed(meant)


def condition_at(place: Place, expr: Expr, *, states_allowed: bool = False) -> str:
    """Return an expression as it is written at a place that asks for more than `expr` does."""
    written = flow(expr, states_allowed=states_allowed)
    first = _WORD.match(written)
    if first and first.group() in keywords(place) - keywords(EXPRESSION):
        return f"`{first.group()}`{written[first.end() :]}"
    return written
