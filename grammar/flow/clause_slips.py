"""Mistakes in clauses, effects, waivers and steps."""

import re
from collections.abc import Callable

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.failure import Failure
from stateous.grammar.flow.words import first_word
from stateous.grammar.spelling import shown

_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_AT_LEAST = re.compile(r"(?:at[-_]?least|at\s+leat|least|min(?:imum)?|>=)\s*(?=[0-9]|$)")
# Other forms of the words that begin a step behind `then`.
_THEN_WORDS = {
    "invoked": "invokes",
    "invoke": "invokes",
    "started": "starts",
    "start": "starts",
    "waits": "waiting",
    "emits": "emitted",
    "emit": "emitted",
    "fails": "failed",
    "completes": "completed",
    "refuses": "refused",
}


def _join(failure: Failure) -> Diagnostic | None:
    """A rule of a join that is spelt otherwise."""
    text = failure.line.text
    if text.startswith("at least"):
        start = failure.line.source.span(failure.line.start, failure.line.start)
        return rules.SYNTAX.at(
            failure.line,
            "`at least` stands behind `join`",
            help="write `join at least 2`",
            fix=Fix("insert `join`", (Edit(start, "join "),)),
        )
    if not text.startswith("join"):
        return None
    sign = _AT_LEAST.match(failure.rest)
    if failure.expects("ALL") and sign:
        return rules.FOREIGN_SPELLING.at(
            failure.span(len(sign.group().rstrip())),
            f"`{shown(sign.group().strip())}` is written `at least`",
            fix=failure.replace(sign.end(), "at least "),
        )
    if failure.expects("ALL") or failure.expects("LEAST"):
        number = re.fullmatch(r"[0-9]+", failure.rest.strip())
        missing = "at least " if failure.expects("ALL") else "least "
        return rules.SYNTAX.at(
            failure.line.at_end if failure.at_end else failure.span(),
            "a join is `all`, `any` or `at least` a number",
            help="write `join all`, `join any` or `join at least 2`",
            fix=failure.insert(missing) if number else None,
        )
    return None


def _at_once(failure: Failure) -> Diagnostic | None:
    """`at most n` without its end."""
    if not failure.line.text.startswith("at most") or not failure.at_end:
        return None
    if not failure.expects("AT"):
        return None
    behind = failure.line.at_end
    fix = Fix("insert `at once`", (Edit(behind, " at once"),))
    return rules.SYNTAX.at(
        behind, "`at once` is missing", help="as in `at most 5 at once`", fix=fix
    )


def _allow(failure: Failure) -> Diagnostic | None:
    """A waiver without its code or its reason, or with a date without quotes."""
    if first_word(failure.line.text) != "allow":
        return None
    help_text = 'as in `allow ST4013 "a person stops it" until "2027-01-01"`'
    place = failure.line.at_end if failure.at_end else failure.span()
    if failure.expects("NAME"):
        message = "an `allow` names the code of the finding"
        return rules.SYNTAX.at(place, message, help=help_text)
    date = re.match(r"[0-9][0-9-]*(?![A-Za-z0-9_])", failure.rest)
    if failure.before.endswith("until") and date:
        return rules.UNQUOTED_TEXT.at(
            failure.span(date.end()),
            "a date stands in quotes",
            fix=failure.replace(date.end(), f'"{date.group()}"'),
        )
    if failure.expects("TEXT") and failure.at_end and not failure.before.endswith("until"):
        return rules.SYNTAX.at(place, "an `allow` gives its reason, in quotes", help=help_text)
    return None


def _with_for_values(failure: Failure) -> Diagnostic | None:
    """`with` before the values of `emit` and the like."""
    if failure.found != "with" or not failure.expects("PATH"):
        return None
    return rules.FOREIGN_SPELLING.at(
        failure.span(),
        "values follow directly, without `with`",
        help="as in `emit Paid amount = ctx.total`",
        fix=failure.replace(len("with "), ""),
    )


