"""Types, fields and what declares them."""

from stateous.grammar.printer.expressions import flow
from stateous.grammar.printer.keywords import TYPE, name_at
from stateous.grammar.printer.lines import Lines, Part, PrintedLine, statement, title, value
from stateous.grammar.spelling import is_word, text
from stateous.grammar.syntax import (
    Constraint,
    EnumDecl,
    FieldDecl,
    ListOf,
    MapOf,
    Name,
    NamedType,
    NullLiteral,
    TypeExpr,
    TypeUse,
)


def enum(depth: int, node: EnumDecl) -> Lines:
    """Return the lines of an enum."""
    below = [PrintedLine(depth + 1, _member(name), name.span) for name in node.members]
    return statement(depth, node, "enum", node.name.text, title(node.title), below=below)


def fields(depth: int, nodes: tuple[FieldDecl, ...]) -> Lines:
    """Return the lines of fields."""
    return [line for node in nodes for line in field(depth, node)]


def field(depth: int, node: FieldDecl) -> Lines:
    """Return the line of a field."""
    default: tuple[Part, ...] = ("=", value(node.default)) if node.default is not None else ()
    return statement(
        depth,
        node,
        node.role if node.role != "plain" else "",
        "secret" if node.secret else "",
        "identifier" if node.identifier else "",
        f"{node.name.text}:",
        type_use(node.type),
        *default,
    )


def type_use(node: TypeUse) -> str:
    """Return a type with its `?` and constraints."""
    nullable = "?" if node.nullable else ""
    constraints = "".join(f" {_constraint(constraint)}" for constraint in node.constraints)
    base = _type(node.type)
    # A `?` behind the last word of a longer type looks as if it belonged to that word alone.
    if nullable and not isinstance(node.type, NamedType):
        base = f"({base})"
    return f"{base}{nullable}{constraints}"


def _type(node: TypeExpr) -> str:
    if isinstance(node, NamedType):
        return name_at(TYPE, node.name)
    if isinstance(node, ListOf):
        return f"list of {_inner(node.item)}"
    if isinstance(node, MapOf):
        return f"map of {_inner(node.value)}"
    return f"one of {', '.join(map(_member, node.members))}"


def _inner(node: TypeUse) -> str:
    """Return the type of an item; its own `?` and constraints stand in brackets with it."""
    bare = not node.nullable and not node.constraints
    return _type(node.type) if bare else f"({type_use(node)})"


def _member(name: Name) -> str:
    return name.text if is_word(name.text) else text(name.text)


def _constraint(node: Constraint) -> str:
    match node.kind:
        case "length" | "items":
            return f"{node.kind} {_range(node)}"
        case "between":
            least, most = node.arguments
            return f"between {flow(least)} and {flow(most)}"
        case "unique by":
            assert node.field is not None
            return f"unique by {node.field.text}"
    return " ".join((node.kind, *map(flow, node.arguments)))


def _range(node: Constraint) -> str:
    least, most = node.arguments
    if least == most:
        return flow(least)
    lower = "" if isinstance(least, NullLiteral) else flow(least)
    return f"{lower}..{'' if isinstance(most, NullLiteral) else flow(most)}"
