"""Waivers: the `allow` lines of a file, the places that each covers, and what they waive."""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from functools import cache
from typing import Any, Final, NamedTuple

from stateous.compiler.rules.properties import (
    WAIVER_CODE,
    WAIVER_EXPIRED,
    WAIVER_REFUSED,
    WAIVER_STALE,
    WAIVER_TWICE,
    WAIVER_UNKNOWN,
    WAIVER_UNTIL,
)
from stateous.compiler.typing.scope import Report
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Kind, Label, Rule, Severity
from stateous.grammar.source import Span
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import Allow, DecideLine, File, OnLine, StartLine

_CODE: Final = re.compile(r"ST\d{4}", re.ASCII)
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_FINDINGS: Final = ("ST5", "ST6", "ST7")
"""How the codes of what a proof finds begin."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """An `allow` line. It covers findings that begin on a line of one of `covers`.

    `until` is the last day on which it counts; `span` is the place of the code.
    """

    code: str
    reason: str
    until: date | None
    covers: tuple[Span, ...]
    span: Span

    def covers_place(self, span: Span) -> bool:
        """Tell whether a finding at `span` begins on a line that is covered."""
        return any(_begins_on(span, covered) for covered in self.covers)


class Applied(NamedTuple):
    """What is left of diagnostics, the waivers that waived one, and those that waived none.

    `kept` also holds what is wrong with the waivers themselves: an unknown code, one of an
    error that cannot be waived, an end that is over.
    """

    kept: tuple[Diagnostic, ...]
    used: tuple[Waiver, ...]
    stale: tuple[Waiver, ...]


def collect(tree: File, report: Report) -> tuple[Waiver, ...]:
    """Return the waivers of a file, in order, and report those that mean nothing."""
    found: list[Waiver] = []
    for allows, covers in _covered(tree):
        first: dict[str, Allow] = {}
        for allow in allows:
            if not _CODE.fullmatch(allow.code.text):
                what = f"`{allow.code.text}` is not a code"
                help_ = "a code is `ST` and four digits, as the finding prints it"
                report(WAIVER_CODE.at(allow.code.span, what, help=help_))
                continue
            if allow.code.text in first:
                _report_twice(allow, first[allow.code.text], report)
                continue
            first[allow.code.text] = allow
            until = _until(allow, report)
            code, span = allow.code.text, allow.code.span
            found.append(Waiver(code, allow.reason, until, covers, span))
    return tuple(sorted(found, key=lambda waiver: waiver.span.start))


def apply(
    diagnostics: Iterable[Diagnostic],
    waivers: Sequence[Waiver],
    rules: Mapping[str, Rule],
    today: date,
) -> Applied:
    """Return what is left of `diagnostics` on the day `today`; `rules` are all rules by code.

    Only warnings, and what a proof finds (ST5 to ST7), can be waived.
    """
    kept: list[Diagnostic] = []
    active: list[Waiver] = []
    for waiver in waivers:
        wrong = _wrong(waiver, rules, today)
        if wrong is None:
            active.append(waiver)
        else:
            kept.append(wrong)
    used: dict[int, Waiver] = {}
    for diagnostic in diagnostics:
        takers = [
            number
            for number, waiver in enumerate(active)
            if waiver.code == diagnostic.code and waiver.covers_place(diagnostic.span)
        ]
        if takers and _may_be_waived(diagnostic.severity, diagnostic.kind, diagnostic.code):
            used.update((number, active[number]) for number in takers)
        else:
            kept.append(diagnostic)
    stale = (waiver for number, waiver in enumerate(active) if number not in used)
    return Applied(tuple(kept), tuple(used[number] for number in sorted(used)), tuple(stale))


def stale_findings(stale: Iterable[Waiver]) -> tuple[Diagnostic, ...]:
    """Return a warning for each waiver that waived nothing, once every check has run."""
    return tuple(
        WAIVER_STALE.at(
            waiver.span,
            f"nothing here is `{waiver.code}`",
            help="remove this line: it would hide a later finding",
        )
        for waiver in stale
    )


def _wrong(waiver: Waiver, rules: Mapping[str, Rule], today: date) -> Diagnostic | None:
    rule = rules.get(waiver.code)
    if rule is None:
        near = did_you_mean(waiver.code, rules)
        help_ = f"did you mean `{near}`?" if near else "`stateous explain` lists the codes"
        fix = Fix(f"write `{near}`", (Edit(waiver.span, near),)) if near else None
        return WAIVER_UNKNOWN.at(
            waiver.span, f"no rule has the code `{waiver.code}`", help=help_, fix=fix
        )
    if not _may_be_waived(rule.severity, rule.kind, rule.code):
        what = f"`{waiver.code}` is an error of the spec, which cannot be waived"
        return WAIVER_REFUSED.at(waiver.span, what, help="mend the spec, and remove this line")
    if waiver.until is not None and today > waiver.until:
        what = f"this waiver ended on {waiver.until.isoformat()}, and counts as absent"
        return WAIVER_EXPIRED.at(waiver.span, what, help="remove it, or give it a new end")
    return None


def _may_be_waived(severity: Severity, kind: Kind, code: str) -> bool:
    if kind is Kind.INTERNAL:
        return False
    return severity is not Severity.ERROR or code.startswith(_FINDINGS)


def _until(allow: Allow, report: Report) -> date | None:
    if allow.until is None:
        return None
    try:
        if not _DATE.fullmatch(allow.until):
            raise ValueError
        return date.fromisoformat(allow.until)
    except ValueError:
        what = f"`{allow.until}` is not a date"
        report(WAIVER_UNTIL.at(allow.span, what, help='write a date such as "2027-01-01"'))
        return None


def _report_twice(allow: Allow, first: Allow, report: Report) -> None:
    report(
        WAIVER_TWICE.at(
            allow.code.span,
            f"`{allow.code.text}` is allowed twice for one line",
            labels=(Label(first.code.span, "the first is here"),),
            help="keep one of the two",
        )
    )


# ---------------------------------------------------------------------- places


def _begins_on(span: Span, covered: Span) -> bool:
    """Tell whether a place begins on one of the lines of another."""
    if span.source.name != covered.source.name:
        return False
    return covered.first.line <= span.first.line <= covered.last.line


def _covered(tree: File) -> Iterator[tuple[tuple[Allow, ...], tuple[Span, ...]]]:
    """Yield the `allow` lines above each line, with the lines that they cover."""
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        for name in _parts(node.__class__):
            part = getattr(node, name)
            if isinstance(part, tuple):
                yield from _of_lines(part)
                waiting.extend(inner for inner in part if _parts(inner.__class__))
            elif _parts(part.__class__):
                yield from _of_lines((part,))
                waiting.append(part)


@cache
def _parts(node: Hashable) -> tuple[str, ...]:
    """Return the fields of a node that may hold lines: only a line, or the file, holds others."""
    if not (isinstance(node, type) and is_dataclass(node)):
        return ()
    names = tuple(part.name for part in fields(node) if part.name not in ("span", "allows"))
    return names if node is File or hasattr(node, "allows") else ()


def _of_lines(nodes: tuple[Any, ...]) -> Iterator[tuple[tuple[Allow, ...], tuple[Span, ...]]]:
    """Yield the waivers of nodes that stand below each other; the first of a group covers it."""
    if not any(getattr(node, "allows", ()) for node in nodes):
        return
    seen: set[object] = set()
    for node in nodes:
        group = _group(node)
        first = group is not None and group not in seen
        seen.add(group)
        allows = getattr(node, "allows", ())
        if not allows:
            continue
        more = [other.span for other in nodes if other is not node and _group(other) == group]
        yield allows, (node.span, *(more if first else ()))


def _group(node: object) -> object:
    """Return what tells the group of a line among its neighbours; None for other nodes."""
    match node:
        case OnLine(event=event):
            return event.text
        case StartLine() | DecideLine():
            return type(node)
        case _:
            return None
