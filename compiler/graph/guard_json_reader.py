"""Typed guards from the JSON of a graph file, checked so that evaluating one never fails.

What a guard reads gets its type from the schemas; arithmetic and comparisons are allowed
where the kinds of their operands may meet, as in a guard that the compiler has typed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from stateous.compiler import guards
from stateous.compiler.graph.json_node import GraphFault, Node
from stateous.compiler.graph.type_json import Types, read_type
from stateous.compiler.guards import Expr, type_of
from stateous.compiler.rules.graph import BAD_GUARD
from stateous.compiler.types import ListType, MapType, RecordType, Slot, Type, described
from stateous.compiler.typing.kinds import (
    INT,
    JSON,
    bare,
    comparable,
    counts_as_number,
    is_kind,
    ordered,
    product_type,
    quotient_type,
    sum_type,
)
from stateous.compiler.values.door import Breach, admit
from stateous.compiler.values.regex import RegexError, parse

Arithmetic = Literal["+", "-", "*", "//", "%"]
Comparison = Literal["<", "<=", "=="]
TextTest = Literal["startswith", "endswith", "contains"]
Quantifier = Literal["any", "all"]

CONDITIONS = (
    guards.Compare,
    guards.In,
    guards.IsNull,
    guards.TextTest,
    guards.Matches,
    guards.Quantified,
    guards.Truth,
    guards.Not,
    guards.And,
    guards.Or,
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a guard can read where it stands.

    `roots` are the types of `ctx` and `payload`; with `open_context` any other key of the
    context may be read too. `events` are the names that `count` takes, `types` the named ones.
    """

    roots: Mapping[str, RecordType]
    open_context: bool
    events: frozenset[str]
    types: Types
    variables: Mapping[str, Slot] = field(default_factory=dict)


def read_guard(node: Node, around: Surroundings) -> Expr:
    """Return the guard that JSON means. Raises GraphFault."""
    try:
        return _Reader(around).condition(node)
    except GraphFault as fault:
        raise GraphFault(BAD_GUARD, fault.pointer, fault.message) from None


