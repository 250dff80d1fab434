"""The tree of a whole file: its workflows, and what else was declared while it ran."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python.arguments import model_name
from stateous.grammar.python.declarations import Command, Declared, Enum, Fact, Record, Role, Use
from stateous.grammar.python.enrolment import ModelUse
from stateous.grammar.python.read_model import ReadModel
from stateous.grammar.python.specification_builder import SpecificationBuilder
from stateous.grammar.python.state_machine import StateMachine
from stateous.grammar.python.workflow import Workflow
from stateous.grammar.schema.model_types import Tree, tree_of
from stateous.grammar.source import Source
from stateous.grammar.syntax import (
    FieldDecl,
    File,
    ListOf,
    MapOf,
    NamedType,
    SpecificationDecl,
    TypeDecl,
)
from stateous.grammar.tables import check_table

_COLUMN = re.compile(r"`<([A-Za-z][A-Za-z0-9_]*)>`")
_SPELLINGS = (
    ("add `cases` with a header and rows", "add `.cases(columns, rows)`"),
    ("an empty cell has its `|` too", "an empty cell is `None`"),
)

Fields = tuple[FieldDecl, ...]


def whole_tree(
    workflows: Sequence[Workflow], declared: Sequence[object], source: Source, folder: Path
) -> Tree:
    """Return the tree of workflows and of other declarations, each sort in the order written.

    A model that gives a command, a fact or a read model its fields, and is used for nothing
    else, is no type of its own.
    """
    others = [use for item in declared if isinstance(item, Declared) for use in item.models]
    tree = tree_of(workflows, source, folder, others)
    types = {type_.name.text: type_.fields for type_ in tree.file.types}
    mere = _mere_fields(workflows, others, tree.file)

    def fields_of(item: Command | Fact | ReadModel) -> Fields:
        return types.get(item.fields, ()) if isinstance(item.fields, str) else item.fields

    file = tree.file
    file = replace(
        file,
        enums=(*(i.node for i in declared if isinstance(i, Enum)), *file.enums),
        types=(*(i.node for i in declared if isinstance(i, Record)), *_but(file.types, mere)),
        uses=tuple(i.node for i in declared if isinstance(i, Use)),
        commands=tuple(i.node(fields_of(i)) for i in declared if isinstance(i, Command)),
        facts=tuple(i.node(fields_of(i)) for i in declared if isinstance(i, Fact)),
        roles=tuple(i.node for i in declared if isinstance(i, Role)),
        readmodels=tuple(i.node(fields_of(i)) for i in declared if isinstance(i, ReadModel)),
        machines=tuple(i.node for i in declared if isinstance(i, StateMachine)),
        specifications=tuple(
            i.declaration() for i in declared if isinstance(i, SpecificationBuilder)
        ),
    )
    said = [diagnostic for item in declared for diagnostic in _said(item)]
    for specification in _specifications(file):
        check_table(specification, lambda found: said.append(_in_python(found)))
    return replace(tree, file=file, diagnostics=(*said, *tree.diagnostics))


def _in_python(diagnostic: Diagnostic) -> Diagnostic:
    """Return what is said of a table with its way out as Python spells it."""
    if diagnostic.help is None:
        return diagnostic
    help = _COLUMN.sub(r'`Column("\1")`', diagnostic.help)
    for flow, python in _SPELLINGS:
        help = help.replace(flow, python)
    return replace(diagnostic, help=help)


def _specifications(file: File) -> Iterator[SpecificationDecl]:
    for workflow in file.workflows:
        yield from workflow.specifications
    for machine in file.machines:
        yield from machine.specifications
    yield from file.specifications


def _mere_fields(
    workflows: Sequence[Workflow], others: Sequence[ModelUse], file: File
) -> frozenset[str]:
    """Return the models that only give fields: no workflow and no other type uses them."""
    used = {model_name(use.model) for workflow in workflows for use in workflow.models}
    pending = [field.type.type for type_ in file.types for field in type_.fields]
    pending += [
        field.type.type
        for workflow in file.workflows
        if workflow.context is not None
        for field in workflow.context.fields or ()
    ]
    while pending:
        match pending.pop():
            case NamedType(name=name):
                used.add(name.text)
            case ListOf(item=inner) | MapOf(value=inner):
                pending.append(inner.type)
    return frozenset(model_name(use.model) for use in others) - used


def _but(types: Sequence[TypeDecl], names: frozenset[str]) -> tuple[TypeDecl, ...]:
    return tuple(type_ for type_ in types if type_.name.text not in names)


def _said(item: object) -> tuple[Diagnostic, ...]:
    """Return what is to be said of the texts of a declaration."""
    if isinstance(item, StateMachine):
        return item.all_diagnostics
    if isinstance(item, Declared | SpecificationBuilder):
        return tuple(item.diagnostics)
    return ()
