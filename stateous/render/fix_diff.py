"""A fix, shown as the lines that it takes away and those that it puts in their place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stateous.grammar.diagnostic import Edit, Fix
from stateous.grammar.source import Source
from stateous.render.display import display
from stateous.render.style import Paint, Role
from stateous.render.window import ELLIPSIS, LIMIT

SHOWN_LINES = 12
_LONG = 2 * LIMIT
"""From how many characters on a line is shown around its edits alone."""
_BEFORE = 20
"""How many characters are shown before an edit in a very long line."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines of a source before and after a fix; `first` is the number of the first of them."""

    first: int
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def last(self) -> int:
        """The largest line number that the change shows."""
        return self.first + max(len(self.before), len(self.after), 1) - 1


def changes(fix: Fix) -> tuple[Change, ...]:
    """Return the changes of the lines that the edits of `fix` touch, from top to bottom."""
    ordered = sorted(fix.edits, key=lambda edit: (edit.span.source.name, edit.span.start))
    return tuple(_trimmed(_change(group)) for group in _by_lines(ordered))


def diff_lines(fix: Fix, gutter: int, paint: Paint) -> list[str]:
    """Return the lines of the diff, each behind its number."""
    lines: list[str] = []
    for change in changes(fix):
        lines += _side(change.first, change.before, "-", gutter, paint)
        lines += _side(change.first, change.after, "+", gutter, paint)
    return lines


def _side(first: int, texts: Sequence[str], sign: str, gutter: int, paint: Paint) -> list[str]:
    """Return one side of a change; a long one is cut short."""
    role: Role = "removed" if sign == "-" else "added"
    shown = [
        f"{paint(f'{number:>{gutter}}', 'gutter')} {paint(f'{sign} {_cut(text)}'.rstrip(), role)}"
        for number, text in enumerate(texts[:SHOWN_LINES], first)
    ]
    return shown if len(texts) <= SHOWN_LINES else [*shown, paint("...", "gutter")]


def _cut(text: str) -> str:
    """Return a line as it is printed, its end cut when it is very long."""
    line = display(text[: LIMIT + 1]).text
    return line if len(line) <= LIMIT else line[:LIMIT] + ELLIPSIS


def _by_lines(ordered: Iterable[Edit]) -> list[list[Edit]]:
    """Group edits whose lines touch."""
    groups: list[list[Edit]] = []
    for edit in ordered:
        if groups and _touches(groups[-1][-1], edit):
            groups[-1].append(edit)
        else:
            groups.append([edit])
    return groups


def _touches(before: Edit, edit: Edit) -> bool:
    """Tell whether two edits of one source stand on the same or on neighbouring lines.

    On a very long line, those that are far apart are shown apart.
    """
    same = before.span.source == edit.span.source
    near = same and edit.span.first.line <= before.span.last.line + 1
    return near and edit.span.start - before.span.end <= _LONG


def _change(edits: Sequence[Edit]) -> Change:
    """Apply edits to the lines that they touch; of a very long line, to what is around them."""
    source = edits[0].span.source
    first, last = edits[0].span.first.line, edits[-1].span.last.line
    start, end = source.line_starts[first - 1], _line_end(source, last)
    head, tail = "", ""
    if _line_end(source, first) - start > _LONG and edits[0].span.start - start > _BEFORE:
        start, head = edits[0].span.start - _BEFORE, ELLIPSIS
    if end - source.line_starts[last - 1] > _LONG and end - edits[-1].span.end > LIMIT:
        end, tail = edits[-1].span.end + LIMIT, ELLIPSIS
    pieces = [head]
    at = start
    for edit in edits:
        pieces += [source.text[at : edit.span.start], edit.text]
        at = max(at, edit.span.end)
    pieces += [source.text[at:end], tail]
    before, after = f"{head}{source.text[start:end]}{tail}", "".join(pieces)
    return Change(first, tuple(before.splitlines()), tuple(after.splitlines()))


def _line_end(source: Source, line: int) -> int:
    """Return the offset behind line `line` (from 1), its line end included."""
    return source.line_starts[line] if line < len(source.line_starts) else len(source.text)


def _trimmed(change: Change) -> Change:
    """Leave out the lines at both ends that stay as they are."""
    before, after = change.before, change.after
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return Change(
        change.first + head,
        before[head : len(before) - tail],
        after[head : len(after) - tail],
    )
