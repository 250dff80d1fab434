"""Reading, compiling and verifying files, one by one."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import date
from pathlib import Path

from stateous.compiler.check import check_path
from stateous.compiler.verdict import Answer
from stateous.grammar.diagnostic import Diagnostic, Kind, Severity, in_order
from stateous.rule_table import BY_CODE
from stateous.verifier.verify import Verified, verify
from stateous.verifier.waived import waive


def verify_files(files: Iterable[Path], *, specifications: bool = True) -> tuple[Verified, ...]:
    """Verify each file by itself; `specifications` tells whether theirs are run, too."""
    return tuple(_verify_file(file, specifications) for file in files)


def _verify_file(file: Path, specifications: bool) -> Verified:
    """Verify one file; a fault of ours says on which file it happened.

    What a Python spec prints while it is read does not belong to the report.
    """
    try:
        with redirect_stdout(sys.stderr):
            compiled = check_path(file, str(file))
        verified = verify(compiled, specifications=specifications)
        return waive(verified, BY_CODE, date.today(), whole=specifications)
    except Exception as error:
        error.add_note(f"it happened on `{file}`")
        raise


def findings(
    verified: Sequence[Verified], faults: Iterable[Diagnostic] = ()
) -> tuple[Diagnostic, ...]:
    """Return everything that is said about the files, by file and place."""
    own = (diagnostic for one in verified for diagnostic in _all_of(one))
    return in_order((*faults, *own))


def _all_of(verified: Verified) -> Iterator[Diagnostic]:
    """Yield what each stage says about one file; some may come more than once."""
    yield from verified.compiled.diagnostics
    yield from verified.diagnostics
    for verdict in verified.verdicts:
        if verdict.diagnostic is not None and verdict.answer is not Answer.WAIVED:
            yield verdict.diagnostic


def tolerated(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return findings with what has no answer as warnings: it was said that it need not have one."""
    return tuple(
        replace(each, severity=Severity.WARNING)
        if each.kind is Kind.UNKNOWN and each.is_error
        else each
        for each in found
    )
