"""The door: where a value from outside becomes a value of a type, or is refused.

What comes in is JSON as a parser gives it (floats and `Decimal`s are both numbers). What
comes out is in the canonical form of `compiler.types`, and admitting that again gives the
same. A refusal is a `Breach`: the path of the field, and the rule that it broke.
"""

from collections.abc import Iterable, Mapping

from stateous.compiler.types import (
    EnumType,
    Field,
    Json,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Slot,
)
from stateous.compiler.values.restrictions import (
    broken_scalar_rule,
    broken_size_rule,
    broken_uniqueness_rule,
    identity,
)
from stateous.compiler.values.scalars import RuleBroken, admit_scalar, ordinal, text
from stateous.compiler.values.spelling import quoted, shortened, shown, untyped
from stateous.compiler.values.times import from_microseconds, to_microseconds
from stateous.grammar.suggest import did_you_mean

__all__ = [
    "Breach",
    "admit",
    "admit_context",
    "admit_field",
    "admit_record",
    "from_microseconds",
    "identity",
    "ordinal",
    "shown",
    "to_microseconds",
]

_JSON = ScalarType("json")
_LONGEST_NAME = 64


class Breach(ValueError):
    """A value that its type does not admit.

    `path` is where it stands (`payload.items[0].sku`), `rule` what it broke (`must be at
    least 0`), `got` the value as the author would write it, or None where it is not to be
    shown. `message` is all of it as one phrase.
    """

    def __init__(self, path: str, rule: str, got: str | None = None) -> None:
        self.path = path
        self.rule = rule
        self.got = got
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The phrase `payload.failed` must be at least 0, got -1, the path in backquotes."""
        subject = f"`{self.path}`" if self.path else "the value"
        return f"{subject} {self.rule}" + (f", got {self.got}" if self.got is not None else "")


def admit(slot: Slot, raw: object, path: str = "") -> Json:
    """Return `raw` in the canonical form of `slot`; raise Breach when it breaks a rule."""
    if raw is None:
        if slot.nullable or slot.type == _JSON:
            return None
        raise Breach(path, "must not be null")
    match slot.type:
        case ScalarType():
            return _admit_scalar(slot.type, raw, path)
        case EnumType():
            return _admit_member(slot.type, raw, path)
        case ListType():
            return _admit_list(slot.type, raw, path)
        case MapType(value=inner):
            return {
                key: admit(inner, value, member(path, key)) for key, value in _object(raw, path)
            }
        case RecordType():
            return admit_record(slot.type, raw, where=path)


def admit_record(record: RecordType, raw: object, *, where: str) -> dict[str, Json]:
    """Return an object as a value of `record`: every field is there, defaults filled in.

    `where` is the path of the object itself. Raises Breach for a key that is no field, a
    required field that is missing, and a value that breaks its type.
    """
    given = dict(_object(raw, where))
    _refuse_unknown(record, given, where)
    return {field.name: _admit_field(field, given, where) for field in record.fields}


def admit_field(field: Field, raw: object, path: str) -> Json:
    """Return the value of a field, as `admit` does; a secret one stays out of the message."""
    try:
        return admit(field.slot, raw, path)
    except Breach as breach:
        if not field.secret:
            raise
        raise Breach(path, breach.rule if breach.path == path else "breaks its type") from None


def admit_context(
    record: RecordType | None, raw: object, *, reserved: Iterable[str] = (), where: str = "ctx"
) -> dict[str, Json]:
    """Return the context that a token starts with; raise Breach when it may not.

    Fields that are `local` or that an event declares with `into` may not be given: they
    start at their default, or at null. Without a `record` any JSON object will do, but for
    the keys in `reserved`.
    """
    given = dict(_object(raw, where))
    closed = {} if record is None else {f.name: f.role for f in record.fields}
    for key in given:
        role = "into" if key in reserved else closed.get(key)
        if role in ("local", "into"):
            raise Breach(member(where, key), f"may not be given: {_CLOSED[role]}")
    if record is not None:
        return admit_record(record, given, where=where)
    admitted = admit(Slot(_JSON), given, where)
    assert isinstance(admitted, dict)
    return admitted


_CLOSED = {
    "local": "it is a local field, which only the process itself sets",
    "into": "it keeps the payload of an event, and is null until that comes",
}


def member(path: str, key: str) -> str:
    """Return the path of a member of the object at `path`."""
    if len(key) > _LONGEST_NAME or not key.isidentifier() or not key.isascii():
        return f"{path}[{quoted(shortened(key))}]"
    return f"{path}.{key}" if path else key


def _object(raw: object, path: str) -> Iterable[tuple[str, object]]:
    """Return the members of an object, by their keys."""
    if not isinstance(raw, Mapping):
        raise _refused(path, "must be an object", raw)
    try:
        return [(text(key), value) for key, value in raw.items()]
    except RuleBroken as error:
        raise Breach(path, f"must have keys that are texts: a key {error}") from None


def _refuse_unknown(record: RecordType, given: Mapping[str, object], where: str) -> None:
    names = [field.name for field in record.fields]
    for key in given:
        if key not in names:
            close = did_you_mean(key, names)
            hint = f"; did you mean `{close}`?" if close else ""
            raise Breach(member(where, key), f"is not a field of `{record.name}`{hint}")


def _admit_field(field: Field, given: Mapping[str, object], where: str) -> Json:
    path = member(where, field.name)
    if field.name in given:
        return admit_field(field, given[field.name], path)
    if field.required:
        raise Breach(path, "must be given")
    if field.default is None:
        return None
    return admit(field.slot, field.default.value, path)


def _admit_scalar(type_: ScalarType, raw: object, path: str) -> Json:
    try:
        value = admit_scalar(type_.kind, raw)
    except RuleBroken as error:
        raise _refused(path, str(error), raw) from None
    if rule := broken_scalar_rule(type_, value):
        raise Breach(path, rule, shortened(shown(type_, value)))
    return value


def _admit_member(type_: EnumType, raw: object, path: str) -> Json:
    if isinstance(raw, str) and raw in type_.members:
        return str.__str__(raw)
    raise _refused(path, f"must be one of {', '.join(type_.members)}", raw)


def _admit_list(type_: ListType, raw: object, path: str) -> Json:
    if not isinstance(raw, list | tuple):
        raise _refused(path, "must be a list", raw)
    # The size comes first: a list that is far too long is not walked through.
    if rule := broken_size_rule(type_, len(raw)):
        raise Breach(path, rule, f"{len(raw)}")
    items = [admit(type_.item, item, f"{path}[{index}]") for index, item in enumerate(raw)]
    if rule := broken_uniqueness_rule(type_, items):
        raise Breach(path, rule)
    return items


def _refused(path: str, rule: str, raw: object) -> Breach:
    return Breach(path, rule, shortened(untyped(raw)))
