"""Whole files: what they declare, in the order of their source, with blank lines between."""

from collections.abc import Callable
from typing import Any

from stateous.grammar.printer.expressions import flow
from stateous.grammar.printer.lines import (
    Lines,
    apart,
    condition,
    in_order,
    joined,
    names,
    statement,
    title,
)
from stateous.grammar.printer.states import effects, state, target, transition
from stateous.grammar.printer.steps import specification
from stateous.grammar.printer.types import enum, field, fields, type_use
from stateous.grammar.spelling import text
from stateous.grammar.syntax import (
    Anywhere,
    At,
    CommandDecl,
    ContextDecl,
    Deadline,
    Entering,
    EnumDecl,
    EventDecl,
    Every,
    FactDecl,
    FieldDecl,
    File,
    Fold,
    Lookup,
    MachineDecl,
    MachineStateDecl,
    Occasion,
    OnEntry,
    OnFact,
    PropertyDecl,
    ReadModelDecl,
    RoleDecl,
    SpecificationDecl,
    StartLine,
    StateDecl,
    Subject,
    Trigger,
    TypeDecl,
    Use,
    WorkflowDecl,
)


def print_flow(tree: File) -> str:
    """Return a file as `.flow` text in the one style. Reading it gives an equal tree.

    Declarations stand in the order of the tree's source; those of a tree without one, or of
    several, sort by sort.
    """
    return joined(file_lines(tree))


def file_lines(tree: File) -> Lines:
    """Return the lines of a file."""
    nodes = in_order(
        tree.uses,
        tree.roles,
        tree.enums,
        tree.types,
        tree.facts,
        tree.commands,
        tree.readmodels,
        tree.machines,
        tree.workflows,
        tree.specifications,
    )
    return _blocks(0, nodes)


def _blocks(depth: int, nodes: list[Any]) -> Lines:
    """Return declarations one below the other, those that are blocks apart from others."""
    return apart((_group(node), _DECLARATIONS[type(node)](depth, node)) for node in nodes)


# What stands apart from its neighbours also where it has nothing below it.
_ALWAYS_APART = StateDecl | MachineStateDecl | WorkflowDecl | MachineDecl | ReadModelDecl


def _group(node: Any) -> str | None:
    """Return what kind of single lines stand together without blank lines."""
    if isinstance(node, _ALWAYS_APART):
        return None
    return "head" if isinstance(node, Subject | ContextDecl) else type(node).__name__


# ------------------------------------------------------------------------ top level


def _use(depth: int, node: Use) -> Lines:
    return statement(depth, node, "use", flow(node.path))


def _role(depth: int, node: RoleDecl) -> Lines:
    return statement(depth, node, "role", node.name.text, title(node.title))


def _record(word: str) -> Callable[[int, Any], Lines]:
    """Return what prints a declaration that consists of fields."""

    def write(depth: int, node: TypeDecl | FactDecl | CommandDecl) -> Lines:
        below = fields(depth + 1, node.fields)
        return statement(depth, node, word, node.name.text, title(node.title), below=below)

    return write


def _readmodel(depth: int, node: ReadModelDecl) -> Lines:
    below: Lines = []
    for part in in_order(node.fields, node.folds):
        below += field(depth + 1, part) if isinstance(part, FieldDecl) else _fold(depth + 1, part)
    head = "readmodel", node.name.text, title(node.title), "key", node.key.text
    return statement(depth, node, *head, below=below)


def _fold(depth: int, node: Fold) -> Lines:
    return statement(depth, node, "from", node.event.text, below=effects(depth + 1, node.sets))


def _machine(depth: int, node: MachineDecl) -> Lines:
    lookup = () if node.lookup is None else (node.lookup,)
    below = _blocks(depth + 1, in_order(lookup, node.states, node.specifications))
    head = "statemachine", node.name.text, title(node.title), "follows", node.follows.text
    return statement(depth, node, *head, below=below)


def _lookup(depth: int, node: Lookup) -> Lines:
    return statement(depth, node, "lookup machine-wide")


