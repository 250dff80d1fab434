"""The format of GitHub's workflow commands, which become annotations of a change."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.printable import printable
from stateous.render.excerpt import end_of, location
from stateous.render.places import relative

_COMMANDS: Mapping[Severity, str] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "notice",
}


def github(diagnostics: Sequence[Diagnostic], *, folder: PurePath | None = None) -> str:
    """Return a workflow command for each diagnostic; paths begin at `folder`."""
    return "".join(f"{_command(diagnostic, folder)}\n" for diagnostic in diagnostics)


def _command(diagnostic: Diagnostic, folder: PurePath | None) -> str:
    """Return the command of one diagnostic."""
    name = printable(relative(diagnostic.span.source.name, folder))
    properties = {
        "title": f"stateous ({diagnostic.code})",
        "file": name,
        **_place(diagnostic),
    }
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_data(_text(diagnostic, name))}"


def _place(diagnostic: Diagnostic) -> dict[str, str]:
    """Return the place; columns only for one within a line, since GitHub takes no others."""
    span = diagnostic.span
    if not span.source.text:
        return {}
    first, last = span.first, end_of(span)
    if first.line != last.line:
        return {"line": str(first.line), "endLine": str(last.line)}
    return {
        "line": str(first.line),
        "col": str(first.column),
        "endLine": str(last.line),
        "endColumn": str(last.column),
    }


def _text(diagnostic: Diagnostic, name: str) -> str:
    """Return the message with its help."""
    head = f"{location(diagnostic.span, name)}: {diagnostic.code} {printable(diagnostic.message)}"
    return f"{head}\n  help: {printable(diagnostic.help)}" if diagnostic.help else head


def _data(text: str) -> str:
    """Escape the text behind the command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape the value of a property."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
