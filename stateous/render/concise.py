"""The format for searching: one line for each diagnostic."""

from collections.abc import Sequence

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.printable import printable
from stateous.render.excerpt import location


def concise(diagnostics: Sequence[Diagnostic]) -> str:
    """Return a line `path:line:column: severity[code] message` for each diagnostic."""
    return "".join(f"{_line(diagnostic)}\n" for diagnostic in diagnostics)


def _line(diagnostic: Diagnostic) -> str:
    """Return the line of one diagnostic."""
    what = f"{diagnostic.severity.value}[{diagnostic.code}]"
    return f"{location(diagnostic.span)}: {what} {printable(diagnostic.message)}"
