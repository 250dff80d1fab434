"""What the graph of a workflow shows, as verdicts and diagnostics."""

from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.verifier.graph import Paths
from stateous.verifier.report import Report
from stateous.verifier.rules import (
    ENDLESS,
    TRAP,
    UNREACHABLE,
    UNROUTED_ERROR,
    UNROUTED_TIMEOUT,
    UNUSED_EVENT,
)

METHOD = "graph"


def report_paths(paths: Paths, report: Report) -> None:
    """Report what is unreachable, what cannot end, and what is not routed."""
    _report_reachable(paths, report)
    _report_ends(paths, report)
    for event in paths.unused_events:
        report.remark(_unused(event, report))
    for state, event in paths.unrouted:
        # A state that nothing can leave is reported as such.
        if state not in paths.traps:
            report.remark(_unrouted(state, event, report))


def _report_reachable(paths: Paths, report: Report) -> None:
    for state in report.workflow.states:
        if state.name in paths.unreachable:
            finding = UNREACHABLE.at(
                report.span("state", state.name),
                f"no path leads from START to `{state.name}`",
                help="lead a line to it, or remove it",
            )
            report.violated("reachable", state.name, METHOD, finding)
        else:
            report.proved("reachable", state.name, METHOD, "guards may hold")


def _report_ends(paths: Paths, report: Report) -> None:
    cause: dict[str, Diagnostic] = {}
    for group in (*((trap,) for trap in paths.traps), *paths.endless):
        before = paths.leading_to(group)
        finding = (
            _trap(group[0], before, report)
            if group[0] in paths.traps
            else _endless(group, before, report)
        )
        cause.update(dict.fromkeys((*group, *before), finding))
    for state in report.workflow.states:
        if state.name in cause:
            report.violated("can end", state.name, METHOD, cause[state.name])
        else:
            report.proved("can end", state.name, METHOD, "guards may hold")


def _trap(state: str, before: tuple[str, ...], report: Report) -> Diagnostic:
    events = report.workflow.events
    event = events[0].name if events else "done"
    return TRAP.at(
        report.span("state", state),
        f"nothing can leave `{state}`",
        notes=_doomed(before),
        help=f"say what happens next, as in `{report.line(state, event, 'END')}`",
    )


def _endless(group: tuple[str, ...], before: tuple[str, ...], report: Report) -> Diagnostic:
    first, *others = group
    return ENDLESS.at(
        report.span("state", first),
        f"no path leads from `{first}` to END or FAIL",
        labels=(Label(report.span("state", other), "nor from here") for other in others),
        notes=_doomed(before),
        help="let a line of one of these states lead to END, to FAIL, or out of their circle",
    )


def _doomed(before: tuple[str, ...]) -> tuple[str, ...]:
    if not before:
        return ()
    names = ", ".join(f"`{state}`" for state in before)
    return (f"so no run ends from {names} either",)


def _unused(event: str, report: Report) -> Diagnostic:
    return UNUSED_EVENT.at(
        report.span("event", event),
        f"no state has a line on `{event}`",
        help="give a state a line on it, or remove it",
    )


def _unrouted(state: str, event: str, report: Report) -> Diagnostic:
    rule = UNROUTED_TIMEOUT if event == "timeout" else UNROUTED_ERROR
    when = "its time is over" if event == "timeout" else "its task has failed for good"
    labels = (Label(report.span("timeout", state), "set here"),) if event == "timeout" else ()
    return rule.at(
        report.span("state", state),
        f"`{state}` has no line on `{event}`: the token fails when {when}",
        labels=labels,
        help=f"if that is what you want, say so: `{report.line(state, event, 'FAIL')}`, with a reason",
    )
