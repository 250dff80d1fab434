"""The words for a line that could not be parsed: the mistakes that are known, then the rest."""

import re
from dataclasses import replace

from lark.exceptions import UnexpectedInput

from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.clause_slips import CLAUSE_SLIPS
from stateous.grammar.flow.expectations import closing, expectation, keywords
from stateous.grammar.flow.expression_slips import EXPRESSION_SLIPS
from stateous.grammar.flow.failure import Failure, failure_of
from stateous.grammar.flow.head_slips import HEAD_SLIPS
from stateous.grammar.flow.layout_rules import STRAY_BRACKET
from stateous.grammar.flow.line_slips import LAST_SLIPS, LINE_SLIPS
from stateous.grammar.flow.word_slips import WORD_SLIPS
from stateous.grammar.source import Span
from stateous.grammar.suggest import did_you_mean


def explain(error: UnexpectedInput, start: int, line: Span, block: str) -> Diagnostic:
    """Say why a line of a block could not be parsed; the parsed text began at `start`."""
    failure = failure_of(error, start, line, block)
    for slip in (
        *CLAUSE_SLIPS,
        *HEAD_SLIPS,
        *WORD_SLIPS,
        *LINE_SLIPS,
        *EXPRESSION_SLIPS,
        *LAST_SLIPS,
    ):
        diagnostic = slip(failure)
        if diagnostic is not None:
            return _behind_what(diagnostic, failure)
    return _ended(failure) if failure.at_end else _behind_what(_unexpected(failure), failure)


def _behind_what(diagnostic: Diagnostic, failure: Failure) -> Diagnostic:
    """Show what was read last where no fix is sure: it may be that which is wrong or too much."""
    last = failure.last
    if last is None or (diagnostic.fix and diagnostic.fix.safe):
        return diagnostic
    places = (diagnostic.span, *(label.span for label in diagnostic.labels))
    if any(place.start <= last.end for place in places):
        return diagnostic
    return replace(diagnostic, labels=(*diagnostic.labels, Label(last, "after this")))


def _ended(failure: Failure) -> Diagnostic:
    wanted = closing(failure.expected) or expectation(failure.expected)
    message = f"{wanted} is missing" if wanted else "the line ends too early"
    return rules.SYNTAX.at(failure.line.at_end, message)


_COLUMN = re.compile(r"<[^>,|}\])]*>?")


def _too_much(failure: Failure) -> Diagnostic:
    """Say that a line could end before what stands there."""
    whole = failure.line.source.span(failure.line.start, failure.line.start + len(failure.before))
    labels = [Label(whole, "complete without it")] if whole.text else []
    message = f"`{failure.shown}` is too much: the line ends before it"
    return rules.SYNTAX.at(failure.span(), message, labels=labels)


def _unexpected(failure: Failure) -> Diagnostic:
    if failure.found in (")", "]", "}") and failure.expects("$END"):
        return STRAY_BRACKET.at(failure.span(), f"`{failure.shown}` closes nothing")
    column = _COLUMN.match(failure.rest)
    if column and failure.expects("COLUMN"):
        message = "a column of a table is one name in `< >`, as in `<amount>`"
        return rules.SYNTAX.at(failure.span(column.end()), message)
    wanted = expectation(failure.expected)
    if wanted == "the end of the line":
        return _too_much(failure)
    if wanted:
        message = f"expected {wanted}, found `{failure.shown}`"
    else:
        message = f"`{failure.shown}` cannot stand here"
    known = keywords(failure.expected) if failure.found[0].isalpha() else []
    meant = did_you_mean(failure.found, known)
    return rules.SYNTAX.at(
        failure.span(),
        message,
        help=f"did you mean `{meant}`?" if meant else None,
        fix=failure.replace(len(failure.found), meant) if meant else None,
    )
