"""Values, guards, effects and waivers as Python source text."""

from collections.abc import Iterable, Sequence

from stateous.grammar.literals import exact
from stateous.grammar.printer.expressions import canonical, flow
from stateous.grammar.printer.types import field, type_use
from stateous.grammar.python.source_text import Code, behind, dictionary, list_of, text
from stateous.grammar.python.writer_names import Names
from stateous.grammar.syntax import (
    Allow,
    Assign,
    BooleanLiteral,
    CallEffect,
    Column,
    DurationLiteral,
    Effect,
    EmitEffect,
    Expr,
    FieldDecl,
    ListLiteral,
    MapLiteral,
    NamedType,
    NameExpr,
    Negative,
    NullLiteral,
    NumberLiteral,
    SetEffect,
    TextLiteral,
    TypeUse,
    WithClause,
)


def value(names: Names, expr: Expr) -> Code:
    """Return the Python value that a literal stands for."""
    match expr:
        case NullLiteral():
            return "None"
        case BooleanLiteral(value=truth):
            return repr(truth)
        case TextLiteral(value=meant):
            return text(meant)
        case Column(name=name):
            return names.column(name)
        case NumberLiteral() if (spelt := _number(expr)) is not None:
            return spelt
        case Negative(value=NumberLiteral() as size) if size.value and _number(size) is not None:
            return f"-{_number(size)}"
        case ListLiteral(items=items):
            return list_of(value(names, item) for item in items)
        case MapLiteral(items=entries) if len({key.text for key, _ in entries}) == len(entries):
            return dictionary((key.text, value(names, item)) for key, item in entries)
        case NameExpr(name=name) if "-" in name:
            return names.call("Value", text(name))
    return names.call("Value", text(flow(expr)))


def _number(literal: NumberLiteral) -> str | None:
    """Return a number as Python spells it; None where a float is not exactly it."""
    if isinstance(literal.value, int):
        return str(literal.value)
    spelt = repr(float(literal.value))
    plain = spelt.replace(".", "").isdigit()
    return spelt if plain and exact(float(spelt)) == literal.value else None


def values(names: Names, assigns: Sequence[Assign]) -> Code:
    """Return the fields that a step gives, and their values."""
    return dictionary((_path(assign), value(names, assign.value)) for assign in assigns)


def mapped(assigns: Sequence[Assign]) -> Code:
    """Return fields and the expressions that they get."""
    return dictionary((_path(assign), guard(assign.value)) for assign in assigns)


def guard(expr: Expr, *, states_allowed: bool = False) -> str:
    """Return an expression as the text that spells it."""
    return text(canonical(expr, states_allowed=states_allowed))


def moment(expr: Expr) -> str:
    """Return a duration, or a field that holds a time."""
    return text(flow(expr) if isinstance(expr, DurationLiteral) else canonical(expr))


def duration(literal: DurationLiteral) -> str:
    """Return a duration."""
    return text(flow(literal))


def _path(assign: Assign) -> str:
    return ".".join(name.text for name in assign.path)


# ------------------------------------------------------------------------ waivers


def allow(names: Names, waivers: Sequence[Allow]) -> list[Code]:
    """Return the argument `allow`, if there are waivers."""
    if not waivers:
        return []
    found = [_allow(names, waiver) for waiver in waivers]
    return [behind("allow=", found[0] if len(found) == 1 else list_of(found))]


def waived(names: Names, code: Code, waivers: Sequence[Allow]) -> Code:
    """Return the value of a clause, with the waivers of its line if it has any."""
    if not waivers:
        return code
    return names.call("Waived", code, *(_allow(names, waiver) for waiver in waivers))


def _allow(names: Names, waiver: Allow) -> Code:
    until = [] if waiver.until is None else [f"until={text(waiver.until)}"]
    return names.call("Allow", text(waiver.code.text), text(waiver.reason), *until)


# --------------------------------------------------------- optional parts of calls


def given(name: str, code: Code | None) -> list[Code]:
    """Return a keyword argument, if there is a value for it."""
    return [] if code is None else [behind(f"{name}=", code)]


def title(found: str | None) -> list[Code]:
    """Return the argument `title`, if there is one."""
    return given("title", None if found is None else text(found))


def flag(name: str, *, holds: bool) -> list[Code]:
    """Return an argument that is True, if it is."""
    return [f"{name}=True"] if holds else []


# -------------------------------------------------------------- types and effects


def fields(names: Names, nodes: Iterable[FieldDecl]) -> Code:
    """Return fields as a list of lines."""
    return list_of(waived(names, text(_field(node)), node.allows) for node in nodes)


def _field(node: FieldDecl) -> str:
    # The line of the field itself is the last: its waivers stand above it.
    return field(0, node)[-1].text


def type_of(names: Names, node: TypeUse) -> Code:
    """Return a type: the variable of a declared one, or its text."""
    if isinstance(node.type, NamedType) and not node.nullable and not node.constraints:
        found = names.find("type", node.type.name.text) or names.find("enum", node.type.name.text)
        if found is not None:
            return found
    return text(type_use(node))


def effects(names: Names, nodes: Sequence[Effect]) -> list[Code]:
    """Return the argument `effects`, if there are any."""
    return given("effects", list_of(effect(names, node) for node in nodes)) if nodes else []


def effect(names: Names, node: Effect) -> Code:
    """Return what happens below a line."""
    waivers = allow(names, node.allows)
    match node:
        case SetEffect(path=path, value=expr):
            field_path = ".".join(name.text for name in path)
            return names.call("Set", text(field_path), guard(expr), *waivers)
        case EmitEffect(event=event, values=assigns):
            given_values = [mapped(assigns)] if assigns else []
            found = names.reference(event, "fact")
            return names.call("Emit", found, *given_values, *waivers)
        case CallEffect(function=function):
            return names.call("Call", text(function.value), *waivers)


def mappings(names: Names, nodes: Sequence[WithClause]) -> list[Code]:
    """Return the argument `with_`, if there are `with` lines."""
    found = [waived(names, mapped(node.values), node.allows) for node in nodes]
    if not found:
        return []
    return [behind("with_=", found[0] if len(found) == 1 else list_of(found))]
