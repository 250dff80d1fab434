"""Which kinds of values may meet: in `==`, in `<`, in arithmetic.

Kinds never mix. The three kinds of numbers are one family; every other kind meets only
itself. `json` is JSON as it came, so it meets what JSON can hold: null, booleans, numbers,
texts, and lists, maps and records made of these.
"""

from typing import Final

from stateous.compiler.types import (
    EnumType,
    ListType,
    MapType,
    RecordType,
    Scalar,
    ScalarType,
    Slot,
    Type,
)

BOOL: Final = ScalarType("bool")
DATETIME: Final = ScalarType("datetime")
DURATION: Final = ScalarType("duration")
INT: Final = ScalarType("int")
JSON: Final = ScalarType("json")
NUMBER: Final = ScalarType("number")
TEXT: Final = ScalarType("text")

BROKEN: Final = RecordType("", ())
"""Stands where a declaration is at fault and already reported; known by identity."""

NUMERIC: Final[frozenset[Scalar]] = frozenset({"int", "number", "decimal"})
ORDERED: Final[frozenset[Scalar]] = frozenset({*NUMERIC, "text", "date", "datetime", "duration"})
READ_FROM_TEXT: Final[frozenset[Scalar]] = frozenset({"date", "datetime", "uuid", "decimal"})
"""The scalars that a text literal opposite them is read as."""

_IN_JSON: Final[frozenset[Scalar]] = frozenset({"json", "bool", "int", "number", "text"})


def is_numeric(type_: Type | None) -> bool:
    """Tell whether values of the type are numbers."""
    return isinstance(type_, ScalarType) and type_.kind in NUMERIC


def is_kind(type_: Type | None, *kinds: Scalar) -> bool:
    """Tell whether it is a scalar of one of these kinds."""
    return isinstance(type_, ScalarType) and type_.kind in kinds


def bare(type_: Type) -> Type:
    """Return the type without the constraints of a scalar."""
    return ScalarType(type_.kind) if isinstance(type_, ScalarType) else type_


def fits_json(type_: Type) -> bool:
    """Tell whether values of the type are of kinds that JSON has by itself."""
    match type_:
        case ScalarType(kind=kind):
            return kind in _IN_JSON
        case ListType(item=Slot(type=inner)) | MapType(value=Slot(type=inner)):
            return fits_json(inner)
        case RecordType(fields=fields):
            return all(fits_json(field.slot.type) for field in fields)
        case EnumType():
            return False


def comparable(left: Type, right: Type) -> bool:
    """Tell whether a value of `left` can ever equal a value of `right`."""
    if is_kind(left, "json") or is_kind(right, "json"):
        return fits_json(left) and fits_json(right)
    if is_numeric(left) and is_numeric(right):
        return True
    return _alike(left, right)


def _alike(left: Type, right: Type) -> bool:
    """Tell whether two types have equal canonical forms for equal values, so that they compare."""
    match left, right:
        case ScalarType(kind=a), ScalarType(kind=b):
            return a == b or {a, b} == {"int", "number"}
        case EnumType(members=members), EnumType(members=others):
            return set(members) == set(others)
        case ListType(item=item), ListType(item=other):
            return _alike(item.type, other.type)
        case MapType(value=value), MapType(value=other):
            return _alike(value.type, other.type)
        case RecordType(), RecordType():
            return _same_fields(left, right)
    return False


def _same_fields(left: RecordType, right: RecordType) -> bool:
    if left.name == right.name:
        return True
    others = {field.name: field.slot.type for field in right.fields}
    return {field.name for field in left.fields} == set(others) and all(
        _alike(field.slot.type, others[field.name]) for field in left.fields
    )


def ordered(left: Type, right: Type) -> bool:
    """Tell whether `<` may stand between values of two types that are comparable."""
    return all(is_kind(type_, "json", *ORDERED) for type_ in (left, right))


def common_number(left: Type | None, right: Type | None) -> Type:
    """Return the kind of a sum of two numbers; null takes the kind of the other."""
    if is_kind(left, "decimal") or is_kind(right, "decimal"):
        return ScalarType("decimal")
    if is_kind(left, "number") or is_kind(right, "number"):
        return NUMBER
    return INT


def counts_as_number(type_: Type | None) -> bool:
    """Tell whether the type may stand where a number does; `null` may, and gives null."""
    return type_ is None or is_numeric(type_)


def sum_type(operator: str, left: Type | None, right: Type | None) -> Type | None:
    """Return the type of `left + right` or `left - right`, or None where there is none.

    A datetime stands on the left of a duration; None as an operand is the literal null.
    """
    if counts_as_number(left) and counts_as_number(right):
        return common_number(left, right)
    if is_kind(left, "datetime") and is_kind(right, "datetime"):
        return DURATION if operator == "-" else None
    if is_kind(left, "datetime") and (right is None or is_kind(right, "duration")):
        return DATETIME
    if is_kind(left, "duration") and (right is None or is_kind(right, "duration")):
        return DURATION
    return DURATION if left is None and is_kind(right, "duration") else None


def product_type(left: Type | None, right: Type | None) -> Type | None:
    """Return the type of `left * right`, or None; a duration stands on the right of an int."""
    if counts_as_number(left) and counts_as_number(right):
        return common_number(left, right)
    whole = left is None or is_kind(left, "int")
    return DURATION if whole and is_kind(right, "duration") else None


def quotient_type(operator: str, left: Type | None) -> Type | None:
    """Return the type of `left // n` or `left % n` with a positive whole n, or None."""
    if not counts_as_number(left):
        return None
    return INT if operator == "//" or left is None else bare(left)
