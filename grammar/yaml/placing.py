"""Moves what was read from made-up text to the file that the text was made from."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.source import Span

Place = Callable[[int, int], Span]
_T = TypeVar("_T")
# A plain text of YAML may not begin with these.
_INDICATORS = "-?:,[]{}#&*!|>'\"%@` "


def moved(diagnostics: tuple[Diagnostic, ...], place: Place) -> tuple[Diagnostic, ...]:
    """Return diagnostics over a made-up text, placed in the file; a fix that fails is left out."""

    def there(span: Span) -> Span:
        return place(span.start, span.end)

    def fix_there(fix: Fix | None) -> Fix | None:
        if fix is None:
            return None
        edits = tuple(Edit(there(edit.span), edit.text) for edit in fix.edits)
        found = replace(fix, edits=edits)
        return found if found.fits and all(map(_is_plain, edits)) else None

    return tuple(
        replace(
            diagnostic,
            span=there(diagnostic.span),
            labels=tuple(replace(label, span=there(label.span)) for label in diagnostic.labels),
            fix=fix_there(diagnostic.fix),
        )
        for diagnostic in diagnostics
    )


def _is_plain(edit: Edit) -> bool:
    """Tell whether an edit keeps a plain text of YAML one."""
    text = edit.text
    return not (text[:1] in _INDICATORS and text) and ": " not in text and " #" not in text


def tree_at(node: _T, place: Place) -> _T:
    """Return a tree whose spans are placed in the file. Trees are as deep as expressions are."""
    if isinstance(node, tuple):
        return tuple(tree_at(item, place) for item in node)  # type: ignore[return-value]
    if isinstance(node, Span):
        return place(node.start, node.end)  # type: ignore[return-value]
    if not is_dataclass(node):
        return node
    kind: Any = type(node)
    names = _names(kind)
    values = {name: getattr(node, name) for name in names}
    for name, value in values.items():
        if type(value) not in (str, int, bool, type(None)):
            values[name] = tree_at(value, place)
    made: _T = kind(**values)
    return made


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
