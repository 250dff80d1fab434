"""What `stateous verify` does, once it is clear what it was asked."""

from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from stateous.cli.checking import findings, tolerated, verify_files
from stateous.cli.exit_code import exit_code
from stateous.cli.fixes import Applied, apply_safe_fixes, fixes_of
from stateous.cli.plural import count
from stateous.cli.report import Presentation, print_report
from stateous.cli.spec_files import SpecFiles, find_specs
from stateous.cli.summary import workflow_lines
from stateous.grammar.diagnostic import Diagnostic
from stateous.verifier.verify import Verified

ROUNDS = 20
"""How often fixes are applied: one may open the way for another, but not for ever."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for on the command line."""

    paths: tuple[Path, ...]
    presentation: Presentation
    strict: bool
    unknown_is_error: bool
    fix: bool


def run(request: Request) -> int:
    """Verify the files, print the report, and return the exit code.

    When fixes are asked for, the files are verified again after each round of them.
    """
    started = perf_counter()
    specs = find_specs(request.paths)
    verified, found = _verify(specs)
    applied = Applied()
    for _ in range(ROUNDS if request.fix else 0):
        done = apply_safe_fixes(found)
        # What could not be written is tried again in each round: the last one counts.
        applied = replace(applied.and_then(done), faults=done.faults)
        if not done.files:
            break
        verified, found = _verify(specs)
    found = (*found, *applied.faults)
    if not request.unknown_is_error:
        found = tolerated(found)
    lines = _lines(request, verified, found, applied)
    print_report(request.presentation, found, verified, lines, perf_counter() - started)
    return exit_code(found, strict=request.strict, unknown_is_error=request.unknown_is_error)


def _verify(specs: SpecFiles) -> tuple[tuple[Verified, ...], tuple[Diagnostic, ...]]:
    """Verify every file that was found."""
    verified = verify_files(specs.files)
    return verified, findings(verified, specs.diagnostics)


def _lines(
    request: Request,
    verified: tuple[Verified, ...],
    found: tuple[Diagnostic, ...],
    applied: Applied,
) -> list[str]:
    """Return what stands between the report and the counts."""
    lines: list[str] = []
    if request.presentation.format_name == "full":
        lines += workflow_lines(verified, request.presentation.paint)
    if request.fix:
        files = count(len(applied.files), "file")
        lines.append(f"applied {_fixes(applied.fixes)} in {files}")
    safe, unsafe = fixes_of(found, safe=True), fixes_of(found, safe=False)
    if safe and not applied.faults:
        how = "`--fix` applies more of them" if request.fix else "`--fix` applies what is safe"
        lines.append(f"{_fixes(len(safe))} safe: {how}")
    if unsafe:
        lines.append(f"{_fixes(len(unsafe))} unsafe: `--fix` leaves what is unsafe to you")
    return lines


def _fixes(number: int) -> str:
    """Return `1 fix`, `2 fixes`."""
    return count(number, "fix", "fixes")
