"""What nodes share: a place that takes no part in comparisons, waivers, and names."""

from dataclasses import dataclass, field

from stateous.grammar.source import Span


def place() -> Span:
    """A field for the place of a node; it does not take part in comparisons."""
    place: Span = field(compare=False, repr=False, kw_only=True)
    return place


def waivers() -> "tuple[Allow, ...]":
    """A field for the `allow` lines that stand directly above the line of a node."""
    none: tuple[Allow, ...] = field(default=(), kw_only=True)
    return none


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it is meant: without backquotes.

    With `column` it is the `<name>` of a table's column, in the steps of a specification.
    """

    text: str
    column: bool = False
    span: Span = place()


@dataclass(frozen=True, slots=True)
class Allow:
    """`allow CODE "reason" [until "2027-01-01"]`: waives one finding of the line below it.

    `until` is the text as written; whether it is a date is asked later.
    """

    code: Name
    reason: str
    until: str | None = None
    span: Span = place()
