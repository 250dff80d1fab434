"""The format of GitLab's Code Quality reports, which become remarks in a merge request."""

import json as stdlib_json
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.printable import printable
from stateous.render.excerpt import end_of
from stateous.render.fingerprint import fingerprints
from stateous.render.places import relative

_SEVERITIES: Mapping[Severity, str] = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.NOTE: "info",
}


def gitlab(diagnostics: Sequence[Diagnostic], *, folder: PurePath | None = None) -> str:
    """Return the diagnostics as a JSON array; paths begin at `folder`, the repository's root.

    GitLab takes of two with one fingerprint the first alone, so that no two are the same.
    """
    marked = zip(diagnostics, fingerprints(diagnostics, folder), strict=True)
    objects = [_remark(diagnostic, fingerprint, folder) for diagnostic, fingerprint in marked]
    return stdlib_json.dumps(objects, indent=2) + "\n"


def _remark(diagnostic: Diagnostic, fingerprint: str, folder: PurePath | None) -> dict[str, object]:
    """Return one remark."""
    return {
        "description": _text(diagnostic),
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[diagnostic.severity],
        "location": {
            "path": relative(diagnostic.span.source.name, folder),
            "lines": {
                "begin": diagnostic.span.first.line,
                "end": end_of(diagnostic.span).line,
            },
        },
    }


def _text(diagnostic: Diagnostic) -> str:
    """Return the message with its help, in one line: GitLab shows no more."""
    help = f" ({printable(diagnostic.help)})" if diagnostic.help else ""
    return f"{printable(diagnostic.message)}{help}"
