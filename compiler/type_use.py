"""A type where it is used: names looked up, constraints checked."""

from collections.abc import Iterator, Mapping

from stateous.compiler.constraints import constrain
from stateous.compiler.names import once, unknown
from stateous.compiler.rules.names import UNKNOWN_TYPE
from stateous.compiler.types import (
    SCALARS,
    EnumType,
    ListType,
    MapType,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.scope import Report
from stateous.grammar.syntax import ListOf, MapOf, Name, NamedType, OneOf, TypeExpr, TypeUse

NamedTypes = Mapping[str, Type]
"""The declared types by name; BROKEN where the declaration is at fault."""


def slot_of(use: TypeUse, named: NamedTypes, report: Report) -> Slot:
    """Return the type that `use` means, and whether it takes null."""
    type_ = _resolved(use.type, named, report)
    return Slot(constrain(type_, use.constraints, report), use.nullable)


def names_in(use: TypeUse) -> Iterator[Name]:
    """Yield the names of types that stand in `use`."""
    match use.type:
        case NamedType(name=name):
            yield name
        case ListOf(item=inner) | MapOf(value=inner):
            yield from names_in(inner)
        case OneOf():
            return


def holds_broken(type_: Type) -> bool:
    """Tell whether something inside the type is at fault, so that no value can be checked."""
    match type_:
        case ListType(item=Slot(type=inner)) | MapType(value=Slot(type=inner)):
            return holds_broken(inner)
        case ScalarType() | EnumType():
            return False
        case _:
            return type_ is BROKEN or any(holds_broken(f.slot.type) for f in type_.fields)


def _resolved(type_: TypeExpr, named: NamedTypes, report: Report) -> Type:
    match type_:
        case NamedType(name=name):
            return _named(name, named, report)
        case ListOf(item=item):
            return ListType(slot_of(item, named, report))
        case MapOf(value=value):
            return MapType(slot_of(value, named, report))
        case OneOf(members=members):
            once(members, "member", report)
            return EnumType(tuple(dict.fromkeys(member.text for member in members)))


def _named(name: Name, named: NamedTypes, report: Report) -> Type:
    if name.text in SCALARS:
        return ScalarType(name.text)
    if name.text in named:
        return named[name.text]
    report(unknown(UNKNOWN_TYPE, name, "a type", (*SCALARS, *named)))
    return BROKEN
