"""Mistakes inside expressions and values: signs of other languages, minus, numbers."""

import re
from collections.abc import Callable
from string import ascii_letters, digits

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.flow import expression_rules, lexical_rules
from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.failure import Failure
from stateous.grammar.source import Span
from stateous.grammar.spelling import shown

_SIGNS = {
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "===": "==",
    "!==": "!=",
    "=<": "<=",
    "=!": "!=",
    "/": "//",
    "**": "*",
}
_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)))
_TESTS = ("in", "not", "is", "<", "<=", ">", ">=", "==", "!=")
_NUMBER_LIKE = re.compile(r"\.?[0-9][A-Za-z0-9_.]*(?:[eE][+-]?[0-9]+)?")
_UNIT = re.compile(
    r"([0-9]+)\s*(s|sec|secs|seconds?|m|min|mins|minutes?|h|hrs?|hours?|d|days?)(?![A-Za-z0-9_])"
)
_FIELDS = ("FIELD", "PATH")
_NAMES = ("NAME", "HYPHENATED", "WORD", "FIELD", "PATH", "BARE")
_NUMBERS = ("NUMBER", "INTEGER", "DURATION")
_WEEKS = re.compile(r"([0-9]{1,4})\s*(?:w|weeks?)(?![A-Za-z0-9_])")


def _sign(failure: Failure) -> Diagnostic | None:
    """An operator as other languages write it."""
    sign = _SIGN.match(failure.rest)
    if not sign or not failure.expects("AND"):
        return None
    word = _SIGNS[sign.group()]
    return rules.FOREIGN_SPELLING.at(
        failure.span(len(sign.group())),
        f"`{sign.group()}` is written `{word}`",
        fix=failure.replace(len(sign.group()), word, safe=sign.group() in ("&&", "||", "===")),
    )


def _exclamation(failure: Failure) -> Diagnostic | None:
    """`!` for `not`."""
    if not re.match(r"!(?!=)", failure.rest) or not failure.expects("BARE", "NOT"):
        return None
    fix = failure.replace(1, "not ", safe=failure.expects("NOT"))
    return rules.FOREIGN_SPELLING.at(failure.span(1), "`!` is written `not`", fix=fix)


def _single_equals(failure: Failure) -> Diagnostic | None:
    """`=` for `==`, and the second half of `!==` or `===`."""
    if not re.match("=(?![=<>!])", failure.rest):
        return None
    if failure.before.endswith(("!=", "==")) and failure.touches:
        sign = failure.before[-2:]
        whole = failure.line.source.span(failure.start - 2, failure.start + 1)
        fix = Fix(f"write `{sign}`", (Edit(whole, sign),), safe=True)
        return rules.FOREIGN_SPELLING.at(whole, f"`{sign}=` is written `{sign}`", fix=fix)
    if not failure.expects("EQUAL"):
        return None
    fix = failure.replace(1, "==", safe=True)
    return rules.FOREIGN_SPELLING.at(failure.span(1), "`=` is written `==` in a condition", fix=fix)


def _unequal(failure: Failure) -> Diagnostic | None:
    """`<>` for `!=`."""
    if not (failure.before.endswith("<") and failure.rest.startswith(">") and failure.touches):
        return None
    span = failure.line.source.span(failure.start - 1, failure.start + 1)
    fix = Fix("write `!=`", (Edit(span, "!="),), safe=True)
    return rules.FOREIGN_SPELLING.at(span, "`<>` is written `!=`", fix=fix)


def _is_what(failure: Failure) -> Diagnostic | None:
    """`is` before something else than `null`."""
    if not re.search(r"\bis( not)?$", failure.before) or not failure.expects("NULL"):
        return None
    if failure.found in ("None", "nil", "undefined", "empty", "missing"):
        return rules.FOREIGN_SPELLING.at(
            failure.span(),
            f"`{failure.shown}` is written `null`",
            fix=failure.replace(len(failure.found), "null"),
        )
    word = re.search(r"is( not)?$", failure.before)
    sign = "!=" if word and word.group(1) else "=="
    start = failure.line.start + (word.start() if word else len(failure.before))
    span = failure.line.source.span(start, failure.line.start + len(failure.before))
    return rules.SYNTAX.at(
        span,
        "`is` stands only before `null`",
        help="values are compared with `==` and `!=`",
        fix=Fix(f"write `{sign}`", (Edit(span, sign),)) if failure.rest else None,
    )


def _minus(failure: Failure) -> Diagnostic | None:
    """A minus with a space on one side only, or on the wrong one."""
    if not re.match(r"-(?!>)", failure.rest):
        return None
    if failure.expects("MINUS"):
        start = failure.line.start + len(failure.before)
        length = len(failure.rest) - len(failure.rest[1:].lstrip())
        cut = failure.line.source.span(start, failure.start + length)
        return lexical_rules.MINUS.at(
            failure.span(1),
            "a minus between two values has a space on both sides",
            help="a name with `-` stands only in `count( )`, `in` and `visited( )`",
            fix=Fix("write ` - `", (Edit(cut, " - "),)),
        )
    if failure.expects("SIGN"):
        spaces = len(failure.rest[1:]) - len(failure.rest[1:].lstrip())
        return lexical_rules.MINUS.at(
            failure.span(1),
            "a sign has no space behind it",
            fix=failure.replace(1 + spaces, "-", safe=True) if spaces else None,
        )
    return _hyphen(failure)


def _hyphen(failure: Failure) -> Diagnostic | None:
    """A hyphen in a name that may have none."""
    first = len(failure.before) - len(failure.before.rstrip(f"{ascii_letters}{digits}_"))
    more = re.match(r"(?:-[A-Za-z0-9_]+)+", failure.rest)
    if not (first and more and failure.touches):
        return None
    start = failure.start - first
    return _hyphenated(failure.line.source.span(start, failure.start + more.end()))


