"""From statements to state machines."""

from typing import Literal, cast

from stateous.grammar.flow.blocks import each, head, named, one, optional_text, spelling_today
from stateous.grammar.flow.effect_tree import with_clause
from stateous.grammar.flow.reading import Branch, Reading
from stateous.grammar.flow.state_tree import on_line
from stateous.grammar.flow.statement import Statement
from stateous.grammar.flow.table_tree import specification
from stateous.grammar.syntax import Entering, Lookup, MachineDecl, MachineStateDecl


def machine(statement: Statement, branch: Branch, reading: Reading) -> MachineDecl:
    """Return the state machine that a block declares."""
    name, title, follows = branch.children
    below = statement.below
    return MachineDecl(
        named(name, reading),
        optional_text(title, reading),
        named(follows, reading),
        each(below, "machine_state", _state, reading),
        one(below, "lookup", _lookup, reading),
        each(below, "specification", specification, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _lookup(statement: Statement, branch: Branch, reading: Reading) -> Lookup:
    return Lookup(allows=statement.allows, span=reading.span(branch))


def _state(statement: Statement, branch: Branch, reading: Reading) -> MachineStateDecl:
    name, title, initial, final = branch.children
    return MachineStateDecl(
        named(name, reading),
        optional_text(title, reading),
        initial is not None,
        final is not None,
        each(statement.below, "entering", _entering, reading),
        each(statement.below, "on", on_line, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _entering(statement: Statement, branch: Branch, reading: Reading) -> Entering:
    word, name = branch.children
    effect = spelling_today(word, reading)
    return Entering(
        cast(Literal["starts", "invokes"], effect),
        named(name, reading),
        each(statement.below, "with_clause", with_clause, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )
