"""The JSON Schema of pydantic models, with what pydantic's own generator leaves out.

Decimals keep their exact limits, floats their infinite ones, dates and durations their limits at all; a
`default_factory` is called, so that its value is a default like any other; and what JSON Schema has
no word for, such as a validator, is said in a note.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import count
from math import gcd, isfinite, isinf, lcm
from typing import Any, Final, cast

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, JsonSchemaWarningKind
from pydantic_core import core_schema

from stateous.grammar.literals import exact
from stateous.grammar.python.markers import EXTENSION
from stateous.grammar.schema.defaults import NoFixedValue, made_by, plain
from stateous.grammar.schema.json_names import config_of, further_names
from stateous.grammar.schema.shape import marked

_LIMITS: Final = (
    ("ge", "minimum"),
    ("gt", "exclusiveMinimum"),
    ("le", "maximum"),
    ("lt", "exclusiveMaximum"),
)
_CHANGES: Final = (
    ("strip_whitespace", "white space around it is not taken away"),
    ("to_lower", "it is not put in lower case"),
    ("to_upper", "it is not put in upper case"),
    ("ascii_only", "that it is ASCII is not checked"),
)
"""What pydantic does to a text, and what is said since the door does not."""

_FALLBACKS: Final = frozenset(
    {"ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "decimal_places"}
    | {"max_digits"}
)
"""Constraints that pydantic checks with a function where a type has none of the kind."""

_PREDICATES: Final = "pydantic._internal._known_annotated_metadata"
"""Where pydantic makes a validator of a predicate of the author's."""


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

    # ------------------------------------------------------------------ classes

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        return self._of_class(super().model_schema, schema, schema["cls"])

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        return self._of_class(super().dataclass_schema, schema, schema["cls"])

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        return self._of_class(super().typed_dict_schema, schema, schema.get("cls"))

    def enum_schema(self, schema: core_schema.EnumSchema) -> JsonSchemaValue:
        found = self._of_class(super().enum_schema, schema, schema["cls"])
        return _noted(found, "its `_missing_` is not called") if schema.get("missing") else found

    def _of_class(
        self, generate: Callable[[Any], JsonSchemaValue], schema: Any, class_: type[Any] | None
    ) -> JsonSchemaValue:
        """Return the schema of a class, its fields by the names under which they arrive."""
        if class_ is None:
            return generate(schema)
        outside = self.by_alias
        self.by_alias = config_of(class_).get("validate_by_alias") is not False
        try:
            found = generate(schema)
        finally:
            self.by_alias = outside
        self.classes.append(class_)
        return marked(_with_further_names(found, class_), {_CLASS: len(self.classes) - 1})

    # ------------------------------------------------------------------ scalars

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        found: JsonSchemaValue = {"type": ["number", "string"], "format": "decimal"}
        given = cast(Mapping[str, Any], schema)
        for limit, keyword in _LIMITS:
            if given.get(limit) is not None:
                found[keyword] = exact(given[limit]) if isfinite(given[limit]) else given[limit]
        places = given.get("decimal_places")
        steps = [given.get("multiple_of"), None if places is None else Decimal((0, (1,), -places))]
        if any(step is not None for step in steps):
            found["multipleOf"] = _common_multiple(step for step in steps if step is not None)
        if given.get("max_digits") is None:
            return found
        note = f"at most {given['max_digits']} digits are allowed, which is not checked"
        return _noted(found, note)

    def float_schema(self, schema: core_schema.FloatSchema) -> JsonSchemaValue:
        given = cast(Mapping[str, Any], schema)
        endless = {k: given[limit] for limit, k in _LIMITS if isinf(given.get(limit) or 0)}
        return {**super().float_schema(schema), **endless}

    def complex_schema(self, schema: core_schema.ComplexSchema) -> JsonSchemaValue:
        return _noted(super().complex_schema(schema), "that it is a complex number is not checked")

    def str_schema(self, schema: core_schema.StringSchema) -> JsonSchemaValue:
        given = cast(Mapping[str, Any], schema)
        found = super().str_schema(schema)
        pattern = given.get("pattern")
        if isinstance(pattern, re.Pattern) and pattern.flags & ~re.UNICODE:
            found = {key: value for key, value in found.items() if key != "pattern"}
            found = _noted(found, f"the pattern `{pattern.pattern}` has flags: it is not checked")
        for option, note in _CHANGES:
            if given.get(option) or getattr(self._config, f"str_{option}", False):
                found = _noted(found, note)
        return found

    def bytes_schema(self, schema: core_schema.BytesSchema) -> JsonSchemaValue:
        found = super().bytes_schema(schema)
        lengths = ("minLength", "maxLength")
        if not found.keys() & set(lengths):
            return found
        # They count bytes, where the length of a text counts characters.
        found = {key: value for key, value in found.items() if key not in lengths}
        return _noted(found, "how many bytes it has is not checked")

    def json_schema(self, schema: core_schema.JsonSchema) -> JsonSchemaValue:
        found = super().json_schema(schema)
        plain_text = {key: value for key, value in found.items() if not key.startswith("content")}
        return _noted(plain_text, "that it is the text of a JSON value is not checked")

    def date_schema(self, schema: core_schema.DateSchema) -> JsonSchemaValue:
        return self._limited(super().date_schema(schema), schema)

    def datetime_schema(self, schema: core_schema.DatetimeSchema) -> JsonSchemaValue:
        offset = schema.get("tz_constraint")
        if offset == "naive":
            return _noted(
                {"type": "string"}, "that it is a datetime without an offset is not checked"
            )
        found = self._limited(super().datetime_schema(schema), schema)
        if not isinstance(offset, int):
            return found
        return _noted(found, f"that its offset is {offset} seconds is not checked")

    def timedelta_schema(self, schema: core_schema.TimedeltaSchema) -> JsonSchemaValue:
        return self._limited(super().timedelta_schema(schema), schema)

    def time_schema(self, schema: core_schema.TimeSchema) -> JsonSchemaValue:
        found = super().time_schema(schema)
        limits = [keyword for limit, keyword in _LIMITS if schema.get(limit) is not None]
        return _noted(found, *(f"`{keyword}` is not checked" for keyword in limits))

    def _limited(self, found: JsonSchemaValue, schema: Mapping[str, Any]) -> JsonSchemaValue:
        limits = {
            keyword: plain(schema[limit])
            for limit, keyword in _LIMITS
            if schema.get(limit) is not None
        }
        if schema.get("now_op"):
            found = _noted(found, f"that it is in the {schema['now_op']} is not checked")
        return marked(found, limits) if limits else found

    def json_or_python_schema(self, schema: core_schema.JsonOrPythonSchema) -> JsonSchemaValue:
        found = super().json_or_python_schema(schema)
        written = cast(Any, schema.get("serialization") or {}).get("function")
        secret = _module(written) == "pydantic.types" and "_secret" in written.__name__
        return marked(found, {"secret": True}) if secret else found

    # -------------------------------------------------------------------- maps

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        return self._with_keys(super().dict_schema(schema), schema)

    def ordered_dict_schema(self, schema: Any) -> JsonSchemaValue:
        return self._with_keys(cast(Any, super()).ordered_dict_schema(schema), schema)

    def counter_schema(self, schema: Any) -> JsonSchemaValue:
        return self._with_keys(cast(Any, super()).counter_schema(schema), schema)

    def _with_keys(self, found: JsonSchemaValue, schema: Mapping[str, Any]) -> JsonSchemaValue:
        """Return the schema of a map with that of its keys under `propertyNames` alone."""
        keys = self.generate_inner(schema["keys_schema"]) if "keys_schema" in schema else {}
        patterns = found.get("patternProperties")
        if isinstance(patterns, Mapping) and len(patterns) == 1:
            (values,) = patterns.values()
            rest = {key: value for key, value in found.items() if key != "patternProperties"}
            found = {**rest, "additionalProperties": values}
        return {**found, "propertyNames": keys} if keys not in ({}, {"type": "string"}) else found

    # -------------------------------------------------------------- validators

    def is_subclass_schema(self, schema: core_schema.IsSubclassSchema) -> JsonSchemaValue:
        return self.handle_invalid_for_json_schema(schema, "core_schema.IsSubclassSchema")

    def function_before_schema(
        self, schema: core_schema.BeforeValidatorFunctionSchema
    ) -> JsonSchemaValue:
        return _unrun(super().function_before_schema(schema), schema["function"])

    def function_after_schema(
        self, schema: core_schema.AfterValidatorFunctionSchema
    ) -> JsonSchemaValue:
        return _unrun(super().function_after_schema(schema), schema["function"])

    def function_wrap_schema(
        self, schema: core_schema.WrapValidatorFunctionSchema
    ) -> JsonSchemaValue:
        return _unrun(super().function_wrap_schema(schema), schema["function"])

    def function_plain_schema(
        self, schema: core_schema.PlainValidatorFunctionSchema
    ) -> JsonSchemaValue:
        if schema.get("json_schema_input_schema"):
            return _unrun(super().function_plain_schema(schema), schema["function"])
        return _noted(
            {}, f"{_validator(schema['function'])} alone tells what it takes, and is not run"
        )

    # ---------------------------------------------------------------- defaults

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        found = self.generate_inner(schema["schema"])
        factory = cast(Any, schema.get("default_factory"))
        if factory is None and "default" not in schema:
            return found
        if schema.get("default_factory_takes_data"):
            return marked(found, {"fault": "is worked out from other fields"})
        try:
            value = plain(schema.get("default") if factory is None else made_by(factory))
        except NoFixedValue as error:
            return marked(found, {"fault": str(error)})
        except Exception:  # noqa: BLE001 - whatever the value's own code raises
            return marked(found, {"fault": "cannot be written as JSON"})
        return {**found, "default": value}

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> JsonSchemaValue:
        return _noted({}, f"it has no JSON Schema: {error_info}")

    def emit_warning(self, kind: JsonSchemaWarningKind, detail: str) -> None:
        """Say nothing: a default that is left out is reported at its field."""


