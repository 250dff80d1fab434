"""The emitter of `contract.py`: all that a routine knows of its workflow.

The states, the events that each can emit, and the models. It holds no transitions and no
guards. A routine that returns an event which its state cannot emit is a type error.
"""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stateous.codegen.emit import render
from stateous.codegen.graph_file import graph
from stateous.codegen.model_text import (
    IMPORTS,
    TypeNames,
    class_line,
    enum_alias,
    field_line,
    field_names,
    type_names,
)
from stateous.codegen.python_names import python_names
from stateous.codegen.python_text import (
    Bracket,
    Code,
    Group,
    Union,
    call,
    quoted,
    sequel,
    subscript,
)
from stateous.compiler.graph.format import checksum, structure
from stateous.compiler.ir import Event, State, Workflow
from stateous.compiler.types import RecordType


@dataclass(frozen=True)
class ContractNames:
    """The Python names in a contract: its types, and the attributes of `events` and `states`."""

    types: TypeNames
    events: Mapping[str, str]
    states: Mapping[str, str]

    def model(self, record: RecordType | None) -> str:
        """Return the class of a record; `None` where there is none."""
        return "None" if record is None else self.types.of(record)


def contract_names(workflow: Workflow) -> ContractNames:
    """Return the names that the contract of `workflow` gives to things."""
    types = type_names(workflow)
    reserved = {*IMPORTS, *types.all, "events", "outcomes", "states"}
    return ContractNames(
        types=types,
        events=python_names((event.name for event in workflow.events), reserved),
        states=python_names((state.name for state in workflow.states), reserved),
    )


def emit(workflow: Workflow, origin: str) -> dict[str, str]:
    """Return `contract.py`; `origin` is the name of the author's file, as the header says it."""
    names = contract_names(workflow)
    document = graph(workflow)
    body = render(
        "contract_body.py.jinja",
        enums=[enum_alias(type_, name) for type_, name in names.types.enums],
        models=[_model(record, name, names) for record, name in names.types.models],
        events=[_event(event, names) for event in workflow.events],
        outcomes=[_outcome(workflow, state, names) for state in workflow.states],
        states=[_state(workflow, state, names) for state in workflow.states],
        workflow=workflow.name,
        checksum=checksum(document),
        structure=structure(document),
    )
    standard, installed = _imports(body)
    text = render(
        "contract.py.jinja",
        origin=origin,
        workflow=workflow.name,
        standard=standard,
        installed=installed,
        body=body.rstrip(),
    )
    return {"contract.py": text}


@dataclass(frozen=True)
class _Class:
    head: Code
    doc: str
    lines: tuple[Code, ...] = ()


def _model(record: RecordType, name: str, names: ContractNames) -> _Class:
    attributes = field_names(record, names.types.all)
    lines = (field_line(f, attributes[f.name], names.types) for f in record.fields)
    return _Class(class_line(record, name, attributes), "", tuple(lines))


def _event(event: Event, names: ContractNames) -> _Class:
    named = f"name={quoted(event.name)}"
    arguments: tuple[Code, ...] = ("Signal", named)
    if event.payload is not None:
        model = names.model(event.payload)
        arguments = (subscript("Occurrence", model), named, f"model={model}")
    head = sequel(f"class {names.events[event.name]}", Bracket("(", arguments, ")"))
    return _Class(head, event.title or f"`{event.name}`")


def _outcome(workflow: Workflow, state: State, names: ContractNames) -> Code:
    events = _events(workflow, state, names)
    value = Union(events) if len(events) > 1 else Group(*(events or ("Never",)))
    return sequel(f"{names.states[state.name]}: TypeAlias = ", value)


def _state(workflow: Workflow, state: State, names: ContractNames) -> Code:
    attribute = names.states[state.name]
    model = names.model(workflow.context)
    events = _events(workflow, state, names)
    tuple_ = Bracket("(", events, ")") if len(events) != 1 else sequel("(", *events, ",)")
    return sequel(
        f"{attribute}: ",
        subscript("StateRef", model, f"outcomes.{attribute}"),
        " = ",
        call("StateRef", quoted(state.name), model, tuple_),
    )


def _events(workflow: Workflow, state: State, names: ContractNames) -> tuple[str, ...]:
    return tuple(f"events.{names.events[event]}" for event in workflow.emits(state.name))


def _imports(body: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the imports for the names that `body` uses: of the standard library, and others."""
    nodes = ast.walk(ast.parse(body))
    used = sorted({node.id for node in nodes if isinstance(node, ast.Name)} & IMPORTS.keys())
    modules = sorted({IMPORTS[name] for name in used})
    lines = {module: [name for name in used if IMPORTS[name] == module] for module in modules}
    installed = [module for module in modules if module in _INSTALLED]
    standard = [module for module in modules if module not in _INSTALLED]
    return _import_lines(standard, lines), _import_lines(installed, lines)


_INSTALLED = frozenset({"annotated_types", "pydantic", "stateous"})


def _import_lines(modules: Iterable[str], names: Mapping[str, list[str]]) -> tuple[str, ...]:
    return tuple(
        f"from {module} import {', '.join(names[module])}" if module else "import datetime"
        for module in modules
    )
