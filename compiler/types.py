"""The types of values, as the IR knows them.

A value of a type has one canonical JSON form, in which the engine keeps it:

- `text`, `uuid` (lower case), enum members, `date` (`2026-01-31`), `datetime`
  (`2026-01-31T08:00:00Z`, microseconds only when there are any), `duration` (ISO 8601,
  `PT36H`) and `decimal` (`12.5`, no exponent, no trailing zeros) are JSON texts;
- `int` is an `int`; `number` an `int` when it is whole, else a `decimal.Decimal`;
- `bool` is a `bool`; a list is a `list`; a map and a record are a `dict`;
- `json` is any of these, numbers as for `number`; null is None.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Scalar = Literal[
    "text", "int", "number", "decimal", "bool", "date", "datetime", "duration", "uuid", "json"
]
SCALARS: tuple[Scalar, ...] = (
    "text",
    "int",
    "number",
    "decimal",
    "bool",
    "date",
    "datetime",
    "duration",
    "uuid",
    "json",
)

Json = None | bool | int | Decimal | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class ScalarType:
    """A scalar with its constraints. They hold for values that are not null.

    Bounds are in the scalar's own canonical JSON form (an int or Decimal for numbers, an
    ISO text for dates, datetimes and durations, a decimal text for decimals). `length`
    counts code points; `pattern` is a whole match of the language's regular expressions.
    """

    kind: Scalar
    minimum: int | Decimal | str | None = None
    above: int | Decimal | str | None = None
    maximum: int | Decimal | str | None = None
    below: int | Decimal | str | None = None
    multiple_of: int | Decimal | str | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None


@dataclass(frozen=True, slots=True)
class EnumType:
    """A closed set of texts. Equal member sets are the same type, whatever the name."""

    members: tuple[str, ...]
    name: str | None = None
    kind: Literal["enum"] = "enum"


@dataclass(frozen=True, slots=True)
class ListType:
    """A list. `unique_by` names a field of its records."""

    item: "Slot"
    min_items: int | None = None
    max_items: int | None = None
    unique: bool = False
    unique_by: str | None = None
    kind: Literal["list"] = "list"


@dataclass(frozen=True, slots=True)
class MapType:
    """A map from texts to values."""

    value: "Slot"
    kind: Literal["map"] = "map"


@dataclass(frozen=True, slots=True)
class RecordType:
    """A record. `name` is unique in a program; a record on the spot has a made-up one."""

    name: str
    fields: tuple["Field", ...]
    kind: Literal["record"] = "record"

    def field(self, name: str) -> "Field | None":
        """Return the field of that name."""
        return next((field for field in self.fields if field.name == name), None)


Type = ScalarType | EnumType | ListType | MapType | RecordType


@dataclass(frozen=True, slots=True)
class Slot:
    """A type, and whether null is allowed in its place."""

    type: Type
    nullable: bool = False


@dataclass(frozen=True, slots=True)
class Default:
    """A default value in canonical JSON form."""

    value: Json


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record.

    `role` means something in a context only; the value of a `secret` field, in whatever record,
    is in no ledger, log or report. `into` marks a field that an event declares: null until it
    comes, and writable by nothing else. `note` says what the notation could not express, when
    `slot` is `json` for that reason.
    """

    name: str
    slot: Slot
    default: Default | None = None
    role: Literal["plain", "input", "local", "into"] = "plain"
    secret: bool = False
    note: str | None = None

    @property
    def required(self) -> bool:
        """Whether it must be given where the value enters."""
        return self.default is None and not self.slot.nullable and self.role != "local"


def described(type_: Type) -> str:
    """Return how a message names the type: `int`, `list of text`, `one of low, high`, `Tests`."""
    match type_:
        case ScalarType(kind=kind):
            return kind
        case EnumType(name=None, members=members):
            return f"one of {', '.join(members)}"
        case ListType(item=item):
            return f"list of {described(item.type)}"
        case MapType(value=value):
            return f"map of {described(value.type)}"
        case EnumType(name=str(name)) | RecordType(name=name):
            return name
    raise AssertionError(type_)
