"""What is said about each file of `invalid/`, which holds one mistake in one of the notations.

Files of one mistake in several notations share a name: `NAME.flow`, `NAME.flow.yaml`,
`NAME.py`. Beside each stands its report, as `NAME.flow.expected` and so on.
"""

from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

from stateous.compiler.check import Compiled, check_path
from stateous.grammar.diagnostic import Diagnostic, Kind
from stateous.grammar.source import Span
from stateous.rule_table import BY_CODE
from stateous.verifier.verify import verify
from stateous.verifier.waived import waive

INVALID = Path(__file__).parent / "invalid"
TODAY = date(2026, 6, 1)
"""The day on which waivers are looked at."""

NOTATIONS = {".flow": "flow", ".yaml": "yaml", ".py": "python"}


def cases() -> list[Path]:
    """Return the files, in the order of their names."""
    return sorted(path for path in INVALID.iterdir() if path.suffix in NOTATIONS)


def notation(case: Path) -> str:
    """Return `flow`, `yaml` or `python`."""
    return NOTATIONS[case.suffix]


def expected(case: Path) -> Path:
    """Return where the report on a file stands."""
    return case.with_name(f"{case.name}.expected")


@cache
def found(case: Path) -> tuple[Diagnostic, ...]:
    """Return everything that is said about a file, by the reader, the compiler and the verifier."""
    return found_in(check_path(case, case.name))


def found_in(compiled: Compiled) -> tuple[Diagnostic, ...]:
    """Return everything that is said about a file once it is compiled.

    What the verifier leaves undecided is no mistake of an author.
    """
    said = waive(verify(compiled), BY_CODE, TODAY, whole=True).diagnostics
    return tuple(diagnostic for diagnostic in said if diagnostic.kind is not Kind.UNKNOWN)


def report(case: Path) -> str:
    """Return the report on a file: the place, the text there, what is said, and the way out."""
    return "".join(f"{line}\n" for said in found(case) for line in _lines(said))


def _lines(said: Diagnostic) -> Iterator[str]:
    yield f"{_place(said.span)} {said.severity.value} {said.code}: {said.message}"
    yield f"  at: {said.span.text!r}"
    for label in said.labels:
        yield f"  {_place(label.span)} {label.span.text!r}: {label.text}"
    if said.witness is not None:
        for name, value in said.witness.values:
            yield f"  example: {name} = {value}"
        for number, step in enumerate(said.witness.run, 1):
            yield f"  run {number}: {step}"
    for note in said.notes:
        yield f"  note: {note}"
    if said.help is not None:
        yield f"  help: {said.help}"
    if said.fix is not None:
        yield f"  {'safe' if said.fix.safe else 'unsafe'} fix: {said.fix.title}"
        for edit in said.fix.edits:
            yield f"    {_place(edit.span)} {edit.span.text!r} becomes {edit.text!r}"


def _place(span: Span) -> str:
    name = "" if span.source.name.count("/") == 0 else f"{span.source.name}:"
    return f"{name}{span.first.line}:{span.first.column}-{span.last.line}:{span.last.column}"
