"""What every node has: a place that takes no part in comparisons; and names."""

from dataclasses import dataclass, field

from stateous.grammar.source import Span


def place() -> Span:
    """A field for the place of a node; it does not take part in comparisons."""
    place: Span = field(compare=False, repr=False, kw_only=True)
    return place


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it is meant: without backquotes."""

    text: str
    span: Span = place()
