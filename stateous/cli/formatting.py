"""What `stateous fmt` does, once it is clear what it was asked."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from stateous.cli.exit_code import exit_code
from stateous.cli.plural import count
from stateous.cli.rewriting import BYTE_ORDER_MARK, rewrite
from stateous.cli.spec_files import SUFFIX, find_specs
from stateous.cli.terminal import remark, say
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow.formatter import format_flow
from stateous.grammar.parsed import Parsed
from stateous.grammar.printable import printable
from stateous.grammar.reader import LARGEST, read, read_text
from stateous.render.formats import renderer

STANDARD_INPUT = Path("-")
_CHANGED = 1


@dataclass(frozen=True, slots=True)
class _Formatted:
    """A file and its text in the one style, or what is wrong with it."""

    parsed: Parsed
    text: str | None
    marked: bool
    """Whether the file begins with a byte order mark."""

    @property
    def name(self) -> str:
        return self.parsed.source.name

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(found for found in self.parsed.diagnostics if found.is_error)

    @property
    def differs(self) -> bool:
        return self.text is not None and (self.marked or self.text != self.parsed.source.text)


def run(paths: Sequence[Path], *, check: bool, diff: bool) -> int:
    """Format files, or tell which ones would change; return the exit code."""
    found = find_specs(paths)
    for path in _of_other_notations(paths):
        remark(f"`{printable(str(path))}` is left alone: only `{SUFFIX}` files are formatted")
    formatted = [_format_file(file) for file in found.files if file.suffix == SUFFIX]
    faults = [*found.diagnostics, *(error for one in formatted for error in one.errors)]
    changed = [one for one in formatted if one.differs]
    if diff:
        say("".join(map(_difference, changed)))
    if not check and not diff:
        failed = [_write(one) for one in changed]
        faults += [fault for fault in failed if fault is not None]
        changed = [one for one, fault in zip(changed, failed, strict=True) if fault is None]
    if not diff:
        _tell(changed, len(formatted), writes=not check)
    return _exit(faults, would_change=check and bool(changed))


def run_on_input(*, check: bool, diff: bool) -> int:
    """Format the standard input to the standard output; return the exit code."""
    data = sys.stdin.buffer.read(LARGEST + 1)
    one = _formatted(read_text(data, "<stdin>"), data)
    if diff:
        say(_difference(one) if one.differs else "")
    elif one.text is not None and not check:
        say(one.text)
    return _exit(one.errors, would_change=check and one.differs)


def _of_other_notations(paths: Iterable[Path]) -> list[Path]:
    """Return the files that were named and are of another notation."""
    return [path for path in paths if path.suffix != SUFFIX and path.is_file()]


def _format_file(path: Path) -> _Formatted:
    try:
        with path.open("rb") as file:
            head = file.read(len(BYTE_ORDER_MARK))
    except OSError:
        head = b""  # reading it will say what is wrong
    return _formatted(read(path, str(path)), head)


def _formatted(parsed: Parsed, data: bytes) -> _Formatted:
    return _Formatted(parsed, format_flow(parsed), data.startswith(BYTE_ORDER_MARK))


def _write(one: _Formatted) -> Diagnostic | None:
    """Write the file; return why it could not be."""
    assert one.text is not None
    return rewrite(one.parsed.source, one.text, "formatted", keep_mark=False)


def _difference(one: _Formatted) -> str:
    """Return what changes as a unified diff; a mark and ends of lines show as they are."""
    name = printable(one.name)
    mark = BYTE_ORDER_MARK.decode() if one.marked else ""
    before = f"{mark}{one.parsed.source.text}".splitlines(keepends=True)
    after = (one.text or "").splitlines(keepends=True)
    lines = unified_diff(before, after, name, f"{name} (formatted)")
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_END}" for line in lines)


_NO_END = "\\ No newline at end of file\n"


def _tell(changed: Sequence[_Formatted], all_files: int, *, writes: bool) -> None:
    """Say which files changed, or would, and how many did not."""
    verb = "formatted" if writes else "would format"
    lines = [f"{verb} {printable(one.name)}" for one in changed]
    total = f"{count(all_files, 'file')}, {len(changed)} {'changed' if writes else 'would change'}"
    say("".join(f"{line}\n" for line in (*lines, total)))


def _exit(faults: Sequence[Diagnostic], *, would_change: bool) -> int:
    """Print what is wrong on the standard error, and return the exit code."""
    if faults:
        remark(renderer("full")(faults).rstrip("\n"))
    return exit_code(faults) or (_CHANGED if would_change else 0)
