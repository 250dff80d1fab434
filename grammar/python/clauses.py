"""The clauses of states: each function makes one from what a method of `Workflow` is given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from stateous.grammar import syntax
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument, call_site
from stateous.grammar.python.rules import WRONG_ARGUMENT
from stateous.grammar.python.values import assignments
from stateous.grammar.python.waivers import Waivers, allows, opened

if TYPE_CHECKING:
    from pydantic import BaseModel

    from stateous.grammar.python.handles import Event

_AT_LEAST = re.compile(r"at least ([0-9]{1,9})")


class Ensures:
    """A promise about the events that a state is left by: `Ensures("payload.total > 0", on=paid)`."""

    def __init__(
        self, condition: str, *, on: Event | str | None = None, allow: Waivers = ()
    ) -> None:
        """Promise a condition, of one event if `on` names it. Raises DefinitionError."""
        site = call_site()
        self.diagnostics: list[Diagnostic] = []
        event = None if on is None else arguments.reference(site.argument("on"), on, "event")
        argument = site.argument("condition", 0)
        self.node = syntax.Ensures(
            event,
            arguments.expression(argument, condition, "a promise", self.diagnostics),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )


class After:
    """An event that the clock fires in the same visit: `After("2h", reminded, {"level": 1})`."""

    def __init__(
        self,
        duration: str,
        event: Event | str,
        values: Mapping[str, object] | BaseModel | None = None,
        *,
        allow: Waivers = (),
    ) -> None:
        """Fire `event`, with these values, so long after the state is entered.

        Raises DefinitionError.
        """
        site = call_site()
        self.node = syntax.After(
            arguments.duration(site.argument("duration", 0), duration),
            arguments.reference(site.argument("event", 1), event, "event"),
            assignments(site.argument("values", 2), values, "a payload"),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )


def timeout(argument: Argument, value: object) -> syntax.Timeout | None:
    """Return `timeout 6h`."""
    place, length, waivers = opened(argument, value)
    if length is None:
        return None
    found = arguments.duration(place, length)
    return syntax.Timeout(found, allows=waivers, span=found.span)


def retries(
    argument: Argument, number: object, backoff_argument: Argument, backoff: object
) -> syntax.Retries | None:
    """Return `retries 2 backoff 1s..1m`."""
    place, times, waivers = opened(argument, number)
    found = arguments.retries(place, times, backoff_argument, backoff)
    if found is None:
        return None
    return syntax.Retries(found.number, found.backoff, allows=waivers, span=found.span)


def attempts(argument: Argument, value: object) -> syntax.Attempts | None:
    """Return `attempts 3`."""
    place, number, waivers = opened(argument, value)
    if number is None:
        return None
    literal = arguments.whole(place, number, "`attempts`")
    return syntax.Attempts(literal, allows=waivers, span=place.span)


def writes(argument: Argument, value: object) -> syntax.Writes | None:
    """Return the fields that a state's routine may write; None when it does not say."""
    place, fields, waivers = opened(argument, value)
    if fields is None:
        return None
    names = arguments.field_names(place, fields, "`writes`")
    return syntax.Writes(names, allows=waivers, span=place.span)


def passing(argument: Argument, value: object) -> syntax.Passing | None:
    """Return `passing a, b`."""
    place, fields, waivers = opened(argument, value)
    if fields is None:
        return None
    names = arguments.field_names(place, fields, "`passing`")
    if not names:
        message, help = "`passing` names no field", "leave it out"
        raise arguments.refuse(WRONG_ARGUMENT, place, message, help)
    return syntax.Passing(names, allows=waivers, span=place.span)


def ensures(
    argument: Argument, value: object, said: list[Diagnostic]
) -> tuple[syntax.Ensures, ...]:
    """Return the promises of a state: one, or a list of texts and `Ensures`."""
    found: list[syntax.Ensures] = []
    for place, item in _one_or_several(argument, value):
        if isinstance(item, Ensures):
            said.extend(item.diagnostics)
            found.append(item.node)
        else:
            inner, text, waivers = opened(place, item)
            condition = arguments.expression(inner, text, "a promise", said)
            found.append(syntax.Ensures(None, condition, allows=waivers, span=inner.span))
    return tuple(found)


