"""Typed guards as terms, with the meaning that the evaluator gives them.

A condition becomes a bool term, a value a symbol. Null behaves as the language page says:
an ordering with null is false, arithmetic with null is null, `null == null` is true.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from stateous.compiler.guards import (
    And,
    Arith,
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
from stateous.compiler.values.regex import parse
from stateous.compiler.values.restrictions import identity
from stateous.verifier.encoding.constants import constant
from stateous.verifier.encoding.equality import same
from stateous.verifier.encoding.json_domain import as_tagged
from stateous.verifier.encoding.roots import Roots
from stateous.verifier.encoding.symbols import (
    NULL,
    Entries,
    Items,
    Kind,
    Record,
    Scalar,
    Symbol,
    Tag,
    Tagged,
)
from stateous.verifier.encoding.term_builder import (
    FALSE,
    add,
    boolean,
    conjunction,
    disjunction,
    equal,
    floor_divide,
    implies,
    in_regex,
    integer,
    length,
    less,
    less_equal,
    modulo,
    negation,
    scale,
    subtract,
    text_test,
)
from stateous.verifier.encoding.terms import Op, Term
from stateous.verifier.encoding.world import World

Order = Callable[[Term, Term], Term]
"""`less` or `less_equal`."""

_TESTS: Final = {"startswith": Op.PREFIX, "endswith": Op.SUFFIX, "contains": Op.CONTAINS}


MOST_COPIES: Final = 2_000
"""How often a condition within `any` or `all` is encoded at most: once for each item there."""


@dataclass(frozen=True)
class Encoder:
    """Encodes guards over the data of `roots`.

    `items` are the variables bound around them, `copies` how many encodings the guard has
    here: one for each choice of these.
    """

    world: World
    roots: Roots
    items: Mapping[str, Symbol] = field(default_factory=dict)
    copies: int = 1

    # -------------------------------------------------------------- conditions

    def condition(self, expr: Expr) -> Term:
        """Return when a condition holds."""
        match expr:
            case Not(value=value):
                return negation(self.condition(value))
            case And(operands=operands):
                return conjunction(*map(self.condition, operands))
            case Or(operands=operands):
                return disjunction(*map(self.condition, operands))
            case Truth(value=value):
                return _truth(self.value(value))
            case IsNull(value=value):
                return self.value(value).null
            case Compare(operator="==", left=left, right=right):
                return same(self.world, self.value(left), self.value(right))
            case Compare(operator="<", left=left, right=right):
                return _ordered(self.world, less, self.value(left), self.value(right))
            case Compare(left=left, right=right):
                return _ordered(self.world, less_equal, self.value(left), self.value(right))
            case In(item=item, container=container):
                return self._membership(item, self.value(container))
            case TextTest(test=test, value=value, text=text):
                return _text_test(_TESTS[test], self.value(value), self.value(text))
            case Matches(value=value, pattern=pattern):
                return _matches(self.value(value), pattern)
            case Quantified():
                return self._quantified(expr)
            case _:
                raise AssertionError(f"`{expr.op}` is not a condition of a guard")

    def _membership(self, item: Expr, container: Symbol) -> Term:
        match container:
            case Items(members=None):
                each = self.value(item)
                found = disjunction(
                    *(
                        conjunction(
                            less(integer(index), container.length), same(self.world, each, slot)
                        )
                        for index, slot in enumerate(container.slots)
                    )
                )
            case Items(members=dict() as members) if isinstance(item, Const):
                found = members[identity(item.value)]
            case Entries():
                found = self._has_key(item, container)
            case Tagged():
                found = self._in_json(item, container)
            case _:
                found = FALSE
        return conjunction(negation(container.null), found)

    def _has_key(self, item: Expr, container: Entries) -> Term:
        if isinstance(item, Const):
            entry = container.named.get(str(item.value)) if item.value is not None else None
            return entry[0] if entry is not None else FALSE
        key = self.value(item)
        assert isinstance(key, Scalar)
        keys = [(self.world.texts.constant(name), t) for name, (t, _) in container.named.items()]
        keys += [(other, there) for there, other in container.loose]
        return _of(
            key,
            disjunction(*(conjunction(there, equal(key.value, other)) for other, there in keys)),
        )

    def _in_json(self, item: Expr, container: Tagged) -> Term:
        if not isinstance(item, Const):
            reason = "whether a JSON value holds another was left open"
            return self.world.unclear(reason, container, self.value(item))
        in_list = conjunction(
            equal(container.tag, Tag.LIST), container.member(identity(item.value))
        )
        if not isinstance(item.value, str):
            return in_list
        has_key = conjunction(equal(container.tag, Tag.MAP), container.entry(item.value)[0])
        return disjunction(in_list, has_key)

    def _quantified(self, expr: Quantified) -> Term:
        over = self.value(expr.over)
        if not isinstance(over, Items):
            return boolean(expr.kind == "all")
        copies = self.copies * len(over.slots)
        if copies > MOST_COPIES:
            return self._too_deep(expr)
        tests = []
        for index, slot in enumerate(over.slots):
            inner = replace(self, items={**self.items, expr.variable: slot}, copies=copies)
            there = conjunction(negation(over.null), less(integer(index), over.length))
            test = inner.condition(expr.condition)
            tests.append((there, test))
        if expr.kind == "any":
            return disjunction(*(conjunction(there, test) for there, test in tests))
        return conjunction(*(implies(there, test) for there, test in tests))

    def _too_deep(self, expr: Quantified) -> Term:
        reason = "a guard looks through too many lists within lists"
        return self.world.unclear(reason, expr, *self.items.values())

    # ------------------------------------------------------------------ values

    def value(self, expr: Expr) -> Symbol:
        """Return what a value is."""
        match expr:
            case Const(value=value, type=type_):
                return constant(self.world, value, type_)
            case Read():
                return self._read(expr)
            case ListExpr(items=items):
                return Items(FALSE, integer(len(items)), tuple(map(self.value, items)))
            case Count(event=event, state=state):
                return Scalar("number", FALSE, self.roots.count(event, state))
            case Clock(name="now"):
                return Scalar("time", FALSE, self.roots.clock("now"))
            case Clock(name=name):
                return Scalar("number", FALSE, self.roots.clock(name))
            case Arith():
                return self._arithmetic(expr)
            case Negate(value=value):
                operand = self.value(value)
                assert isinstance(operand, Scalar)
                return replace(operand, value=scale(-1, operand.value))
            case Len(value=value):
                return _length(self.value(value))
            case _:
                return Scalar("bool", FALSE, self.condition(expr))

    def _read(self, expr: Read) -> Symbol:
        if expr.root == "variable":
            found = self.items[str(expr.variable)]
        else:
            # INVARIANT: guards that read anything else are not asked about (compiler.beyond).
            assert expr.root in ("ctx", "payload", "subject")
            found = self.roots.record(expr.root)
        for name in expr.path:
            found = _inside(found, name)
        return found

    def _arithmetic(self, expr: Arith) -> Scalar:
        left, right = self.value(expr.left), self.value(expr.right)
        if NULL in (left, right):
            return NULL
        assert isinstance(left, Scalar) and isinstance(right, Scalar)
        value = _computed(expr.operator, left.value, right.value)
        kind: Kind = "number" if left.kind == right.kind == "number" else "time"
        return Scalar(kind, disjunction(left.null, right.null), value)


def _truth(value: Symbol) -> Term:
    match value:
        case Scalar(kind="bool", value=term):
            return _of(value, term)
        case Tagged(tag=tag, boolean=term):
            return _of(value, conjunction(equal(tag, Tag.BOOL), term))
        case _:
            return FALSE


def _ordered(world: World, compare: Order, left: Symbol, right: Symbol) -> Term:
    known = conjunction(negation(left.null), negation(right.null))
    match left, right:
        case (Scalar(kind="null"), _) | (_, Scalar(kind="null")):
            return FALSE
        case Scalar(value=a), Scalar(value=b):
            return conjunction(known, compare(a, b))
        case ((Scalar() | Tagged()), (Scalar() | Tagged())):
            one, other = (
                as_tagged(world, side) if isinstance(side, Scalar) else side
                for side in (left, right)
            )
            return conjunction(known, _json_order(compare, one, other))
        case _:
            raise AssertionError("only scalars have an order")


def _json_order(compare: Order, one: Tagged, other: Tagged) -> Term:
    """Return the order of two JSON values: numbers and texts have one, each among themselves."""
    numbers = [equal(side.tag, Tag.NUMBER) for side in (one, other)]
    texts = [equal(side.tag, Tag.TEXT) for side in (one, other)]
    return disjunction(
        conjunction(*numbers, compare(one.number, other.number)),
        conjunction(*texts, compare(one.text, other.text)),
    )


def _text_test(op: Op, whole: Symbol, part: Symbol) -> Term:
    if not isinstance(whole, Scalar) or not isinstance(part, Scalar) or NULL in (whole, part):
        return FALSE
    known = conjunction(negation(whole.null), negation(part.null))
    return conjunction(known, text_test(op, whole.value, part.value))


def _matches(value: Symbol, pattern: str) -> Term:
    if not isinstance(value, Scalar) or value is NULL:
        return FALSE
    return _of(value, in_regex(value.value, parse(pattern)))


def _of(symbol: Symbol, test: Term) -> Term:
    """Return that the value is there and the test of it holds."""
    return conjunction(negation(symbol.null), test)


def _inside(symbol: Symbol, name: str) -> Symbol:
    match symbol:
        case Record():
            return symbol.field(name)
        case Entries(named=named):
            return named[name][1]
        case Tagged():
            return symbol.entry(name)[1]
        case _:
            return NULL


def _length(symbol: Symbol) -> Scalar:
    match symbol:
        case Items(null=null, length=size) | Entries(null=null, length=size):
            return Scalar("number", null, size)
        case Scalar(kind="text", null=null, value=value):
            return Scalar("number", null, length(value))
        case _:
            return NULL


def _computed(operator: str, left: Term, right: Term) -> Term:
    match operator:
        case "+":
            return add(left, right)
        case "-":
            return subtract(left, right)
        case "*":
            factor, term = (left, right) if left.is_constant else (right, left)
            return scale(_number(factor), term)
        case "//":
            return floor_divide(left, int(_number(right)))
        case _:
            return modulo(left, int(_number(right)))


def _number(constant_: Term) -> int | Fraction:
    assert isinstance(constant_.value, int | Fraction)
    return constant_.value
