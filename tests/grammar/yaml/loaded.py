"""YAML as an editor loads it, with the types that YAML 1.2 sees in it."""

from io import StringIO
from typing import Any

from ruamel.yaml import YAML


def loaded(text: str) -> Any:
    """Return the values of a document; dates and the like are texts."""
    return _plain(YAML(typ="safe", pure=True).load(StringIO(text)) or {})


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
