"""Where the author wrote a model, and each field of it."""

import ast
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from stateous.grammar.python.source_tree import PythonFile, python_file
from stateous.grammar.schema.json_names import json_names
from stateous.grammar.source import Span


def place_of(class_: type[Any], field: str | None, folder: Path) -> Span | None:
    """Return the place of a class, or of a field by the name that it has in JSON.

    None when it is not written in a file under `folder`.
    """
    attribute = None if field is None else _attribute(class_, field)
    owner = _owner(class_, attribute)
    file = _file(owner, folder)
    node = None if file is None else _definition(file, owner, attribute)
    if file is None or node is None:
        return None
    return _name(file, node)


def _attribute(class_: type[Any], field: str) -> str:
    """Return the attribute whose name in JSON is `field`."""
    return next((name for name, found in json_names(class_).items() if found == field), field)


def names_twice(class_: type[Any]) -> tuple[str, ...]:
    """Return the names in JSON that two fields of a class share."""
    counts = Counter(json_names(class_).values())
    return tuple(name for name, count in counts.items() if count > 1)


def _owner(class_: type[Any], attribute: str | None) -> type[Any]:
    """Return the class that declares an attribute, which may be an ancestor."""
    for ancestor in class_.__mro__ if attribute is not None else ():
        if attribute in vars(ancestor).get("__annotations__", {}):
            return ancestor
    return class_


def _file(class_: type[Any], folder: Path) -> PythonFile | None:
    filename = getattr(sys.modules.get(class_.__module__), "__file__", None)
    if filename is None or not Path(filename).resolve().is_relative_to(folder):
        return None
    return python_file(filename)


def _definition(
    file: PythonFile, class_: type[Any], attribute: str | None
) -> ast.ClassDef | ast.AnnAssign | None:
    """Return the last class statement of that name, or in it the line of an attribute."""
    found: ast.ClassDef | ast.AnnAssign | None = None
    for node in file.classes.get(class_.__name__.partition("[")[0], ()):
        found = (node if attribute is None else _line(node, attribute)) or found
    return found


def _line(class_: ast.ClassDef, attribute: str) -> ast.AnnAssign | None:
    lines = (node for node in class_.body if isinstance(node, ast.AnnAssign))
    return next(
        (n for n in lines if isinstance(n.target, ast.Name) and n.target.id == attribute), None
    )


def _name(file: PythonFile, node: ast.ClassDef | ast.AnnAssign) -> Span:
    """Return the place of the name in a class statement or in the line of an attribute."""
    if isinstance(node, ast.AnnAssign):
        return file.place(node.target)
    start = file.offset(node.lineno, node.col_offset)
    start = file.source.text.index(node.name, start + len("class"))
    return Span(file.source, start, start + len(node.name), "none")
