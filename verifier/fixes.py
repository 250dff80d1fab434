"""Edits that mend a finding about guards. None keeps the meaning for certain, so none is safe.

An edit is offered only when the verifier has found that the group is sound with it, and only in
`.flow` text, where the place of every word is known, and which can be read with it.
"""

import re
from dataclasses import dataclass

from stateous.compiler.guards import Or
from stateous.compiler.ir import Goto
from stateous.grammar.diagnostic import Edit, Fix
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.printer import flow
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import Expr, OnLine, StartLine
from stateous.verifier.groups import Examined, Pair, but, none_of
from stateous.verifier.inquiry import Found, Question
from stateous.verifier.report import Report

_WHEN = re.compile(r"when[\s(]+$")
_ARROW = re.compile(r"[\s)]*(?P<arrow>->)\s*")


@dataclass(frozen=True, slots=True)
class _Line:
    """A guarded line of `.flow` text: the whole, its condition, and `when` up to the arrow.

    `condition` is what stands at `guard`, as read.
    """

    whole: Span
    guard: Span
    clause: Span
    condition: Expr


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
    """Return a fix for a gap: what no guard takes fails the token.

    A token that fails is seen; a guard that was widened to take the rest could do real work on
    data nobody thought of. From START, which leads to states only, the last line takes it.
    """
    last = max(examined.group.guards)
    line = _line(last, report)
    if line is None:
        return None
    if examined.group.event is not None:
        return _fix("let the rest fail the token", _behind(line, rest_line(examined, report)))
    if len(examined.group.guards) == 1 or any(last in pair for pair in examined.overlaps):
        return None
    return _to_otherwise(line, "let the last line take the rest")


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
    return _fix(title, Edit(source.span(start, _line_end(whole) + 1), ""))


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
    condition = _condition(whole, report)
    if before is None or after is None or condition is None:
        return None
    arrow = guard.end + after.start("arrow")
    return _Line(whole, guard, source.span(whole.start + before.start(), arrow), condition)


def _condition(whole: Span, report: Report) -> Expr | None:
    """Return the condition of the line at `whole`, as read."""
    (workflow,) = (w for w in report.tree.workflows if w.name.text == report.workflow.name)
    lines: list[StartLine | OnLine] = [*workflow.start]
    lines += [line for state in workflow.states for line in state.lines]
    return next((line.when for line in lines if line.span == whole), None)


def _is_flow(line: Span) -> bool:
    return line.text.startswith(("on ", "START "))


def _to_otherwise(line: _Line, title: str) -> Fix | None:
    return _fix(title, Edit(line.clause, "otherwise "))


def _narrowed(line: _Line, is_either: bool, excluded: _Line) -> Fix | None:
    """Return the fix that lets a line hold only where another does not."""
    source, guard = line.guard.source, line.guard
    exclusion = f" and not ({flow(excluded.condition)})"
    edits = [Edit(guard.at_end, f"{')' if is_either else ''}{exclusion}")]
    if is_either:
        edits.insert(0, Edit(source.span(guard.start, guard.start), "("))
    return _fix("let one of the two hold only where the other does not", *edits)


def _fix(title: str, *edits: Edit) -> Fix | None:
    """Return the fix that makes these edits; None where the text could not be read with them."""
    source = edits[0].span.source
    text = source.text
    for edit in reversed(edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    parsed = read_flow(Source(source.name, text))
    return None if any(each.is_error for each in parsed.diagnostics) else Fix(title, edits)


def _behind(line: _Line, text: str) -> Edit:
    """Return the edit that writes `text` as a line of its own behind `line`."""
    end = _line_end(line.whole)
    indent = " " * (line.whole.first.column - 1)
    return Edit(line.whole.source.span(end, end), f"\n{indent}{text}")


def _line_end(span: Span) -> int:
    """Return the offset of the end of the line in which `span` ends."""
    end = span.source.text.find("\n", span.end)
    return len(span.source.text) if end < 0 else end
