"""The declared types: enums and records, each resolved once, behind those inside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from stateous.compiler.literals import Enums, plain
from stateous.compiler.names import Names, repeated
from stateous.compiler.recursion import RecordDecl, in_order, report_cycles, uses_of
from stateous.compiler.rules.types import (
    BAD_DEFAULT,
    TYPE_TOO_LARGE,
)
from stateous.compiler.type_use import NamedTypes, holds_broken, slot_of
from stateous.compiler.types import (
    Default,
    EnumType,
    Field,
    ListType,
    MapType,
    RecordType,
    Slot,
    Type,
)
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.scope import Report
from stateous.compiler.values.door import Breach, admit
from stateous.grammar.flow.syntax_rules import EMPTY_BLOCK
from stateous.grammar.syntax import CommandDecl, EnumDecl, FactDecl, FieldDecl, ReadModelDecl

Fielded = CommandDecl | FactDecl | ReadModelDecl
"""A declaration with fields whose name is no type."""

DEPTH: Final = 50
"""How deep records, lists and maps may nest in a type."""

SIZE: Final = 10_000
"""How many fields a record may hold, those of the records inside it included."""


@dataclass(frozen=True, slots=True)
class _Size:
    """How deep a type nests, and how many fields it holds."""

    depth: int = 0
    fields: int = 0

    @property
    def is_too_large(self) -> bool:
        """Whether it is more than anything that goes through the type should have to bear."""
        return self.depth > DEPTH or self.fields > SIZE


_TOO_LARGE: Final = _Size(DEPTH + 1, SIZE + 1)


def resolve(names: Names, report: Report) -> NamedTypes:
    """Return every declared type, and report those that cannot be."""
    enums = {n: _enum(d, names, report) for n, d in names.types.items() if isinstance(d, EnumDecl)}
    records = {n: d for n, d in names.types.items() if not isinstance(d, EnumDecl)}
    uses = uses_of(records)
    cyclic = report_cycles(records, uses, report)
    named: dict[str, Type] = {**enums, **dict.fromkeys((*cyclic, *names.twice), BROKEN)}
    sizes: dict[str, _Size] = {}
    for name in in_order(uses, cyclic):
        record = _record(records[name], named, enums, report)
        sizes[name] = _record_size(record, sizes)
        if any(sizes[inner].is_too_large for inner in uses[name] if inner in sizes):
            sizes[name] = _TOO_LARGE  # what is inside has been reported
        else:
            _check_size(records[name], sizes[name], report)
        if sizes[name].is_too_large:
            named[name] = BROKEN
        named.setdefault(name, record)
    return {name: named[name] for name in names.types}


def _enum(declaration: EnumDecl, names: Names, report: Report) -> EnumType:
    name = declaration.name
    if not declaration.members and not names.incomplete:
        report(
            EMPTY_BLOCK.at(
                name.span,
                f"enum `{name.text}` has no members",
                help="write a member a line below it",
            )
        )
    members = tuple(dict.fromkeys(member.text for member in declaration.members))
    return EnumType(members, name.text)


def record_of(declaration: Fielded, named: NamedTypes, names: Names, report: Report) -> RecordType:
    """Return the record of a command, a fact or a read model; BROKEN where it is declared twice."""
    enums = {name: type_ for name, type_ in named.items() if isinstance(type_, EnumType)}
    record = _record(declaration, named, enums, report)
    return BROKEN if declaration.name.text in names.twice else record


def _record(
    declaration: RecordDecl | Fielded, named: NamedTypes, enums: Enums, report: Report
) -> RecordType:
    fields = declaration.fields or ()
    twice = repeated(field.name.text for field in fields)
    return RecordType(
        declaration.name.text,
        tuple(_field(field, named, enums, report, field.name.text in twice) for field in fields),
    )


def _field(
    declaration: FieldDecl, named: NamedTypes, enums: Enums, report: Report, twice: bool
) -> Field:
    slot = slot_of(declaration.type, named, report)
    return Field(
        name=declaration.name.text,
        slot=Slot(BROKEN) if twice else slot,
        default=_default(declaration, slot, enums, report),
        role=declaration.role,
        secret=declaration.secret,
        note=declaration.note,
    )


def _default(declaration: FieldDecl, slot: Slot, enums: Enums, report: Report) -> Default | None:
    if declaration.default is None or holds_broken(slot.type):
        return None
    raw = plain(declaration.default, slot.type, enums, report)
    if raw is None:
        return None
    try:
        return Default(admit(slot, raw.value, declaration.name.text))
    except Breach as breach:
        report(BAD_DEFAULT.at(declaration.default.span, f"the default of {breach.message}"))
        return None


def _check_size(declaration: RecordDecl, size: _Size, report: Report) -> None:
    name = declaration.name
    if size.depth > DEPTH:
        report(TYPE_TOO_LARGE.at(name.span, f"type `{name.text}` nests more than {DEPTH} deep"))
    elif size.fields > SIZE:
        report(TYPE_TOO_LARGE.at(name.span, f"type `{name.text}` holds more than {SIZE} fields"))


def _record_size(record: RecordType, sizes: Mapping[str, _Size]) -> _Size:
    inner = [_type_size(field.slot.type, sizes) for field in record.fields]
    return _Size(
        depth=1 + max((size.depth for size in inner), default=0),
        fields=len(inner) + sum(size.fields for size in inner),
    )


def _type_size(type_: Type, sizes: Mapping[str, _Size]) -> _Size:
    match type_:
        case ListType(item=Slot(type=inner)) | MapType(value=Slot(type=inner)):
            size = _type_size(inner, sizes)
            return _Size(size.depth + 1, size.fields)
        case RecordType(name=name):
            return sizes.get(name, _Size())
        case _:
            return _Size()
