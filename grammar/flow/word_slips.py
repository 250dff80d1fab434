"""Mistakes in the word that begins a line, and words that this version does not have."""

import re
from collections.abc import Callable

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.failure import Failure
from stateous.grammar.flow.words import BLOCK_NAMES, INSIDE, TARGET, later_words, words_of
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


def _later(failure: Failure) -> Diagnostic | None:
    """A word of the wider language: at the start of the line, behind it, or where it stops."""
    if not failure.before and failure.found in later_words(failure.block):
        return say.later(failure.span(), failure.found)
    words = re.match(r"([A-Za-z]+) +([A-Za-z]+)(?![A-Za-z0-9_])", failure.line.text)
    if words and words.group(2) in later_words(failure.block, words.group(1)):
        start = failure.line.start + words.start(2)
        span = failure.line.source.span(start, failure.line.start + words.end(2))
        return say.later(span, words.group(2))
    target = re.search(r"-> *([A-Z]+)$", failure.before)
    if target and target.group(1) in later_words(failure.block, TARGET):
        start = failure.line.start + target.start(1)
        span = failure.line.source.span(start, start + len(target.group(1)))
        return say.later(span, target.group(1))
    if failure.before and failure.found in later_words(failure.block, INSIDE):
        return say.later(failure.span(), failure.found)
    return None


def _first_word(failure: Failure) -> Diagnostic | None:
    """A line that begins with a word that no line of its block begins with."""
    known = words_of(failure.block) if failure.block in BLOCK_NAMES else frozenset()
    if failure.before or not known or failure.block == "field_line":
        return None
    here = BLOCK_NAMES[failure.block]
    listed = ", ".join(f"`{word}`" for word in sorted(known))
    help_text = f"its lines begin with {listed}"
    if not failure.found[0].isalpha():
        message = f"`{failure.shown}` begins no line of {here}"
        return rules.UNKNOWN_LINE.at(failure.span(), message, help=help_text)
    return _elsewhere(failure) or _unknown(failure, known, help_text)


def _elsewhere(failure: Failure) -> Diagnostic | None:
    """A line that belongs in a block that is not open here."""
    for block, name in BLOCK_NAMES.items():
        if block != "field_line" and failure.found in words_of(block):
            return rules.UNKNOWN_LINE.at(
                failure.span(),
                f"`{failure.shown}` belongs in {name}",
                help=f"this is {BLOCK_NAMES[failure.block]}",
            )
        if failure.found in later_words(block):
            return say.later(failure.span(), failure.found)
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


WORD_SLIPS: tuple[Callable[[Failure], Diagnostic | None], ...] = (_comment, _later, _first_word)
