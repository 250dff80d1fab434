"""Records of the language as pydantic models: annotations, constraints, defaults."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stateous.codegen.python_literals import literal, scalar_literal
from stateous.codegen.python_names import BUILTINS, identifiers, python_names
from stateous.codegen.python_text import Code, Union, call, quoted, sequel, subscript
from stateous.codegen.rust_pattern import rust_pattern
from stateous.compiler.ir import Workflow
from stateous.compiler.types import (
    EnumType,
    Field,
    ListType,
    MapType,
    RecordType,
    Scalar,
    ScalarType,
    Slot,
    Type,
)

IMPORTS: Mapping[str, str] = {
    "datetime": "",
    "Decimal": "decimal",
    "Annotated": "typing",
    "Literal": "typing",
    "Never": "typing",
    "TypeAlias": "typing",
    "UUID": "uuid",
    "MultipleOf": "annotated_types",
    "AwareDatetime": "pydantic",
    "BaseModel": "pydantic",
    "Field": "pydantic",
    "JsonValue": "pydantic",
    "Occurrence": "stateous",
    "Signal": "stateous",
    "StateRef": "stateous",
    "Unique": "stateous",
    "UniqueBy": "stateous",
}
"""The module of each name that a contract may use; `datetime` is a module itself."""

_ATTRIBUTES = (
    "construct copy dict from_orm json model_computed_fields model_config model_construct "
    "model_copy model_dump model_dump_json model_extra model_fields model_fields_set "
    "model_json_schema model_parametrized_name model_post_init model_rebuild model_validate "
    "model_validate_json model_validate_strings parse_file parse_obj parse_raw schema "
    "schema_json update_forward_refs validate"
)
MODEL_ATTRIBUTES = frozenset(_ATTRIBUTES.split())
"""The public attributes of a pydantic model, which a field must not hide."""

_PYTHON_TYPES: Mapping[Scalar, str] = {
    "text": "str",
    "int": "int",
    "number": "float",
    "decimal": "Decimal",
    "bool": "bool",
    "date": "datetime.date",
    "datetime": "AwareDatetime",
    "duration": "datetime.timedelta",
    "uuid": "UUID",
    "json": "JsonValue",
}


@dataclass(frozen=True)
class TypeNames:
    """The Python names of the named types of a contract, dependencies first.

    Pairs and no mapping, since a type whose default is a list has no hash.
    """

    models: tuple[tuple[RecordType, str], ...]
    enums: tuple[tuple[EnumType, str], ...]

    @property
    def all(self) -> frozenset[str]:
        """Every name."""
        return frozenset(name for _, name in (*self.models, *self.enums))

    def of(self, type_: RecordType | EnumType) -> str:
        """Return the name of a type."""
        return next(name for known, name in (*self.models, *self.enums) if known == type_)


def type_names(workflow: Workflow) -> TypeNames:
    """Return names for the types that the context and the payloads of `workflow` use."""
    found: list[RecordType | EnumType] = []
    for root in (workflow.context, *(event.payload for event in workflow.events)):
        for type_ in _named_in(root) if root is not None else ():
            if type_ not in found:
                found.append(type_)
    reserved = {*IMPORTS, *BUILTINS, "events", "outcomes", "states"}
    names = identifiers([type_.name or "" for type_ in found], reserved)
    named = tuple(zip(found, names, strict=True))
    return TypeNames(
        models=tuple((type_, name) for type_, name in named if isinstance(type_, RecordType)),
        enums=tuple((type_, name) for type_, name in named if isinstance(type_, EnumType)),
    )


def _named_in(type_: Type) -> Iterable[RecordType | EnumType]:
    match type_:
        case RecordType(fields=fields):
            for field in fields:
                yield from _named_in(field.slot.type)
            yield type_
        case ListType(item=slot) | MapType(value=slot):
            yield from _named_in(slot.type)
        case EnumType(name=str()):
            yield type_
        case _:
            return


def enum_alias(type_: EnumType, name: str) -> Code:
    """Return the statement that names an enum."""
    return sequel(f"{name} = ", _members(type_))


def class_line(record: RecordType, name: str, attributes: Mapping[str, str]) -> Code:
    """Return the head line of a model, without the colon; `attributes` are its fields' names."""
    options = ["frozen=True"]
    if any(field != attribute for field, attribute in attributes.items()):
        options.append("populate_by_name=True")
    if any(field.name.startswith("model_") for field in record.fields):
        options.append("protected_namespaces=()")
    return sequel("class ", call(name, "BaseModel", *options))


