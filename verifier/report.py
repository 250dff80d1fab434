"""What the verifier has to say about one workflow, as it grows check by check."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from stateous.compiler.ir import START, Place, Workflow
from stateous.compiler.verdict import Answer, Verdict
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Span


@dataclass
class Report:
    """The verdicts about one workflow, and what is said besides them."""

    workflow: Workflow
    places: Mapping[Place, Span]
    verdicts: list[Verdict] = field(default_factory=list)
    remarks: list[Diagnostic] = field(default_factory=list)

    def span(self, kind: str, *path: str | int) -> Span:
        """Return where a part of the workflow was written."""
        return self.places[(kind, self.workflow.name, *path)]

    def proved(self, check: str, subject: str, method: str, *assumptions: str) -> None:
        """Note that a check holds."""
        self._note(check, subject, Answer.PROVED, method, assumptions, None)

    def violated(
        self, check: str, subject: str, method: str, diagnostic: Diagnostic, *assumptions: str
    ) -> None:
        """Note that a check is broken, as `diagnostic` says."""
        self._note(check, subject, Answer.VIOLATED, method, assumptions, diagnostic)

    def unknown(self, check: str, subject: str, method: str, diagnostic: Diagnostic) -> None:
        """Note that a check has no answer, for the reason in `diagnostic`."""
        self._note(check, subject, Answer.UNKNOWN, method, (), diagnostic)

    def remark(self, diagnostic: Diagnostic) -> None:
        """Note something that is no check's answer."""
        self.remarks.append(diagnostic)

    def include(self, other: "Report") -> None:
        """Add what another report about the same workflow says."""
        self.verdicts += other.verdicts
        self.remarks += other.remarks

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All that is said, in no order."""
        own = (verdict.diagnostic for verdict in self.verdicts)
        return (*self.remarks, *(diagnostic for diagnostic in own if diagnostic is not None))

    def _note(
        self,
        check: str,
        subject: str,
        answer: Answer,
        method: str,
        assumptions: tuple[str, ...],
        diagnostic: Diagnostic | None,
    ) -> None:
        name = self.workflow.name
        self.verdicts.append(Verdict(check, name, subject, answer, method, assumptions, diagnostic))


def place_of(source: str, event: str | None) -> str:
    """Return how a message names a group: `testing` on `failed` with backquotes, or START."""
    if event is None:
        return "START"
    return f"`{source}` on `{event}`"


def subject_of(source: str, event: str | None) -> str:
    """Return how a verdict names a group: `testing on failed`, or START."""
    return "START" if source == START else f"{source} on {event}"
