"""Choices of JSON Schema (`anyOf`, `oneOf`): their branches, and what these have in common."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal

from stateous.grammar.schema.shape import (
    NULL,
    Schema,
    as_schema,
    closed_values,
    enum_members,
    is_record,
    marks_of,
)

Common = Literal["text", "int", "number"]

_SAYS_NOTHING = frozenset({"type", "title", "description", "examples", "deprecated", "default"})
_DEPTH = 60
_MOST = 1000


class _TooDeep(Exception):
    """Choices nest in each other too deep."""


def branches_of(schema: object, definitions: Mapping[str, object]) -> list[Schema] | None:
    """Return the branches of a choice, those of choices inside it too; null is one of them.

    A definition that is neither a record nor an enum stands for what it holds. None where
    choices nest without end, or have more branches than anyone would write.
    """
    try:
        found = list(islice(_branches(as_schema(schema), definitions, 0), _MOST + 1))
    except _TooDeep:
        return None
    return found if len(found) <= _MOST else None


def _branches(schema: Schema, definitions: Mapping[str, object], depth: int) -> Iterator[Schema]:
    if depth > _DEPTH:
        raise _TooDeep
    target = referred(schema, definitions)
    if not is_record(target) and enum_members(target) is None:
        schema = schema if target is None else {**as_schema(target), **_beside_ref(schema)}
    for key in ("anyOf", "oneOf"):
        inner = schema.get(key)
        if isinstance(inner, list):
            for branch in inner or [False]:
                yield from _branches(as_schema(branch), definitions, depth + 1)
            return
    yield schema


def _beside_ref(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "$ref"}


def referred(schema: object, definitions: Mapping[str, object]) -> object:
    """Return the definition that a schema refers to; None when it refers to none."""
    ref = as_schema(schema).get("$ref")
    return definitions.get(ref.rpartition("/")[2]) if isinstance(ref, str) else None


def record_names(
    branches: Sequence[Schema], definitions: Mapping[str, object]
) -> tuple[str, ...] | None:
    """Return the names of the records that all branches are; None when one is not."""
    names = [
        str(branch["$ref"]).rpartition("/")[2]
        for branch in branches
        if is_record(referred(branch, definitions))
    ]
    return tuple(dict.fromkeys(names)) if len(names) == len(branches) else None


def all_values(
    branches: Sequence[Schema], definitions: Mapping[str, object]
) -> list[object] | None:
    """Return the values of branches that are all closed sets, each once; else None."""
    found: dict[tuple[type, object], object] = {}
    for branch in branches:
        target = referred(branch, definitions)
        values = closed_values(branch if target is None else target)
        if values is None or not all(_is_plain(value) for value in values):
            return None
        found.update({(type(value), value): value for value in values})
    return list(found.values())


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def common_kind(
    branches: Sequence[Schema], definitions: Mapping[str, object]
) -> tuple[Common, bool] | None:
    """Return the scalar type that takes every value of the branches; None when there is none.

    With it, whether one branch alone takes all of its values, so that nothing is left out.
    """
    kinds: tuple[tuple[Common, Callable[[object], bool]], ...] = (
        ("text", lambda value: isinstance(value, str)),
        ("int", lambda value: type(value) is int),
        ("number", lambda value: type(value) in (int, float)),
    )
    for kind, belongs in kinds:
        if all(_is_of(kind, belongs, branch, definitions) for branch in branches):
            return kind, any(_is_bare(kind, branch) for branch in branches)
    return None


_JSON_TYPES: Mapping[Common, tuple[str, ...]] = {
    "text": ("string",),
    "int": ("integer",),
    "number": ("integer", "number"),
}


def _is_of(
    kind: Common,
    belongs: Callable[[object], bool],
    branch: Schema,
    definitions: Mapping[str, object],
) -> bool:
    target = referred(branch, definitions)
    values = closed_values(branch if target is None else target)
    if values is not None:
        return all(map(belongs, values))
    type_ = branch.get("type")
    return isinstance(type_, str) and type_ in _JSON_TYPES[kind]


def _is_bare(kind: Common, branch: Schema) -> bool:
    """Tell whether a branch takes every value of its kind."""
    return branch.get("type") == _JSON_TYPES[kind][-1] and branch.keys() <= _SAYS_NOTHING


def without_nulls(branches: Sequence[Schema]) -> tuple[list[Schema], bool]:
    """Return the branches that are more than null, and whether null is one."""
    rest = [branch for branch in branches if not _is_null(branch)]
    return rest, len(rest) < len(branches)


def _is_null(branch: Schema) -> bool:
    return branch.get("type") == NULL["type"]


def holds_secret(branches: Sequence[Schema]) -> bool:
    """Tell whether a branch is a secret, so that the whole choice has to be one."""
    return any(
        branch.get("format") == "password" or marks_of(branch).get("secret") is True
        for branch in branches
    )