def _hyphen_before_sign(failure: Failure) -> Diagnostic | None:
    """A hyphen in the name of a field."""
    name = re.match(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)+(?=\s*[:=])", failure.rest)
    return _hyphenated(failure.span(name.end())) if name and failure.expects(*_FIELDS) else None


def _hyphenated(span: Span) -> Diagnostic:
    return lexical_rules.BAD_NAME.at(
        span,
        f"`{shown(span.text)}` may not have `-`",
        help="only workflows, states and events may",
        fix=Fix("write `_`", (Edit(span, span.text.replace("-", "_")),)),
    )


def _first_letter(failure: Failure) -> Diagnostic | None:
    """A name that begins with a digit or an underscore."""
    name = re.match(r"[0-9_][A-Za-z0-9_]*[A-Za-z_][A-Za-z0-9_]*|_", failure.rest)
    if not name or not failure.expects(*_NAMES) or failure.expects(*_NUMBERS):
        return None
    message = f"`{shown(name.group())}` does not begin with a letter, as a name does"
    return lexical_rules.BAD_NAME.at(failure.span(name.end()), message)


def _duration(failure: Failure) -> Diagnostic | None:
    """A duration with an unknown unit, or with none."""
    if not failure.expects("DURATION") or not failure.rest[:1].isdigit():
        return None
    weeks, unit = _WEEKS.match(failure.rest), _UNIT.match(failure.rest)
    if weeks:
        meant, length = f"{int(weeks.group(1)) * 7}d", weeks.end()
    elif unit:
        meant, length = f"{unit.group(1)}{unit.group(2)[0]}", unit.end()
    elif failure.expects("NUMBER"):
        return None
    else:
        meant, length = None, len(failure.found)
    return lexical_rules.BAD_DURATION.at(
        failure.span(length),
        f"`{shown(failure.span(length).text)}` is not a duration",
        help=f"did you mean `{meant}`?" if meant else "as in `30s`, `10m`, `6h`, `1d` or `1d12h`",
        fix=failure.replace(length, meant) if meant else None,
    )


def _number(failure: Failure) -> Diagnostic | None:
    """A number in a form that does not exist here."""
    match = _NUMBER_LIKE.match(failure.rest)
    if not match or not failure.expects("NUMBER", "INTEGER"):
        return None
    spelt = match.group().rstrip(".")
    whole = not failure.expects("NUMBER")
    plain = spelt.replace("_", "")
    fix = failure.replace(len(spelt), plain) if plain != spelt and plain.isdigit() else None
    return lexical_rules.BAD_NUMBER.at(
        failure.span(len(spelt)),
        f"`{shown(spelt)}` is not a {'whole ' if whole else ''}number",
        help="digits alone" if whole else "digits, and more digits behind a point: no exponent",
        fix=fix,
    )


def _no_chain(failure: Failure) -> Diagnostic | None:
    """A second test on the same level, where only orderings chain."""
    sign = re.match(r"[<>=!]=?", failure.rest)
    found = sign.group() if sign else failure.found
    if found not in _TESTS or not failure.expects("AND") or failure.expects("IN", "ORDER"):
        return None
    return expression_rules.NO_CHAIN.at(
        failure.span(len(found)),
        "tests with `in`, `is` and comparisons do not chain",
        help="put the first in brackets, or join the two by `and`",
    )


def _no_chain_after_comparison(failure: Failure) -> Diagnostic | None:
    """`in`, `not in` or `is` behind a comparison."""
    if failure.found not in ("in", "not", "is") or not failure.expects("AND", "ORDER"):
        return None
    return expression_rules.NO_CHAIN.at(
        failure.span(),
        f"`{failure.shown}` cannot follow a comparison",
        help="put the comparison in brackets, or join the two by `and`",
    )


def _not_in_operand(failure: Failure) -> Diagnostic | None:
    """`not` where only a value may stand."""
    if failure.found != "not" or not failure.expects("BARE") or failure.expects("NOT"):
        return None
    return expression_rules.NO_CHAIN.at(
        failure.span(), "`not` cannot follow an operator", help="put `not …` in brackets"
    )


def _literal(failure: Failure) -> Diagnostic | None:
    """An operator or a call where only a literal can stand: in a list, behind `=`."""
    goes_on = re.match(r"[-+*/%<>(]|==|!=|(?:and|or|in|is|not)(?![A-Za-z0-9_])", failure.rest)
    ended = failure.expects("COMMA", "DOT", "$END") and not failure.expects("AND", *_NAMES[:2])
    in_value = set("[={") & set(failure.before.rpartition("->")[2]) or failure.expects("VBAR")
    if not goes_on or not ended or not in_value or failure.expects("LENGTH"):
        return None
    return rules.SYNTAX.at(
        failure.span(),
        "only a literal can stand here",
        help="a number, a text, `true`, `false`, `null`, a member of an enum, a duration, a list",
    )


def _method(failure: Failure) -> Diagnostic | None:
    """A method without arguments."""
    name = re.search(r"\.([A-Za-z][A-Za-z0-9_]*)\($", failure.before)
    if not name or failure.found != ")":
        return None
    start = failure.line.start + name.start(1)
    return say.no_method(failure.line.source.span(start, start + len(name.group(1))), name.group(1))


EXPRESSION_SLIPS: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    _unequal,
    _single_equals,
    _sign,
    _exclamation,
    _is_what,
    _minus,
    _hyphen_before_sign,
    _first_letter,
    _literal,
    _method,
    _duration,
    _number,
    _no_chain,
    _no_chain_after_comparison,
    _not_in_operand,
)
