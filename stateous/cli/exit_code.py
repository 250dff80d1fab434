"""Which exit code a report leads to."""

from collections.abc import Iterable

from stateous.grammar.diagnostic import Diagnostic, Kind, Severity

_CODES = {Kind.FINDING: 1, Kind.REFUSAL: 2, Kind.UNKNOWN: 3, Kind.INTERNAL: 4}
_PRECEDENCE = (4, 2, 1, 3, 0)


def exit_code(
    diagnostics: Iterable[Diagnostic], *, strict: bool = False, unknown_is_error: bool = True
) -> int:
    """Return 0, or the code that weighs most: 4 before 2 before 1 before 3.

    Warnings count as findings when `strict`; what stays unknown counts unless it was said
    that it need not. Notes never count.
    """
    codes = {_code(diagnostic, strict, unknown_is_error) for diagnostic in diagnostics}
    return next(code for code in _PRECEDENCE if code in codes | {0})


def _code(diagnostic: Diagnostic, strict: bool, unknown_is_error: bool) -> int:
    """Return the exit code that one diagnostic alone leads to."""
    if diagnostic.kind is Kind.UNKNOWN:
        return 3 if unknown_is_error and diagnostic.severity is not Severity.NOTE else 0
    if diagnostic.is_error:
        return _CODES[diagnostic.kind]
    return 1 if strict and diagnostic.severity is Severity.WARNING else 0
