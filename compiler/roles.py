"""Where a field may be `input`, `local` or `identifier`."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from stateous.compiler.names import Names
from stateous.compiler.records import Fielded
from stateous.compiler.rules.types import LOCAL_WITHOUT_VALUE, ROLE_MISPLACED
from stateous.compiler.type_use import names_in
from stateous.compiler.typing.scope import Report
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.syntax import EnumDecl, FieldDecl, File, TypeDecl, TypeUse


def check_roles(trees: Iterable[File], names: Names, report: Report) -> None:
    """Report roles of fields that mean nothing where they stand."""
    trees = tuple(trees)
    once = (d for name, d in names.types.items() if name not in names.twice)
    records = [declaration for declaration in once if not isinstance(declaration, EnumDecl)]
    workflows = [workflow for tree in trees for workflow in tree.workflows]
    contexts = {w.context.name.text for w in workflows if w.context is not None}
    inside = set(_names_of(use for tree in trees for use in _uses(tree)))
    for record in (*records, *names.facts.values(), *names.readmodels.values()):
        for field in record.fields or ():
            _check_identifier(field, report)
            _check_field(field, record.name.text, contexts, inside, report)
    for command in names.commands.values():
        identifiers = [field for field in command.fields if field.identifier]
        for field in identifiers[1:]:
            what = f"`{command.name.text}` has a second `identifier`"
            help_ = "one field takes the key of the subject"
            report(ROLE_MISPLACED.at(field.name.span, what, help=help_))
        for field in command.fields:
            _check_field(field, command.name.text, contexts, inside, report)


def _uses(tree: File) -> Iterable[TypeUse]:
    for workflow in tree.workflows:
        yield from (event.payload for event in workflow.events if event.payload is not None)
        if workflow.context is not None:
            yield from (field.type for field in workflow.context.fields or ())
    data: tuple[TypeDecl | Fielded, ...] = (*tree.types, *tree.commands)
    for record in (*data, *tree.facts, *tree.readmodels):
        yield from (field.type for field in record.fields)


def _names_of(uses: Iterable[TypeUse]) -> Iterable[str]:
    return (name.text for use in uses for name in names_in(use))


def _check_identifier(field: FieldDecl, report: Report) -> None:
    if field.identifier:
        report(_misplaced(field, "identifier", "belongs in a command"))


def _check_field(
    field: FieldDecl,
    record: str,
    contexts: AbstractSet[str],
    inside: AbstractSet[str],
    report: Report,
) -> None:
    if field.role != "plain" and record not in contexts:
        report(_misplaced(field, field.role, "belongs in a context"))
    elif field.role != "plain" and record in inside:
        why = f"belongs in a context, and `{record}` is also used inside other data"
        report(_misplaced(field, field.role, why))
    elif field.role == "local" and field.default is None and not field.type.nullable:
        report(
            LOCAL_WITHOUT_VALUE.at(
                field.name.span,
                f"`{field.name.text}` is not given, so it starts without a value",
                help="give it a default, or a `?`",
            )
        )


def _misplaced(field: FieldDecl, role: str, why: str) -> Diagnostic:
    what = f"`{role}` on `{field.name.text}` {why}"
    return ROLE_MISPLACED.at(field.name.span, what, help=f"leave `{role}` out")
