"""From statements to workflows: their context, events, starts, triggers and properties."""

from collections.abc import Callable
from typing import Literal, cast

from lark import Token

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.blocks import each, head, named, names, one, optional_text
from stateous.grammar.flow.effect_tree import condition, effects, target, with_clause
from stateous.grammar.flow.expression_tree import proposition, tokens
from stateous.grammar.flow.reading import Branch, Node, Reading
from stateous.grammar.flow.state_tree import STATE_RULES, on_line, state
from stateous.grammar.flow.statement import Statement
from stateous.grammar.flow.table_tree import specification
from stateous.grammar.flow.type_tree import field, type_use
from stateous.grammar.syntax import (
    Anywhere,
    At,
    ContextDecl,
    Deadline,
    EventDecl,
    Every,
    Name,
    Occasion,
    OnEntry,
    OnFact,
    PropertyDecl,
    StartLine,
    Subject,
    Trigger,
    WorkflowDecl,
)

_Kind = Literal["invariant", "never", "leads to", "until", "eventually"]
_PROPERTIES = ("invariant", "never", "always", "eventually")


def workflow(statement: Statement, branch: Branch, reading: Reading) -> WorkflowDecl:
    """Return the workflow that a block declares."""
    name, title = branch.children
    below = statement.below
    return WorkflowDecl(
        named(name, reading),
        optional_text(title, reading),
        one(below, "context", _context, reading),
        each(below, "event", _event, reading),
        each(below, "start", _start, reading),
        each(below, STATE_RULES, state, reading),
        each(below, "specification", specification, reading),
        one(below, "subject", _subject, reading),
        each(below, "trigger", _trigger, reading),
        each(below, "deadline", _deadline, reading),
        each(below, "anywhere", _anywhere, reading),
        each(below, _PROPERTIES, _property, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _context(statement: Statement, branch: Branch, reading: Reading) -> ContextDecl:
    name = named(branch.children[0], reading)
    fields = each(statement.below, "field", field, reading) if statement.line.children else None
    return ContextDecl(name, fields, allows=statement.allows, span=head(statement, reading))


def _event(statement: Statement, branch: Branch, reading: Reading) -> EventDecl:
    name, title, payload, into = branch.children
    return EventDecl(
        named(name, reading),
        optional_text(title, reading),
        type_use(cast(Branch, payload), reading) if payload is not None else None,
        named(into, reading) if into is not None else None,
        allows=statement.allows,
        span=reading.span(branch),
    )


def _subject(statement: Statement, branch: Branch, reading: Reading) -> Subject:
    readmodel = named(branch.children[0], reading)
    return Subject(readmodel, allows=statement.allows, span=reading.span(branch))


def _start(statement: Statement, branch: Branch, reading: Reading) -> StartLine:
    guard, to = branch.children
    when, otherwise = condition(guard, reading)
    return StartLine(
        when,
        otherwise,
        target(to, reading),
        effects(statement.below, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )


def _deadline(statement: Statement, branch: Branch, reading: Reading) -> Deadline:
    duration, to = branch.children
    return Deadline(
        values.duration(cast(Token, duration), reading),
        target(to, reading),
        effects(statement.below, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )


def _anywhere(statement: Statement, branch: Branch, reading: Reading) -> Anywhere:
    if not statement.line.children:
        reading.report(say.empty_block(head(statement, reading), "`anywhere`", "`on` line"))
    return Anywhere(
        names(branch.children, reading),
        each(statement.below, "on", on_line, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


# -------------------------------------------------------------------- triggers


def _trigger(statement: Statement, branch: Branch, reading: Reading) -> Trigger:
    occasion, to = branch.children
    said = cast(Branch, occasion)
    return Trigger(
        _OCCASIONS[said.data](said, reading),
        target(to, reading),
        each(statement.below, "with_clause", with_clause, reading),
        allows=statement.allows,
        span=reading.span(branch),
    )


def _on_fact(branch: Branch, reading: Reading) -> Occasion:
    return OnFact(named(branch.children[0], reading))


def _on_entry(branch: Branch, reading: Reading) -> Occasion:
    machine, entered = names(branch.children, reading)
    return OnEntry(machine, entered)


def _every(branch: Branch, reading: Reading) -> Occasion:
    return Every(values.duration(tokens(branch)[0], reading))


def _at(branch: Branch, reading: Reading) -> Occasion:
    time, day, zone = tokens(branch)
    return At(
        Name(str(time), span=reading.span(time)),
        named(day, reading) if day is not None else None,
        _text_name(zone, reading),
    )


def _text_name(token: Token | None, reading: Reading) -> Name | None:
    if token is None:
        return None
    return Name(values.text(token, reading).value, span=reading.span(token))


_OCCASIONS: dict[str, Callable[[Branch, Reading], Occasion]] = {
    "on_fact": _on_fact,
    "on_entry": _on_entry,
    "every": _every,
    "at": _at,
}

# ------------------------------------------------------------------ properties


def _property(statement: Statement, branch: Branch, reading: Reading) -> PropertyDecl:
    name, first, *rest = branch.children
    kind = str(branch.data)
    second: Node | None = None
    if kind == "always":
        kind = "until" if cast(Token, rest[0]).type == "UNTIL" else "leads to"
        second = rest[1]
    return PropertyDecl(
        cast(_Kind, kind),
        named(name, reading) if name is not None else None,
        proposition(first, reading),
        proposition(second, reading) if second is not None else None,
        allows=statement.allows,
        span=reading.span(branch),
    )
