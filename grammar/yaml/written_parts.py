"""What the written forms of all constructs share."""

from collections.abc import Iterable
from typing import Any

from stateous.grammar.printer.expressions import flow
from stateous.grammar.printer.lines import path
from stateous.grammar.printer.states import target
from stateous.grammar.spelling import text
from stateous.grammar.syntax import (
    Allow,
    Assign,
    Name,
)
from stateous.grammar.yaml.spelling import Inline, Words

Mapped = dict[str, Any]


def given(**values: Any) -> Mapped:
    """Return a mapping without what is not given; a `_` in a key is a space."""
    found = {key: value for key, value in values.items() if value not in (None, [], {})}
    return {key.strip("_").replace("_", " "): value for key, value in found.items()}


def allow_value(nodes: tuple[Allow, ...]) -> Any:
    """Return the value of `allow`."""
    written = [_waiver(node) for node in nodes]
    return written[0] if len(written) == 1 else written


def _waiver(node: Allow) -> str:
    until = "" if node.until is None else f" until {text(node.until)}"
    return f"{node.code.text} {text(node.reason)}{until}"


def line_value(value: Any, node: Any) -> Any:
    """Return the value of a line, in its long form where it has waivers."""
    return {"is": value, "allow": allow_value(node.allows)} if node.allows else value


def inline_names(nodes: Iterable[Name]) -> Inline:
    """Return names as a short list."""
    return Inline(node.text for node in nodes)


def assignment_values(values: tuple[Assign, ...]) -> Any:
    """Return values by field, or as words where a field stands twice."""
    paths = [path(value.path) for value in values]
    if len(set(paths)) == len(paths):
        return {p: Words(flow(v.value)) for p, v in zip(paths, values, strict=True)}
    return ", ".join(f"{p} = {flow(v.value)}" for p, v in zip(paths, values, strict=True))


def goal(node: Any) -> str:
    """Return a target as words."""
    return target(node).removeprefix("-> ")


def head_keys(node: Any, **more: Any) -> Mapped:
    """Return what every declaration may have, and more keys."""
    return given(title=node.title, allow=allow_value(node.allows), **more)
