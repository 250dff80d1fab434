"""Whether what is said of a mutant leads to the one piece that was edited."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Span
from tests.fuzz.edits import Edit

_MOST_LINES = 3


class Led(Enum):
    """How a report leads to an edit.

    VALID: there is no error. AT: a place in it touches the edit. BY_NAME: it names the new
    word as what may be meant, or lists it among what is known. MISSED: none of these.
    """

    VALID = "valid"
    AT = "at"
    BY_NAME = "by name"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Reach:
    """How a report leads to an edit, and what it said first."""

    led: Led
    edit: Edit
    line: str = ""
    said: str = ""


def reach_of(edit: Edit, diagnostics: Iterable[Diagnostic]) -> Reach:
    """Return how the diagnostics on a mutant lead to its edit."""
    found = tuple(diagnostics)
    errors = [one for one in found if one.is_error]
    if not errors:
        return Reach(Led.VALID, edit)
    first = errors[0]
    source = first.span.source
    line = source.line_text(source.position(min(edit.start, len(source.text))).line)
    said = f"{first.span.first.line}: {first.code} {first.message}"
    if any(_touches(span, edit) for one in found for span in _places(one)):
        return Reach(Led.AT, edit, line, said)
    if edit.new and any(_names(one, edit.new.strip("`\"'")) for one in errors):
        return Reach(Led.BY_NAME, edit, line, said)
    return Reach(Led.MISSED, edit, line, said)


def _places(found: Diagnostic) -> Iterator[Span]:
    yield found.span
    yield from (label.span for label in found.labels)
    yield from (edit.span for edit in (found.fix.edits if found.fix else ()))


def _touches(span: Span, edit: Edit) -> bool:
    """Tell whether a place touches that of the edit; a place of many lines says too little."""
    near = span.start <= edit.end and edit.start <= span.end
    return near and span.text.count("\n") < _MOST_LINES


def _names(found: Diagnostic, word: str) -> bool:
    fix = found.fix.edits if found.fix else ()
    said = (found.message, found.help or "", *found.notes)
    return any(edit.text == word for edit in fix) or any(f"`{word}`" in one for one in said)
