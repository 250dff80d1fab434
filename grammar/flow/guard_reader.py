"""Reads a part of a spec that stands in a text of its own.

That is an expression of the Python notation, of YAML or of a graph file; or a field, a type
or a value of the first two.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from lark import Tree
from lark.exceptions import UnexpectedInput

from stateous.grammar.diagnostic import Diagnostic, Fix
from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow.characters import items_of
from stateous.grammar.flow.expression_tree import expression
from stateous.grammar.flow.layout import Line
from stateous.grammar.flow.messages import explain
from stateous.grammar.flow.nesting import too_deep
from stateous.grammar.flow.parser import parser
from stateous.grammar.flow.reading import Node, Reading, Unreadable, bounds
from stateous.grammar.flow.statement import Statement
from stateous.grammar.flow.syntax_rules import SYNTAX
from stateous.grammar.flow.type_tree import field
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import Expr, FieldDecl, TypeUse

_T = TypeVar("_T")
_Place = Callable[[int, int], Span]


def read_expression(
    text: str, place: _Place, *, states_allowed: bool = False, columns_allowed: bool = False
) -> tuple[Expr | None, tuple[Diagnostic, ...]]:
    """Read `text` as one expression, and return it with what is wrong with it. Never raises.

    `place` turns two offsets of `text` into a place in the author's file. With
    `states_allowed`, `in S`, `visited(S)`, `ended`, `END` and `FAIL` may stand in it, as
    after `then`; with `columns_allowed`, `<column>`. The expression is None where the text
    could not be read.
    """

    def reading(where: _Place) -> Reading:
        return Reading(where, states_allowed=states_allowed, columns_allowed=columns_allowed)

    return _read(_Part("expr", "", expression), text, place, reading)


def read_field(text: str, place: _Place) -> tuple[FieldDecl | None, tuple[Diagnostic, ...]]:
    """Read `text` as the line of a field, such as `input repo: text`. Never raises."""
    return _read(_Part("field_line", "", _field), text, place, Reading)


def read_type(text: str, place: _Place) -> tuple[TypeUse | None, tuple[Diagnostic, ...]]:
    """Read `text` as a type with its `?` and constraints. Never raises."""
    return _read(_Part("field_line", "field: ", _type), text, place, Reading)


def read_value(
    text: str, place: _Place, *, columns_allowed: bool = False
) -> tuple[Expr | None, tuple[Diagnostic, ...]]:
    """Read `text` as a value of a specification, such as `high` or `1d12h`. Never raises."""

    def reading(where: _Place) -> Reading:
        return Reading(where, columns_allowed=columns_allowed)

    return _read(_Part("field_line", "field: json = ", _default), text, place, reading)


@dataclass(frozen=True)
class _Part(Generic[_T]):
    """A start rule, the text that goes before what the author wrote, and what to make of both."""

    rule: str
    before: str
    build: Callable[[Node, Reading], _T]


def _field(node: Node, reading: Reading) -> FieldDecl:
    if not isinstance(node, Tree) or node.data != "field":
        message = "this is no field"
        help = "write a name and a type, as in `repo: text`"
        raise Unreadable(SYNTAX.at(reading.span(node), message, help=help))
    start, end = bounds(node)
    line = Line(1, 0, start, end, (), False, False, ())
    return field(Statement(line, node), node, reading)


def _type(node: Node, reading: Reading) -> TypeUse:
    found = _field(node, reading)
    if found.default is not None:
        message = "a type that is used here has no default"
        raise Unreadable(SYNTAX.at(found.default.span, message, help="leave the default out"))
    return found.type


def _default(node: Node, reading: Reading) -> Expr:
    default = _field(node, reading).default
    assert default is not None
    return default


def _read(
    part: _Part[_T], text: str, place: _Place, reading: Callable[[_Place], Reading]
) -> tuple[_T | None, tuple[Diagnostic, ...]]:
    # The messages look at the text around a fault, so they are made over the text itself.
    inner = Source("expression", part.before + text)
    ahead = len(part.before)

    def there(start: int, end: int) -> Span:
        return place(max(start - ahead, 0), max(end - ahead, 0))

    tree, diagnostics = _parse(inner, part.rule)
    if tree is None:
        return None, _at(diagnostics, there)
    own = reading(inner.span)
    try:
        part.build(tree, own)
    except Unreadable as error:
        return None, _at((*diagnostics, *own.diagnostics, error.diagnostic), there)
    return part.build(tree, reading(there)), _at((*diagnostics, *own.diagnostics), there)


def _parse(inner: Source, rule: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    items = [item for start, end in _lines(inner) for item in items_of(inner, start, end)]
    faults = tuple(item.diagnostic for item in items if item.diagnostic)
    if any(item.breaks for item in items):
        return None, faults
    try:
        tree = parser().parse(inner.text, rule)
    except UnexpectedInput as error:
        return None, (*faults, explain(error, 0, _trimmed(inner), rule))
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
