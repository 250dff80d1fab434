"""What a JSON Schema (2020-12) says, before any of it is a type of the language."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, TypeGuard

from stateous.grammar.literals import exact
from stateous.grammar.python.markers import EXTENSION

Schema = Mapping[str, object]

NULL: Final = {"type": "null"}

_UNSAID: Final = (
    "minProperties",
    "maxProperties",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
    "contains",
    "not",
    "if",
    "contentSchema",
    "contentMediaType",
    "contentEncoding",
)
"""Keywords that the language has no words for."""

_ROUNDED: Final = (
    ("minimum", ceil, "minimum", max),
    ("exclusiveMinimum", ceil, "minimum", max),
    ("maximum", floor, "maximum", min),
    ("exclusiveMaximum", floor, "maximum", min),
)
"""For each limit: how a fraction is rounded, the limit that it becomes, and the stricter of two."""


def as_schema(value: object) -> Schema:
    """Return a schema as a mapping: True takes anything; False, and what is no schema, nothing."""
    if isinstance(value, Mapping):
        return value
    return {} if value is True else {"enum": []}


def is_number(value: object) -> TypeGuard[int | float | Decimal]:
    """Tell whether a value is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return False
    return Decimal(value).is_finite()


def is_record(schema: object) -> bool:
    """Tell whether a definition is a record: an object with named fields."""
    return isinstance(schema, Mapping) and isinstance(schema.get("properties"), Mapping)


def enum_members(schema: object) -> tuple[str, ...] | None:
    """Return the members of a definition that is a closed set of texts; None of any other."""
    values = closed_values(schema)
    texts = tuple(value for value in values or () if isinstance(value, str))
    return texts if texts and len(texts) == len(values or ()) else None


def closed_values(schema: object) -> Sequence[object] | None:
    """Return the values that `const` or `enum` lists; None of a schema that lists none."""
    if not isinstance(schema, Mapping):
        return None
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) else None


def marks_of(schema: object) -> Schema:
    """Return what `x-stateous` says in a schema."""
    marks = schema.get(EXTENSION) if isinstance(schema, Mapping) else None
    return marks if isinstance(marks, Mapping) else {}


def marked(schema: Schema, marks: Schema) -> dict[str, Any]:
    """Return a schema with marks added; of two notes, both are kept."""
    own = marks_of(schema)
    notes = [str(note) for note in (own.get("note"), marks.get("note")) if note is not None]
    both = {**own, **marks, **({"note": "; ".join(dict.fromkeys(notes))} if notes else {})}
    return {**schema, EXTENSION: both}


def without_null(schema: Schema) -> tuple[Schema, bool]:
    """Return the schema of the values that are not null, and whether null is one.

    A choice with one branch left is that branch, with all that stands beside the choice.
    """
    for key in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(key)
        if isinstance(branches, list):
            rest = [branch for branch in branches if key == "allOf" or branch != NULL]
            without = len(rest) < len(branches)
            if len(rest) == 1 and isinstance(rest[0], Mapping):
                inner, nullable = without_null(_merged(schema, key, rest[0]))
                return inner, nullable or without
            return {**schema, key: rest}, without
    return _without_null_member(schema)


def _without_null_member(schema: Schema) -> tuple[Schema, bool]:
    types, members = schema.get("type"), schema.get("enum")
    if isinstance(types, list) and "null" in types:
        rest = [type_ for type_ in types if type_ != "null"]
        return {**schema, "type": rest[0] if len(rest) == 1 else rest}, True
    if isinstance(members, list) and None in members and len(members) > 1:
        return {**schema, "enum": [member for member in members if member is not None]}, True
    return schema, False


def _merged(schema: Schema, key: str, branch: Schema) -> Schema:
    beside = {name: value for name, value in schema.items() if name != key}
    own = {name: value for name, value in branch.items() if name != EXTENSION}
    both: Schema = {**beside, **own, EXTENSION: marks_of(branch)}
    found = marked(both, marks_of(schema))
    return found if found[EXTENSION] else {n: v for n, v in found.items() if n != EXTENSION}


def may_be_null(branches: object) -> bool:
    """Tell whether a branch of a choice may take null: one that does not tell its type may."""
    if not isinstance(branches, list):
        return True
    return any(not isinstance(b, Mapping) or not ({"type", "$ref"} & b.keys()) for b in branches)


def decimal_limits(schema: Schema) -> Schema | None:
    """Return the schema that holds the limits of a decimal; None when it is no decimal.

    A decimal is `{"type": ["number", "string"], "format": "decimal"}`, or, as pydantic has
    it, a choice between a number and a text whose pattern is one of digits.
    """
    types, branches = schema.get("type"), schema.get("anyOf")
    if isinstance(types, list) and schema.get("format") == "decimal":
        return schema if types in (["number", "string"], ["string", "number"]) else None
    if not isinstance(branches, list) or len(branches) != 2:
        return None
    kinds = [branch.get("type") if isinstance(branch, Mapping) else None for branch in branches]
    if kinds not in (["number", "string"], ["string", "number"]):
        return None
    number, text = branches[kinds.index("number")], branches[kinds.index("string")]
    return number if "pattern" in text else None


def whole_limits(schema: Schema) -> Schema:
    """Return the limits of whole numbers, which mean the same without fractions."""
    found: dict[str, int] = {}
    for key, rounded, other, stricter in _ROUNDED:
        limit = schema.get(key)
        value = exact(limit) if is_number(limit) else None
        if isinstance(value, int):
            found[key] = stricter(found.get(key, value), value)
        elif value is not None:
            whole = rounded(value)
            found[other] = stricter(found.get(other, whole), whole)
    step = schema.get("multipleOf")
    if is_number(step) and step > 0:
        found["multipleOf"] = Fraction(
            Decimal(repr(step)) if isinstance(step, float) else step
        ).numerator
    return found


def unsaid(schema: Schema) -> tuple[str, ...]:
    """Return a note for each keyword that the language has no words for."""
    found = (key for key in _UNSAID if key in schema and schema[key] != NULL)
    limits = (key for key, *_ in _ROUNDED if _is_endless(schema.get(key)))
    return tuple(f"`{key}` is not checked" for key in (*found, *limits))


def _is_endless(value: object) -> bool:
    """Tell whether a limit is infinite, or no number: no value of the language is either."""
    return isinstance(value, float | Decimal) and not is_number(value)
