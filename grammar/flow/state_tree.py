"""From statements to states: their kinds, their clauses and their lines."""

from collections.abc import Callable, Sequence
from typing import Literal, cast

from lark import Token

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.blocks import (
    each,
    head,
    named,
    names,
    one,
    optional_text,
    spelling_today,
)
from stateous.grammar.flow.effect_tree import (
    assignments,
    condition,
    effects,
    target,
    with_clause,
)
from stateous.grammar.flow.expression_tree import expression, tokens
from stateous.grammar.flow.reading import Branch, Node, Reading, Unreadable
from stateous.grammar.flow.statement import Statement
from stateous.grammar.syntax import (
    ActionKind,
    After,
    ApprovalKind,
    AtOnce,
    Attempts,
    Backoff,
    DecideKind,
    DecideLine,
    Ensures,
    Expires,
    ForeachKind,
    Gather,
    Join,
    Key,
    OnLine,
    ParallelKind,
    Passing,
    Retries,
    StateDecl,
    StateKind,
    TaskKind,
    Timeout,
    Until,
    WaitForEvents,
    WaitForTime,
    Writes,
)

_LINES = ("on", "choice")


def state(statement: Statement, branch: Branch, reading: Reading) -> StateDecl:
    """Return the state that a block declares."""
    name, title, *kind = branch.children
    below = statement.below
    _check_order(below, reading)
    return StateDecl(
        named(name, reading),
        optional_text(title, reading),
        _KINDS[branch.data](kind, reading),
        timeout=one(below, "timeout", _timeout, reading),
        retries=one(below, "retries", _retries, reading),
        attempts=one(below, "attempts", _attempts, reading),
        writes=one(below, "writes", _writes, reading),
        ensures=each(below, "ensures", _ensures, reading),
        after=each(below, "after", _after, reading),
        until=one(below, "until", _until, reading),
        expires=one(below, "expires", _expires, reading),
        join=one(below, "join", _join, reading),
        passing=one(below, "passing", _passing, reading),
        mappings=each(below, "with_clause", with_clause, reading),
        gathers=each(below, "gather", _gather, reading),
        key=one(below, "key", _key, reading),
        at_once=one(below, "at_once", _at_once, reading),
        lines=each(below, "on", on_line, reading),
        choices=each(below, "choice", _choice, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _check_order(below: Sequence[Statement], reading: Reading) -> None:
    """Report clauses that stand behind the first `on`, or the first line of a `decide`."""
    first = next((statement for statement in below if statement.rule in _LINES), None)
    if first is None:
        return
    for statement in below[below.index(first) :]:
        if statement.rule not in (None, *_LINES) and not statement.line.moved:
            reading.report(say.clause_after_on(head(statement, reading), head(first, reading)))


# ----------------------------------------------------------------------- kinds


def _task(nodes: Sequence[Node], reading: Reading) -> StateKind:
    return TaskKind()


def _action(nodes: Sequence[Node], reading: Reading) -> StateKind:
    word, command = nodes
    spelling_today(word, reading)
    return ActionKind(named(command, reading))


def _decide(nodes: Sequence[Node], reading: Reading) -> StateKind:
    return DecideKind(first=nodes[0] is not None)


def _wait(nodes: Sequence[Node], reading: Reading) -> StateKind:
    first = nodes[0]
    if isinstance(first, Token) and first.type == "HYPHENATED":
        return WaitForEvents(names(nodes, reading))
    return WaitForTime(expression(first, reading))


def _approval(nodes: Sequence[Node], reading: Reading) -> StateKind:
    return ApprovalKind(named(nodes[0], reading))


def _parallel(nodes: Sequence[Node], reading: Reading) -> StateKind:
    return ParallelKind(names(nodes, reading))


def _foreach(nodes: Sequence[Node], reading: Reading) -> StateKind:
    over, variable, workflow = nodes
    return ForeachKind(
        expression(over, reading), named(variable, reading), named(workflow, reading)
    )


_KINDS: dict[str, Callable[[Sequence[Node], Reading], StateKind]] = {
    "state": _task,
    "action": _action,
    "decide": _decide,
    "wait": _wait,
    "approval": _approval,
    "parallel": _parallel,
    "foreach": _foreach,
}
STATE_RULES = frozenset(_KINDS)
"""The rules of the grammar that declare a state."""

# --------------------------------------------------------------------- clauses


def _timeout(statement: Statement, branch: Branch, reading: Reading) -> Timeout:
    duration = values.duration(tokens(branch)[0], reading)
    return Timeout(duration, allows=statement.allows, span=reading.span(branch))


def _retries(statement: Statement, branch: Branch, reading: Reading) -> Retries:
    number, backoff = branch.children
    return Retries(
        values.number(cast(Token, number), reading),
        _backoff(cast(Branch, backoff), reading) if backoff is not None else None,
        allows=statement.allows,
        span=reading.span(branch),
    )


def _backoff(branch: Branch, reading: Reading) -> Backoff:
    first, longest = (values.duration(token, reading) for token in tokens(branch))
    if first.seconds > longest.seconds:
        reading.report(say.backoff_order(reading.span(branch)))
    return Backoff(first, longest, span=reading.span(branch))


def _attempts(statement: Statement, branch: Branch, reading: Reading) -> Attempts:
    number = values.number(tokens(branch)[0], reading)
    return Attempts(number, allows=statement.allows, span=reading.span(branch))


def _writes(statement: Statement, branch: Branch, reading: Reading) -> Writes:
    fields = names(branch.children, reading)
    return Writes(fields, allows=statement.allows, span=reading.span(branch))


def _ensures(statement: Statement, branch: Branch, reading: Reading) -> Ensures:
    event, promise = branch.children
    return Ensures(
        named(event, reading) if event is not None else None,
        expression(promise, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )


def _after(statement: Statement, branch: Branch, reading: Reading) -> After:
    duration, event, given = branch.children
    return After(
        values.duration(cast(Token, duration), reading),
        named(event, reading),
        assignments(given, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )


def _until(statement: Statement, branch: Branch, reading: Reading) -> Until:
    time = expression(branch.children[0], reading)
    return Until(time, allows=statement.allows, span=reading.span(branch))


def _expires(statement: Statement, branch: Branch, reading: Reading) -> Expires:
    time = expression(branch.children[0], reading)
    return Expires(time, allows=statement.allows, span=reading.span(branch))


def _join(statement: Statement, branch: Branch, reading: Reading) -> Join:
    token = tokens(branch)[0]
    at_least = token.type == "INTEGER"
    return Join(
        "at least" if at_least else cast(Literal["all", "any"], str(token)),
        values.number(token, reading) if at_least else None,
        allows=statement.allows,
        span=reading.span(branch),
    )


def _passing(statement: Statement, branch: Branch, reading: Reading) -> Passing:
    fields = names(branch.children, reading)
    return Passing(fields, allows=statement.allows, span=reading.span(branch))


def _gather(statement: Statement, branch: Branch, reading: Reading) -> Gather:
    path, value = branch.children
    field, *inner = values.path(cast(Token, path), reading)
    if inner:
        raise Unreadable(say.gather_into_path(reading.span(path)))
    return Gather(
        field, expression(value, reading), allows=statement.allows, span=reading.span(branch)
    )


def _key(statement: Statement, branch: Branch, reading: Reading) -> Key:
    value = expression(branch.children[0], reading)
    return Key(value, allows=statement.allows, span=reading.span(branch))


def _at_once(statement: Statement, branch: Branch, reading: Reading) -> AtOnce:
    number = values.number(tokens(branch)[0], reading)
    return AtOnce(number, allows=statement.allows, span=reading.span(branch))


# ----------------------------------------------------------------------- lines


def on_line(statement: Statement, branch: Branch, reading: Reading) -> OnLine:
    """Return a transition on an event."""
    event, first, guard, to = branch.children
    when, otherwise = condition(guard, reading)
    return OnLine(
        named(event, reading),
        when,
        otherwise,
        target(to, reading),
        first is not None,
        effects(statement.below, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )


def _choice(statement: Statement, branch: Branch, reading: Reading) -> DecideLine:
    guard, to = branch.children
    when, otherwise = condition(guard, reading)
    return DecideLine(
        when,
        otherwise,
        target(to, reading),
        effects(statement.below, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )
