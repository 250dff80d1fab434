"""The types of the models that workflows use, and the file's syntax tree with them in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.python.arguments import model_name
from stateous.grammar.python.rules import DECLARED_TWICE
from stateous.grammar.python.workflow import ModelUse, Workflow
from stateous.grammar.schema.json_names import config_of, nested_names
from stateous.grammar.schema.model_place import names_twice, place_of
from stateous.grammar.schema.model_rules import (
    EXTRA_FIELDS,
    MODEL_WITHOUT_SCHEMA,
    NESTED_ALIAS,
    SAME_NAME_MODELS,
)
from stateous.grammar.schema.reader import Place, SchemaTypes, read_schemas
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import File, ListOf, MapOf, NamedType, TypeDecl, WorkflowDecl

if TYPE_CHECKING:
    from stateous.grammar.schema.model_schema import ModelSchemas

_NOTHING = SchemaTypes((), (), ())


@dataclass(frozen=True)
class Tree:
    """The syntax tree of a set of workflows, and what is to be said of their models.

    `doubtful` names the types that could not be read.
    """

    file: File
    diagnostics: tuple[Diagnostic, ...] = ()
    doubtful: frozenset[str] = frozenset()


def tree_of(
    workflows: Sequence[Workflow],
    source: Source,
    folder: Path,
    others: Sequence[ModelUse] = (),
) -> Tree:
    """Return the tree of `workflows`, in order, with the types of their models.

    `source` is the author's file and `folder` where it lies. A model written under the folder
    has places of its own; any other stands at the call that uses it. A model that is one
    workflow's context, and nothing else, is declared there. `others` are models that other
    declarations use.
    """
    uses = [*(use for workflow in workflows for use in workflow.models), *others]
    faults = {use: fault for use in uses if (fault := _fault(use)) is not None}
    types, clashes = _types([use for use in uses if use not in faults], folder)
    declarations = [workflow.declaration() for workflow in workflows]
    own = _own_contexts(types, uses, declarations)
    file = File(
        types.enums,
        tuple(type_ for type_ in types.types if type_.name.text not in own),
        tuple(_with_context(declaration, own) for declaration in declarations),
        span=Span(source, 0, len(source.text), "none"),
    )
    said = [diagnostic for workflow in workflows for diagnostic in workflow.diagnostics]
    doubtful = [use for use in uses if use in faults or model_name(use.model) in clashes]
    return Tree(
        file,
        (*said, *faults.values(), *types.diagnostics),
        # A model may be used under another name than its class has.
        frozenset(n for use in doubtful for n in (model_name(use.model), use.span.text)),
    )


def _fault(use: ModelUse) -> Diagnostic | None:
    """Return what is wrong with a model that has no schema."""
    from stateous.grammar.schema.model_schema import schemas_of_models

    try:
        schemas = schemas_of_models([use.model])
    except Exception as error:  # noqa: BLE001 - whatever a model's own code raises
        reason = str(error).partition("\n")[0]
        message = f"`{use.model.__name__}` has no JSON Schema: {reason}"
        return MODEL_WITHOUT_SCHEMA.at(use.span, message)
    unknown = [n for n in _references(schemas.definitions) if n not in schemas.definitions]
    if use.model in schemas.classes.values() and not unknown:
        return None
    reason = f"refers to `{unknown[0]}`, which it does not define" if unknown else "is not its own"
    message = f"the JSON Schema of `{use.model.__name__}` {reason}"
    return MODEL_WITHOUT_SCHEMA.at(use.span, message)


def _types(uses: Sequence[ModelUse], folder: Path) -> tuple[SchemaTypes, frozenset[str]]:
    """Return the types of sound models, and the names that two classes share."""
    if not uses:
        return _NOTHING, frozenset()
    from stateous.grammar.schema.model_schema import schemas_of_models

    schemas = schemas_of_models([use.model for use in uses])
    first_use = _first_uses(uses, schemas)

    def place(name: str, field: str | None) -> Span:
        class_ = schemas.classes.get(name)
        found = None if class_ is None else place_of(class_, field, folder)
        return found or first_use[name]

    clashing = _clashing(schemas)
    definitions = {n: schemas.definitions[n] for n in first_use if n not in clashing}
    types = read_schemas(definitions, place)
    diagnostics = [_clash(name, place(key, None)) for key, name in clashing.items()]
    twice = [
        _field_twice(name, place(key, name))
        for key, class_ in schemas.classes.items()
        for name in names_twice(class_)
    ]
    own = [d for key, class_ in schemas.classes.items() for d in _unlike(key, class_, place)]
    said = (*diagnostics, *twice, *own, *types.diagnostics)
    used = _used(types, [model_name(use.model) for use in uses])
    return replace(used, diagnostics=said), frozenset(clashing.values())


def _unlike(key: str, class_: type[Any], place: Place) -> Iterator[Diagnostic]:
    """Yield what a class asks for that the door does otherwise."""
    for attribute in nested_names(class_):
        message = f"`{attribute}` is read from inside the value of another field"
        help = "give the field an alias that is one name, and let a routine take the value apart"
        yield NESTED_ALIAS.at(place(key, attribute), message, help=help)
    if config_of(class_).get("extra") == "allow":
        message = f"`{class_.__name__}` allows keys that are no fields: they will be refused"
        help = 'keep them in a field of type `dict[str, Any]`, or leave out `extra="allow"`'
        yield EXTRA_FIELDS.at(place(key, None), message, help=help)


def _used(types: SchemaTypes, roots: Sequence[str]) -> SchemaTypes:
    """Return the types that the models `roots` are made of, in order."""
    inner = {type_.name.text: tuple(_named_in(type_)) for type_ in types.types}
    used: set[str] = set()
    pending = list(roots)
    while pending:
        name = pending.pop()
        if name not in used:
            used.add(name)
            pending.extend(inner.get(name, ()))
    return replace(
        types,
        types=tuple(type_ for type_ in types.types if type_.name.text in used),
        enums=tuple(enum for enum in types.enums if enum.name.text in used),
    )


def _first_uses(uses: Sequence[ModelUse], schemas: "ModelSchemas") -> dict[str, Span]:
    """Return the definitions in the order in which models and their fields lead to them."""
    keys = {class_: name for name, class_ in schemas.classes.items()}
    found: dict[str, Span] = {}
    for use in uses:
        pending = [keys[use.model]]
        while pending:
            name = pending.pop()
            if name not in found:
                found[name] = use.span
                pending.extend(reversed(list(_references(schemas.definitions[name]))))
    return found


def _references(schema: object) -> Iterator[str]:
    """Yield the names of the definitions that a schema refers to, in order."""
    match schema:
        case Mapping():
            for key, value in schema.items():
                if key == "$ref" and isinstance(value, str):
                    yield value.rpartition("/")[2]
                else:
                    yield from _references(value)
        case list():
            for item in schema:
                yield from _references(item)


def _clashing(schemas: "ModelSchemas") -> dict[str, str]:
    """Return the definitions of classes that share their name, with that name."""
    names = {key: model_name(class_) for key, class_ in schemas.classes.items()}
    counts = Counter(names.values())
    return {key: name for key, name in names.items() if counts[name] > 1}


def _clash(name: str, span: Span) -> Diagnostic:
    message = f"two different models are named `{name}`"
    return SAME_NAME_MODELS.at(span, message, help="rename one of the classes")


def _field_twice(name: str, span: Span) -> Diagnostic:
    message = f"two fields of the model are named `{name}` in JSON"
    return DECLARED_TWICE.at(span, message, help="give one of the fields another alias")


def _own_contexts(
    types: SchemaTypes, uses: Sequence[ModelUse], declarations: Sequence[WorkflowDecl]
) -> dict[str, TypeDecl]:
    """Return the types that are one workflow's context and stand nowhere else, by name."""
    counts = Counter(model_name(use.model) for use in uses)
    inner = {name for type_ in types.types for name in _named_in(type_)}
    contexts = {decl.context.name.text for decl in declarations if decl.context is not None}
    return {
        type_.name.text: type_
        for type_ in types.types
        if type_.name.text in contexts - inner and counts[type_.name.text] == 1
    }


def _named_in(type_: TypeDecl) -> Iterator[str]:
    pending = [field.type.type for field in type_.fields]
    while pending:
        match pending.pop():
            case NamedType(name=name):
                yield name.text
            case ListOf(item=inner) | MapOf(value=inner):
                pending.append(inner.type)


def _with_context(declaration: WorkflowDecl, own: Mapping[str, TypeDecl]) -> WorkflowDecl:
    context = declaration.context
    if context is None or context.name.text not in own:
        return declaration
    fields = own[context.name.text].fields
    return replace(declaration, context=replace(context, fields=fields))
