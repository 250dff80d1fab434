"""The JSON Schema (2020-12) of the YAML notation, made from the table that the reader follows.

Editors take it to complete keys and to mark wrong ones. What it cannot say, such as how a
condition is formed, the reader says.
"""

import json
from collections import Counter
from typing import Any

from stateous.grammar.yaml.forms import Schema, mapping
from stateous.grammar.yaml.table import FILE

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
# What is shorter stands where it is used.
_WORTH_A_NAME = 120


def schema() -> Schema:
    """Return the schema; parts that are used in several places are among its `$defs`."""
    whole = mapping({word: form.schema() for word, form in FILE.items()})
    used: Counter[str] = Counter()
    _count(whole, used)
    names = {
        text: f"form{number}"
        for number, text in enumerate(
            (t for t, times in used.items() if times > 1 and len(t) >= _WORTH_A_NAME), 1
        )
    }
    head = {"$schema": _DIALECT, "title": "A spec in the YAML notation of stateous"}
    definitions = {
        name: {key: _named(value, names) for key, value in json.loads(text).items()}
        for text, name in names.items()
    }
    body: dict[str, Any] = {key: _named(value, names) for key, value in whole.items()}
    return {**head, **body, "$defs": definitions}


def schema_text() -> str:
    """Return the schema as the text of a file."""
    return json.dumps(schema(), indent=1) + "\n"


def _count(part: Any, used: "Counter[str]") -> None:
    if isinstance(part, dict):
        if _is_schema(part):
            text = json.dumps(part)
            used[text] += 1
            if used[text] > 1:
                return
        for value in part.values():
            _count(value, used)
    elif isinstance(part, list):
        for value in part:
            _count(value, used)


def _is_schema(part: dict[str, Any]) -> bool:
    return isinstance(part.get("type"), str | list) or isinstance(part.get("anyOf"), list)


def _named(part: Any, names: dict[str, str]) -> Any:
    if isinstance(part, list):
        return [_named(value, names) for value in part]
    if not isinstance(part, dict):
        return part
    name = names.get(json.dumps(part)) if _is_schema(part) else None
    if name is not None:
        return {"$ref": f"#/$defs/{name}"}
    return {key: _named(value, names) for key, value in part.items()}
