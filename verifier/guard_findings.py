"""What the examination of a group shows, as verdicts and diagnostics."""

from dataclasses import dataclass, replace

from stateous.compiler.guards import Count, Read, parts
from stateous.compiler.ir import START, Task
from stateous.grammar.diagnostic import Diagnostic, Kind, Label, Severity, Witness
from stateous.grammar.source import Span
from stateous.runtime.kernel.token import RefusalCode
from stateous.verifier.decoding.case import Case, refusal
from stateous.verifier.encoding.solver import Refuted, SolverFault, Undecided
from stateous.verifier.examples import context_reads, example
from stateous.verifier.fixes import gap_fix, line_removal, overlap_fix, rest_line
from stateous.verifier.groups import Examined, Pair, all_of
from stateous.verifier.inquiry import Answer, Disagreement, Found, Group
from stateous.verifier.report import Report, place_of, subject_of
from stateous.verifier.rules import (
    DEAD_GUARD,
    DISAGREEMENT,
    GAP,
    IDLE_OTHERWISE,
    OVERLAP,
    SHADOWED,
    SOLVER_FAULT,
    UNDECIDED,
)

METHOD = "z3"

MOST_SHOWN = 16
"""How many overlapping pairs of one group are shown, each with an example."""


def report_group(examined: Examined, report: Report, *, reached: bool) -> None:
    """Report the answers about a group.

    Where no path leads to its state, what is wrong with its guards can never happen: that is
    no more than a note, and the checks hold.
    """
    _Findings(examined, report, reached).report_all()


def report_fault(group: Group, fault: SolverFault, report: Report) -> None:
    """Report that the solver broke down on a group: nothing is known of it."""
    kind = "transition" if group.event is None else "on"
    finding = SOLVER_FAULT.at(
        report.span(kind, min(group.guards)),
        f"the solver broke down on the guards of {place_of(group.source, group.event)}",
        notes=(str(fault),),
        help="this is a fault of ours: please send us the guards and the note",
    )
    for check in ("exclusive", "complete", "live"):
        report.unknown(check, subject_of(group.source, group.event), METHOD, finding)


def report_unasked(group: Group, word: str, report: Report) -> None:
    """Report that the guards of a group read what the solver cannot be asked about yet."""
    finding = UNDECIDED.at(
        report.span("guard", min(group.guards)),
        f"it is not known whether the guards of {place_of(group.source, group.event)} are sound",
        notes=(f"this version proves nothing about `{word}`",),
    )
    for check in ("exclusive", "complete", "live"):
        report.unknown(check, subject_of(group.source, group.event), METHOD, finding)


