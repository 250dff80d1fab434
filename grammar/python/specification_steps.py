"""What the steps of a specification share."""

from __future__ import annotations

from typing import Self

from stateous.grammar import syntax
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python import arguments
from stateous.grammar.python.call_site import Argument
from stateous.grammar.python.handles import Owner
from stateous.grammar.python.values import Column


class Steps:
    """The steps so far. `_owner` is the workflow or machine that the specification is of."""

    _owner: Owner | None
    _steps: list[syntax.Step]
    _diagnostics: list[Diagnostic]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is to be said of the conditions, short of errors."""
        return tuple(self._diagnostics)

    def _add(self, step: syntax.Step) -> Self:
        self._steps.append(step)
        return self


def text_or_column(
    argument: Argument, value: object, what: str
) -> syntax.TextLiteral | syntax.Column:
    """Return a text, or what a row gives."""
    if isinstance(value, Column):
        return syntax.Column(value.name, span=argument.span)
    return syntax.TextLiteral(arguments.text(argument, value, what), span=argument.span)


def optional_text(
    argument: Argument, value: object, what: str
) -> syntax.TextLiteral | syntax.Column | None:
    """Return a text, or what a row gives, or None."""
    return None if value is None else text_or_column(argument, value, what)


def name_or_column(argument: Argument, value: object, *kinds: str) -> syntax.Name:
    """Return the name of something declared, or the column that names it."""
    if isinstance(value, Column):
        return value.named(argument)
    return arguments.reference(argument, value, *kinds)