@dataclass(frozen=True, slots=True)
class _Reader:
    around: Surroundings

    def condition(self, node: Node) -> Expr:
        expr = self.expr(node)
        if not isinstance(expr, CONDITIONS):
            raise node.fault(f"`{expr.op}` is no condition")
        return expr

    def value(self, node: Node) -> Expr:
        expr = self.expr(node)
        if isinstance(expr, CONDITIONS):
            raise node.fault(f"`{expr.op}` is a condition and no value")
        return expr

    def expr(self, node: Node) -> Expr:
        op = node.members().get("op", Node(None, node.pointer)).value
        form = _FORMS.get(op) if isinstance(op, str) else None
        if form is None:
            raise node.fault(f"`{op}` is no form of a guard")
        required, optional, build = form
        return build(self, node, node.record(("op", *required), optional))

    # ------------------------------------------------------------------ values

    def const(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        value = parts["value"].value
        if "type" not in parts:
            if value is not None:
                raise node.fault("a literal needs a type")
            return guards.Const(None, None)
        type_ = read_type(parts["type"], self.around.types)
        try:
            admitted = admit(Slot(type_), value)
        except Breach as breach:
            raise node.fault(breach.message) from None
        return guards.Const(admitted, type_)

    def read(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        path = parts["path"].texts()
        root = parts["root"].text()
        if root == "variable":
            name = parts["variable"].text() if "variable" in parts else ""
            slot = self.around.variables.get(name)
            if slot is None:
                raise node.fault(f"`{name}` is no variable here")
            type_, nullable = _follow(slot, path, node)
            return guards.Read("variable", path, type_, nullable, name)
        record = self.around.roots.get(root)
        if record is None or not path or "variable" in parts:
            raise node.fault(f"`{'.'.join((root, *path))}` cannot be read here")
        type_, nullable = _follow(self._top(root, record, path[0]), path, node)
        return guards.Read("ctx" if root == "ctx" else "payload", path, type_, nullable)

    def _top(self, root: str, record: RecordType, name: str) -> Slot:
        any_key = root == "ctx" and self.around.open_context and record.field(name) is None
        return Slot(JSON if any_key else record)

    def count(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        event = parts["event"].text()
        if event not in self.around.events:
            raise node.fault(f"`{event}` is no event that can be counted")
        return guards.Count(event)

    def clock(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        return guards.Clock(parts["name"].one_of("visit", "attempt", "now"))

    def arith(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        operator: Arithmetic = parts["operator"].one_of("+", "-", "*", "//", "%")
        left, right = self.value(parts["left"]), self.value(parts["right"])
        type_ = _arithmetic_type(operator, left, right)
        if type_ is None:
            raise _misfit(node, operator, left, right)
        return guards.Arith(operator, left, right, type_)

    def negate(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        value = self.value(parts["value"])
        type_ = type_of(value)
        if not (counts_as_number(type_) or is_kind(type_, "duration")):
            raise node.fault(f"{_shown(value)} cannot be negated")
        return guards.Negate(value, INT if type_ is None else bare(type_))

    def len(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        value = self.value(parts["value"])
        type_ = type_of(value)
        if not (type_ is None or is_kind(type_, "text") or isinstance(type_, ListType | MapType)):
            raise node.fault(f"{_shown(value)} has no length")
        return guards.Len(value)

    def list(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        type_ = read_type(parts["type"], self.around.types)
        items = tuple(self.value(item) for item in parts["items"].items())
        if not isinstance(type_, ListType):
            raise node.fault("the type of a list is a list")
        if not all(isinstance(item, guards.Const | guards.ListExpr) for item in items):
            raise node.fault("a list holds literals only")
        return guards.ListExpr(items, type_)

    # -------------------------------------------------------------- conditions

    def compare(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        operator: Comparison = parts["operator"].one_of("<", "<=", "==")
        left, right = self.value(parts["left"]), self.value(parts["right"])
        if not _may_compare(type_of(left), type_of(right), equal=operator == "=="):
            raise _misfit(node, operator, left, right)
        return guards.Compare(operator, left, right)

    def contained(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        item, container = self.value(parts["item"]), self.value(parts["container"])
        type_ = type_of(container)
        if not (type_ is None or is_kind(type_, "json") or isinstance(type_, ListType | MapType)):
            raise node.fault(f"`in` cannot search {_shown(container)}")
        return guards.In(item, container)

    def is_null(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        return guards.IsNull(self.value(parts["value"]))

    def text_test(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        value, text = self.value(parts["value"]), self.value(parts["text"])
        test: TextTest = parts["test"].one_of("startswith", "endswith", "contains")
        return guards.TextTest(test, value, text)

    def matches(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        pattern = parts["pattern"].text()
        try:
            parse(pattern)
        except RegexError as error:
            raise parts["pattern"].fault(error.message) from None
        return guards.Matches(self.value(parts["value"]), pattern)

    def quantified(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        over, variable = self.value(parts["over"]), parts["variable"].text()
        kind: Quantifier = parts["kind"].one_of("any", "all")
        type_ = type_of(over)
        slot = type_.item if isinstance(type_, ListType) else Slot(JSON, nullable=True)
        if not (type_ is None or isinstance(type_, ListType)) or variable in self.around.variables:
            raise node.fault(f"`{variable}` cannot be bound to the items of {_shown(over)}")
        variables = {**self.around.variables, variable: slot}
        condition = _Reader(replace(self.around, variables=variables)).condition(parts["condition"])
        return guards.Quantified(kind, variable, over, condition)

    def truth(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        value = self.value(parts["value"])
        if not is_kind(type_of(value), "bool"):
            raise node.fault(f"{_shown(value)} is neither true nor false")
        return guards.Truth(value)

    def negated(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        return guards.Not(self.condition(parts["value"]))

    def every(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        return guards.And(tuple(map(self.condition, parts["operands"].items(least=1))))

    def some(self, node: Node, parts: Mapping[str, Node]) -> Expr:
        return guards.Or(tuple(map(self.condition, parts["operands"].items(least=1))))


_Build = Callable[[_Reader, Node, Mapping[str, Node]], Expr]
_Form = tuple[tuple[str, ...], tuple[str, ...], _Build]

_FORMS: Mapping[str, _Form] = {
    "const": (("value",), ("type",), _Reader.const),
    "read": (("root", "path"), ("variable",), _Reader.read),
    "count": (("event",), (), _Reader.count),
    "clock": (("name",), (), _Reader.clock),
    "arith": (("operator", "left", "right"), (), _Reader.arith),
    "negate": (("value",), (), _Reader.negate),
    "len": (("value",), (), _Reader.len),
    "list": (("items", "type"), (), _Reader.list),
    "compare": (("operator", "left", "right"), (), _Reader.compare),
    "in": (("item", "container"), (), _Reader.contained),
    "is_null": (("value",), (), _Reader.is_null),
    "text_test": (("test", "value", "text"), (), _Reader.text_test),
    "matches": (("value", "pattern"), (), _Reader.matches),
    "quantified": (("kind", "variable", "over", "condition"), (), _Reader.quantified),
    "truth": (("value",), (), _Reader.truth),
    "not": (("value",), (), _Reader.negated),
    "and": (("operands",), (), _Reader.every),
    "or": (("operands",), (), _Reader.some),
}
"""Of each form: the keys that it has, those that it may have, and what reads it."""


def _follow(slot: Slot, path: tuple[str, ...], node: Node) -> tuple[Type, bool]:
    """Return the type at the end of a path, and whether it can be null."""
    type_, nullable = slot.type, slot.nullable
    for name in path:
        inner = _inside(type_, name)
        if inner is None:
            raise node.fault(f"`{described(type_)}` has no field `{name}`")
        type_, nullable = inner.type, nullable or inner.nullable
    return type_, nullable or is_kind(type_, "json")


def _inside(type_: Type, name: str) -> Slot | None:
    match type_:
        case MapType(value=value):
            return Slot(value.type, nullable=True)
        case RecordType():
            found = type_.field(name)
            return None if found is None else found.slot
        case _:
            return Slot(JSON, nullable=True) if is_kind(type_, "json") else None


def _may_compare(left: Type | None, right: Type | None, *, equal: bool) -> bool:
    one, other = left or right, right or left
    if one is None or other is None:
        return True
    return comparable(one, other) and (equal or ordered(one, other))


def _arithmetic_type(operator: Arithmetic, left: Expr, right: Expr) -> Type | None:
    """Return the type of arithmetic, or None where there is none between these operands."""
    one, other = type_of(left), type_of(right)
    match operator:
        case "+" | "-":
            return sum_type(operator, one, other)
        case "*":
            return product_type(one, other)
        case _:
            return quotient_type(operator, one) if _is_divisor(right) else None


def _is_divisor(expr: Expr) -> bool:
    divisor: Any = expr.value if isinstance(expr, guards.Const) else None
    return type(divisor) is int and divisor > 0


def _misfit(node: Node, operator: str, left: Expr, right: Expr) -> GraphFault:
    return node.fault(f"`{operator}` cannot stand between {_shown(left)} and {_shown(right)}")


def _shown(expr: Expr) -> str:
    type_ = type_of(expr)
    return "null" if type_ is None else f"`{described(type_)}`"
