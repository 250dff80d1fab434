"""Applying the safe fixes of a report to the files that it is about."""

import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stateous.cli.atomic_write import write_atomically
from stateous.command_rules import NOT_WRITTEN
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.source import Source

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


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
    for fix in sorted(fixes, key=lambda fix: min(edit.span.start for edit in fix.edits)):
        taken = [edit for other in kept for edit in other.edits]
        if not any(_overlap(edit, other) for edit in fix.edits for other in taken):
            kept.append(fix)
    return tuple(kept)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with the edits made; they must not overlap.

    Line ends in what is put in are those of the text.
    """
    windows = text.count("\r\n") * 2 > text.count("\n")
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        new = edit.text.replace("\n", "\r\n") if windows else edit.text
        text = text[: edit.span.start] + new + text[edit.span.end :]
    return text


def _is_safe(fix: Fix) -> bool:
    """Tell whether a fix may be applied unasked: it is safe, and all of it is in one file."""
    return fix.safe and len({edit.span.source for edit in fix.edits}) == 1


def _overlap(one: Edit, other: Edit) -> bool:
    """Tell whether two edits touch the same text, or insert at the same place."""
    if one.span.start == other.span.start:
        return True
    first, second = sorted((one.span, other.span), key=lambda span: span.start)
    return second.start < first.end


def _apply_to_file(source: Source, fixes: Sequence[Fix]) -> Applied:
    """Apply fixes that do not overlap to the file that `source` was read from."""
    path = Path(source.name)
    try:
        _rewrite(path.resolve(), source, [edit for fix in fixes for edit in fix.edits])
    except (OSError, UnicodeDecodeError, _ChangedError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it changed after it was read"
        message = f"`{source.name}` could not be fixed: {reason}"
        return Applied(faults=(NOT_WRITTEN.at(source.span(0, 0), message),))
    return Applied(len(fixes), frozenset({path}))


class _ChangedError(Exception):
    """The file is not what was read."""


def _rewrite(path: Path, source: Source, edits: Sequence[Edit]) -> None:
    """Write the edited text, keeping permissions and a byte order mark."""
    before = path.read_bytes()
    if before.decode("utf-8-sig") != source.text:
        raise _ChangedError
    mark = _BYTE_ORDER_MARK if before.startswith(_BYTE_ORDER_MARK) else b""
    mode = stat.S_IMODE(path.stat().st_mode)
    write_atomically(path, mark + edited(source.text, edits).encode(), mode)
