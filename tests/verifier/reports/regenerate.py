"""Reports on small faulty specs, each beside the spec that it is about.

`python -m tests.verifier.reports.regenerate` writes the expected reports anew, to be
reviewed as a diff.
"""

from collections.abc import Iterator
from pathlib import Path

from stateous.compiler.check import check
from stateous.compiler.verdict import Verdict
from stateous.grammar.diagnostic import Diagnostic, Witness
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source, Span
from stateous.verifier.verify import Verified, verify

FOLDER = Path(__file__).parent


def specs() -> list[Path]:
    """Return the specs in the order of their names."""
    return sorted(FOLDER.glob("*.flow"))


def verified(spec: Path) -> Verified:
    """Return what the verifier says about a spec."""
    return verify(check(read_flow(Source(spec.name, spec.read_text(encoding="utf-8")))))


def report(spec: Path) -> str:
    """Return all that is said about a spec, and the verdicts that are no proofs."""
    found = verified(spec)
    lines = [line for diagnostic in found.diagnostics for line in (*_lines(diagnostic), "")]
    lines += [_verdict(verdict) for verdict in found.verdicts if verdict.diagnostic is not None]
    return "".join(f"{line}\n" for line in lines)


def _lines(said: Diagnostic) -> Iterator[str]:
    yield f"{_place(said.span)} {said.severity.value} {said.code}: {said.message}"
    for label in said.labels:
        yield f"  {_place(label.span)} `{label.span.text}` {label.text}"
    witness = said.witness or Witness()
    for name, value in witness.values:
        yield f"  example: {name} = {value}"
    for number, step in enumerate(witness.run, 1):
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
    return f"{span.first.line}:{span.first.column}"


def _verdict(verdict: Verdict) -> str:
    what = f"{verdict.check}, {verdict.subject}: {verdict.answer.value} by {verdict.method}"
    return "; it assumes: ".join((what, *verdict.assumptions[:1])) + "".join(
        f"; {more}" for more in verdict.assumptions[1:]
    )


def main() -> None:
    """Write the expected report of each spec."""
    for spec in specs():
        spec.with_suffix(".expected").write_text(report(spec), encoding="utf-8")


if __name__ == "__main__":
    main()
