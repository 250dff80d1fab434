"""What the verifier has to say about one workflow, as it grows check by check."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from stateous.compiler.ir import START, Place, Workflow
from stateous.compiler.verdict import Answer, Verdict
from stateous.grammar.advice import transition
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Span
from stateous.grammar.syntax import File


@dataclass
class Report:
    """The verdicts about one workflow, and all that is said, in the order of the checks.

    `tree` is the file that the workflow was written in.
    """

    workflow: Workflow
    places: Mapping[Place, Span]
    tree: File
    verdicts: list[Verdict] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def span(self, kind: str, *path: str | int) -> Span:
        """Return where a part of the workflow was written."""
        return self.places[(kind, self.workflow.name, *path)]

    def line(self, source: str, event: str | None, target: str, *, otherwise: bool = False) -> str:
        """Return a line that an author may write, in the notation of the file."""
        state = None if source == START else source
        return transition(self.span("workflow"), state, event, target, otherwise=otherwise)

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
        self.diagnostics.append(diagnostic)

    def include(self, other: "Report") -> None:
        """Add what another report about the same workflow says."""
        self.verdicts += other.verdicts
        self.diagnostics += other.diagnostics

    def _note(
        self,
        check: str,
        subject: str,
        answer: Answer,
        method: str,
        assumptions: tuple[str, ...],
        diagnostic: Diagnostic | None,
    ) -> None:
        if diagnostic is not None:
            self.diagnostics.append(diagnostic)
        name = self.workflow.name
        self.verdicts.append(Verdict(check, name, subject, answer, method, assumptions, diagnostic))


def place_of(source: str, event: str | None) -> str:
    """Return how a message names a group: `testing` on `failed` with backquotes, or START."""
    if event is None:
        return "START" if source == START else f"`{source}`"
    return f"`{source}` on `{event}`"


def subject_of(source: str, event: str | None) -> str:
    """Return how a verdict names a group: `testing on failed`, or START."""
    if event is None:
        return "START" if source == START else source
    return f"{source} on {event}"
