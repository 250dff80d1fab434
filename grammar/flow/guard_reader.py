"""Reads one expression that stands in a text: a guard of the Python notation or a graph file."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from lark.exceptions import UnexpectedInput

from stateous.grammar.diagnostic import Diagnostic, Fix
from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow.characters import items_of
from stateous.grammar.flow.expression_tree import expression
from stateous.grammar.flow.messages import explain
from stateous.grammar.flow.nesting import too_deep
from stateous.grammar.flow.parser import parser
from stateous.grammar.flow.reading import Node, Reading, Unreadable, bounds
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import Expr

_Place = Callable[[int, int], Span]


def read_expression(
    text: str, place: _Place, *, states_allowed: bool = False
) -> tuple[Expr | None, tuple[Diagnostic, ...]]:
    """Read `text` as one expression, and return it with what is wrong with it. Never raises.

    `place` turns two offsets of `text` into a place in the author's file. With
    `states_allowed`, `in S`, `visited(S)`, `ended`, `END` and `FAIL` may stand in it, as
    after `then`. The expression is None where the text could not be read.
    """
    # The messages look at the text around a fault, so they are made over the text itself.
    inner = Source("expression", text)
    tree, diagnostics = _parse(inner)
    if tree is None:
        return None, _at(diagnostics, place)
    own = Reading(inner.span, states_allowed=states_allowed)
    try:
        expression(tree, own)
    except Unreadable as error:
        return None, _at((*diagnostics, *own.diagnostics, error.diagnostic), place)
    expr = expression(tree, Reading(place, states_allowed=states_allowed))
    return expr, _at((*diagnostics, *own.diagnostics), place)


def _parse(inner: Source) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    items = [item for start, end in _lines(inner) for item in items_of(inner, start, end)]
    faults = tuple(item.diagnostic for item in items if item.diagnostic)
    if any(item.breaks for item in items):
        return None, faults
    try:
        tree = parser().parse(inner.text, "expr")
    except UnexpectedInput as error:
        return None, (*faults, explain(error, 0, _trimmed(inner), "expr"))
    deep = too_deep(tree)
    if deep is not None:
        start, end = bounds(deep)
        return None, (*faults, say.nests_too_deep(inner.span(start, end)))
    return tree, faults


def _lines(inner: Source) -> Iterator[tuple[int, int]]:
    """Yield the bounds of each line, without line ends: a guard may stand on several."""
    for number, start in enumerate(inner.line_starts, start=1):
        yield start, start + len(inner.line_text(number))


def _trimmed(inner: Source) -> Span:
    """Return the place of the text without spaces around it."""
    text = inner.text
    return inner.span(len(text) - len(text.lstrip()), len(text.rstrip()))


def _at(diagnostics: tuple[Diagnostic, ...], place: _Place) -> tuple[Diagnostic, ...]:
    """Return diagnostics over the text itself, placed in the author's file."""

    def moved(span: Span) -> Span:
        return place(span.start, span.end)

    def moved_fix(fix: Fix | None) -> Fix | None:
        if fix is None:
            return None
        edits = tuple(replace(edit, span=moved(edit.span)) for edit in fix.edits)
        there = replace(fix, edits=edits)
        return there if there.fits else None

    return tuple(
        replace(
            diagnostic,
            span=moved(diagnostic.span),
            labels=tuple(replace(label, span=moved(label.span)) for label in diagnostic.labels),
            fix=moved_fix(diagnostic.fix),
        )
        for diagnostic in diagnostics
    )
