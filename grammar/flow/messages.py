"""The words for a line that could not be parsed: the mistakes that are known, then the rest."""

from lark.exceptions import UnexpectedInput

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.expectations import closing, expectation, keywords
from stateous.grammar.flow.expression_slips import EXPRESSION_SLIPS
from stateous.grammar.flow.failure import Failure, failure_of
from stateous.grammar.flow.layout_rules import STRAY_BRACKET
from stateous.grammar.flow.line_slips import LAST_SLIPS, LINE_SLIPS
from stateous.grammar.flow.word_slips import WORD_SLIPS
from stateous.grammar.source import Span
from stateous.grammar.suggest import did_you_mean


def explain(error: UnexpectedInput, start: int, line: Span, block: str) -> Diagnostic:
    """Say why a line of a block could not be parsed; the parsed text began at `start`."""
    failure = failure_of(error, start, line, block)
    for slip in (*WORD_SLIPS, *LINE_SLIPS, *EXPRESSION_SLIPS, *LAST_SLIPS):
        diagnostic = slip(failure)
        if diagnostic is not None:
            return diagnostic
    return _ended(failure) if failure.at_end else _unexpected(failure)


def _ended(failure: Failure) -> Diagnostic:
    wanted = closing(failure.expected) or expectation(failure.expected)
    message = f"{wanted} is missing" if wanted else "the line ends too early"
    return rules.SYNTAX.at(failure.line.at_end, message)


def _unexpected(failure: Failure) -> Diagnostic:
    if failure.found in (")", "]", "}") and failure.expects("$END"):
        return STRAY_BRACKET.at(failure.span(), f"`{failure.shown}` closes nothing")
    wanted = expectation(failure.expected)
    if wanted == "the end of the line":
        message = f"`{failure.shown}` is too much: the line ends before it"
    elif wanted:
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