@dataclass(frozen=True)
class _Findings:
    """The findings about one group."""

    examined: Examined
    report: Report
    reached: bool

    def report_all(self) -> None:
        where = subject_of(self._group.source, self._group.event)
        data = self._about_data()
        self._settle("exclusive", where, self._exclusive(), if_violated=data)
        self._settle("complete", where, self._complete(), if_violated=data)
        for index, answer in self.examined.alive.items():
            subject = f"{where} when {self._text(index)}"
            self._settle("live", subject, self._alive(index, answer), if_proved=data)
        if self.examined.otherwise:
            self._otherwise(f"{where} otherwise", self.examined.otherwise[0])

    def _settle(
        self,
        check: str,
        subject: str,
        findings: list[Diagnostic],
        *,
        if_proved: tuple[str, ...] = (),
        if_violated: tuple[str, ...] = (),
    ) -> None:
        """Note the verdict that follows from the findings of a check; none is a proof.

        The last two are what the verdict takes for granted.
        """
        if not self.reached:
            for finding in findings:
                self.report.remark(replace(finding, severity=Severity.NOTE))
            self.report.proved(check, subject, "graph", f"no path leads to `{self._group.source}`")
            return
        if not findings:
            self.report.proved(check, subject, METHOD, *if_proved)
            return
        first, *others = sorted(findings, key=lambda finding: finding.kind is not Kind.FINDING)
        if first.kind is Kind.FINDING:
            self.report.violated(check, subject, METHOD, first, *if_violated)
        else:
            self.report.unknown(check, subject, METHOD, first)
        for finding in others:
            self.report.remark(finding)

    # ------------------------------------------------------------------ checks

    def _exclusive(self) -> list[Diagnostic]:
        if self.examined.ordered:
            return []
        overlaps = self.examined.overlaps
        question = f"whether two guards of {self._place} can hold together"
        if not overlaps and not isinstance(self.examined.exclusive, Refuted):
            return [self._open(self.examined.exclusive, self._first, question)]
        left = [each for each in overlaps.items() if not isinstance(each[1], Found)]
        return [
            *(self._overlap(*each) for each in self._overlapping[:MOST_SHOWN]),
            *(self._open(each, self._guard(pair[0]), question) for pair, each in left[:MOST_SHOWN]),
        ]

    def _complete(self) -> list[Diagnostic]:
        match self.examined.rest:
            case _ if self.examined.otherwise:
                return []
            case Refuted():
                return []
            case Found() as found:
                return [self._gap(found)]
            case answer:
                question = f"whether {self._arrival} with no guard that holds"
                return [self._open(answer, self._first, question)]

    def _alive(self, index: int, answer: Answer) -> list[Diagnostic]:
        match answer:
            case Found():
                return []
            case Refuted():
                return [self._dead(index)]
            case _:
                question = f"whether `{self._text(index)}` can hold"
                return [self._open(answer, self._guard(index), question)]

    def _otherwise(self, subject: str, index: int) -> None:
        span = self.report.span("otherwise", index)
        match self.examined.rest:
            case Found():
                self._settle("live", subject, [], if_proved=self._about_data())
            case Refuted():
                self.report.remark(self._idle(span, index))
            case answer:
                question = f"whether the `otherwise` of {self._place} can be taken"
                self._settle("live", subject, [self._open(answer, span, question)])

    # ------------------------------------------------------------- diagnostics

    def _overlap(self, pair: Pair, found: Found) -> Diagnostic:
        simple = self.examined.inquiry.ask(all_of(pair))
        case = simple.case if isinstance(simple, Found) else found.case
        if not self._replays(case, "guards_overlap"):
            return self._contradicted(case, self._guard(pair[0]))
        more = len(self._overlapping) - MOST_SHOWN
        notes = [f"{more} more pairs of {self._place} overlap"] if more > 0 else []
        return OVERLAP.at(
            self._guard(pair[0]),
            f"two guards of {self._place} can hold together",
            label="this guard",
            labels=(Label(self._guard(pair[1]), "also holds"),),
            notes=notes,
            help="let one of them exclude the other, or be `otherwise`",
            fix=overlap_fix(self.examined, pair, self.report),
            witness=self._example(case, pair),
        )

    def _gap(self, found: Found) -> Diagnostic:
        if not self._replays(found.case, "no_transition"):
            return self._contradicted(found.case, self._first)
        ids = tuple(self._group.guards)
        return GAP.at(
            self._first,
            f"{self._arrival} with no guard that holds",
            labels=(Label(self._guard(index), "does not hold") for index in ids[:MOST_SHOWN]),
            help=f"take the rest by one more line, such as `{rest_line(self.examined, self.report)}`",
            fix=gap_fix(self.examined, self.report),
            witness=self._example(found.case, ids),
        )

    def _dead(self, index: int) -> Diagnostic:
        if self.examined.ordered:
            return self._shadowed(index)
        others = len(self._group.guards) + len(self.examined.otherwise) > 1
        return DEAD_GUARD.at(
            self._guard(index),
            f"`{self._text(index)}` can never hold",
            notes=self._always_counted(index),
            help="repair the guard, or remove the line",
            fix=line_removal("remove the line", index, self.report) if others else None,
        )

    def _shadowed(self, index: int) -> Diagnostic:
        earlier = [each for each in self._group.guards if each < index]
        return SHADOWED.at(
            self._guard(index),
            f"no token takes this line: `{self._text(index)}` never holds where those above do not",
            labels=(Label(self._guard(each), "asked before") for each in earlier[:MOST_SHOWN]),
            help="move it up, repair its guard, or remove it",
            fix=line_removal("remove the line", index, self.report),
        )

    def _always_counted(self, index: int) -> tuple[str, ...]:
        event = self._group.event
        counted = (part for part in parts(self._group.guards[index]) if isinstance(part, Count))
        if all(part.event != event for part in counted):
            return ()
        return (f"`count({event})` includes the event at hand, so it is at least 1",)

    def _idle(self, span: Span, index: int) -> Diagnostic:
        return IDLE_OTHERWISE.at(
            span,
            f"this `otherwise` is never taken: the guards of {self._place} leave nothing over",
            labels=(Label(self._guard(i), "taken here") for i in self._group.guards),
            help="remove the line, or see whether a guard takes too much",
            fix=line_removal("remove the line", index, self.report),
        )

    def _open(self, answer: Answer, span: Span, question: str) -> Diagnostic:
        if isinstance(answer, Disagreement):
            return self._contradicted(answer.case, span)
        reason = answer.reason if isinstance(answer, Undecided) else "the solver gave no example"
        return UNDECIDED.at(span, f"it is not known {question}", notes=(reason,))

    def _contradicted(self, case: Case, span: Span) -> Diagnostic:
        return DISAGREEMENT.at(
            span,
            f"the verifier and the engine disagree about {self._place}",
            help="this is a fault of ours: please send us the guards and the example",
            witness=self._example(case, tuple(self._group.guards)),
        )

    # --------------------------------------------------------------- wording

    @property
    def _group(self) -> Group:
        return self.examined.group

    @property
    def _overlapping(self) -> list[tuple[Pair, Found]]:
        """The pairs of which it is known that they overlap."""
        overlaps = self.examined.overlaps.items()
        return [(pair, answer) for pair, answer in overlaps if isinstance(answer, Found)]

    @property
    def _place(self) -> str:
        return place_of(self._group.source, self._group.event)

    @property
    def _arrival(self) -> str:
        event, source = self._group.event, self._group.source
        if event is not None:
            return f"`{event}` can come to `{source}`"
        return "a token can start" if source == START else f"a token can come to `{source}`"

    @property
    def _first(self) -> Span:
        """The event on the first line of the group, the first START line, or a `decide`'s head."""
        if self._group.event is None and self._group.source != START:
            return self.report.span("state", self._group.source)
        kind = "transition" if self._group.event is None else "on"
        return self.report.span(kind, min((*self._group.guards, *self.examined.otherwise)))

    def _guard(self, index: int) -> Span:
        return self.report.span("guard", index)

    def _text(self, index: int) -> str:
        return " ".join(self._guard(index).text.split())

    def _replays(self, case: Case, code: RefusalCode) -> bool:
        source = self._group.source
        reads = (part for guard in self._group.guards.values() for part in parts(guard))
        if any(isinstance(part, Read) and part.root == "subject" for part in reads):
            return True  # the evaluator has confirmed the case; a step has no subject yet
        if source != START:
            state = self._group.definition.workflow.state_by_name[source]
            if not isinstance(state.kind, Task):
                return True  # the evaluator has confirmed the case; no step does these yet
        return refusal(self._group.definition, case) == code

    def _example(self, case: Case, ids: tuple[int, ...]) -> Witness:
        return example(case, (self._group.guards[index] for index in ids))

    def _about_data(self) -> tuple[str, ...]:
        """Return what a case takes for granted, since it is data and not yet a run."""
        fields = context_reads(self._group.guards.values())
        free = (f"`ctx.{name}` may hold any value of its type" for name in fields)
        return (*free, "no run that leads to the data was looked for")
