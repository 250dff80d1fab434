"""What a transition does besides leading to a state: `Set`, `Emit` and `Call`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stateous.grammar import syntax
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument, call_site
from stateous.grammar.python.rules import WRONG_ARGUMENT
from stateous.grammar.python.waivers import Waivers, allows, opened

if TYPE_CHECKING:
    from stateous.grammar.python.declarations import Fact
    from stateous.grammar.python.handles import Event
    from stateous.grammar.python.waivers import Waived

    Mapped = Mapping[str, str]
    """Fields, or paths of fields, and the expressions that they get."""


class Set:
    """`Set("total", "ctx.total + payload.amount")`: a field, and what it becomes."""

    def __init__(self, field: str, value: str, *, allow: Waivers = ()) -> None:
        """Set a field, or one inside it by its path. Raises DefinitionError."""
        site = call_site()
        self.diagnostics: list[Diagnostic] = []
        self.node = syntax.SetEffect(
            arguments.path(site.argument("field", 0), field),
            arguments.expression(
                site.argument("value", 1), value, "what a field becomes", self.diagnostics
            ),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )


class Emit:
    """`Emit(shipped, {"order": "ctx.order"})`: an output action; values are expressions."""

    def __init__(
        self,
        event: Event | Fact | str,
        values: Mapped | None = None,
        *,
        allow: Waivers = (),
    ) -> None:
        """Emit an event. It takes no field by name. Raises DefinitionError."""
        site = call_site()
        self.diagnostics: list[Diagnostic] = []
        given = {} if values is None else values
        self.node = syntax.EmitEffect(
            arguments.reference(site.argument("event", 0), event, "event", "fact"),
            mapped(site.argument("values", 1), given, self.diagnostics),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )


class Call:
    """`Call("project.prices:quote")`: a Python callback that may update the context."""

    def __init__(self, function: str, *, allow: Waivers = ()) -> None:
        """Call `module:function`; it is not imported here. Raises DefinitionError."""
        site = call_site()
        self.diagnostics: list[Diagnostic] = []
        argument = site.argument("function", 0)
        name = arguments.text(argument, function, "a function")
        self.node = syntax.CallEffect(
            syntax.TextLiteral(name, span=argument.span),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )


Effect = Set | Emit | Call


def effects(argument: Argument, value: object, said: list[Diagnostic]) -> tuple[syntax.Effect, ...]:
    """Return what stands below a line, in order."""
    found: list[syntax.Effect] = []
    items = arguments.sequence(argument, value, "`effects` is a list")
    for index, item in enumerate(items):
        if not isinstance(item, Set | Emit | Call):
            message = f"an effect is a `Set`, an `Emit` or a `Call`, not {type(item).__name__}"
            raise arguments.refuse(WRONG_ARGUMENT, argument.item(index), message)
        said.extend(item.diagnostics)
        found.append(item.node)
    return tuple(found)


def mapped(argument: Argument, values: object, said: list[Diagnostic]) -> tuple[syntax.Assign, ...]:
    """Return fields and the expressions that they get."""
    found: list[syntax.Assign] = []
    for key, value in arguments.mapping(argument, values, "what fields get").items():
        name, place = argument.entry(key)
        path = arguments.path(name, key)
        expr = arguments.expression(place, value, "what a field gets", said)
        found.append(syntax.Assign(path, expr, span=name.span.to(place.span)))
    return tuple(found)


def mappings(
    argument: Argument,
    value: Mapped | Waived[Mapped] | list[Mapped | Waived[Mapped]] | None,
    said: list[Diagnostic],
) -> tuple[syntax.WithClause, ...]:
    """Return the `with` lines that `with_` gives: one, or several."""
    if value is None:
        return ()
    several = isinstance(value, list)
    items = value if isinstance(value, list) else [value]
    found: list[syntax.WithClause] = []
    for index, item in enumerate(items):
        place, values, waivers = opened(argument.item(index) if several else argument, item)
        assigns = mapped(place, values, said)
        found.append(syntax.WithClause(assigns, allows=waivers, span=place.span))
    return tuple(found)
