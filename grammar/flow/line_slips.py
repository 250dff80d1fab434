"""Mistakes in the form of a line: arrows, targets, titles, types, steps."""

import re
from collections.abc import Callable
from dataclasses import replace

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.expectations import keywords
from stateous.grammar.flow.failure import Failure
from stateous.grammar.spelling import shown
from stateous.grammar.suggest import did_you_mean

_TARGET = re.compile(r"(?:[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*|`[^`]*`)\s*(?:[\"'].*)?$")
_ARROW = re.compile(r"-{2,}>|=+>|-\s+>|>+|→|(?:goto|to)(?![A-Za-z0-9_])")
_NAME = r"[A-Za-z][A-Za-z0-9_]*"
_UNTYPED_FIELD = re.compile(rf"({_NAME})\s+(?:{_NAME}|\()")
_FIELD_WORDS = ("input", "local", "secret", "identifier")
_RANGE_SIGN = re.compile(r"\.?\s*(?:-|to(?= )|,|\.)?\s*(?=[0-9])")
_OTHER_WORDS = {
    "if": ("WHEN", "when"),
    "where": ("WHEN", "when"),
    "unless": ("WHEN", "when not"),
    "else": ("OTHERWISE", "otherwise"),
    "default": ("BECOMES", "="),
    "passes": ("PASS", "pass"),
    "failed": ("FAILS", "fails"),
    "fail": ("FAILS", "fails"),
    "pattern": ("MATCHING", "matching"),
    "visits": ("VISIT", "visit"),
    "state": ("IN", "in"),
    "event": ("FACT", "fact"),
    "but": ("EXCEPT", "except"),
    "without": ("EXCEPT", "except"),
    "sends": ("INVOKES", "invokes"),
    "enter": ("ENTERS", "enters"),
    "entered": ("ENTERS", "enters"),
}


def _arrow_sign(failure: Failure) -> Diagnostic | None:
    """An arrow as other languages write it."""
    sign = _ARROW.match(failure.rest)
    if not sign or not failure.expects("ARROW"):
        return None
    return rules.FOREIGN_SPELLING.at(
        failure.span(len(sign.group())),
        f"`{shown(sign.group())}` is written `->`",
        fix=failure.replace(len(sign.group()), "->", safe=sign.group()[0] in "-="),
    )


def _other_word(failure: Failure) -> Diagnostic | None:
    """A word that is another one here."""
    terminal, word = _OTHER_WORDS.get(failure.found, ("", ""))
    if not failure.expects(terminal):
        return None
    return rules.FOREIGN_SPELLING.at(
        failure.span(),
        f"`{failure.shown}` is written `{word}`",
        fix=failure.replace(len(failure.found), word),
    )


def _missing_arrow(failure: Failure) -> Diagnostic | None:
    """A target without its arrow."""
    if not failure.expects("ARROW") or not _TARGET.match(failure.rest):
        return None
    if failure.found in ("and", "or", "not", "in", "is", "when", "otherwise"):
        return None
    return rules.MISSING_ARROW.at(
        failure.span(),
        f"`->` is missing before `{failure.shown}`",
        fix=failure.insert("-> "),
    )


def _missing_target(failure: Failure) -> Diagnostic | None:
    """A transition that goes nowhere."""
    if not failure.at_end:
        return None
    help_text = "a target is a state, `END`, `FAIL`, `STAY`, or `REFUSE` with a reason in quotes"
    if failure.before.endswith("->"):
        message = "the target is missing behind `->`"
        return rules.MISSING_TARGET.at(failure.line.at_end, message, help=help_text)
    if failure.expects("ARROW"):
        message = "`->` and the target are missing"
        return rules.MISSING_TARGET.at(failure.line.at_end, message, help=help_text)
    return None


def _guard_behind_target(failure: Failure) -> Diagnostic | None:
    """A condition that stands behind the target."""
    if "->" not in failure.before or failure.found not in ("when", "otherwise", "if"):
        return None
    arrow = failure.line.start + failure.before.rindex("->")
    condition = failure.rest.rstrip()
    cut = failure.line.source.span(failure.line.start + len(failure.before), failure.line.end)
    before = failure.line.source.span(arrow, arrow)
    fix = Fix("move the condition", (Edit(before, f"{condition} "), Edit(cut, "")))
    return rules.SYNTAX.at(failure.span(), "the condition stands before `->`", fix=fix)


