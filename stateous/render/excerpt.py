"""The source lines that a diagnostic speaks of, with their marks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.printable import printable
from stateous.grammar.source import Position, Source, Span
from stateous.render.marks import Mark, mark_rows
from stateous.render.style import Paint, Role
from stateous.render.window import crop, window

SEVERITY_ROLE: Mapping[Severity, Role] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "note",
}


@dataclass(frozen=True, slots=True)
class Annotation:
    """A place that is marked, and what is said of it."""

    span: Span
    primary: bool
    label: str


def annotations(diagnostic: Diagnostic) -> tuple[Annotation, ...]:
    """Return the marked places: the diagnostic's own span first, then the labelled ones."""
    own = [label.text for label in diagnostic.labels if label.span == diagnostic.span]
    others = (label for label in diagnostic.labels if label.span != diagnostic.span)
    return (
        Annotation(diagnostic.span, True, printable("; ".join(own))),
        *(Annotation(label.span, False, printable(label.text)) for label in others),
    )


def end_of(span: Span) -> Position:
    """Return where `span` ends, on the line of its last character."""
    if span.end > span.start and span.source.text[span.end - 1] == "\n":
        before = span.source.position(span.end - 1)
        return Position(before.line, before.column)
    return span.last


def last_line(diagnostic: Diagnostic) -> int:
    """Return the largest line number that the excerpt shows."""
    return max(end_of(a.span).line for a in annotations(diagnostic))


def location(span: Span, name: str | None = None) -> str:
    """Return `path:line:column`, or the path alone for a file without text.

    The path is `name` where one is given, and otherwise as the author gave it.
    """
    path = printable(span.source.name if name is None else name)
    if not span.source.text:
        return path
    return f"{path}:{span.first.line}:{span.first.column}"


def excerpt(diagnostic: Diagnostic, gutter: int, paint: Paint) -> list[str]:
    """Return the lines of the excerpt, each behind a gutter of `gutter` columns."""
    marked = annotations(diagnostic)
    lines: list[str] = []
    for source in dict.fromkeys(a.span.source for a in marked):
        here = [a for a in marked if a.span.source == source]
        arrow = "-->" if source == diagnostic.span.source else ":::"
        lines.append(f"{' ' * gutter}{paint(arrow, 'gutter')} {location(here[0].span)}")
        if source.text:
            role = SEVERITY_ROLE[diagnostic.severity]
            lines += _source_lines(source, here, role, gutter, paint)
    return lines


def _source_lines(
    source: Source, here: Sequence[Annotation], role: Role, gutter: int, paint: Paint
) -> list[str]:
    """Return the marked lines of one source, with what lies between them cut short."""
    marks = _marks_by_line(here, role)
    lines = [margin(gutter, paint)]
    before: int | None = None
    for number in _with_single_gaps(sorted(marks)):
        if before is not None and number > before + 1:
            lines.append(paint("...", "gutter"))
        lines += _marked_line(source, number, marks, gutter, paint)
        before = number
    lines.append(margin(gutter, paint))
    return lines


def _with_single_gaps(numbers: Sequence[int]) -> list[int]:
    """Return the line numbers, with those that alone stand between two of them."""
    between = (a + 1 for a, b in pairwise(numbers) if b == a + 2)
    return sorted({*numbers, *between})


def _marks_by_line(here: Iterable[Annotation], role: Role) -> dict[int, list[Mark]]:
    """Return the marks of each line that has any."""
    marks: dict[int, list[Mark]] = {}
    for annotation in here:
        for number, mark in _marks(annotation, role):
            marks.setdefault(number, []).append(mark)
    return marks


def _marks(annotation: Annotation, role: Role) -> list[tuple[int, Mark]]:
    """Return the marks of one place, in characters: on its line, or on its first and its last.

    The label of a place over several lines stands at its last one.
    """
    own: Role = role if annotation.primary else "label"
    span, primary, label = annotation.span, annotation.primary, annotation.label
    first, last = span.first, end_of(span)
    start, end = first.column - 1, last.column - 1
    if first.line == last.line:
        return [(first.line, Mark(start, end, own, primary, label))]
    head, foot = span.source.line_bounds(first.line), span.source.line_bounds(last.line)
    indent = _indent(span.source.text, *foot)
    return [
        (first.line, Mark(start, max(head[1] - head[0], start), own, primary)),
        (last.line, Mark(min(indent, end), end, own, primary, label)),
    ]


def _indent(text: str, start: int, end: int) -> int:
    """Return how many blanks stand at the beginning of a line."""
    at = start
    while at < end and text[at].isspace():
        at += 1
    return at - start


def _marked_line(
    source: Source, number: int, marks: Mapping[int, list[Mark]], gutter: int, paint: Paint
) -> list[str]:
    """Return a source line behind its number, and the rows of its marks."""
    own = marks.get(number, [])
    cropped = crop(source, number, own)
    columns = [cropped.columns(mark) for mark in own]
    shown = window(cropped.line, columns)
    rows = [numbered(number, gutter, paint, shown.text(cropped.line))]
    if own:
        below = mark_rows([shown.clip(mark) for mark in columns])
        rows += [f"{margin(gutter, paint)} {row.painted(paint)}" for row in below]
    return rows


def margin(gutter: int, paint: Paint) -> str:
    """Return the gutter of a line without a number."""
    return f"{' ' * gutter} {paint('|', 'gutter')}"


def numbered(number: int, gutter: int, paint: Paint, text: str) -> str:
    """Return `text` behind its line number."""
    behind = f" {text}" if text else ""
    return f"{paint(f'{number:>{gutter}} |', 'gutter')}{behind}"
