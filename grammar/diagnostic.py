"""What is said to an author: rules, and the diagnostics that cite them.

A layer declares the rules that it reports as `Rule` values in its own `rules` module
(`grammar.flow.rules`, `compiler.rules.table`, `verifier.rules`); `stateous.rule_table` joins them.
The table is the only source of `explain`, of the manual's page and of report metadata.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from stateous.grammar.source import Span


class Severity(Enum):
    """How much a diagnostic weighs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Kind(Enum):
    """Which exit code an error of a rule leads to.

    REFUSAL: the input is wrong (2). FINDING: a proof or a run shows a fault (1).
    UNKNOWN: no verdict (3). INTERNAL: a fault of ours (4).
    """

    REFUSAL = "refusal"
    FINDING = "finding"
    UNKNOWN = "unknown"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that matters, and a phrase that says why."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace what stands at `span` by `text`; an empty span inserts."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend a fault.

    A `safe` fix keeps the meaning that the author can only have had; `--fix` applies
    those alone. An unsafe one is shown, never applied.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False

    @property
    def fits(self) -> bool:
        """Whether each edit may be made in its place."""
        return all(edit.span.takes(edit.text) for edit in self.edits)


@dataclass(frozen=True, slots=True)
class Witness:
    """Concrete values that show a finding, and the run that leads to them.

    `values` pairs a name in the author's spelling (`count(failed)`, `ctx.total`) with a
    value in `.flow` spelling. `run` holds the steps of a run, one phrase each.
    """

    values: tuple[tuple[str, str], ...] = ()
    run: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is said to an author. `message` is one phrase, without a full stop."""

    code: str
    severity: Severity
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    witness: Witness | None = None
    kind: Kind = Kind.REFUSAL

    @property
    def is_error(self) -> bool:
        """Tell whether it is an error."""
        return self.severity is Severity.ERROR


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its permanent code and everything that is ever printed about it.

    `summary` is one sentence. `explanation` is Markdown without headings: why it matters
    and what to write instead. `example` is the text of a file that yields exactly this
    code, in the notation `notation`; None where no file alone can yield it.
    """

    code: str
    name: str
    severity: Severity
    kind: Kind
    summary: str
    explanation: str
    example: str | None
    notation: str = "flow"

    def at(
        self,
        span: Span,
        message: str,
        *,
        label: str | None = None,
        labels: Iterable[Label] = (),
        notes: Iterable[str] = (),
        help: str | None = None,
        fix: Fix | None = None,
        witness: Witness | None = None,
        severity: Severity | None = None,
    ) -> Diagnostic:
        """Return a diagnostic of this rule at `span`; `label` is a phrase for `span` itself.

        A fix with an edit that its place does not take is left out.
        """
        own = (Label(span, label),) if label else ()
        return Diagnostic(
            code=self.code,
            severity=severity or self.severity,
            message=message,
            span=span,
            labels=(*own, *labels),
            notes=tuple(notes),
            help=help,
            fix=fix if fix is not None and fix.fits else None,
            witness=witness,
            kind=self.kind,
        )


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics by file and place, each once."""
    unique = dict.fromkeys(diagnostics)
    return tuple(
        sorted(unique, key=lambda d: (d.span.source.name, d.span.start, d.span.end, d.code))
    )
