"""The words for faults that show when a line that could be parsed is understood."""

from collections.abc import Sequence

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label
from stateous.grammar.flow import expression_rules, lexical_rules
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.nesting import MAX_DEPTH
from stateous.grammar.source import Span
from stateous.grammar.spelling import shown
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import Name


def not_a_name(span: Span, text: str, hyphens: bool) -> Diagnostic:
    """Say that what stands in backquotes or quotes is no name."""
    allowed = "letters, digits, `_`" + (" and single `-`" if hyphens else "")
    return lexical_rules.BAD_NAME.at(
        span, f"`{shown(text)}` is not a name", help=f"a name is a letter followed by {allowed}"
    )


def long_name(span: Span, most: int) -> Diagnostic:
    """Say that a name is too long."""
    return lexical_rules.BAD_NAME.at(span, f"a name has at most {most} characters")


def bad_escape(span: Span) -> Diagnostic:
    """Say that a backslash in a text begins no escape."""
    backslash = span.source.span(span.start, span.start)
    return lexical_rules.BAD_ESCAPE.at(
        span,
        f"`{shown(span.text)}` is not an escape",
        help="the escapes are `\\\"`, `\\'`, `\\\\`, `\\n`, `\\r`, `\\t` and `\\uXXXX`",
        fix=Fix("double the backslash", (Edit(backslash, "\\"),), safe=True),
    )


def half_character(span: Span) -> Diagnostic:
    """Say that a `\\u` escape is half of a pair."""
    return lexical_rules.BAD_ESCAPE.at(span, "half of a surrogate pair is no character")


def long_number(span: Span, most: int) -> Diagnostic:
    """Say that a number has too many digits."""
    return lexical_rules.BAD_NUMBER.at(span, f"a number is written with at most {most} characters")


def duration_order(span: Span, ordered: str | None) -> Diagnostic:
    """Say that a duration repeats a unit, or names a smaller one first; then `ordered` is right."""
    return lexical_rules.BAD_DURATION.at(
        span,
        "a duration names each unit once, the larger first",
        help=f"did you mean `{ordered}`?" if ordered else "as in `1d12h`",
        fix=Fix(f"write `{ordered}`", (Edit(span, ordered),), safe=True) if ordered else None,
    )


def duration_range(span: Span) -> Diagnostic:
    """Say that a duration is too short or too long."""
    return lexical_rules.BAD_DURATION.at(
        span, f"`{shown(span.text)}` is not between `1s` and `3650d`"
    )


def backoff_order(span: Span) -> Diagnostic:
    """Say that a backoff's first wait is longer than its longest."""
    return lexical_rules.BAD_DURATION.at(span, "the first wait is longer than the longest")


def no_method(span: Span, name: str) -> Diagnostic:
    """Say that a function is called with a point before it."""
    return expression_rules.NO_METHOD.at(
        span,
        f"`{shown(name)}` cannot be called on a value",
        help="functions stand before their arguments, as in `len(ctx.name)`",
    )


def states_in_guard(span: Span) -> Diagnostic:
    """Say that a guard asks for the state of its own token."""
    return expression_rules.STATE_IN_GUARD.at(
        span,
        "a guard cannot ask for a state",
        help="`in S` and `visited(S)` stand in the `then` of a specification, and in properties",
    )


def unknown_refusal(reason: Name, known: Sequence[str]) -> Diagnostic:
    """Say that a reason of the engine is not known."""
    meant = did_you_mean(reason.text, known)
    listed = ", ".join(f"`{word}`" for word in known)
    return rules.UNKNOWN_REFUSAL.at(
        reason.span,
        f"`{shown(reason.text)}` is not a reason of the engine",
        help=f"did you mean `{meant}`?" if meant else f"one of {listed}, or a text in quotes",
        fix=Fix(f"write `{meant}`", (Edit(reason.span, meant),)) if meant else None,
    )


def visit_without_state(span: Span) -> Diagnostic:
    """Say that `visit n` follows something else than `in S`."""
    return rules.VISIT_WITHOUT_STATE.at(
        span,
        "`visit` follows `in` with one state",
        help="write `then in S, visit 2`",
    )


