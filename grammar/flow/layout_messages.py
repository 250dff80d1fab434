"""The words for faults of layout and of single characters."""

import re
import unicodedata
from functools import lru_cache

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label
from stateous.grammar.flow import layout_rules as rules
from stateous.grammar.source import Source, Span
from stateous.grammar.spelling import shown

# Arrows, orderings, dashes and the ellipsis; quotes are told apart by being none of these.
_LOOKALIKES = {
    "\u2192": "->",
    "\u21d2": "->",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2212": "-",
    "\u2026": "..",
    **{chr(dash): "-" for dash in range(0x2010, 0x2016)},
}
# How many spaces a tab is read as, and becomes when it is mended: one level.
_TAB_WIDTH = 2


def width(space: str) -> int:
    """Return the column, from 0, that a line counts as behind this indentation."""
    return sum(_TAB_WIDTH if character == "\t" else 1 for character in space)


def bad_indentation(space: Span) -> Diagnostic:
    """Say that an indentation holds more than spaces."""
    bad = space.text.lstrip(" ")
    at = space.source.span(space.end - len(bad), space.end - len(bad.lstrip(bad[0])))
    fix = Fix(
        "indent by spaces",
        (Edit(space, " " * width(space.text)),),
        safe=bad[0] != "\t" or _only_tabs_indent(space.source),
    )
    if bad[0] == "\t":
        return rules.TAB.at(at, "tab in the indentation", help="indent by spaces", fix=fix)
    message = f"{_name(bad[0])} in the indentation"
    return rules.FOREIGN_SPACE.at(at, message, help="indent by spaces", fix=fix)


@lru_cache(maxsize=4)
def _only_tabs_indent(source: Source) -> bool:
    """Tell whether tabs alone indent the whole file, so that each stands for one level."""
    return "\n " not in source.text and not source.text.startswith(" ")


def first_line_indented(space: Span) -> Diagnostic:
    """Say that the first line does not start at column 1."""
    return rules.FIRST_LINE.at(
        _behind(space),
        "the first line is indented",
        help="start at column 1",
        fix=Fix("start at column 1", tuple(_dedent(space)), safe=True),
    )


def _dedent(space: Span) -> list[Edit]:
    """Return the edits that move a line, and all lines down to the next less indented, left."""
    source, edits = space.source, []
    for number in range(space.first.line, source.line_count + 1):
        left = source.line_starts[number - 1]
        text = source.line_text(number)
        indent = len(text) - len(text.lstrip(" "))
        if text.strip() and indent < len(space.text):
            break
        edits.append(Edit(source.span(left, left + min(indent, len(space.text))), ""))
    return edits


def stray_indentation(space: Span, columns: list[int], fix: Fix) -> Diagnostic:
    """Say that a line stands at none of the columns, from 0, that are open."""
    spelt = [str(column + 1) for column in columns]
    listed = " or ".join([", ".join(spelt[:-1]), spelt[-1]] if len(spelt) > 1 else spelt)
    return rules.STRAY_INDENTATION.at(
        _behind(space),
        f"column {len(space.text) + 1} belongs to no block",
        help=f"a line can go on at column {listed}",
        fix=fix,
    )


def block_under_line(space: Span, above: str, fix: Fix) -> Diagnostic:
    """Say that a line is indented below one that owns no block."""
    return below_line(_behind(space), above, fix)


def below_line(at: Span, above: str, fix: Fix | None = None) -> Diagnostic:
    """Say that the line at `at` stands below the line `above`, which owns no block."""
    word = shown(above.split(maxsplit=1)[0])
    other = "the line above owns no block"
    if word == "allow":
        other = "an `allow` stands at the column of the line that it covers"
    return rules.BLOCK_UNDER_LINE.at(
        at,
        f"nothing can stand below `{word}`",
        help=fix.title if fix else other,
        fix=fix,
    )


def misplaced(space: Span, meant: str, found: str, fix: Fix) -> Diagnostic:
    """Say that a line of one kind of block stands at the column of another kind."""
    at = _behind(space)
    return rules.MISPLACED.at(
        at,
        f"`{shown(at.text)}` belongs in {meant}, but this column belongs to {found}",
        help=fix.title,
        fix=fix,
    )


def too_deep(space: Span, most: int) -> Diagnostic:
    """Say that lines stand below each other deeper than `most`."""
    return rules.TOO_DEEP.at(
        _behind(space),
        f"lines are indented below each other more than {most} times",
        help="no block of the language is nearly as deep",
    )


def _behind(space: Span) -> Span:
    """Return the place of the first word, or sign, behind an indentation."""
    text, end = space.source.text, space.end + 1
    while (
        end < len(text) and text[end - 1].isalnum() and (text[end].isalnum() or text[end] in "_-")
    ):
        end += 1
    return space.source.span(space.end, end)


def continuation_indentation(space: Span, indent: int, closes: bool) -> Diagnostic:
    """Say that a continued line is not indented deeper than its first line, at `indent`."""
    column = indent if closes else indent + _TAB_WIDTH
    at = space.source.span(space.end, space.end + 1)
    return rules.CONTINUATION.at(
        at,
        "a continued line is not indented deeper than its first line",
        help=f"start it to the right of column {indent + 1}",
        fix=Fix(f"move it to column {column + 1}", (Edit(space, " " * column),), safe=True),
    )