def _noted(schema: JsonSchemaValue, *notes: str) -> JsonSchemaValue:
    return marked(schema, {"note": "; ".join(notes)}) if notes else schema


def _with_further_names(schema: JsonSchemaValue, class_: type[Any]) -> JsonSchemaValue:
    """Say of each field with several aliases that only the first is taken."""
    properties = dict(schema.get("properties") or {})
    for name, others in further_names(class_).items():
        if name in properties:
            listed = ", ".join(f"`{other}`" for other in others)
            properties[name] = _noted(properties[name], f"it may not be given as {listed}")
    return {**schema, "properties": properties} if properties else schema


def _unrun(schema: JsonSchemaValue, validator: Mapping[str, Any]) -> JsonSchemaValue:
    """Say that a validator is not run; most of pydantic's own are types."""
    function = validator["function"]
    if isinstance(function, partial):
        limits = {key: function.keywords[key] for key in _FALLBACKS & function.keywords.keys()}
        function = function.func
        if _module(function).startswith("pydantic"):
            return _noted(
                schema, *(f"`{key}={limit}` is not checked" for key, limit in limits.items())
            )
    module = _module(function)
    if module.partition(".")[0] in ("pydantic", "stateous") and module != _PREDICATES:
        return schema
    return _noted(schema, f"{_validator(validator)} is not run")


def _validator(validator: Mapping[str, Any]) -> str:
    """Return how a note names a validator: by its name, if the author gave it one."""
    name = getattr(validator["function"], "__name__", "")
    plain_name = name.isidentifier() and _module(validator["function"]) != _PREDICATES
    return f"its validator `{name}`" if plain_name else "a validator"


def _module(function: object) -> str:
    return str(getattr(function, "__module__", None) or "")


def _common_multiple(steps: Iterable[Decimal | float]) -> int | Decimal:
    """Return the least number of which all `steps` are divisors, exactly."""
    fractions = [Fraction(exact(step)) for step in steps]
    above = lcm(*(fraction.numerator for fraction in fractions))
    below = gcd(*(fraction.denominator for fraction in fractions))
    places = next(places for places in count() if 10**places % below == 0)
    digits = tuple(map(int, str(above * 10**places // below)))
    return exact(Decimal((0, digits, -places)))