def _unquoted(failure: Failure) -> Diagnostic | None:
    """A title, a name of a specification or a reason without quotes."""
    words = failure.rest.strip()
    may_be_number = failure.expected <= {"TEXT", "COLUMN"}
    begins = words[:1].isalnum() if may_be_number else words[:1].isalpha()
    is_text = begins and '"' not in words and "->" not in words
    if not is_text or not failure.expects("TEXT") or failure.expects("BARE", "NAME", "ARROW"):
        return None
    if failure.expects("FIELD") or failure.found in ("with", "into", "as"):
        return None
    if did_you_mean(failure.found, keywords(failure.expected)):
        return None
    return rules.UNQUOTED_TEXT.at(
        failure.span(len(words)),
        "text stands in quotes",
        fix=failure.replace(len(words), f'"{words}"'),
    )


def _sign_at_end(failure: Failure) -> Diagnostic | None:
    """A colon, a semicolon or a comma at the end of a line."""
    sign = failure.rest.strip()
    if failure.found == "{" and failure.expects("$END"):
        message = "a block is indented, not put in braces"
        return rules.FOREIGN_SPELLING.at(failure.span(1), message)
    if sign not in (":", ";", ","):
        return None
    return rules.FOREIGN_SPELLING.at(
        failure.span(1),
        f"a line does not end in `{sign}`",
        fix=failure.replace(1, "", safe=True),
    )


def _no_title(failure: Failure) -> Diagnostic | None:
    """A title where none can stand."""
    if failure.found[:1] not in ('"', "'") or not failure.before or "$END" not in failure.expected:
        return None
    if not failure.before.endswith("END"):
        fix = failure.replace(len(failure.found), "")
        return rules.SYNTAX.at(failure.span(), "no text can stand here", fix=fix)
    return rules.SYNTAX.at(
        failure.span(),
        "`END` has no reason",
        help='an outcome that a parent sees is `END as "label"`',
        fix=failure.insert("as "),
    )


def _into_without_type(failure: Failure) -> Diagnostic | None:
    """`into` on an event that carries nothing."""
    if failure.found != "into" or not failure.expects("COLON"):
        return None
    return rules.SYNTAX.at(
        failure.span(),
        "`into` needs the type of the payload",
        help="write `event name: Type into field`",
    )


def _missing_of(failure: Failure) -> Diagnostic | None:
    """`list`, `map` or `one` without `of`."""
    if failure.expected != {"OF"}:
        return None
    word = failure.before.split()[-1].strip("(:")
    example = {"list": "list of text", "map": "map of int", "one": "one of low, high"}
    return rules.SYNTAX.at(
        failure.line.at_end if failure.at_end else failure.span(),
        f"`{word}` needs `of`",
        help=f"as in `{example[word]}`; a type of the name `{word}` stands in backquotes"
        if word in example
        else "as in `multiple of 5`",
    )


def _field(failure: Failure) -> Diagnostic | None:
    """A line that should declare a field or a member."""
    if failure.block == "member_line":
        message = "a line of an enum is one member: a name, or text in quotes"
        return rules.SYNTAX.at(failure.span() if failure.rest else failure.line.at_end, message)
    if failure.block not in ("field_line", "model_line") or not failure.expects("FIELD"):
        return None
    if failure.found in _FIELD_WORDS and failure.before:
        return rules.SYNTAX.at(
            failure.span(),
            f"`{failure.shown}` cannot follow `{failure.before.split()[-1]}`",
            help="the order is `input` or `local`, then `secret`, then `identifier`, then the name",
        )
    untyped = _UNTYPED_FIELD.match(failure.rest)
    fix = None
    if untyped:
        behind = failure.span(untyped.end(1)).at_end
        fix = Fix("insert `:`", (Edit(behind, ":"),))
    if not failure.rest:
        return rules.SYNTAX.at(failure.line.at_end, "a field is written `name: type`")
    labels = _behind_name(failure, "`:` belongs here")
    message = "a field is written `name: type`"
    return rules.SYNTAX.at(failure.span(), message, labels=labels, fix=fix)


def _range(failure: Failure) -> Diagnostic | None:
    """A range that is not written with two points."""
    behind_dots = failure.before.endswith("..") and failure.rest.startswith(".")
    sign = _RANGE_SIGN.match(failure.rest)
    if not behind_dots and not (sign and sign.group().strip() and failure.expects("DOTS")):
        return None
    first = len(failure.before) - (2 if behind_dots else 0)
    last = failure.start + (1 if behind_dots or not sign else sign.end())
    cut = failure.line.source.span(failure.line.start + first, last)
    fix = Fix("write `..`", (Edit(cut, ".."),))
    return rules.FOREIGN_SPELLING.at(failure.span(1), "a range is written with `..`", fix=fix)


def _own_step(failure: Failure) -> Diagnostic | None:
    """A word that begins a step of its own, read as a value."""
    step = re.fullmatch(
        r"then\s+(completed|failed|refused|emitted|nothing|invokes|starts|waiting)", failure.before
    )
    if not step or failure.rest[:1].isalnum() or failure.at_end:
        return None
    word = step.group(1)
    return rules.SYNTAX.at(
        failure.span(),
        f"`then {word}` is a step of its own",
        help=f"a field is `ctx.{word}`, the number of an event's occurrences `count({word})`",
    )


def _visit_without_comma(failure: Failure) -> Diagnostic | None:
    """`then in S visit 2` without its comma."""
    return _comma(failure) if failure.found == "visit" and failure.expects("COMMA") else None


def _assignment(failure: Failure) -> Diagnostic | None:
    """A value that is not given as `field = value`, or without a comma before it."""
    path = re.match(rf"{_NAME}(?:\.{_NAME})*\s*=(?!=)", failure.rest)
    if path and failure.expects("COMMA"):
        return _comma(failure)
    colon = re.match(rf"{_NAME}(?:\.{_NAME})*(\s*):(?=\s)", failure.rest)
    if colon and failure.expects("PATH"):
        start = failure.start + colon.start(1)
        span = failure.line.source.span(start, failure.start + colon.end())
        fix = Fix("write `=`", (Edit(span, " ="),))
        return rules.FOREIGN_SPELLING.at(span, "a value is given with `=`", fix=fix)
    if failure.expects("PATH") and failure.found[:1].isalpha():
        labels = _behind_name(failure, "`=` belongs here")
        message = "a value is given as `field = value`"
        return rules.SYNTAX.at(failure.span(), message, labels=labels)
    return None


def _behind_name(failure: Failure, phrase: str) -> list[Label]:
    """Show what stands behind the name, or the path, at which reading stopped."""
    named = re.match(rf"{_NAME}(?:\.{_NAME})*\s*", failure.rest)
    behind = replace(failure, start=failure.start + (named.end() if named else 0))
    return [Label(behind.span(), phrase)] if named and behind.rest else []


def _missing_comma(failure: Failure) -> Diagnostic | None:
    """Names or values with only a space between them."""
    if not failure.expects("COMMA") or failure.expects("AND") or not failure.before[-1:].isalnum():
        return None
    return _comma(failure) if failure.found[:1].isalnum() else None


def _comma(failure: Failure) -> Diagnostic:
    behind = failure.line.start + len(failure.before)
    place = failure.line.source.span(behind, behind)
    return rules.SYNTAX.at(
        failure.span(),
        f"`,` is missing before `{failure.shown}`",
        fix=Fix("insert `,`", (Edit(place, ","),)),
    )


def _guarded_otherwise(failure: Failure) -> Diagnostic | None:
    """`otherwise` with a condition of its own."""
    if failure.found != "when" or not failure.before.endswith("otherwise"):
        return None
    return rules.SYNTAX.at(
        failure.span(),
        "`otherwise` has no condition",
        help="it holds when no other guard on this event does",
    )


def _equality_for_value(failure: Failure) -> Diagnostic | None:
    """`==` in a list of values."""
    match = re.match(rf"({_NAME}(?:\.{_NAME})*\s*)==", failure.rest)
    if not match or not failure.expects("PATH"):
        return None
    start = failure.start + match.end(1)
    span = failure.line.source.span(start, start + 2)
    fix = Fix("write `=`", (Edit(span, "="),), safe=True)
    return rules.FOREIGN_SPELLING.at(span, "a value is given with `=`", fix=fix)


LINE_SLIPS: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    _arrow_sign,
    _other_word,
    _guard_behind_target,
    _missing_target,
    _into_without_type,
    _missing_of,
    _sign_at_end,
    _equality_for_value,
    _visit_without_comma,
    _own_step,
    _guarded_otherwise,
    _range,
    _unquoted,
    _no_title,
)
LAST_SLIPS: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    _field,
    _missing_arrow,
    _assignment,
    _missing_comma,
)
