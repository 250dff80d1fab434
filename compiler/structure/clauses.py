"""The clauses of a state: whether its kind may have them, and their numbers."""

from stateous.compiler.children import is_payload_field
from stateous.compiler.rules.states import (
    CLAUSE_MISPLACED,
    DECIDE_EMPTY,
    GATHER_FORM,
    LINES_MISPLACED,
    NUMBER_RANGE,
)
from stateous.compiler.rules.structure import OUTLET_NOT_OPENED, RETRIES_RANGE
from stateous.compiler.structure.kinds import (
    CLAUSES,
    NAMES,
    RUNS_CHILDREN,
    Clause,
    Sort,
    clauses_of,
    kinds_with,
    named,
    sort_of,
)
from stateous.compiler.typing.scope import Report
from stateous.grammar.advice import given, transition
from stateous.grammar.flow.lexical_rules import BAD_DURATION
from stateous.grammar.syntax import (
    NumberLiteral,
    ParallelKind,
    Retries,
    StateDecl,
)

MOST_RETRIES = 1_000
"""The most retries of a state."""

MOST_ATTEMPTS = 1_000
"""The most attempts of an action."""


def inspect_clauses(state: StateDecl, report: Report, *, incomplete: bool) -> None:
    """Report clauses that the state's kind cannot have, and numbers that are out of range."""
    sort = sort_of(state)
    for clause in clauses_of(state):
        if sort not in CLAUSES[clause.words]:
            _report_misplaced(clause, sort, state, report)
    _inspect_lines(state, sort, report, incomplete)
    if state.retries is not None:
        _inspect_retries(state.retries, report)
    if state.attempts is not None:
        _whole(state.attempts.number, "attempts are a whole number", MOST_ATTEMPTS, report)
    if state.at_once is not None:
        _whole(state.at_once.number, "how many run at once is a whole number", None, report)
    _inspect_join(state, report)
    for gather in state.gathers if sort in RUNS_CHILDREN else ():
        if not is_payload_field(gather.value):
            what = "`gather` collects a field of each child"
            field, place = gather.field.text, gather.field.span
            help_ = f"write `{given(place, 'gather', field, 'payload.f')}`"
            report(GATHER_FORM.at(gather.value.span, what, help=help_))


def _report_misplaced(clause: Clause, sort: Sort, state: StateDecl, report: Report) -> None:
    if clause.words in ("join", "gather") and sort not in RUNS_CHILDREN:
        what = f"{named(state)} runs no workflows, so there is nothing to {clause.words}"
        help_ = "remove this line, or make the state a `parallel` or a `foreach`"
        report(OUTLET_NOT_OPENED.at(clause.span, what, help=help_))
        return
    report(
        CLAUSE_MISPLACED.at(
            clause.span,
            f"{NAMES[sort]} has no `{clause.words}`",
            help=f"`{clause.words}` belongs to {kinds_with(clause.words)}",
        )
    )


def _inspect_lines(state: StateDecl, sort: Sort, report: Report, incomplete: bool) -> None:
    if sort == "decide":
        for line in state.lines:
            what = "a decide has no `on` lines: a token does not stay in it"
            help_ = f"write {_choices(state, 'or')}"
            report(LINES_MISPLACED.at(line.span, what, help=help_))
        if not state.choices and not state.lines and not incomplete:
            what = f"decide `{state.name.text}` has no lines, so it leads nowhere"
            help_ = f"write lines such as {_choices(state, 'and')}"
            report(DECIDE_EMPTY.at(state.name.span, what, help=help_))
        return
    for choice in state.choices:
        what = f"{NAMES[sort]} is left on events, so its lines begin with `on`"
        name, place = state.name.text, state.name.span
        spelt = transition(place, name, "event", "target", when="condition")
        help_ = f"write `{spelt}`, or make the state a `decide`"
        report(LINES_MISPLACED.at(choice.span, what, help=help_))


def _choices(state: StateDecl, word: str) -> str:
    name, place = state.name.text, state.name.span
    first = transition(place, name, None, "target", when="condition")
    return f"`{first}` {word} `{transition(place, name, None, 'target', otherwise=True)}`"


def _inspect_retries(retries: Retries, report: Report) -> None:
    number = retries.number
    if not isinstance(number.value, int) or not 0 <= number.value <= MOST_RETRIES:
        what = f"retries are a whole number from 0 to {MOST_RETRIES}"
        report(RETRIES_RANGE.at(number.span, what))
    backoff = retries.backoff
    if backoff is not None and backoff.first.seconds > backoff.longest.seconds:
        what = "the first wait is longer than the longest"
        report(BAD_DURATION.at(backoff.span, what, help="write the shorter one first"))


def _whole(number: NumberLiteral, what: str, most: int | None, report: Report) -> bool:
    """Tell whether a number is whole, 1 at least and `most` at most; report it when not."""
    value = number.value
    if isinstance(value, int) and value >= 1 and (most is None or value <= most):
        return True
    limits = "from 1 on" if most is None else f"from 1 to {most}"
    report(NUMBER_RANGE.at(number.span, f"{what} {limits}"))
    return False


def _inspect_join(state: StateDecl, report: Report) -> None:
    number = state.join.number if state.join is not None else None
    if number is None or not _whole(number, "a join waits for a whole number", None, report):
        return
    if isinstance(state.kind, ParallelKind) and number.value > len(state.kind.workflows):
        runs = len(state.kind.workflows)
        what = f"the join waits for {number.value} children, and `{state.name.text}` runs {runs}"
        help_ = f"write a number up to {runs}, or `join all`"
        report(NUMBER_RANGE.at(number.span, what, help=help_))
