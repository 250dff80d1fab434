"""Waivers: `Allow`, and what holds a value together with those above its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeAlias, TypeVar

from stateous.grammar import syntax
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument, call_site
from stateous.grammar.python.rules import WRONG_ARGUMENT

T = TypeVar("T")


class Allow:
    """A finding that is waived: `Allow("ST5001", "the reason", until="2027-01-01")`.

    It stands in the `allow` of whatever it covers. After the day of `until` it no longer
    counts.
    """

    def __init__(self, code: str, reason: str, *, until: str | None = None) -> None:
        """Waive the finding of that code. Raises DefinitionError."""
        site = call_site()
        self.node = syntax.Allow(
            arguments.plain_name(site.argument("code", 0), code, "finding"),
            arguments.text(site.argument("reason", 1), reason, "a reason"),
            arguments.optional_text(site.argument("until"), until, "a day"),
            span=site.span,
        )


Waivers = Allow | Sequence[Allow]
"""What `allow` takes: one, or several in order."""


class Waived(Generic[T]):
    """The value of a clause with the waivers of its own line: `timeout=Waived("6h", Allow(…))`."""

    def __init__(self, value: T, *allow: Allow) -> None:
        """Hold `value`; the waivers cover its clause alone. Raises DefinitionError."""
        site = call_site()
        self.value = value
        self.argument = site.argument("value", 0)
        self.allows = allows(site.argument("allow", 1), allow)


Clause: TypeAlias = "T | Waived[T]"
"""The value of a clause, with or without waivers."""


def allows(argument: Argument, value: object) -> tuple[syntax.Allow, ...]:
    """Return the waivers that `allow` gives."""
    if isinstance(value, Allow):
        return (value.node,)
    found: list[syntax.Allow] = []
    for index, item in enumerate(arguments.sequence(argument, value, "`allow` takes waivers")):
        if not isinstance(item, Allow):
            message = f"a waiver is an `Allow`, not {type(item).__name__}"
            raise arguments.refuse(WRONG_ARGUMENT, argument.item(index), message)
        found.append(item.node)
    return tuple(found)


def opened(argument: Argument, value: object) -> tuple[Argument, object, tuple[syntax.Allow, ...]]:
    """Return the place and the value of a clause, and the waivers that it holds."""
    if isinstance(value, Waived):
        return value.argument, value.value, value.allows
    return argument, value, ()
