"""A line of `.flow` with its parse tree, and the lines read below it."""

from dataclasses import dataclass, field

from stateous.grammar.flow.layout import Line
from stateous.grammar.flow.reading import Branch
from stateous.grammar.syntax import Allow


@dataclass(slots=True)
class Statement:
    """One line; `tree` is None where it could not be read at all.

    `allows` are the waivers that stand directly above it.
    """

    line: Line
    tree: Branch | None
    below: list["Statement"] = field(default_factory=list)
    allows: tuple[Allow, ...] = ()

    @property
    def rule(self) -> str | None:
        """The rule of the grammar that the line follows."""
        return str(self.tree.data) if self.tree else None
