"""The specs that people start from use every construct of the language between them.

A construct is a node of the syntax tree, and each value of a field that chooses between a few
(the rule of a join, the kind of a constraint, whether a line is `otherwise`).
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from stateous.cli.spec_files import find_specs
from stateous.compiler.types import SCALARS
from stateous.grammar import syntax
from stateous.grammar.reader import read

SPECS = Path(__file__).parent.parent / "specs"
FUNCTIONS = {"len", "startswith", "endswith", "contains", "matches"}
OPERATORS = {"<", "<=", ">", ">=", "==", "!="}
NODES = [
    node
    for name in syntax.__all__
    if isinstance(node := getattr(syntax, name), type) and is_dataclass(node)
]


def _choices(hint: object) -> tuple[object, ...]:
    """Return the values that a field chooses from, as far as they are words or flags."""
    origin = get_origin(hint)
    if origin is Literal:
        return get_args(hint)
    if origin in (Union, UnionType):
        return tuple(choice for part in get_args(hint) for choice in _choices(part))
    return (False, True) if hint is bool else ()


def _constructs() -> list[tuple[str, str, object]]:
    """Return every node, and every value of a field that chooses."""
    found: list[tuple[str, str, object]] = []
    for node in NODES:
        found.append((node.__name__, "", None))
        for name, hint in get_type_hints(node).items():
            if (node.__name__, name) != ("NameExpr", "quoted"):
                found += [(node.__name__, name, choice) for choice in _choices(hint)]
    found += [("Call", "function", name) for name in sorted(FUNCTIONS)]
    found += [("Comparison", "operators", sign) for sign in sorted(OPERATORS)]
    return [*found, *(("NamedType", "name", scalar) for scalar in SCALARS)]


def _walk(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from _walk(item)
    elif is_dataclass(node) and type(node) in NODES:
        yield node
        for field in fields(node):
            yield from _walk(getattr(node, field.name))


@cache
def _used() -> frozenset[tuple[str, str, object]]:
    used: set[tuple[str, str, object]] = set()
    for path in find_specs([SPECS]).files:
        for node in _walk(read(path).tree):
            kind = type(node).__name__
            used.add((kind, "", None))
            for field in fields(node):
                value = getattr(node, field.name)
                if isinstance(value, bool | str):
                    used.add((kind, field.name, value))
            match node:
                case syntax.Call(function=function):
                    used.add((kind, "function", function.text))
                case syntax.Comparison(operators=operators):
                    used |= {(kind, "operators", operator) for operator in operators}
                case syntax.NamedType(name=name):
                    used.add((kind, "name", name.text))
                case _:
                    pass
    return frozenset(used)


def test_there_are_twenty_specs() -> None:
    assert len(find_specs([SPECS]).files) >= 20


@pytest.mark.parametrize("construct", _constructs(), ids=lambda c: f"{c[0]}.{c[1]}={c[2]}")
def test_a_construct_is_used_in_a_spec(construct: tuple[str, str, object]) -> None:
    assert construct in _used()
