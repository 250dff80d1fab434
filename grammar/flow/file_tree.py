"""From statements to declarations: the syntax tree of a whole file."""

from collections.abc import Sequence

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.blocks import each, head, named, optional_text
from stateous.grammar.flow.effect_tree import set_effect
from stateous.grammar.flow.expression_tree import tokens
from stateous.grammar.flow.machine_tree import machine
from stateous.grammar.flow.reading import Branch, Reading
from stateous.grammar.flow.statement import Statement
from stateous.grammar.flow.table_tree import specification
from stateous.grammar.flow.type_tree import field, member
from stateous.grammar.flow.workflow_tree import workflow
from stateous.grammar.source import Source
from stateous.grammar.syntax import (
    CommandDecl,
    EnumDecl,
    FactDecl,
    File,
    Fold,
    Name,
    ReadModelDecl,
    RoleDecl,
    TypeDecl,
    Use,
)


def file(statements: Sequence[Statement], source: Source, reading: Reading) -> File:
    """Return everything that a file declares; lines that could not be read are left out."""
    return File(
        each(statements, "enum", _enum, reading),
        each(statements, "type", _type, reading),
        each(statements, "workflow", workflow, reading),
        each(statements, "use", _use, reading),
        each(statements, "command", _command, reading),
        each(statements, "fact", _fact, reading),
        each(statements, "role", _role, reading),
        each(statements, "readmodel", _readmodel, reading),
        each(statements, "machine", machine, reading),
        each(statements, "specification", specification, reading),
        span=source.span(0, len(source.text)),
    )


def _use(statement: Statement, branch: Branch, reading: Reading) -> Use:
    path = values.text(tokens(branch)[0], reading)
    return Use(path, allows=statement.allows, span=head(statement, reading))


def _enum(statement: Statement, branch: Branch, reading: Reading) -> EnumDecl:
    name, title = branch.children
    if not statement.line.children:
        reading.report(say.empty_block(head(statement, reading), "an enum", "member"))
    return EnumDecl(
        named(name, reading),
        optional_text(title, reading),
        each(statement.below, "member", _member, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _member(statement: Statement, branch: Branch, reading: Reading) -> Name:
    if statement.allows:
        reading.report(say.allow_at_member(statement.allows[0].span))
    return member(tokens(branch)[0], reading)


def _type(statement: Statement, branch: Branch, reading: Reading) -> TypeDecl:
    name, title = branch.children
    return TypeDecl(
        named(name, reading),
        optional_text(title, reading),
        each(statement.below, "field", field, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _command(statement: Statement, branch: Branch, reading: Reading) -> CommandDecl:
    name, title = branch.children
    return CommandDecl(
        named(name, reading),
        optional_text(title, reading),
        each(statement.below, "field", field, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _fact(statement: Statement, branch: Branch, reading: Reading) -> FactDecl:
    name, title = branch.children
    return FactDecl(
        named(name, reading),
        optional_text(title, reading),
        each(statement.below, "field", field, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _role(statement: Statement, branch: Branch, reading: Reading) -> RoleDecl:
    name, title = branch.children
    return RoleDecl(
        named(name, reading),
        optional_text(title, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _readmodel(statement: Statement, branch: Branch, reading: Reading) -> ReadModelDecl:
    name, title, key = branch.children
    return ReadModelDecl(
        named(name, reading),
        optional_text(title, reading),
        named(key, reading),
        each(statement.below, "field", field, reading),
        each(statement.below, "fold", _fold, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )


def _fold(statement: Statement, branch: Branch, reading: Reading) -> Fold:
    if not statement.line.children:
        reading.report(say.empty_block(head(statement, reading), "a fold", "`set`"))
    return Fold(
        named(branch.children[0], reading),
        each(statement.below, "set", set_effect, reading),
        allows=statement.allows,
        span=head(statement, reading),
    )
