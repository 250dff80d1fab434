"""Mistakes in the word that begins a line."""

import re
from collections.abc import Callable

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.failure import Failure
from stateous.grammar.flow.words import BLOCK_NAMES, FORMS, words_of
from stateous.grammar.suggest import did_you_mean

_COMMENT = re.compile(r"//|--|/\*|;")


def _comment(failure: Failure) -> Diagnostic | None:
    """A comment as other languages write it."""
    sign = _COMMENT.match(failure.rest)
    if failure.before or not sign:
        return None
    return rules.FOREIGN_SPELLING.at(
        failure.span(len(sign.group())),
        f"`{sign.group()}` begins no comment",
        help="a comment starts with `#`",
        fix=failure.replace(len(sign.group()), "#"),
    )


def _first_word(failure: Failure) -> Diagnostic | None:
    """A line that begins with a word that no line of its block begins with."""
    known = words_of(failure.block) if failure.block in BLOCK_NAMES else frozenset()
    if failure.before or not known or failure.block in FORMS:
        return None
    here = BLOCK_NAMES[failure.block]
    listed = ", ".join(f"`{word}`" for word in sorted(known))
    help_text = f"its lines begin with {listed}"
    if not failure.found[0].isalpha():
        message = f"`{failure.shown}` begins no line of {here}"
        return rules.UNKNOWN_LINE.at(failure.span(), message, help=help_text)
    return _elsewhere(failure) or _unknown(failure, known, help_text)


def _choice(failure: Failure) -> Diagnostic | None:
    """`if` and `else` for the lines of a `decide`."""
    word = {"if": "when", "else": "otherwise"}.get(failure.found)
    if failure.before or word not in words_of(failure.block) or failure.block == "step_line":
        return None
    return rules.FOREIGN_SPELLING.at(
        failure.span(),
        f"`{failure.shown}` is written `{word}`",
        fix=failure.replace(len(failure.found), word),
    )


def _elsewhere(failure: Failure) -> Diagnostic | None:
    """A line that belongs in a block that is not open here."""
    # `when` begins steps as well as lines of a `decide`.
    blocks = ("step_line", *BLOCK_NAMES) if "->" not in failure.rest else BLOCK_NAMES
    for block in blocks:
        if block not in FORMS and failure.found in words_of(block):
            return rules.UNKNOWN_LINE.at(
                failure.span(),
                f"`{failure.shown}` belongs in {BLOCK_NAMES[block]}",
                help=f"this is {BLOCK_NAMES[failure.block]}",
            )
    return None


def _unknown(failure: Failure, known: frozenset[str], help_text: str) -> Diagnostic:
    meant = did_you_mean(failure.found, known)
    fix = Fix(f"write `{meant}`", (Edit(failure.span(), meant),)) if meant else None
    return rules.UNKNOWN_LINE.at(
        failure.span(),
        f"`{failure.shown}` begins no line of {BLOCK_NAMES[failure.block]}",
        help=f"did you mean `{meant}`?" if meant else help_text,
        fix=fix,
    )


WORD_SLIPS: tuple[Callable[[Failure], Diagnostic | None], ...] = (_comment, _choice, _first_word)
