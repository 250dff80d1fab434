"""The lines of one group: whether they can stand beside each other, whatever the data."""

from collections.abc import Iterable, Sequence

from stateous.compiler.rules.lines import FIRST_MISPLACED
from stateous.compiler.rules.structure import ALWAYS_BESIDE_OTHERS, OTHERWISE_TWICE, TWO_ALWAYS
from stateous.compiler.typing.scope import Report
from stateous.grammar.diagnostic import Edit, Fix, Label
from stateous.grammar.syntax import DecideLine, OnLine, StartLine

Line = StartLine | OnLine | DecideLine


def by_event(lines: Iterable[OnLine]) -> dict[str, list[OnLine]]:
    """Return the lines on each event, in order."""
    groups: dict[str, list[OnLine]] = {}
    for line in lines:
        groups.setdefault(line.event.text, []).append(line)
    return groups


def is_ordered(lines: Sequence[OnLine]) -> bool:
    """Tell whether the first line of a group that holds is taken."""
    return any(line.first for line in lines)


def inspect_events(lines: Iterable[OnLine], report: Report) -> None:
    """Report what is wrong between the lines of each event."""
    for group in by_event(lines).values():
        ordered = is_ordered(group)
        for line in group[1:]:
            if line.first and not group[0].first:
                _report_first(line, group[0], report)
            elif line.first:
                what = f"`on {line.event.text}` says `first` already"
                help_ = "`first` stands on the first line of a group, for all of its lines"
                report(FIRST_MISPLACED.at(line.event.span, what, help=help_))
        inspect_group(group, report, ordered=ordered)


def _report_first(line: OnLine, head: OnLine, report: Report) -> None:
    report(
        FIRST_MISPLACED.at(
            line.event.span,
            f"`first` stands on the first line of `on {line.event.text}`, not on a later one",
            labels=(Label(head.span, "the group begins here"),),
            help=f"write `on {line.event.text} first` there; it holds for all lines of the group",
        )
    )


def inspect_group(lines: Sequence[Line], report: Report, *, ordered: bool = False) -> None:
    """Report lines of one group that cannot stand beside each other, whatever the data.

    Where the lines are `ordered`, the first that holds wins, so that several may hold.
    """
    always = [line for line in lines if line.when is None and not line.otherwise]
    guarded = [line for line in lines if line.when is not None]
    rest = [line for line in lines if line.otherwise]
    if always and not ordered:
        _report_two_always(always, report)
    if always:
        _report_beside_always(always[0], [] if ordered else guarded, rest, report)
    for line in rest[1:]:
        report(
            OTHERWISE_TWICE.at(
                line.span,
                f"{_subject(line)} has `otherwise` twice",
                labels=(Label(rest[0].span, "the first is here"),),
                help="keep one of the two",
            )
        )


def _report_two_always(always: Iterable[Line], report: Report) -> None:
    first, *more = always
    for line in more:
        report(
            TWO_ALWAYS.at(
                line.span,
                f"{_subject(line)} has two lines that always hold",
                labels=(Label(first.span, "the first is here"),),
                help="give each a guard, or keep one of the two",
            )
        )


def _report_beside_always(
    always: Line, guarded: Sequence[Line], rest: Sequence[Line], report: Report
) -> None:
    if guarded:
        report(
            ALWAYS_BESIDE_OTHERS.at(
                always.span,
                f"{_subject(always)} has a line without a guard beside guarded ones",
                labels=(Label(guarded[0].span, "both can hold here"),),
                help="write `otherwise`: the line then holds when no guard does",
                fix=_otherwise(always) if not rest else None,
            )
        )
    elif rest:
        report(
            ALWAYS_BESIDE_OTHERS.at(
                rest[0].span,
                f"this `otherwise` never holds: {_subject(always)} has a line that always does",
                labels=(Label(always.span, "it always holds"),),
                help="give that line a guard, or remove this one",
            )
        )


def _subject(line: Line) -> str:
    match line:
        case StartLine():
            return "START"
        case DecideLine():
            return "this decide"
        case OnLine(event=event):
            return f"`on {event.text}`"


def _otherwise(line: Line) -> Fix | None:
    """Return the fix that makes a line without a guard the `otherwise` of its group."""
    source = line.span.source
    behind = line.event.span.end if isinstance(line, OnLine) else line.span.start
    arrow = source.text.find("->", behind, line.target.span.start)
    if arrow < 0:
        return None
    return Fix("write `otherwise`", (Edit(source.span(arrow, arrow), "otherwise "),))
