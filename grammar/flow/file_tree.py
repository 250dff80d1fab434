"""From statements to declarations: the syntax tree of a whole file."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, cast

from lark import Token

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.expression_tree import expression, tokens
from stateous.grammar.flow.reading import Branch, Node, Reading, Unreadable
from stateous.grammar.flow.statement import Statement
from stateous.grammar.flow.step_tree import optional_text, step
from stateous.grammar.flow.type_tree import field, member, type_use
from stateous.grammar.flow.words import TARGET, later_words, words_in
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import (
    Backoff,
    ContextDecl,
    DurationLiteral,
    EnumDecl,
    EventDecl,
    Expr,
    FieldDecl,
    File,
    Name,
    OnLine,
    Retries,
    SpecificationDecl,
    StartLine,
    StateDecl,
    Step,
    Target,
    ToEnd,
    ToFail,
    ToState,
    TypeDecl,
    WorkflowDecl,
    Writes,
)

_T = TypeVar("_T")


def file(statements: Sequence[Statement], source: Source, reading: Reading) -> File:
    """Return everything that a file declares; lines that could not be read are left out."""
    return File(
        _each(statements, "enum", _enum, reading),
        _each(statements, "type", _type, reading),
        _each(statements, "workflow", _workflow, reading),
        span=source.span(0, len(source.text)),
    )


def _each(
    statements: Iterable[Statement],
    rule: str,
    build: Callable[[Statement, Branch, Reading], _T],
    reading: Reading,
) -> tuple[_T, ...]:
    """Build what each statement of one rule says, in the order written."""
    of_rule = [statement for statement in statements if statement.rule == rule]
    return _readable(of_rule, build, reading)


def _readable(
    statements: Iterable[Statement],
    build: Callable[[Statement, Branch, Reading], _T],
    reading: Reading,
) -> tuple[_T, ...]:
    """Build what each statement says, but for those that mean nothing: these are reported."""
    built: list[_T] = []
    for statement in statements:
        if statement.tree is None:
            continue
        try:
            built.append(build(statement, statement.tree, reading))
        except Unreadable as error:
            reading.report(error.diagnostic)
            reading.doubtful.update(words_in(_head(statement, reading).text))
    return tuple(built)


def _one(
    statements: Iterable[Statement],
    rule: str,
    build: Callable[[Statement, Branch, Reading], _T],
    reading: Reading,
) -> _T | None:
    """Build what the first statement of a rule says, and report any further one."""
    of_rule = [statement for statement in statements if statement.rule == rule]
    # A line that is read elsewhere than its column says has been reported for that.
    for again in (statement for statement in of_rule[1:] if not statement.line.moved):
        reading.report(say.twice(rule, _head(again, reading), _head(of_rule[0], reading)))
    built = _each(of_rule[:1], rule, build, reading)
    return built[0] if built else None


def _head(statement: Statement, reading: Reading) -> Span:
    return reading.place(statement.line.start, statement.line.end)


# ------------------------------------------------------------- enums and types


def _enum(statement: Statement, branch: Branch, reading: Reading) -> EnumDecl:
    name, title = tokens(branch)
    if not statement.line.children:
        reading.report(say.empty_block(_head(statement, reading), "an enum", "member"))
    return EnumDecl(
        values.name(name, reading),
        optional_text(title, reading),
        _each(statement.below, "member", _member, reading),
        span=_head(statement, reading),
    )


def _member(statement: Statement, branch: Branch, reading: Reading) -> Name:
    return member(tokens(branch)[0], reading)


def _type(statement: Statement, branch: Branch, reading: Reading) -> TypeDecl:
    name, title = tokens(branch)
    return TypeDecl(
        values.name(name, reading),
        optional_text(title, reading),
        _each(statement.below, "field", _field, reading),
        span=_head(statement, reading),
    )


def _field(statement: Statement, branch: Branch, reading: Reading) -> FieldDecl:
    return field(branch, reading)


# ------------------------------------------------------------------- workflows


def _workflow(statement: Statement, branch: Branch, reading: Reading) -> WorkflowDecl:
    name, title = tokens(branch)
    below = statement.below
    return WorkflowDecl(
        values.name(name, reading),
        optional_text(title, reading),
        _one(below, "context", _context, reading),
        _each(below, "event", _event, reading),
        _each(below, "start", _start, reading),
        _each(below, "state", _state, reading),
        _each(below, "specification", _specification, reading),
        span=_head(statement, reading),
    )


def _context(statement: Statement, branch: Branch, reading: Reading) -> ContextDecl:
    name = values.name(tokens(branch)[0], reading)
    fields = _each(statement.below, "field", _field, reading) if statement.line.children else None
    return ContextDecl(name, fields, span=_head(statement, reading))


def _event(statement: Statement, branch: Branch, reading: Reading) -> EventDecl:
    name, title, payload, into = branch.children
    return EventDecl(
        values.name(cast(Token, name), reading),
        optional_text(cast(Token | None, title), reading),
        type_use(cast(Branch, payload), reading) if payload is not None else None,
        values.name(cast(Token, into), reading) if into is not None else None,
        span=reading.span(branch),
    )


def _start(statement: Statement, branch: Branch, reading: Reading) -> StartLine:
    condition, target = branch.children
    when, otherwise = _condition(condition, reading)
    return StartLine(when, otherwise, _target(target, reading), span=reading.span(branch))


def _specification(statement: Statement, branch: Branch, reading: Reading) -> SpecificationDecl:
    if not statement.line.children:
        place = _head(statement, reading)
        reading.report(say.empty_block(place, "a specification", "step"))
    return SpecificationDecl(
        values.text(tokens(branch)[0], reading),
        _readable(statement.below, _step, reading),
        span=_head(statement, reading),
    )


def _step(statement: Statement, branch: Branch, reading: Reading) -> Step:
    return step(branch, reading)


# ---------------------------------------------------------------------- states


def _state(statement: Statement, branch: Branch, reading: Reading) -> StateDecl:
    name, title = tokens(branch)
    below = statement.below
    _check_order(below, reading)
    return StateDecl(
        values.name(name, reading),
        optional_text(title, reading),
        _one(below, "timeout", _timeout, reading),
        _one(below, "retries", _retries, reading),
        _one(below, "writes", _writes, reading),
        _each(below, "on", _on, reading),
        span=_head(statement, reading),
    )


def _check_order(below: Sequence[Statement], reading: Reading) -> None:
    """Report clauses that stand behind the first `on`."""
    first = next((statement for statement in below if statement.rule == "on"), None)
    if first is None:
        return
    for statement in below[below.index(first) :]:
        if statement.rule not in (None, "on") and not statement.line.moved:
            reading.report(
                say.clause_after_on(
                    str(statement.rule), _head(statement, reading), _head(first, reading)
                )
            )


def _timeout(statement: Statement, branch: Branch, reading: Reading) -> DurationLiteral:
    return values.duration(tokens(branch)[0], reading)


def _retries(statement: Statement, branch: Branch, reading: Reading) -> Retries:
    number, backoff = branch.children
    return Retries(
        values.number(cast(Token, number), reading),
        _backoff(cast(Branch, backoff), reading) if backoff is not None else None,
        span=reading.span(branch),
    )


def _backoff(branch: Branch, reading: Reading) -> Backoff:
    first, longest = (values.duration(token, reading) for token in tokens(branch))
    if first.seconds > longest.seconds:
        reading.report(say.backoff_order(reading.span(branch)))
    return Backoff(first, longest, span=reading.span(branch))


def _writes(statement: Statement, branch: Branch, reading: Reading) -> Writes:
    fields = tuple(values.name(token, reading) for token in tokens(branch))
    return Writes(fields, span=reading.span(branch))


def _on(statement: Statement, branch: Branch, reading: Reading) -> OnLine:
    event, condition, target = branch.children
    when, otherwise = _condition(condition, reading)
    return OnLine(
        values.name(cast(Token, event), reading),
        when,
        otherwise,
        _target(target, reading),
        span=reading.span(branch),
    )


def _condition(node: Node | None, reading: Reading) -> tuple[Expr | None, bool]:
    """Return the guard of a transition, and whether it says `otherwise`."""
    if node is None:
        return None, False
    branch = cast(Branch, node)
    if branch.data == "otherwise":
        return None, True
    return expression(branch.children[0], reading), False


def _target(node: Node, reading: Reading) -> Target:
    branch = cast(Branch, node)
    span = reading.span(branch)
    if branch.data == "to_end":
        return ToEnd(span=span)
    token = tokens(branch)[0]
    if branch.data == "to_fail":
        return ToFail(optional_text(token, reading), span=span)
    if token in later_words("state_line", TARGET):
        reading.report(say.later(span, str(token)))
    return ToState(values.name(token, reading), span=span)
