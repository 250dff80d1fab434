"""Properties of every run."""

from stateous.compiler import ir
from stateous.compiler.lowering.effects import NOTHING
from stateous.compiler.lowering.frame import Frame
from stateous.compiler.names import once
from stateous.compiler.typing.expressions import condition
from stateous.grammar.printer import canonical
from stateous.grammar.syntax import PropertyDecl


def lower_properties(frame: Frame) -> tuple[ir.Property, ...]:
    """Return the properties of a workflow, whose names differ."""
    declared = frame.workflow.properties
    names = [property_.name for property_ in declared if property_.name is not None]
    once(names, "property", frame.report)
    return tuple(_lower(property_, number, frame) for number, property_ in enumerate(declared))


def _lower(declaration: PropertyDecl, number: int, frame: Frame) -> ir.Property:
    frame.put(declaration.span, "property", number)
    scope = frame.at("property")
    second = declaration.second
    return ir.Property(
        kind=declaration.kind,
        name=declaration.name.text if declaration.name is not None else None,
        first=condition(declaration.first, scope) or NOTHING,
        text=canonical(declaration.first, states_allowed=True),
        second=(condition(second, scope) or NOTHING) if second is not None else None,
        second_text=canonical(second, states_allowed=True) if second is not None else None,
    )
