"""What was proved: a line for each workflow, and the line that always counts."""

from collections import Counter
from collections.abc import Iterable, Sequence

from stateous.cli.plural import count
from stateous.compiler.ir import Program
from stateous.compiler.verdict import Answer, Verdict
from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.grammar.printable import printable
from stateous.render.style import Paint, Role
from stateous.verifier.verify import Verified

SPECIFICATION = "specification"
_ANSWERS = (Answer.PROVED, Answer.VIOLATED, Answer.UNKNOWN, Answer.WAIVED)


def workflow_lines(verified: Sequence[Verified], paint: Paint) -> list[str]:
    """Return a line for each file and workflow: how many checks of each kind have which answer."""
    return [
        f"{printable(one.compiled.parsed.source.name)}: "
        f"{paint(printable(workflow), 'strong')}: {_by_check(verdicts, paint)}"
        for one in verified
        for workflow, verdicts in _by_workflow(one.verdicts).items()
    ]


def last_line(verified: Sequence[Verified], seconds: float) -> str:
    """Return the line that counts everything."""
    answers = Counter(verdict.answer for one in verified for verdict in one.verdicts)
    programs = [one.compiled.program for one in verified if one.compiled.program is not None]
    workflows = [workflow for program in programs for workflow in program.workflows]
    counts = [
        f"{answers.total()} checked",
        *(f"{answers[answer]} {answer.value}" for answer in _ANSWERS),
    ]
    things = [
        count(len(verified), "file"),
        count(len(workflows), "workflow"),
        count(sum(map(_specifications, programs)), "specification"),
    ]
    return f"{', '.join(counts)}; {', '.join(things)}; {seconds:.2f} s"


def _specifications(program: Program) -> int:
    """Return how many specifications a file has: of workflows, of machines, and its own."""
    of_workflows = sum(len(workflow.specifications) for workflow in program.workflows)
    of_machines = sum(len(machine.specifications) for machine in program.machines)
    return of_workflows + of_machines + len(program.specifications)


def severity_line(diagnostics: Iterable[Diagnostic], paint: Paint) -> str | None:
    """Return a line that counts errors and warnings; None when there is neither."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
    parts = [paint(count(errors, "error"), "error")] if errors else []
    parts += [paint(count(warnings, "warning"), "warning")] if warnings else []
    return ", ".join(parts) or None


def _by_workflow(verdicts: Iterable[Verdict]) -> dict[str, list[Verdict]]:
    """Group verdicts by the workflow that they are about."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        groups.setdefault(verdict.workflow, []).append(verdict)
    return groups


def _by_check(verdicts: Sequence[Verdict], paint: Paint) -> str:
    """Return the answers in words: first what is proved, by check; then what is not."""
    parts: list[str] = []
    for answer in _ANSWERS:
        checks = Counter(verdict.check for verdict in verdicts if verdict.answer is answer)
        if checks:
            listed = ", ".join(f"{check} {number}" for check, number in checks.items())
            role: Role = "good" if answer is Answer.PROVED else "error"
            parts.append(f"{paint(answer.value, role)} {checks.total()} ({listed})")
    return "; ".join(parts) or "nothing to check"
