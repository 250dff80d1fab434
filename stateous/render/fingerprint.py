"""What tells a finding apart from others, and stays when the lines around it move."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePath

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Source
from stateous.render.places import relative

_LONGEST = 200
"""How many characters of a place count: as a rule, all of them."""

_Line = tuple[Source, int]


def fingerprints(diagnostics: Sequence[Diagnostic], folder: PurePath | None) -> list[str]:
    """Return a fingerprint for each diagnostic, in hexadecimal; no two are the same.

    It is made of the file, the code, the marked text and the line that it stands in, without
    indentation; and of a number, where all of these are the same. Line numbers do not count.
    """
    lines: dict[_Line, str] = {}
    seen: Counter[str] = Counter()
    found: list[str] = []
    for diagnostic in diagnostics:
        place = relative(diagnostic.span.source.name, folder)
        own = _digest(place, diagnostic.code, _marked(diagnostic), _line(diagnostic, lines))
        found.append(_digest(own, str(seen[own])))
        seen[own] += 1
    return found


def _marked(diagnostic: Diagnostic) -> str:
    """Return the first line of the marked text."""
    start, end = diagnostic.span.start, diagnostic.span.end
    text = diagnostic.span.source.text[start : min(end, start + _LONGEST)]
    return text.partition("\n")[0].rstrip()


def _line(diagnostic: Diagnostic, known: dict[_Line, str]) -> str:
    """Return the digest of the line in which a diagnostic begins; each is made once."""
    source = diagnostic.span.source
    key = source, diagnostic.span.first.line
    if key not in known:
        known[key] = _digest(source.line_text(key[1]).strip())
    return known[key]


def _digest(*parts: str) -> str:
    """Return the digest of texts, none of which can pass for a part of its neighbour."""
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()[:32]
