"""Mistakes in the heads of blocks, and in other lines that begin with a word of their own."""

import re
from collections.abc import Callable

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.flow import syntax_rules as rules
from stateous.grammar.flow.failure import Failure
from stateous.grammar.flow.words import first_word, words_of

# For a word that a line asks for: how the line is written, by the line's first word.
_WORDS = {
    ("action", "INVOKES"): ("invokes", "action pay invokes ChargeCard"),
    ("wait", "FOR"): ("for", "wait answer for Paid, Cancelled` or `wait a_day for 1d"),
    ("approval", "BY"): ("by", "approval sign_off by Manager"),
    ("parallel", "RUNS"): ("runs", "parallel checks runs lint, test"),
    ("foreach", "OVER"): ("over", "foreach lines over ctx.items as item runs pack"),
    ("foreach", "AS"): ("as", "foreach lines over ctx.items as item runs pack"),
    ("foreach", "RUNS"): ("runs", "foreach lines over ctx.items as item runs pack"),
    ("readmodel", "KEY"): ("key", "readmodel Order key order"),
    ("statemachine", "FOLLOWS"): ("follows", "statemachine Life follows Order"),
    ("expires", "AFTER"): ("after", "expires after 2d"),
    ("given", "RETURNS"): ("returns", 'given call "module:function" returns total = 1'),
    ("when", "PAYLOAD"): ("payload", "when child review completes with payload score = 1"),
    ("at", "ONCE"): ("once", "at most 5 at once"),
}
# What is often written for such a word.
_MEANT = {
    "INVOKES": ("calls", "call", "invoke", "runs", "does", "executes", "performs", "starts"),
    "FOR": ("on", "of"),
    "BY": ("for", "from", "of"),
    "RUNS": ("run", "starts", "do", "does", "calls", "of"),
    "OVER": ("in", "of", "for", "from"),
    "AS": ("into", "named"),
    "KEY": ("by", "with", "keyed"),
    "FOLLOWS": ("follow", "for", "of", "on", "observes"),
    "RETURNS": ("return", "gives", "with"),
}
_STATES = frozenset(("state", "action", "decide", "wait", "approval", "parallel", "foreach"))
# What stands behind a word that is only left out: names, or values given to fields.
_PLAIN_REST = re.compile(r"[A-Za-z0-9_.-]+(?:\s*,\s*[A-Za-z0-9_-]+)*|[A-Za-z0-9_.]+\s*=.*")
_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::00)?(?![0-9:A-Za-z_])")


def _clause_on_head(failure: Failure) -> Diagnostic | None:
    """A clause of a state, on the state's own line."""
    if first_word(failure.line.text) not in _STATES:
        return None
    below = "machine_state_line" if failure.block == "machine_line" else "state_line"
    if failure.found not in words_of(below) or not failure.expects("$END", "FOR"):
        return None
    return rules.SYNTAX.at(
        failure.span(),
        f"`{failure.shown}` stands on a line of its own",
        help="indent it below the state",
    )


def _sign_behind_word(failure: Failure) -> Diagnostic | None:
    """A colon or an equals sign behind the word that begins a line."""
    word = first_word(failure.line.text)
    if failure.found not in (":", "=") or failure.before != word:
        return None
    if failure.block == "expr" or word not in words_of(failure.block):
        return None
    if word in ("invariant", "never", "always", "eventually") or not failure.rest[1:].strip():
        return None
    length = len(failure.rest) - len(failure.rest[1:].lstrip())
    start = failure.line.start + len(failure.before)
    cut = failure.line.source.span(start, failure.start + length)
    return rules.FOREIGN_SPELLING.at(
        failure.span(),
        f"no `{failure.found}` stands behind `{word}`",
        fix=Fix("write a space", (Edit(cut, " "),)),
    )


def _head_word(failure: Failure) -> Diagnostic | None:
    """A part of a state's head, on a line of its own."""
    if failure.before or failure.block != "state_line":
        return None
    for (line, _), (word, form) in _WORDS.items():
        if failure.found == word and line in _STATES:
            return rules.SYNTAX.at(
                failure.span(),
                f"`{word}` stands on the head line of its state",
                help=f"as in `{form}`",
            )
    return None


def _occasion(failure: Failure) -> Diagnostic | None:
    """A trigger that names its event without `when`."""
    event = re.match(r"[A-Za-z][A-Za-z0-9_-]*\s*(?:->|enters(?![A-Za-z0-9_]))", failure.rest)
    if first_word(failure.line.text) != "trigger" or not event or not failure.expects("EVERY"):
        return None
    return rules.SYNTAX.at(
        failure.span(),
        f"`when` is missing before `{failure.shown}`",
        help="as in `trigger when OrderPlaced -> coding`",
        fix=failure.insert("when "),
    )