def twice(again: Span, first: Span) -> Diagnostic:
    """Say that a line may stand once in its block."""
    word = again.text.split(maxsplit=1)[0]
    return rules.TWICE.at(
        again, f"`{word}` stands here a second time", labels=(Label(first, "first here"),)
    )


def clause_after_on(clause: Span, first: Span) -> Diagnostic:
    """Say that a clause of a state stands behind its first transition."""
    word, line = (span.text.split(maxsplit=1)[0] for span in (clause, first))
    return rules.CLAUSE_AFTER_ON.at(
        clause,
        f"`{word}` must stand before the first `{line}`",
        labels=(Label(first, f"the first `{line}`"),),
    )


def empty_block(head: Span, what: str, needs: str) -> Diagnostic:
    """Say that a block must have at least one line."""
    return rules.EMPTY_BLOCK.at(
        head, f"{what} has at least one {needs}", help=f"indent each {needs} below it"
    )


def nests_too_deep(span: Span) -> Diagnostic:
    """Say that brackets or operators nest too deep."""
    return lexical_rules.TOO_DEEP.at(
        span,
        f"this nests deeper than {MAX_DEPTH}",
        help="split it over several transitions, or let a routine write its value to a field",
    )


def foreign_literal(span: Span) -> Diagnostic:
    """Say that `True`, `False` or `None` is written otherwise here."""
    meant = {"True": "true", "False": "false", "None": "null"}[span.text]
    return rules.FOREIGN_SPELLING.at(
        span,
        f"`{span.text}` is written `{meant}`",
        help="a member of an enum with this name stands in backquotes",
        fix=Fix(f"write `{meant}`", (Edit(span, meant),)),
    )


def gather_into_path(span: Span) -> Diagnostic:
    """Say that `gather` declares one field, and not a part of another."""
    return rules.SYNTAX.at(
        span,
        "`gather` declares a field of the context, and no part of one",
        help="write `gather names = payload.name`",
    )


def no_duration(span: Span) -> Diagnostic:
    """Say that `pass` follows a duration."""
    return rules.SYNTAX.at(
        span,
        f"`{shown(span.text)}` is not a duration",
        help="time passes by a duration, as in `when 6h pass`",
    )


def old_spelling(span: Span, new: str) -> Diagnostic:
    """Say that a word is spelt as the predecessor of this notation spelt it."""
    return rules.OLD_SPELLING.at(
        span,
        f"`{shown(span.text)}` is written `{new}`",
        fix=Fix(f"write `{new}`", (Edit(span, new),), safe=True),
    )


# --------------------------------------------------------------------- waivers


def allow_covers_nothing(span: Span) -> Diagnostic:
    """Say that no line follows an `allow` in its block."""
    return rules.ALLOW_NOTHING.at(
        span,
        "this `allow` covers no line",
        help="it stands directly above the line that it covers, at the same column",
    )


def allow_at_member(span: Span) -> Diagnostic:
    """Say that an `allow` stands above a member of an enum."""
    return rules.ALLOW_NOTHING.at(
        span, "nothing is found at a member of an enum", help="put it above the `enum`"
    )


def allow_at_header(span: Span) -> Diagnostic:
    """Say that an `allow` stands above the header of a table."""
    return rules.ALLOW_NOTHING.at(
        span,
        "nothing is found at the header of a table",
        help="put it above `cases`, or above the row that it covers",
    )


# ---------------------------------------------------------------------- tables


def column_elsewhere(span: Span) -> Diagnostic:
    """Say that `<column>` stands outside the steps of a specification."""
    return expression_rules.COLUMN_ELSEWHERE.at(
        span,
        "a column of a table stands only in the steps of a specification",
        help="a comparison has a space behind its sign: `a < b`",
    )


def empty_table(span: Span) -> Diagnostic:
    """Say that a table has no header or no row."""
    return rules.EMPTY_BLOCK.at(
        span,
        "a table has a header and at least one row",
        help="indent them below `cases`, with `|` between their cells",
    )


def no_column_name(span: Span) -> Diagnostic:
    """Say that the header of a table holds something else than a name."""
    return rules.SYNTAX.at(
        span,
        "the first line of a table holds the names of its columns",
        help="as in `passed | failed | state`",
    )
