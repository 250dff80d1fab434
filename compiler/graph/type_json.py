"""Types as JSON, inside the typed guards of a graph file.

A scalar without constraints is its name (`"int"`); any other type is an object with `kind`.
Records are not spelt out: the schemas of the file declare them. No guard depends on a
constraint; they are kept so that a type that is read is the one that was written.
"""

from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from typing import Any

from stateous.compiler.graph.json_node import Node
from stateous.compiler.types import (
    SCALARS,
    EnumType,
    Json,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Slot,
    Type,
)

Types = Mapping[str, Type]
"""The declared types by name."""


def type_json(type_: Type) -> Json:
    """Return a type as JSON."""
    match type_:
        case ScalarType(kind=kind):
            limits = _limits(type_, _SCALAR_LIMITS)
            return {"kind": kind, **limits} if limits else kind
        case EnumType(members=members, name=None):
            return {"kind": "enum", "members": list(members)}
        case EnumType(members=members, name=name):
            return {"kind": "enum", "name": name, "members": list(members)}
        case RecordType(name=name):
            return {"kind": "record", "name": name}
        case ListType(item=slot):
            return {"kind": "list", "item": _slot_json(slot), **_limits(type_, _LIST_LIMITS)}
        case MapType(value=slot):
            return {"kind": "map", "value": _slot_json(slot)}


_SCALAR_LIMITS = tuple(f.name for f in fields(ScalarType) if f.name != "kind")
_LIST_LIMITS = tuple(f.name for f in fields(ListType) if f.name not in ("kind", "item"))


def _limits(type_: ScalarType | ListType, names: tuple[str, ...]) -> dict[str, Json]:
    """Return the constraints that the type has; `False` and None are the lack of one."""
    found = {name: getattr(type_, name) for name in names}
    return {
        name: value for name, value in found.items() if value is not None and value is not False
    }


def _slot_json(slot: Slot) -> Json:
    type_ = type_json(slot.type)
    return {"kind": "nullable", "of": type_} if slot.nullable else type_


def read_type(node: Node, types: Types) -> Type:
    """Return the type that JSON means. Raises GraphFault."""
    if isinstance(node.value, str):
        return ScalarType(node.one_of(*SCALARS))
    kind = node.members().get("kind", Node(None, node.pointer)).value
    match kind:
        case "enum":
            return _enum(node)
        case "list":
            parts = node.record(("kind", "item"), _LIST_LIMITS)
            return ListType(_slot(parts["item"], types), **_read_limits(parts))
        case "map":
            return MapType(_slot(node.record(("kind", "value"))["value"], types))
        case "record":
            return _record(node.record(("kind", "name"))["name"], types)
        case str() if kind in SCALARS:
            parts = node.record(("kind",), _SCALAR_LIMITS)
            return ScalarType(kind, **_read_limits(parts))
        case _:
            raise node.fault(f"`{kind}` is no kind of type")


def _read_limits(parts: Mapping[str, Node]) -> dict[str, Any]:
    limits = {name: node for name, node in parts.items() if name not in ("kind", "item")}
    for node in limits.values():
        if not isinstance(node.value, int | Decimal | str):
            raise node.fault("a number, a text or `true` is wanted")
    return {name: node.value for name, node in limits.items()}


def _enum(node: Node) -> EnumType:
    parts = node.record(("kind", "members"), ("name",))
    name = parts["name"].text() if "name" in parts else None
    return EnumType(parts["members"].texts(), name)


def _record(node: Node, types: Types) -> RecordType:
    record = types.get(node.text())
    if not isinstance(record, RecordType):
        raise node.fault(f"`{node.text()}` is no record of this file")
    return record


def _slot(node: Node, types: Types) -> Slot:
    if isinstance(node.value, dict) and node.value.get("kind") == "nullable":
        return Slot(read_type(node.record(("kind", "of"))["of"], types), nullable=True)
    return Slot(read_type(node, types))
