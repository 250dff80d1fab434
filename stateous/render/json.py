"""The format for programs: an array with an object for each diagnostic."""

import json as stdlib_json
from collections.abc import Sequence

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label, Witness
from stateous.grammar.source import Position, Span
from stateous.rule_table import BY_CODE


def json(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the diagnostics as a JSON array.

    Rows and columns count from 1; columns count code points. An end lies behind the last
    character. `applicability` is `safe` or `unsafe`. Everything outside of ASCII is escaped, so
    that no stream can make it another document.
    """
    objects = [_diagnostic(diagnostic) for diagnostic in diagnostics]
    return stdlib_json.dumps(objects, indent=2) + "\n"


def _diagnostic(diagnostic: Diagnostic) -> dict[str, object]:
    """Return one diagnostic as JSON."""
    rule = BY_CODE.get(diagnostic.code)
    return {
        "code": diagnostic.code,
        "name": rule.name if rule else None,
        "severity": diagnostic.severity.value,
        "kind": diagnostic.kind.value,
        "message": diagnostic.message,
        "filename": diagnostic.span.source.name,
        **_range(diagnostic.span),
        "labels": [_label(label) for label in diagnostic.labels],
        "witness": _witness(diagnostic.witness),
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "fix": _fix(diagnostic.fix),
    }


def _range(span: Span) -> dict[str, object]:
    """Return where a place begins and ends."""
    return {"location": _position(span.first), "end_location": _position(span.last)}


def _position(position: Position) -> dict[str, int]:
    """Return a line and a column."""
    return {"row": position.line, "column": position.column}


def _label(label: Label) -> dict[str, object]:
    """Return a labelled place."""
    return {"text": label.text, "filename": label.span.source.name, **_range(label.span)}


def _witness(witness: Witness | None) -> dict[str, object] | None:
    """Return the values and the run that show a finding."""
    if witness is None:
        return None
    return {"values": dict(witness.values), "run": list(witness.run)}


def _fix(fix: Fix | None) -> dict[str, object] | None:
    """Return a fix."""
    if fix is None:
        return None
    return {
        "applicability": "safe" if fix.safe else "unsafe",
        "message": fix.title,
        "edits": [_edit(edit) for edit in fix.edits],
    }


def _edit(edit: Edit) -> dict[str, object]:
    """Return an edit: the text that replaces what stands at a place."""
    return {"content": edit.text, "filename": edit.span.source.name, **_range(edit.span)}
