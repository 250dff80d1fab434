"""The format SARIF 2.1.0, which code hosts and editors take from any analyser."""

import json as stdlib_json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import PurePath

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label, Rule
from stateous.grammar.source import Position, Source, Span
from stateous.render.excerpt import end_of
from stateous.render.fingerprint import fingerprints
from stateous.render.places import relative, uri
from stateous.rule_page import page, plain_text
from stateous.rule_table import BY_CODE

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
ROOT = "%SRCROOT%"
"""What relative paths begin at: the folder in which the command ran."""

FINGERPRINT = "stateousFinding/v1"

_PLACEHOLDER = re.compile(r"\{(\d+)\}")
_LINK = re.compile(r"\[(?=[^\]]*\]\()")

_Json = dict[str, object]


def sarif(diagnostics: Sequence[Diagnostic], *, folder: PurePath | None = None) -> str:
    """Return a SARIF log with one run; paths below `folder` are relative to it.

    Lines and columns count from 1; columns count code points. The rules are those that the
    results name. Fixes that are not safe are given as well, and say so.
    """
    codes = sorted({diagnostic.code for diagnostic in diagnostics} & BY_CODE.keys())
    index = {code: number for number, code in enumerate(codes)}
    marked = zip(diagnostics, fingerprints(diagnostics, folder), strict=True)
    run = {
        "tool": {"driver": _driver([BY_CODE[code] for code in codes])},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            ROOT: {"description": {"text": "The folder in which the command ran."}}
        },
        "results": [_result(found, mark, index, folder) for found, mark in marked],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return stdlib_json.dumps(log, indent=2) + "\n"


def _driver(rules: Iterable[Rule]) -> _Json:
    """Return what made the report, and its rules."""
    return {
        "name": "stateous",
        "version": version("stateous"),
        "rules": [_rule(rule) for rule in rules],
    }


def _rule(rule: Rule) -> _Json:
    """Return a rule with its page."""
    markdown = page(rule)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": _message(rule.summary),
        "fullDescription": _message(" ".join(rule.explanation.split())),
        "help": {"text": _escaped(plain_text(markdown)), "markdown": markdown},
        "defaultConfiguration": {"level": rule.severity.value},
        "properties": {"kind": rule.kind.value},
    }


def _result(
    diagnostic: Diagnostic,
    fingerprint: str,
    index: Mapping[str, int],
    folder: PurePath | None,
) -> _Json:
    """Return one result; what it does not have is left out."""
    own = [label.text for label in diagnostic.labels if label.span == diagnostic.span]
    others = [label for label in diagnostic.labels if label.span != diagnostic.span]
    location: _Json = {"physicalLocation": _place(diagnostic.span, folder)}
    if own:
        location["message"] = _message("; ".join(own))
    result: _Json = {"ruleId": diagnostic.code}
    if diagnostic.code in index:
        result["ruleIndex"] = index[diagnostic.code]
    result |= {
        "level": diagnostic.severity.value,
        "message": _message(_text(diagnostic)),
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if others:
        result["relatedLocations"] = [
            _related(number, label, folder) for number, label in enumerate(others)
        ]
    if diagnostic.fix is not None:
        result["fixes"] = [_fix(diagnostic.fix, folder)]
    properties = _properties(diagnostic)
    if properties:
        result["properties"] = properties
    return result


def _text(diagnostic: Diagnostic) -> str:
    """Return the message, with its help as a paragraph of its own."""
    return f"{diagnostic.message}\n\n{diagnostic.help}" if diagnostic.help else diagnostic.message


def _properties(diagnostic: Diagnostic) -> _Json:
    """Return what SARIF has no place for: the example's values, its run, and notes."""
    witness = diagnostic.witness
    values = dict(witness.values) if witness else {}
    run = list(witness.run) if witness else []
    listed: _Json = {"example": values, "run": run, "notes": list(diagnostic.notes)}
    return {key: value for key, value in listed.items() if value}


def _related(number: int, label: Label, folder: PurePath | None) -> _Json:
    """Return another place that matters."""
    return {
        "id": number,
        "physicalLocation": _place(label.span, folder),
        "message": _message(label.text),
    }


def _place(span: Span, folder: PurePath | None) -> _Json:
    """Return a place as it is shown; of a file without text, the file alone."""
    place: _Json = {"artifactLocation": _artifact(span.source, folder)}
    if span.source.text:
        place["region"] = _region(span.first, end_of(span))
    return place


def _artifact(source: Source, folder: PurePath | None) -> _Json:
    """Return a file."""
    path = relative(source.name, folder)
    if path.startswith(("/", "../")):
        return {"uri": uri(path)}
    return {"uri": uri(path), "uriBaseId": ROOT}


def _region(first: Position, last: Position) -> _Json:
    """Return from where to where a place goes; the end lies behind the last character."""
    return {
        "startLine": first.line,
        "startColumn": first.column,
        "endLine": last.line,
        "endColumn": last.column,
    }


def _fix(fix: Fix, folder: PurePath | None) -> _Json:
    """Return a fix: the replacements that it makes in each file."""
    edits: dict[Source, list[Edit]] = {}
    for edit in fix.edits:
        edits.setdefault(edit.span.source, []).append(edit)
    changes = [
        {
            "artifactLocation": _artifact(source, folder),
            "replacements": [_replacement(edit) for edit in own],
        }
        for source, own in edits.items()
    ]
    return {
        "description": _message(fix.title),
        "artifactChanges": changes,
        "properties": {"safe": fix.safe},
    }


def _replacement(edit: Edit) -> _Json:
    """Return an edit, its lines ending as those of the file do."""
    text = edit.text.replace("\n", edit.span.source.line_end)
    return {
        "deletedRegion": _region(edit.span.first, edit.span.last),
        "insertedContent": {"text": text},
    }


def _message(text: str) -> _Json:
    """Return a message."""
    return {"text": _escaped(text)}


def _escaped(text: str) -> str:
    """Return a text in which nothing passes for a placeholder or a link."""
    return _LINK.sub(r"\\[", _PLACEHOLDER.sub(r"{{\1}}", text))
