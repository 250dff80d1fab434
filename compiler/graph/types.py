"""The types that the schemas of a graph file declare."""

from collections.abc import Mapping

from stateous.compiler.graph.json_node import GraphFault, Node
from stateous.compiler.names import NamedDecl, Names
from stateous.compiler.records import resolve
from stateous.compiler.rules.graph import BAD_SCHEMA
from stateous.compiler.types import Type
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.schema.reader import read_schemas
from stateous.grammar.source import Source, Span


def read_types(node: Node) -> Mapping[str, Type]:
    """Return the records and enums of `schemas`, by name. Raises GraphFault."""
    definitions = {name: schema.value for name, schema in node.members().items()}
    found = read_schemas(definitions, _place)
    faults = list(found.diagnostics)
    declared: dict[str, NamedDecl] = {enum.name.text: enum for enum in found.enums}
    declared.update((record.name.text, record) for record in found.types)
    named = resolve(Names(declared, frozenset(), incomplete=False), faults.append)
    for fault in faults:
        if fault.is_error:
            raise _fault(node, fault)
    return named


def _place(definition: str, field: str | None) -> Span:
    """Return a place whose text is the path of a definition, or of a field in it."""
    path = definition if field is None else f"{definition}/properties/{field}"
    return Source("schemas", path).span(0, len(path))


def _fault(node: Node, fault: Diagnostic) -> GraphFault:
    return GraphFault(BAD_SCHEMA, f"{node.pointer}/{fault.span.text}", fault.message)