def _update(failure: Failure) -> Diagnostic | None:
    """`+=` and the like, and `set x to 1`."""
    if first_word(failure.line.text) != "set" or not failure.expects("PATH"):
        return None
    match = re.match(rf"({_NAME}(?:\.{_NAME})*)\s*([-+*]=|:=|:|to(?= ))", failure.rest)
    if not match:
        return None
    start = failure.start + match.start(2)
    span = failure.line.source.span(start, failure.start + match.end(2))
    computes = match.group(2)[0] in "-+*"
    return rules.FOREIGN_SPELLING.at(
        span,
        f"`{span.text}` is written `=`",
        help=f"as in `set total = ctx.total {match.group(2)[0]} 1`" if computes else None,
        fix=None if computes else Fix("write `=`", (Edit(span, "="),)),
    )


def _set(failure: Failure) -> Diagnostic | None:
    """An update without `set`."""
    path = re.match(rf"(?:ctx\.)?{_NAME}(?:\.{_NAME})*\s*[-+*:]?=(?!=)", failure.rest)
    if failure.before or not path or failure.block not in ("effect_line", "fold_line"):
        return None
    return rules.SYNTAX.at(
        failure.span(), "`set` is missing before an update", fix=failure.insert("set ")
    )


def _two_updates(failure: Failure) -> Diagnostic | None:
    """Several updates in one `set`."""
    if first_word(failure.line.text) != "set" or failure.found != ",":
        return None
    return rules.SYNTAX.at(
        failure.span(), "a `set` is one update", help="write a line for each field"
    )


def _refuse(failure: Failure) -> Diagnostic | None:
    """`REFUSE` without its reason."""
    if not failure.before.endswith("REFUSE") or not failure.at_end:
        return None
    return rules.SYNTAX.at(
        failure.line.at_end,
        "`REFUSE` gives its reason, in quotes",
        help='as in `on cancel -> REFUSE "it is too late"`',
    )


def _two_events(failure: Failure) -> Diagnostic | None:
    """Several events on one line."""
    if first_word(failure.line.text) != "on" or failure.found not in (",", "or"):
        return None
    if not re.fullmatch(r"on\s+[A-Za-z0-9_`-]+", failure.before):
        return None
    return rules.SYNTAX.at(
        failure.span(),
        "a transition is for one event",
        help="write a line for each event",
    )


def _failed_for_fails(failure: Failure) -> Diagnostic | None:
    """`when S failed "why"`."""
    match = re.fullmatch(r"when\s+\S+\s+(fail(?:ed)?)", failure.before)
    if not match or failure.found[:1] not in ('"', "'"):
        return None
    start = failure.line.start + match.start(1)
    span = failure.line.source.span(start, failure.line.start + match.end(1))
    return rules.FOREIGN_SPELLING.at(
        span,
        f"`{span.text}` is written `fails`",
        fix=Fix("write `fails`", (Edit(span, "fails"),)),
    )


def _then_word(failure: Failure) -> Diagnostic | None:
    """A word behind `then` in another form than the one that begins a step."""
    match = re.fullmatch(r"then\s+([a-z]+)", failure.before)
    if not match or match.group(1) not in _THEN_WORDS:
        return None
    start = failure.line.start + match.start(1)
    span = failure.line.source.span(start, failure.line.start + match.end(1))
    word = _THEN_WORDS[span.text]
    fix = Fix(f"write `{word}`", (Edit(span, word),))
    return rules.FOREIGN_SPELLING.at(span, f"`{span.text}` is written `{word}`", fix=fix)


def _wait_until(failure: Failure) -> Diagnostic | None:
    """A time with a date, where a duration or a field is asked for."""
    if first_word(failure.line.text) not in ("until", "expires", "wait"):
        return None
    if not failure.expects("DURATION") or failure.found[:1] not in ('"', "'"):
        return None
    return rules.SYNTAX.at(
        failure.span(),
        "a text is no time to wait for",
        help="write a duration such as `3d`, or a field such as `ctx.due`",
    )


CLAUSE_SLIPS: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    _join,
    _at_once,
    _allow,
    _with_for_values,
    _update,
    _set,
    _two_updates,
    _refuse,
    _two_events,
    _failed_for_fails,
    _then_word,
    _wait_until,
)