def after(argument: Argument, value: object) -> tuple[syntax.After, ...]:
    """Return the events that the clock fires: one `After`, or a list of them."""
    found: list[syntax.After] = []
    for place, item in _one_or_several(argument, value):
        if not isinstance(item, After):
            message = f"`after` takes an `After`, not {type(item).__name__}"
            raise arguments.refuse(WRONG_ARGUMENT, place, message)
        found.append(item.node)
    return tuple(found)


def _one_or_several(argument: Argument, value: object) -> list[tuple[Argument, object]]:
    if isinstance(value, list | tuple):
        return [(argument.item(index), item) for index, item in enumerate(value)]
    return [(argument, value)]


def moment(argument: Argument, value: object, said: list[Diagnostic]) -> syntax.Expr:
    """Return a duration such as `3d`, or a field such as `ctx.due`."""
    spelt = arguments.text(argument, value, "a time")
    if spelt[:1].isdigit():
        return arguments.duration(argument, spelt)
    found = arguments.expression(argument, spelt, "a time", said)
    if not isinstance(found, syntax.Member):
        help = "write a duration such as `3d`, or a field such as `ctx.due`"
        message = "this is neither a duration nor a field"
        raise arguments.refuse(WRONG_ARGUMENT, argument, message, help)
    return found


def until(argument: Argument, value: object, said: list[Diagnostic]) -> syntax.Until | None:
    """Return `until 3d`."""
    place, time, waivers = opened(argument, value)
    if time is None:
        return None
    return syntax.Until(moment(place, time, said), allows=waivers, span=place.span)


def expires(argument: Argument, value: object, said: list[Diagnostic]) -> syntax.Expires | None:
    """Return `expires after 2d`."""
    place, time, waivers = opened(argument, value)
    if time is None:
        return None
    return syntax.Expires(moment(place, time, said), allows=waivers, span=place.span)


def join(argument: Argument, value: object) -> syntax.Join | None:
    """Return `join all`, `join any` or `join at least 2`."""
    place, rule, waivers = opened(argument, value)
    if rule is None:
        return None
    spelt = arguments.text(place, rule, "`join`")
    if spelt in ("all", "any"):
        return syntax.Join("all" if spelt == "all" else "any", allows=waivers, span=place.span)
    least = _AT_LEAST.fullmatch(spelt)
    if least is None:
        help = 'write `"all"`, `"any"` or `"at least 2"`'
        raise arguments.refuse(WRONG_ARGUMENT, place, f"`{spelt}` is no rule to join by", help)
    number = syntax.NumberLiteral(int(least[1]), span=place.at(*least.span(1)))
    return syntax.Join("at least", number, allows=waivers, span=place.span)


def gathers(argument: Argument, value: object, said: list[Diagnostic]) -> tuple[syntax.Gather, ...]:
    """Return `gather k = payload.f` for each entry of a dictionary."""
    if value is None:
        return ()
    found: list[syntax.Gather] = []
    for key, item in arguments.mapping(argument, value, "`gather`").items():
        name, place = argument.entry(key)
        field = arguments.field_name(name, key)
        inner, text, waivers = opened(place, item)
        expr = arguments.expression(inner, text, "what is gathered", said)
        found.append(syntax.Gather(field, expr, allows=waivers, span=name.span.to(inner.span)))
    return tuple(found)


def key(argument: Argument, value: object, said: list[Diagnostic]) -> syntax.Key | None:
    """Return `key item.f`."""
    place, text, waivers = opened(argument, value)
    if text is None:
        return None
    expr = arguments.expression(place, text, "a key", said)
    return syntax.Key(expr, allows=waivers, span=place.span)


def at_once(argument: Argument, value: object) -> syntax.AtOnce | None:
    """Return `at most 5 at once`."""
    place, number, waivers = opened(argument, value)
    if number is None:
        return None
    literal = arguments.whole(place, number, "`at_once`")
    return syntax.AtOnce(literal, allows=waivers, span=place.span)
