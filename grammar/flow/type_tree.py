"""From parse trees to types, constraints and fields."""

from collections.abc import Callable
from typing import Literal, cast

from lark import Token

from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.expression_tree import expression, key, tokens
from stateous.grammar.flow.reading import Branch, Node, Reading
from stateous.grammar.flow.statement import Statement
from stateous.grammar.syntax import (
    Constraint,
    Expr,
    FieldDecl,
    ListOf,
    MapOf,
    Name,
    NamedType,
    NullLiteral,
    OneOf,
    TypeExpr,
    TypeUse,
)


def field(statement: Statement, branch: Branch, reading: Reading) -> FieldDecl:
    """Return the field that a line declares."""
    *words, type_, default = branch.children
    kinds = {cast(Token, word).type: word for word in words}
    role: Literal["plain", "input", "local"] = "plain"
    if "INPUT" in kinds or "LOCAL" in kinds:
        role = "input" if "INPUT" in kinds else "local"
    return FieldDecl(
        values.name(cast(Token, kinds["FIELD"]), reading),
        type_use(cast(Branch, type_), reading),
        expression(default, reading) if default is not None else None,
        role,
        secret="SECRET" in kinds,
        identifier="IDENTIFIER" in kinds,
        allows=statement.allows,
        span=reading.span(branch),
    )


def type_use(branch: Branch, reading: Reading) -> TypeUse:
    """Return a type with its `?` and constraints."""
    base, nullable, *constraints = branch.children
    inner = _base(cast(Branch, base), reading)
    own = tuple(_constraint(cast(Branch, child), reading) for child in constraints)
    return TypeUse(
        inner.type,
        inner.nullable or nullable is not None,
        inner.constraints + own,
        span=reading.span(branch),
    )


def member(token: Token, reading: Reading) -> Name:
    """Return a member of an enum: a name, or any text in quotes."""
    name = key(token, reading)
    reading.members.add(name.text)
    return name


def _base(branch: Branch, reading: Reading) -> TypeUse:
    """Return a type as it stands before `?` and constraints; brackets may hold both."""
    if branch.data == "bracketed_type":
        return type_use(cast(Branch, branch.children[0]), reading)
    return TypeUse(_type(branch, reading), span=reading.span(branch))


def _type(branch: Branch, reading: Reading) -> TypeExpr:
    span = reading.span(branch)
    if branch.data == "named_type":
        return NamedType(values.name(tokens(branch)[0], reading), span=span)
    if branch.data == "one_of":
        return OneOf(tuple(member(token, reading) for token in tokens(branch)), span=span)
    inner = _base(cast(Branch, branch.children[0]), reading)
    return ListOf(inner, span=span) if branch.data == "list_of" else MapOf(inner, span=span)


# ----------------------------------------------------------------- constraints


def _constraint(branch: Branch, reading: Reading) -> Constraint:
    return _CONSTRAINTS[branch.data](branch, reading)


def _limit(branch: Branch, reading: Reading) -> Constraint:
    order, bound = branch.children
    kind = cast(Literal["<", "<=", ">", ">="], str(order))
    return Constraint(kind, (expression(bound, reading),), span=reading.span(branch))


def _with_bounds(kind: Literal["between", "multiple of", "matching"]) -> "_Builder":
    def build(branch: Branch, reading: Reading) -> Constraint:
        bounds = tuple(expression(child, reading) for child in branch.children)
        return Constraint(kind, bounds, span=reading.span(branch))

    return build


def _with_range(kind: Literal["length", "items"]) -> "_Builder":
    def build(branch: Branch, reading: Reading) -> Constraint:
        bounds = _range(cast(Branch, branch.children[0]), reading)
        return Constraint(kind, bounds, span=reading.span(branch))

    return build


def _range(branch: Branch, reading: Reading) -> tuple[Expr, Expr]:
    """Return the least and the greatest of a range; `null` where there is none."""
    none = NullLiteral(span=reading.span(branch))
    bounds = [_bound(child, none, reading) for child in branch.children]
    if branch.data == "exactly":
        return bounds[0], bounds[0]
    return (none, bounds[0]) if branch.data == "at_most" else (bounds[0], bounds[1])


def _bound(node: Node | None, none: Expr, reading: Reading) -> Expr:
    return none if node is None else expression(node, reading)


def _unique(branch: Branch, reading: Reading) -> Constraint:
    by = tokens(branch)[0]
    span = reading.span(branch)
    if by is None:
        return Constraint("unique", span=span)
    return Constraint("unique by", field=values.name(by, reading), span=span)


_Builder = Callable[[Branch, Reading], Constraint]
_CONSTRAINTS: dict[str, _Builder] = {
    "limit": _limit,
    "between": _with_bounds("between"),
    "multiple_of": _with_bounds("multiple of"),
    "matching": _with_bounds("matching"),
    "length": _with_range("length"),
    "items": _with_range("items"),
    "unique": _unique,
}
