"""The names that the fields of a class have in JSON: those under which values arrive."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any


def config_of(class_: type[Any]) -> Mapping[str, Any]:
    """Return pydantic's configuration of a model, a dataclass or a `TypedDict`."""
    for attribute in ("model_config", "__pydantic_config__"):
        found = getattr(class_, attribute, None)
        if isinstance(found, Mapping):
            return found
    return {}


def json_names(class_: type[Any]) -> dict[str, str]:
    """Return the name in JSON of each field, by the attribute of the class."""
    if "__pydantic_fields__" not in vars(class_) and dataclasses.is_dataclass(class_):
        return {field.name: field.name for field in dataclasses.fields(class_) if field.init}
    return {name: next(iter(names), name) for name, names in _aliases(class_)}


def further_names(class_: type[Any]) -> dict[str, tuple[str, ...]]:
    """Return the aliases of each field beyond the first, by its name in JSON."""
    found = {names[0]: names[1:] for _, names in _aliases(class_) if names}
    return {name: others for name, others in found.items() if others}


def nested_names(class_: type[Any]) -> tuple[str, ...]:
    """Return the attributes whose values stand only inside the value of another field."""
    return tuple(name for name, names in _aliases(class_) if not names)


def _aliases(class_: type[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each attribute with the names that stand for it at the top of an object."""
    infos = getattr(class_, "__pydantic_fields__", None)
    by_alias = config_of(class_).get("validate_by_alias") is not False
    for attribute, info in infos.items() if isinstance(infos, Mapping) else ():
        alias = getattr(info, "validation_alias", None) if by_alias else None
        yield str(attribute), tuple(_at_the_top(str(attribute) if alias is None else alias))


def _at_the_top(alias: Any) -> Iterator[str]:
    """Yield the names of an alias: a text, a path of keys, or a choice of these."""
    for choice in getattr(alias, "choices", (alias,)):
        path = [choice] if isinstance(choice, str) else list(getattr(choice, "path", ()))
        if len(path) == 1 and isinstance(path[0], str):
            yield path[0]
