"""Applying the safe fixes of a report to the files that it is about."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stateous.cli.rewriting import rewrite
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.source import Source


@dataclass(frozen=True, slots=True)
class Applied:
    """How many fixes were applied, to which files, and what went wrong."""

    fixes: int = 0
    files: frozenset[Path] = frozenset()
    faults: tuple[Diagnostic, ...] = ()

    def and_then(self, later: "Applied") -> "Applied":
        """Return what was done in both."""
        return Applied(
            self.fixes + later.fixes,
            self.files | later.files,
            (*self.faults, *later.faults),
        )


def fixes_of(diagnostics: Iterable[Diagnostic], *, safe: bool) -> tuple[Fix, ...]:
    """Return the fixes that are safe, or those that are not, each once."""
    fixes = (diagnostic.fix for diagnostic in diagnostics)
    return tuple(dict.fromkeys(f for f in fixes if f is not None and _is_safe(f) == safe))


def apply_safe_fixes(diagnostics: Iterable[Diagnostic]) -> Applied:
    """Apply the safe fixes, file by file; of two that overlap, the later one waits.

    A file that has changed since it was read is left alone.
    """
    by_source: dict[Source, list[Fix]] = {}
    for fix in fixes_of(diagnostics, safe=True):
        by_source.setdefault(fix.edits[0].span.source, []).append(fix)
    applied = Applied()
    for source, fixes in by_source.items():
        applied = applied.and_then(_apply_to_file(source, without_overlaps(fixes)))
    return applied


def without_overlaps(fixes: Iterable[Fix]) -> tuple[Fix, ...]:
    """Return the fixes of one source that can be applied at once, in their order in it."""
    kept: list[Fix] = []
    taken: list[tuple[int, int]] = []
    for fix in sorted(fixes, key=lambda fix: min(edit.span.start for edit in fix.edits)):
        places = [(edit.span.start, edit.span.end) for edit in fix.edits]
        if not any(_overlaps(place, taken) for place in places):
            kept.append(fix)
            for place in places:
                insort(taken, place)
    return tuple(kept)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return `text`, which is that of the edits' source, with the edits made.

    They must not overlap. Line ends in what is put in are those of the text.
    """
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        new = edit.text.replace("\n", edit.span.source.line_end)
        pieces += [text[at : edit.span.start], new]
        at = edit.span.end
    return "".join((*pieces, text[at:]))


def _is_safe(fix: Fix) -> bool:
    """Tell whether a fix may be applied unasked: it is safe, and all of it is in one file."""
    return fix.safe and len({edit.span.source for edit in fix.edits}) == 1


def _overlaps(place: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    """Tell whether an edit touches the text of one of `taken`, or inserts at the same place.

    `taken` are in order and do not overlap, so only the two neighbours can be touched.
    """
    start, end = place
    at = bisect_left(taken, place)
    before, behind = taken[max(at - 1, 0) : at], taken[at : at + 1]
    return any(start == other[0] or start < other[1] for other in before) or any(
        start == other[0] or other[0] < end for other in behind
    )


def _apply_to_file(source: Source, fixes: Sequence[Fix]) -> Applied:
    """Apply fixes that do not overlap to the file that `source` was read from."""
    text = edited(source.text, [edit for fix in fixes for edit in fix.edits])
    fault = rewrite(source, text, "fixed", keep_mark=True)
    if fault is not None:
        return Applied(faults=(fault,))
    return Applied(len(fixes), frozenset({Path(source.name)}))
