"""Typed guards as JSON: what a graph file holds of a guard beside its text.

Each node is an object whose `op` names its form. Types of what is read and of arithmetic
are not repeated: they follow from the schemas.
"""

from stateous.compiler.graph.type_json import type_json
from stateous.compiler.guards import (
    And,
    Arith,
    BranchCount,
    BranchFirst,
    BranchTest,
    Clock,
    Compare,
    Const,
    Count,
    Expr,
    In,
    IsNull,
    Len,
    ListExpr,
    Matches,
    Negate,
    Not,
    Or,
    Quantified,
    Read,
    TextTest,
    Truth,
)
from stateous.compiler.types import Json


def guard_json(expr: Expr) -> dict[str, Json]:
    """Return a guard of a transition as JSON; `guard_json_reader.read_guard` reads it back."""
    return {"op": expr.op, **_parts(expr)}


def _parts(expr: Expr) -> dict[str, Json]:
    """Return what a node holds besides its form, in the order in which people read it."""
    match expr:
        case Const(value=value, type=type_):
            return {"value": value} if type_ is None else {"value": value, "type": type_json(type_)}
        case Read(root=root, path=path, variable=variable):
            found: dict[str, Json] = {"root": root, "path": list(path)}
            return found if variable is None else {**found, "variable": variable}
        case Count(event=event, state=state):
            return {"event": event} if state is None else {"state": state, "event": event}
        case Clock(name=name):
            return {"name": name}
        case ListExpr(items=items, type=type_):
            return {"items": _all(items), "type": type_json(type_)}
        case Arith(operator=operator, left=left, right=right):
            return {"operator": operator, **_pair("left", left, "right", right)}
        case Compare(operator=operator, left=left, right=right):
            return {"operator": operator, **_pair("left", left, "right", right)}
        case In(item=item, container=container):
            return _pair("item", item, "container", container)
        case TextTest(test=test, value=value, text=text):
            return {"test": test, **_pair("value", value, "text", text)}
        case Matches(value=value, pattern=pattern):
            return {"value": guard_json(value), "pattern": pattern}
        case Quantified(kind=kind, variable=variable, over=over, condition=condition):
            return {
                "kind": kind,
                "variable": variable,
                **_pair("over", over, "condition", condition),
            }
        case BranchTest(kind=kind, condition=condition):
            return {"kind": kind, "condition": guard_json(condition)}
        case BranchCount(condition=condition):
            return {"condition": guard_json(condition)}
        case BranchFirst(condition=condition, path=path):
            return {"condition": guard_json(condition), "path": list(path)}
        case And(operands=operands) | Or(operands=operands):
            return {"operands": _all(operands)}
        case Negate() | Len() | IsNull() | Truth() | Not():
            return {"value": guard_json(expr.value)}
        case _:
            raise ValueError(f"`{expr.op}` stands in no guard")


def _pair(first: str, left: Expr, second: str, right: Expr) -> dict[str, Json]:
    return {first: guard_json(left), second: guard_json(right)}


def _all(items: tuple[Expr, ...]) -> list[Json]:
    return [guard_json(item) for item in items]