_NO_TIME = re.compile(r"[0-9]+(?:\s*:\s*[^\s>-]*)?")


def _time_of_day(failure: Failure) -> Diagnostic | None:
    """A time of day that is not two digits, a colon and two digits."""
    if not failure.expects("TIME_OF_DAY"):
        return None
    time = _TIME.match(failure.rest)
    near = time or _NO_TIME.match(failure.rest)
    length = near.end() if near else len(failure.found)
    fix = None
    if time:
        fix = failure.replace(length, f"{int(time.group(1)):02}:{time.group(2)}", safe=True)
    return rules.SYNTAX.at(
        failure.span(length) if failure.rest else failure.line.at_end,
        "a time of day is written with two digits for hours and minutes",
        help="as in `trigger at 08:00 -> coding`",
        fix=fix,
    )


def _zone(failure: Failure) -> Diagnostic | None:
    """A time zone without quotes."""
    if not failure.line.text.startswith("trigger") or failure.expected != {"TEXT"}:
        return None
    zone = re.match(r"[A-Za-z_]+(?:/[A-Za-z_-]+)*", failure.rest)
    if not zone:
        return None
    return rules.UNQUOTED_TEXT.at(
        failure.span(zone.end()),
        "a time zone stands in quotes",
        fix=failure.replace(zone.end(), f'"{zone.group()}"'),
    )


def _property(failure: Failure) -> Diagnostic | None:
    """A property without its name, or `always` without its second half."""
    word = first_word(failure.line.text)
    if word in ("invariant", "never") and failure.expects("FIELD"):
        return rules.SYNTAX.at(
            failure.line.at_end if failure.at_end else failure.span(),
            f"`{word}` has a name before its condition",
            help=f"as in `{word} few_failures: count(failed) <= 3`",
        )
    if word != "always" or not failure.expects("LEADS"):
        return None
    if failure.found in ("leads-to", "leadsto", "implies", "=>", "->"):
        return rules.FOREIGN_SPELLING.at(
            failure.span(),
            f"`{failure.shown}` is written `leads to`",
            fix=failure.replace(len(failure.found), "leads to"),
        )
    if not failure.at_end:
        return None
    return rules.SYNTAX.at(
        failure.line.at_end,
        "`always` says `A leads to B` or `A until B`",
        help="one condition that always holds is `invariant name: condition`",
    )


def _fact_with_type(failure: Failure) -> Diagnostic | None:
    """A fact or a command with a type, as an event of a workflow has."""
    word = first_word(failure.line.text)
    if failure.block != "file_line" or word not in ("event", "command", "type"):
        return None
    if failure.found != ":" or not failure.rest[1:].strip():
        return None
    what = "a fact" if word == "event" else f"a {word}"
    return rules.SYNTAX.at(
        failure.span(),
        f"{what} has its fields on lines of their own",
        help="indent each field, `name: type`, below it",
    )


def _missing_word(failure: Failure) -> Diagnostic | None:
    """A head or a clause without the word that goes before its next part."""
    line = first_word(failure.line.text) or ""
    for terminal in sorted(failure.expected):
        if (line, terminal) not in _WORDS:
            continue
        word, form = _WORDS[line, terminal]
        if failure.found in _MEANT.get(terminal, ()) or _is_misspelt(failure.found, word):
            return rules.FOREIGN_SPELLING.at(
                failure.span(),
                f"`{failure.shown}` is written `{word}`",
                help=f"as in `{form}`",
                fix=failure.replace(len(failure.found), word),
            )
        if failure.at_end:
            return rules.SYNTAX.at(
                failure.line.at_end, f"`{word}` is missing", help=f"as in `{form}`"
            )
        if failure.found[:1] in ('"', "'") or failure.found in (":", "->"):
            return None
        plain = _PLAIN_REST.fullmatch(failure.rest.strip()) is not None
        return rules.SYNTAX.at(
            failure.span(),
            f"`{word}` is missing before `{failure.shown}`",
            help=f"as in `{form}`",
            fix=failure.insert(f"{word} ") if plain else None,
        )
    return None


def _is_misspelt(found: str, word: str) -> bool:
    """Tell whether a word is another but for its case, or its last letters."""
    return found.casefold() == word or (len(found) > 3 and word.startswith(found))


HEAD_SLIPS: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    _clause_on_head,
    _sign_behind_word,
    _head_word,
    _occasion,
    _time_of_day,
    _zone,
    _property,
    _fact_with_type,
    _missing_word,
)
