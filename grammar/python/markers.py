"""Markers for the fields of a context: `repo: Annotated[str, Input()]`.

They add one key to the field's JSON Schema, `x-stateous`, which pydantic calls for by itself;
so they cost no import, and a model that has them works as any other.
"""

from typing import Any, ClassVar

EXTENSION = "x-stateous"
"""The key in a JSON Schema for what the standard has no word for."""


class _Marker:
    """A marker that says `meaning` of the field."""

    meaning: ClassVar[dict[str, Any]]

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> dict[str, Any]:
        """Return the field's JSON Schema with the marker's meaning added."""
        schema: dict[str, Any] = handler(core_schema)
        return {**schema, EXTENSION: {**schema.get(EXTENSION, {}), **cls.meaning}}


class Input(_Marker):
    """The field is given when a token starts, and never written again."""

    meaning: ClassVar[dict[str, Any]] = {"role": "input"}


class Local(_Marker):
    """The field is not given: it starts with its default, or with null."""

    meaning: ClassVar[dict[str, Any]] = {"role": "local"}


class Secret(_Marker):
    """The field is kept out of ledgers, logs and reports."""

    meaning: ClassVar[dict[str, Any]] = {"secret": True}
