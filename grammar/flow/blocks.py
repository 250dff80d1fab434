"""Building what the statements of a block say: each, or the one that may stand there."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar, cast

from lark import Token

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.reading import Branch, Node, Reading, Unreadable
from stateous.grammar.flow.statement import Statement
from stateous.grammar.flow.words import words_in
from stateous.grammar.source import Span
from stateous.grammar.syntax import Allow, Name

# Spellings of the predecessor, by their terminals.
_OLD_SPELLINGS = {"SENDS_OLD": "invokes", "SEND_OLD": "invokes", "START_OLD": "starts"}

_T = TypeVar("_T")
Builder = Callable[[Statement, Branch, Reading], _T]


def each(
    statements: Iterable[Statement],
    rules: str | Collection[str],
    build: Builder[_T],
    reading: Reading,
) -> tuple[_T, ...]:
    """Build what each statement of one rule, or of several, says, in the order written."""
    wanted = (rules,) if isinstance(rules, str) else rules
    return readable([s for s in statements if s.rule in wanted], build, reading)


def readable(
    statements: Iterable[Statement], build: Builder[_T], reading: Reading
) -> tuple[_T, ...]:
    """Build what each statement says, but for those that mean nothing: these are reported."""
    built: list[_T] = []
    for statement in statements:
        if statement.tree is None:
            continue
        try:
            with reading.on_line(statement.line.start):
                built.append(build(statement, statement.tree, reading))
        except Unreadable as error:
            reading.report(error.diagnostic)
            reading.doubtful.update(words_in(head(statement, reading).text))
    return tuple(built)


def one(
    statements: Iterable[Statement], rule: str, build: Builder[_T], reading: Reading
) -> _T | None:
    """Build what the first statement of a rule says, and report any further one."""
    of_rule = [statement for statement in statements if statement.rule == rule]
    # A line that is read elsewhere than its column says has been reported for that.
    for again in (statement for statement in of_rule[1:] if not statement.line.moved):
        reading.report(say.twice(head(again, reading), head(of_rule[0], reading)))
    built = each(of_rule[:1], rule, build, reading)
    return built[0] if built else None


def head(statement: Statement, reading: Reading) -> Span:
    """Return the place of a statement's own line."""
    return reading.source_place(statement.line.start, statement.line.end)


def optional_text(token: Node | None, reading: Reading) -> str | None:
    """Return what a text says, or None where there is none."""
    return None if token is None else values.text(cast(Token, token), reading).value


def named(node: Node | None, reading: Reading) -> Name:
    """Return the name that a token of a parse tree spells."""
    return values.name(cast(Token, node), reading)


def names(nodes: Iterable[Node | None], reading: Reading) -> tuple[Name, ...]:
    """Return the names that tokens of a parse tree spell; None among them is left out."""
    return tuple(named(node, reading) for node in nodes if node is not None)


def allow(branch: Branch, reading: Reading) -> Allow:
    """Return the waiver that a line gives."""
    code, reason, until = branch.children
    return Allow(
        named(code, reading),
        values.text(cast(Token, reason), reading).value,
        optional_text(until, reading),
        span=reading.span(branch),
    )


def spelling_today(node: Node, reading: Reading) -> str:
    """Return a keyword as it is spelt today; report an older spelling, which is still read."""
    word = cast(Token, node)
    if word.type not in _OLD_SPELLINGS:
        return str(word)
    new = _OLD_SPELLINGS[word.type]
    reading.report(say.old_spelling(reading.span(word), new))
    return new