def field_names(record: RecordType, types: frozenset[str]) -> Mapping[str, str]:
    """Return the attribute of each field; `types` are the names of the contract's types."""
    reserved = {*MODEL_ATTRIBUTES, *BUILTINS, *IMPORTS, *types}
    return python_names((field.name for field in record.fields), reserved)


def field_line(field: Field, attribute: str, names: TypeNames) -> Code:
    """Return the statement that declares a field of a model."""
    head = (f"{attribute}: ", annotation(field.slot, names))
    options = [*_constraints(field.slot.type)]
    if attribute != field.name:
        alias = quoted(field.name)
        options += [f"validation_alias={alias}", f"serialization_alias={alias}"]
    default = None if field.required else _default(field, names)
    if not options:
        return sequel(*head) if default is None else sequel(*head, " = ", default)
    given = [] if default is None else [sequel("default=", default)]
    return sequel(*head, " = ", call("Field", *given, *options))


def _default(field: Field, names: TypeNames) -> Code:
    value = field.default.value if field.default else None
    return literal(field.slot.type, value, names.of)


def annotation(slot: Slot, names: TypeNames) -> Code:
    """Return the annotation of a slot, without the constraints of its own type."""
    inner = _annotation(slot.type, names)
    return Union((inner, "None")) if slot.nullable else inner


def _annotation(type_: Type, names: TypeNames) -> Code:
    match type_:
        case ScalarType():
            return _scalar(type_)
        case RecordType():
            return names.of(type_)
        case EnumType(name=None):
            return _members(type_)
        case EnumType():
            return names.of(type_)
        case MapType(value=slot):
            return subscript("dict", "str", _inner(slot, names))
        case ListType(item=slot):
            return _distinct(type_, subscript("list", _inner(slot, names)))


def _scalar(type_: ScalarType) -> Code:
    """Return the annotation of a scalar; `Field` takes no Decimal as `multiple_of`."""
    python_type = _PYTHON_TYPES[type_.kind]
    if type_.kind != "decimal" or type_.multiple_of is None:
        return python_type
    step = scalar_literal("decimal", type_.multiple_of)
    return subscript("Annotated", python_type, call("MultipleOf", step))


def _distinct(type_: ListType, plain: Code) -> Code:
    if type_.unique_by is not None:
        return subscript("Annotated", plain, call("UniqueBy", quoted(type_.unique_by)))
    return subscript("Annotated", plain, "Unique()") if type_.unique else plain


def _inner(slot: Slot, names: TypeNames) -> Code:
    """Return the annotation of an item, which has no `Field` of its own to hold constraints."""
    inner = _annotation(slot.type, names)
    if constraints := _constraints(slot.type):
        inner = subscript("Annotated", inner, call("Field", *constraints))
    return Union((inner, "None")) if slot.nullable else inner


def _members(type_: EnumType) -> Code:
    return subscript("Literal", *map(quoted, type_.members))


def _constraints(type_: Type) -> tuple[Code, ...]:
    match type_:
        case ScalarType():
            return (*_bounds(type_), *_text_constraints(type_))
        case ListType(min_items=least, max_items=most):
            return _lengths(least, most)
        case _:
            return ()


def _bounds(type_: ScalarType) -> tuple[Code, ...]:
    bounds = {
        "ge": type_.minimum,
        "gt": type_.above,
        "le": type_.maximum,
        "lt": type_.below,
        "multiple_of": None if type_.kind == "decimal" else type_.multiple_of,
    }
    return tuple(
        sequel(f"{name}=", scalar_literal(type_.kind, bound))
        for name, bound in bounds.items()
        if bound is not None
    )


def _text_constraints(type_: ScalarType) -> tuple[Code, ...]:
    lengths = _lengths(type_.min_length, type_.max_length)
    if type_.pattern is None:
        return lengths
    return (*lengths, f"pattern={quoted(rust_pattern(type_.pattern))}")


def _lengths(least: int | None, most: int | None) -> tuple[Code, ...]:
    bounds = {"min_length": least, "max_length": most}
    return tuple(f"{name}={bound}" for name, bound in bounds.items() if bound is not None)