def _machine_state(depth: int, node: MachineStateDecl) -> Lines:
    below: Lines = []
    for part in in_order(node.entering, node.lines):
        is_entering = isinstance(part, Entering)
        below += _entering(depth + 1, part) if is_entering else transition(depth + 1, part)
    marks = "initial" if node.initial else "", "final" if node.final else ""
    return statement(depth, node, "state", node.name.text, title(node.title), *marks, below=below)


def _entering(depth: int, node: Entering) -> Lines:
    below = effects(depth + 1, node.mappings)
    return statement(depth, node, "entering", node.effect, node.name.text, below=below)


# ------------------------------------------------------------------------ workflows


def _workflow(depth: int, node: WorkflowDecl) -> Lines:
    nodes = in_order(
        () if node.subject is None else (node.subject,),
        () if node.context is None else (node.context,),
        node.events,
        node.start,
        node.triggers,
        node.deadlines,
        node.states,
        node.anywhere,
        node.properties,
        node.specifications,
    )
    below = _blocks(depth + 1, nodes)
    return statement(depth, node, "workflow", node.name.text, title(node.title), below=below)


def _subject(depth: int, node: Subject) -> Lines:
    return statement(depth, node, "for", node.readmodel.text)


def _context(depth: int, node: ContextDecl) -> Lines:
    below = fields(depth + 1, node.fields or ())
    return statement(depth, node, "context", node.name.text, below=below)


def _event(depth: int, node: EventDecl) -> Lines:
    head = " ".join(filter(None, ("event", node.name.text, title(node.title))))
    if node.payload is None:
        return statement(depth, node, head)
    into = f"into {node.into.text}" if node.into is not None else ""
    return statement(depth, node, f"{head}:", type_use(node.payload), into)


def _trigger(depth: int, node: Trigger) -> Lines:
    below = effects(depth + 1, node.mappings)
    occasion = _occasion(node.occasion)
    return statement(depth, node, "trigger", *occasion, target(node.target), below=below)


def _occasion(node: Occasion) -> tuple[str, ...]:
    match node:
        case OnFact(event):
            return "when", event.text
        case OnEntry(machine, entered):
            return "when", machine.text, "enters", entered.text
        case Every(period):
            return "every", flow(period)
        case At(time, day, zone):
            on = f"on {day.text}" if day is not None else ""
            return "at", time.text, on, f"in {text(zone.text)}" if zone is not None else ""


def _deadline(depth: int, node: Deadline) -> Lines:
    below = effects(depth + 1, node.effects)
    return statement(depth, node, "deadline", flow(node.duration), target(node.target), below=below)


def _anywhere(depth: int, node: Anywhere) -> Lines:
    below = [line for on in node.lines for line in transition(depth + 1, on)]
    excepted = f"except {names(node.excepted)}" if node.excepted else ""
    return statement(depth, node, "anywhere", excepted, below=below)


def _property(depth: int, node: PropertyDecl) -> Lines:
    name = f"{node.name.text}:" if node.name is not None else ""
    first = condition(node.first, states_allowed=True)
    if node.second is None:
        return statement(depth, node, node.kind, name, first)
    second = condition(node.second, states_allowed=True)
    return statement(depth, node, "always", name, first, node.kind, second)


_DECLARATIONS: dict[type, Callable[[int, Any], Lines]] = {
    Use: _use,
    RoleDecl: _role,
    EnumDecl: enum,
    TypeDecl: _record("type"),
    FactDecl: _record("event"),
    CommandDecl: _record("command"),
    ReadModelDecl: _readmodel,
    MachineDecl: _machine,
    Lookup: _lookup,
    MachineStateDecl: _machine_state,
    WorkflowDecl: _workflow,
    Subject: _subject,
    ContextDecl: _context,
    EventDecl: _event,
    StartLine: transition,
    Trigger: _trigger,
    Deadline: _deadline,
    StateDecl: state,
    Anywhere: _anywhere,
    PropertyDecl: _property,
    SpecificationDecl: specification,
}
