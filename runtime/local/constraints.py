"""Constraints of a contract's models that pydantic has no word for."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stateous.compiler.values.restrictions import identity
from stateous.grammar.python.markers import EXTENSION
from stateous.runtime.local.plain_value import to_json

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


@dataclass(frozen=True, slots=True)
class Unique:
    """A list that holds no item twice: `Annotated[list[str], Unique()]`."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        """Return the list's schema with the check behind it."""
        return _checked(handler(source), self._check)

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        """Return the list's JSON Schema with the constraint in it."""
        return {**handler(core_schema), "uniqueItems": True}

    def _check(self, items: list[Any]) -> list[Any]:
        return _distinct(items, items, "must not hold an item twice")


@dataclass(frozen=True, slots=True)
class UniqueBy:
    """A list whose items differ in one field: `Annotated[list[Line], UniqueBy("sku")]`."""

    field: str

    def __get_pydantic_core_schema__(
        self, source: Any, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        """Return the list's schema with the check behind it."""
        return _checked(handler(source), self._check)

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        """Return the list's JSON Schema with the constraint in it."""
        schema: dict[str, Any] = handler(core_schema)
        return {**schema, EXTENSION: {**schema.get(EXTENSION, {}), "uniqueBy": self.field}}

    def _check(self, items: list[Any]) -> list[Any]:
        rule = f"must not hold two items with the same `{self.field}`"
        return _distinct(items, map(self._key, items), rule)

    def _key(self, item: Any) -> object:
        value = to_json(item)
        return value.get(self.field) if isinstance(value, dict) else None


def _checked(schema: "CoreSchema", check: Any) -> "CoreSchema":
    from pydantic_core import core_schema

    return core_schema.no_info_after_validator_function(check, schema)


def _distinct(items: list[Any], keys: Iterable[object], rule: str) -> list[Any]:
    found = [identity(to_json(key)) for key in keys]
    if len(set(found)) < len(found):
        raise ValueError(rule)
    return items