def unclosed_bracket(bracket: Span, noticed: Span | None) -> Diagnostic:
    """Say that a bracket is never closed; `noticed` is where another line starts."""
    row = bracket.source.position(bracket.start).line
    still_open = bracket.source.span(bracket.end, bracket.source.line_bounds(row)[1])
    labels = [Label(still_open, "all this is inside it")] if still_open.text.strip() else []
    if noticed:
        labels.append(Label(noticed, "a new line starts here"))
    return rules.UNCLOSED_BRACKET.at(
        bracket,
        f"`{bracket.text}` is not closed",
        labels=labels,
        help="close it, or indent the lines that continue it",
    )


def stray_bracket(bracket: Span, opened: Span | None) -> Diagnostic:
    """Say that a bracket closes nothing, or another kind than was opened."""
    if opened is None:
        row = bracket.source.position(bracket.start).line
        before = bracket.source.span(bracket.source.line_span(row).start, bracket.start)
        labels = [Label(before, "no bracket is open in here")] if before.text.strip() else []
        message = f"`{bracket.text}` closes nothing"
        return rules.STRAY_BRACKET.at(bracket, message, labels=labels)
    return rules.STRAY_BRACKET.at(
        bracket,
        f"`{bracket.text}` does not close `{opened.text}`",
        labels=(Label(opened, "opened here"),),
    )


def unclosed_text(span: Span) -> Diagnostic:
    """Say that a quote opens a text that does not end on its line."""
    quote = span.text[0]
    if quote == "`":
        length = 1 + len(re.split(r"[^A-Za-z0-9_-]", span.text[1:], maxsplit=1)[0])
        return rules.UNCLOSED_TEXT.at(
            span,
            "a name in backquotes is not closed",
            help="end it with a backquote",
            fix=Fix("close it behind the name", (_insert(span, length, quote),)),
        )
    return rules.UNCLOSED_TEXT.at(
        span,
        "text is not closed on its line",
        help=f"end it with `{quote}`, which inside a text is written `\\{quote}`",
        fix=Fix("close it at the end of the line", (_insert(span, len(span.text), quote),)),
    )


def _insert(span: Span, offset: int, text: str) -> Edit:
    at = span.start + offset
    return Edit(span.source.span(at, at), text)


def tab(span: Span) -> Diagnostic:
    """Say that a tab stands between words."""
    fix = Fix("write a space", (Edit(span, " "),), safe=True)
    return rules.TAB.at(span, "tab between words", help="write a space", fix=fix)


def foreign_space(span: Span) -> Diagnostic:
    """Say that a space is not the plain one."""
    visible = unicodedata.category(span.text[0]) == "Zs"
    fix = Fix("write a plain space", (Edit(span, " " if visible else ""),), safe=True)
    return rules.FOREIGN_SPACE.at(span, f"{_name(span.text[0])} between words", fix=fix)


def control(span: Span, in_text: bool) -> Diagnostic:
    """Say that a character cannot be seen, or changes the order of what is seen."""
    escapes = "".join(_escape(character) for character in span.text)
    ends_line = not in_text and span.text == "\r"
    title = "write its escape" if in_text else "end the line" if ends_line else "remove it"
    return rules.CONTROL.at(
        span,
        "tab in a text" if span.text == "\t" else f"control character U+{ord(span.text[0]):04X}",
        help=f"write `{escapes}`" if in_text else title,
        fix=Fix(title, (Edit(span, escapes if in_text else "\n" * ends_line),), safe=in_text),
    )


def _escape(character: str) -> str:
    return {"\t": "\\t", "\r": "\\r"}.get(character, f"\\u{ord(character):04x}")


def too_many(span: Span, most: int) -> Diagnostic:
    """Say that nothing is read from a line on, after so many errors."""
    message = f"after more than {most:,} errors nothing is read from here on"
    return rules.TOO_MANY.at(span, message, help="mend the first ones, and check again")


def lookalike(span: Span) -> Diagnostic:
    """Say that a typographic character stands for a plain one."""
    if span.text[0] in _LOOKALIKES:
        plain = _LOOKALIKES[span.text[0]]
        message = f"`{span.text}` is written `{plain}`"
    elif len(span.text) == 1:
        plain, message = '"', "text stands in straight quotes"
    else:
        inner = span.text[1:-1].replace("\\", "\\\\").replace('"', '\\"')
        plain, message = f'"{inner}"', "text stands in straight quotes"
    title = f"write `{shown(plain)}`"
    fix = Fix(title, (Edit(span, plain),), safe=True)
    return rules.LOOKALIKE.at(span, message, help=title, fix=fix)


def foreign(span: Span) -> Diagnostic:
    """Say that a character outside ASCII stands outside text and comments."""
    return rules.FOREIGN_CHARACTER.at(
        span,
        f"`{shown(span.text)}` stands outside text and comments",
        help="names are made of A to Z, a to z, 0 to 9 and `_`; other text stands in quotes",
    )


def _name(character: str) -> str:
    return unicodedata.name(character, f"character U+{ord(character):04X}").lower()
