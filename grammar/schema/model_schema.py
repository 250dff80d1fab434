"""The JSON Schema of pydantic models, with what pydantic's own generator leaves out.

Decimals keep their exact limits, floats their infinite ones, dates and durations their limits at all, and a
`default_factory` is called, so that its value is a default like any other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import isinf
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, JsonSchemaWarningKind
from pydantic_core import core_schema

from stateous.grammar.literals import exact
from stateous.grammar.python.markers import EXTENSION

_LIMITS = (
    ("ge", "minimum"),
    ("gt", "exclusiveMinimum"),
    ("le", "maximum"),
    ("lt", "exclusiveMaximum"),
)


@dataclass(frozen=True)
class ModelSchemas:
    """The definitions of a set of models, and the classes that they are of."""

    definitions: Mapping[str, Any]
    classes: Mapping[str, type[Any]]


def schemas_of_models(models: Sequence[type[BaseModel]]) -> ModelSchemas:
    """Return the definitions of `models` and of all that they refer to.

    Raises what pydantic raises for a model that has no JSON Schema.
    """
    unique = list(dict.fromkeys(models))
    for model in unique:
        model.model_rebuild()
    generator = _SpecSchema(by_alias=True)
    _, definitions = generator.generate_definitions(
        [(model, "validation", model.__pydantic_core_schema__) for model in unique]
    )
    classes = {
        str(name): generator.classes[definition[EXTENSION].pop(_CLASS)]
        for name, definition in definitions.items()
        if _CLASS in definition.get(EXTENSION, {})
    }
    return ModelSchemas(cast(Mapping[str, Any], definitions), classes)


_CLASS = "class"
"""The mark of a definition that is of a class: its number."""


class _SpecSchema(GenerateJsonSchema):
    """Generates definitions; `classes` are those that it met, by the number in their mark."""

    def __init__(self, by_alias: bool = True) -> None:
        super().__init__(by_alias=by_alias)
        self.classes: list[type[Any]] = []

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        return self._of_class(super().model_schema(schema), schema["cls"])

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        return self._of_class(super().dataclass_schema(schema), schema["cls"])

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        return self._of_class(super().typed_dict_schema(schema), schema.get("cls"))

    def enum_schema(self, schema: core_schema.EnumSchema) -> JsonSchemaValue:
        return self._of_class(super().enum_schema(schema), schema["cls"])

    def _of_class(self, found: JsonSchemaValue, class_: type[Any] | None) -> JsonSchemaValue:
        if class_ is None:
            return found
        self.classes.append(class_)
        return _marked(found, {_CLASS: len(self.classes) - 1})

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        found: JsonSchemaValue = {"type": ["number", "string"], "format": "decimal"}
        given = cast(Mapping[str, Any], schema)
        for limit, keyword in (*_LIMITS, ("multiple_of", "multipleOf")):
            if given.get(limit) is not None:
                found[keyword] = exact(given[limit])
        if given.get("decimal_places") is not None:
            found.setdefault("multipleOf", exact(Decimal((0, (1,), -given["decimal_places"]))))
        if given.get("max_digits") is not None:
            note = f"at most {given['max_digits']} digits are allowed, which is not checked"
            return _marked(found, {"note": note})
        return found

    def float_schema(self, schema: core_schema.FloatSchema) -> JsonSchemaValue:
        given = cast(Mapping[str, Any], schema)
        endless = {k: given[limit] for limit, k in _LIMITS if isinf(given.get(limit) or 0)}
        return {**super().float_schema(schema), **endless}

    def date_schema(self, schema: core_schema.DateSchema) -> JsonSchemaValue:
        return self._limited(super().date_schema(schema), schema)

    def datetime_schema(self, schema: core_schema.DatetimeSchema) -> JsonSchemaValue:
        return self._limited(super().datetime_schema(schema), schema)

    def timedelta_schema(self, schema: core_schema.TimedeltaSchema) -> JsonSchemaValue:
        return self._limited(super().timedelta_schema(schema), schema)

    def _limited(self, found: JsonSchemaValue, schema: Mapping[str, Any]) -> JsonSchemaValue:
        limits = {
            keyword: self.encode_default(schema[limit])
            for limit, keyword in _LIMITS
            if schema.get(limit) is not None
        }
        return _marked(found, limits) if limits else found

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        fixed, fault = self._fixed(schema)
        found = super().default_schema(fixed)
        if fault is None and "default" in fixed and "default" not in found:
            fault = "cannot be written as JSON"
        return found if fault is None else _marked(found, {"fault": fault})

    def _fixed(
        self, schema: core_schema.WithDefaultSchema
    ) -> tuple[core_schema.WithDefaultSchema, str | None]:
        """Return the schema with a fixed default, and why it has none if its factory gives none.

        The factory is called twice: a value that changes from call to call is no default.
        """
        factory = cast(Any, schema.get("default_factory"))
        if factory is None:
            return schema, None
        if schema.get("default_factory_takes_data"):
            return schema, "is worked out from other fields"
        try:
            value, again = factory(), factory()
            varies = self.encode_default(value) != self.encode_default(again)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the author's own code
            return schema, f"cannot be worked out: {type(error).__name__}: {error}"
        if varies:
            return schema, "is another value at each call"
        return cast(core_schema.WithDefaultSchema, {**schema, "default": value}), None

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> JsonSchemaValue:
        return {EXTENSION: {"note": f"it has no JSON Schema: {error_info}"}}

    def emit_warning(self, kind: JsonSchemaWarningKind, detail: str) -> None:
        """Say nothing: a default that is left out is reported at its field."""


def _marked(schema: JsonSchemaValue, marks: Mapping[str, Any]) -> JsonSchemaValue:
    return {**schema, EXTENSION: {**schema.get(EXTENSION, {}), **marks}}
