"""Edits that mend a finding about guards. None keeps the meaning for certain, so none is safe.

An edit is offered only when the verifier has found that the group is sound with it, and only in
`.flow` text, where the place of every word is known.
"""

import re
from dataclasses import dataclass

from stateous.compiler.guards import Or
from stateous.compiler.ir import Goto
from stateous.grammar.diagnostic import Edit, Fix
from stateous.grammar.source import Span
from stateous.verifier.groups import Examined, Pair, but, none_of
from stateous.verifier.inquiry import Found, Question
from stateous.verifier.report import Report

_WHEN = re.compile(r"when[\s(]+$")
_ARROW = re.compile(r"[\s)]*(?P<arrow>->)\s*")


@dataclass(frozen=True, slots=True)
class _Line:
    """A guarded line of `.flow` text: the whole, its condition, and `when` up to the arrow."""

    whole: Span
    guard: Span
    clause: Span


def overlap_fix(examined: Examined, pair: Pair, report: Report) -> Fix | None:
    """Return a fix for two guards that overlap: one of them gives way, the later if it can."""
    first, later = (_line(index, report) for index in pair)
    if first is None or later is None:
        return None
    if not examined.otherwise:
        others = tuple(index for index in examined.group.guards if index != pair[1])
        if _can_be(examined, none_of(others)):
            return _to_otherwise(later, "let the later line be `otherwise`")
    if _can_be(examined, but((pair[1],), pair[0])):
        return _narrowed(later, _is_either(examined, pair[1]), first)
    if _can_be(examined, but((pair[0],), pair[1])):
        return _narrowed(first, _is_either(examined, pair[0]), later)
    return line_removal("remove the later line", pair[1], report)


def gap_fix(examined: Examined, report: Report) -> Fix | None:
    """Return a fix for a gap: the last guarded line takes the rest, or a new line does."""
    last = max(examined.group.guards)
    line = _line(last, report)
    if line is None:
        return None
    if len(examined.group.guards) > 1 and not any(last in pair for pair in examined.overlaps):
        return _to_otherwise(line, "let the last line take the rest")
    if examined.group.event is None:
        return None
    return Fix("let the rest fail the token", (_behind(line, rest_line(examined, report)),))


def rest_line(examined: Examined, report: Report) -> str:
    """Return a line that takes what no guard does: to FAIL, or from START where it leads already."""
    group, target = examined.group, "FAIL"
    last = group.definition.workflow.transitions[max(group.guards)].target
    if group.event is None and isinstance(last, Goto):
        target = last.state
    return report.line(group.source, group.event, target, otherwise=True)


def line_removal(title: str, index: int, report: Report) -> Fix | None:
    """Return the fix that removes a transition's line; None where it has no line of its own."""
    whole = report.span("transition", index)
    if not _is_flow(whole):
        return None
    source = whole.source
    start = source.line_starts[whole.first.line - 1]
    return Fix(title, (Edit(source.span(start, _line_end(whole) + 1), ""),))


def _can_be(examined: Examined, question: Question) -> bool:
    return isinstance(examined.inquiry.ask(question), Found)


def _is_either(examined: Examined, index: int) -> bool:
    return isinstance(examined.group.guards[index], Or)


def _line(index: int, report: Report) -> _Line | None:
    """Return a guarded line; None where it is not `.flow` text, or has comments in between."""
    whole, guard = report.span("transition", index), report.span("guard", index)
    if not _is_flow(whole):
        return None
    source, target = whole.source, report.span("target", index)
    before = _WHEN.search(source.text[whole.start : guard.start])
    after = _ARROW.fullmatch(source.text[guard.end : target.start])
    if before is None or after is None:
        return None
    arrow = guard.end + after.start("arrow")
    return _Line(whole, guard, source.span(whole.start + before.start(), arrow))


def _is_flow(line: Span) -> bool:
    return line.text.startswith(("on ", "START "))


def _to_otherwise(line: _Line, title: str) -> Fix:
    return Fix(title, (Edit(line.clause, "otherwise "),))


def _narrowed(line: _Line, is_either: bool, excluded: _Line) -> Fix:
    """Return the fix that lets a line hold only where another does not."""
    other = " ".join(excluded.guard.text.split())
    source, guard = line.guard.source, line.guard
    edits = [Edit(guard.at_end, f"{')' if is_either else ''} and not ({other})")]
    if is_either:
        edits.insert(0, Edit(source.span(guard.start, guard.start), "("))
    return Fix("let one of the two hold only where the other does not", tuple(edits))


def _behind(line: _Line, text: str) -> Edit:
    """Return the edit that writes `text` as a line of its own behind `line`."""
    end = _line_end(line.whole)
    indent = " " * (line.whole.first.column - 1)
    return Edit(line.whole.source.span(end, end), f"\n{indent}{text}")


def _line_end(span: Span) -> int:
    """Return the offset of the end of the line in which `span` ends."""
    end = span.source.text.find("\n", span.end)
    return len(span.source.text) if end < 0 else end
