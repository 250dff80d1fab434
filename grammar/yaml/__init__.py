"""The YAML notation, `.flow.yaml`: the words of `.flow`, as keys and values."""

from importlib.resources import files


def shipped_schema() -> str:
    """Return the JSON Schema of the notation, as text; no YAML parser is loaded for it."""
    schema = files("stateous.grammar.yaml").joinpath("schemas/flow.schema.json")
    return schema.read_text(encoding="utf-8")
