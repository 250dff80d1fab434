"""What a trigger waits for: a fact, the state of a machine, or the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stateous.grammar import syntax
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument, call_site

if TYPE_CHECKING:
    from stateous.grammar.python.handles import State
    from stateous.grammar.python.state_machine import StateMachine


class Enters:
    """`Enters(lifecycle, paid)`: an instance enters a state of a state machine."""

    def __init__(self, machine: StateMachine | str, state: State | str) -> None:
        """Name the machine and its state. Raises DefinitionError."""
        site = call_site()
        self.node = syntax.OnEntry(
            arguments.reference(site.argument("machine", 0), machine, "statemachine"),
            arguments.reference(site.argument("state", 1), state, "state"),
        )


class Every:
    """`Every("15m")`: again and again, aligned to midnight."""

    def __init__(self, period: str) -> None:
        """Take the time from one tick to the next. Raises DefinitionError."""
        argument = call_site().argument("period", 0)
        self.node = syntax.Every(arguments.duration(argument, period))


class At:
    """`At("08:00", on="Monday", zone="Europe/Zurich")`: at a time of the day."""

    def __init__(self, time: str, *, on: str | None = None, zone: str | None = None) -> None:
        """Take a time, a day of the week if it is weekly, and a zone if it is not UTC.

        Raises DefinitionError.
        """
        site = call_site()
        place = site.argument("time", 0)
        spelt = arguments.text(place, time, "a time of the day")
        self.node = syntax.At(
            syntax.Name(spelt, span=place.text),
            _named(site.argument("on"), on, "a day of the week"),
            _named(site.argument("zone"), zone, "a time zone"),
        )


def _named(argument: Argument, value: object, what: str) -> syntax.Name | None:
    spelt = arguments.optional_text(argument, value, what)
    return None if spelt is None else syntax.Name(spelt, span=argument.text)


def occasion(argument: Argument, value: object) -> syntax.Occasion:
    """Return what a trigger waits for."""
    if isinstance(value, Enters | Every | At):
        return value.node
    return syntax.OnFact(arguments.reference(argument, value, "fact"))
