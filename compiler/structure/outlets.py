"""Whether every outlet of a state leads somewhere."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from stateous.compiler.outlets import outlets_of
from stateous.compiler.rules.states import JOINED_BESIDE_PARTS, NOT_GATHERED, OUTLET_UNROUTED
from stateous.compiler.structure.kinds import RUNS_CHILDREN, named, sort_of
from stateous.compiler.typing.scope import Report
from stateous.grammar.advice import transition
from stateous.grammar.diagnostic import Label
from stateous.grammar.syntax import OnLine, StateDecl

_PARTS = ("completed", "partial")
"""The outlets that a `foreach` may have instead of `joined`."""


def inspect_outlets(
    state: StateDecl, events: AbstractSet[str], report: Report, *, incomplete: bool
) -> None:
    """Report outlets of a special kind that no line routes, and those that exclude each other.

    `events` are all that a wait may name; another name is reported where it stands.
    """
    sort = sort_of(state)
    if sort == "task" or sort == "decide":
        return
    lines: dict[str, OnLine] = {}
    for line in state.lines:
        lines.setdefault(line.event.text, line)
    if sort in RUNS_CHILDREN:
        _inspect_join(state, lines, report, incomplete)
        return
    missing = [outlet for outlet in outlets_of(state) if outlet not in lines]
    if sort == "wait":
        missing = [outlet for outlet in missing if outlet in events or outlet == "expired"]
    if missing and not incomplete:
        _report_unrouted(state, missing, report)


def _inspect_join(
    state: StateDecl, lines: dict[str, OnLine], report: Report, incomplete: bool
) -> None:
    parts = [part for part in _PARTS if part in lines and part in outlets_of(state)]
    if "joined" in lines:
        for part in parts[:1]:
            report(
                JOINED_BESIDE_PARTS.at(
                    lines[part].event.span,
                    f"`{part}` stands beside `joined`, and only one of them can come",
                    labels=(Label(lines["joined"].event.span, "`joined` is routed here"),),
                    help="keep `joined`, or both `completed` and `partial`",
                )
            )
    elif incomplete:
        return
    elif not parts:
        on = f"`{_line(state, 'joined')}`"
        either = f"{on}, or lines for both `completed` and `partial`"
        report(
            NOT_GATHERED.at(
                state.name.span,
                f"no line takes what {named(state)} has run",
                help=f"write {either if sort_of(state) == 'foreach' else on}",
            )
        )
    elif len(parts) < len(_PARTS):
        _report_unrouted(state, [part for part in _PARTS if part not in parts], report)


def _line(state: StateDecl, event: str) -> str:
    return transition(state.name.span, state.name.text, event, "target")


def _report_unrouted(state: StateDecl, missing: Sequence[str], report: Report) -> None:
    listed = " and ".join(f"`{outlet}`" for outlet in missing)
    report(
        OUTLET_UNROUTED.at(
            state.name.span,
            f"{named(state)} has no line on {listed}",
            help=f"write a line such as `{_line(state, missing[0])}`",
        )
    )
