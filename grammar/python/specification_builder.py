"""A specification in the Python notation: the steps in the order in which they are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from stateous.grammar import syntax
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import CallSite, call_site
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.handles import Owner
from stateous.grammar.python.rules import DECLARED_TWICE, WRONG_ARGUMENT
from stateous.grammar.python.specification_checks import CheckSteps
from stateous.grammar.python.specification_moves import MoveSteps
from stateous.grammar.python.values import literal
from stateous.grammar.python.waivers import Waived, Waivers, allows, opened

Cells = Sequence[object]
"""The cells of a row: plain values, `Value("high")` for a name, None for an empty cell."""


class SpecificationBuilder(MoveSteps, CheckSteps):
    """A specification: steps in the order in which they are called.

    Every method returns the builder itself, so that calls can be chained, and raises
    DefinitionError where the call alone can tell that it means nothing. Where a step takes a
    value, a name, a label or a reason, it also takes a `Column` of the table of `cases`.
    """

    def __init__(
        self, owner: Owner | None, site: CallSite, name: object, allow: object = ()
    ) -> None:
        """Begin without steps; `owner` is None at the top level of a file."""
        argument = site.argument("name", 0)
        text = arguments.text(argument, name, "the name of a specification")
        self._owner = owner
        self._name = syntax.TextLiteral(text, span=argument.span)
        self._allows = allows(site.argument("allow"), allow)
        self._site = site
        self._steps = []
        self._diagnostics = []
        self._cases: syntax.Table | None = None

    def cases(
        self,
        columns: Sequence[str],
        rows: Sequence[Cells | Waived[Cells]],
        *,
        allow: Waivers = (),
    ) -> Self:
        """Repeat the steps for each row: `cases(["size", "fee"], [[1, 5], [2, 9]])`."""
        site = call_site()
        if self._cases is not None:
            message, help = "the specification has a table already", "add its rows to that one"
            raise DefinitionError(DECLARED_TWICE.at(site.span, message, help=help))
        argument = site.argument("columns", 0)
        items = arguments.sequence(argument, columns, "`columns` is a list of names")
        names = [
            arguments.plain_name(argument.item(index), item, "column")
            for index, item in enumerate(items)
        ]
        if not names:
            raise arguments.refuse(WRONG_ARGUMENT, argument, "the table has no column")
        self._cases = syntax.Table(
            tuple(names),
            self._rows(site, rows),
            allows=allows(site.argument("allow"), allow),
            span=site.span,
        )
        return self

    def declaration(self) -> syntax.SpecificationDecl:
        """Return the specification as a syntax tree."""
        return syntax.SpecificationDecl(
            self._name,
            tuple(self._steps),
            self._cases,
            allows=self._allows,
            span=self._site.span,
        )

    def _rows(self, site: CallSite, rows: object) -> tuple[syntax.Row, ...]:
        argument = site.argument("rows", 1)
        found: list[syntax.Row] = []
        for index, item in enumerate(arguments.sequence(argument, rows, "`rows` is a list")):
            place, cells, waivers = opened(argument.item(index), item)
            given = arguments.sequence(place, cells, "a row is a list of cells")
            values = (literal(place.item(at), cell) for at, cell in enumerate(given))
            found.append(syntax.Row(tuple(values), allows=waivers, span=place.span))
        return tuple(found)
