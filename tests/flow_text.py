"""Texts in the `.flow` notation, read, for tests of the reader."""

from stateous.grammar.diagnostic import Diagnostic, Fix
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Source
from stateous.grammar.syntax import OnLine, StateDecl, Step, TypeUse, WorkflowDecl

SOUND = """\
workflow w
  event done
  START -> a
  state a
    on done -> END
"""
"""A sound file; what a test adds to its state stands from line 6 on."""


def read(text: str) -> Parsed:
    """Return what is read from a text."""
    return read_flow(Source("test.flow", text))


def sound(text: str) -> Parsed:
    """Return what is read from a text in which nothing is wrong."""
    parsed = read(text)
    assert report(parsed) == []
    return parsed


def report(parsed: Parsed) -> list[str]:
    """Return what is wrong, a line each: `line:column-line:column CODE message`."""
    return [_line(diagnostic) for diagnostic in parsed.diagnostics]


def _line(diagnostic: Diagnostic) -> str:
    first, last = diagnostic.span.first, diagnostic.span.last
    place = f"{first.line}:{first.column}-{last.line}:{last.column}"
    return f"{place} {diagnostic.code} {diagnostic.message}"


def mended(text: str, fix: Fix | None) -> str:
    """Return a text with the edits of a fix made."""
    assert fix is not None
    for edit in sorted(fix.edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def workflow(*lines: str) -> WorkflowDecl:
    """Return the workflow that has these lines, indented by two, and nothing else."""
    body = "".join(f"  {line}\n" for line in lines)
    return sound(f"workflow w\n{body}").tree.workflows[0]


def state(*lines: str) -> StateDecl:
    """Return the state that has these lines."""
    return workflow("state a", *(f"  {line}" for line in lines)).states[0]


def on_line(text: str) -> OnLine:
    """Return a line of a state."""
    return state(text).lines[0]


def step(text: str) -> Step:
    """Return a step of a specification."""
    return workflow('specification "s"', f"  {text}").specifications[0].steps[0]


def type_of(text: str) -> TypeUse:
    """Return the type of a field that is declared with this text behind its colon."""
    return sound(f"type T\n  field: {text}\n").tree.types[0].fields[0].type
