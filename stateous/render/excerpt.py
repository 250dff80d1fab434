"""The source lines that a diagnostic speaks of, with their marks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.source import Position, Source, Span
from stateous.render.display import DisplayLine, display, printable
from stateous.render.marks import Mark, mark_rows
from stateous.render.style import Paint, Role
from stateous.render.window import window

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


def location(span: Span) -> str:
    """Return `path:line:column`, or the path alone for a file without text."""
    name = printable(span.source.name)
    if not span.source.text:
        return name
    return f"{name}:{span.first.line}:{span.first.column}"


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
        lines += _marked_line(display(source.line_text(number)), number, marks, gutter, paint)
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
    """Return the marks of one place: on its line, or on its first and its last line.

    The label of a place over several lines stands at its last one.
    """
    own: Role = role if annotation.primary else "label"
    source, first, last = annotation.span.source, annotation.span.first, end_of(annotation.span)
    if first.line == last.line:
        line = display(source.line_text(first.line))
        start, end = line.column(first.column - 1), line.column(last.column - 1)
        return [(first.line, _mark(start, end, own, annotation.primary, annotation.label))]
    head, foot = display(source.line_text(first.line)), source.line_text(last.line)
    indent = len(foot) - len(foot.lstrip())
    below = display(foot)
    return [
        (first.line, _mark(head.column(first.column - 1), head.end, own, annotation.primary)),
        (
            last.line,
            _mark(
                below.column(min(indent, last.column - 1)),
                below.column(last.column - 1),
                own,
                annotation.primary,
                annotation.label,
            ),
        ),
    ]


def _mark(start: int, end: int, role: Role, primary: bool, label: str = "") -> Mark:
    """Return a mark of at least one column: an empty place is shown by a single caret."""
    return Mark(start, max(end, start + 1), role, primary, label)


def _marked_line(
    line: DisplayLine, number: int, marks: Mapping[int, list[Mark]], gutter: int, paint: Paint
) -> list[str]:
    """Return a source line behind its number, and the rows of its marks."""
    own = marks.get(number, [])
    shown = window(line, own)
    rows = [numbered(number, gutter, paint, shown.text(line))]
    if own:
        below = mark_rows([shown.clip(mark) for mark in own])
        rows += [f"{margin(gutter, paint)} {row.painted(paint)}" for row in below]
    return rows


def margin(gutter: int, paint: Paint) -> str:
    """Return the gutter of a line without a number."""
    return f"{' ' * gutter} {paint('|', 'gutter')}"


def numbered(number: int, gutter: int, paint: Paint, text: str) -> str:
    """Return `text` behind its line number."""
    behind = f" {text}" if text else ""
    return f"{paint(f'{number:>{gutter}} |', 'gutter')}{behind}"
