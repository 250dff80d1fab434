"""Read models of the Python notation: fields that facts are folded into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from stateous.grammar import syntax
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import call_site
from stateous.grammar.python.declarations import Declared
from stateous.grammar.python.effects import Set
from stateous.grammar.python.enrolment import enrol
from stateous.grammar.python.rules import WRONG_ARGUMENT
from stateous.grammar.python.waivers import Waivers, allows

if TYPE_CHECKING:
    from stateous.grammar.python.declarations import Fact, Fields


class ReadModel(Declared):
    """`ReadModel("Order", key="order", fields=["total: decimal = 0"])`.

    `key` names the field of each fact that says which instance it is about.
    """

    declared_kind = "readmodel"

    def __init__(
        self,
        name: str,
        *,
        key: str,
        fields: Fields = (),
        title: str | None = None,
        allow: Waivers = (),
    ) -> None:
        """Declare a read model without folds. Raises DefinitionError."""
        site = call_site()
        super().__init__(site, name, title, allow)
        self._key = arguments.field_name(site.argument("key"), key)
        self.fields = self._fields(site.argument("fields"), fields)
        self._folds: list[syntax.Fold] = []
        enrol(self, self.label)

    def from_(self, fact: Fact | str, *sets: Set, allow: Waivers = ()) -> Self:
        """Say what a fact changes: `order.from_(paid, Set("paid", "paid + payload.amount"))`.

        Returns the read model itself. Raises DefinitionError.
        """
        site = call_site()
        event = arguments.reference(site.argument("fact", 0), fact, "fact", "event")
        for index, item in enumerate(sets, start=1):
            if not isinstance(item, Set):
                message = f"a fold has `Set`, not {type(item).__name__}"
                raise arguments.refuse(WRONG_ARGUMENT, site.argument("sets", index), message)
            self.diagnostics += item.diagnostics
        self._folds.append(
            syntax.Fold(
                event,
                tuple(item.node for item in sets),
                allows=allows(site.argument("allow"), allow),
                span=site.span,
            )
        )
        return self

    def node(self, fields: tuple[syntax.FieldDecl, ...]) -> syntax.ReadModelDecl:
        """Return the declaration as a syntax tree, with these fields."""
        return syntax.ReadModelDecl(
            self.label,
            self.title,
            self._key,
            fields,
            tuple(self._folds),
            allows=self.allows,
            span=self.span,
        )
