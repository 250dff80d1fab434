"""Writes syntax trees in the YAML notation, each construct in its shortest form."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from stateous.grammar.printer.expressions import flow
from stateous.grammar.printer.keywords import CELL, name_at
from stateous.grammar.printer.lines import path
from stateous.grammar.printer.steps import specification as printed_specification
from stateous.grammar.printer.types import type_use
from stateous.grammar.spelling import text
from stateous.grammar.syntax import (
    At,
    ContextDecl,
    Deadline,
    Entering,
    EnumDecl,
    EventDecl,
    Every,
    Expr,
    FieldDecl,
    File,
    Fold,
    MachineDecl,
    MachineStateDecl,
    Name,
    NameExpr,
    NullLiteral,
    OnEntry,
    OnFact,
    PropertyDecl,
    ReadModelDecl,
    RoleDecl,
    SetEffect,
    SpecificationDecl,
    Step,
    Table,
    Trigger,
    WorkflowDecl,
)
from stateous.grammar.yaml.spelling import Inline, Words, document
from stateous.grammar.yaml.written_parts import (
    Mapped,
    allow_value,
    given,
    goal,
    head_keys,
    inline_names,
    line_value,
)
from stateous.grammar.yaml.written_states import (
    effect,
    effects,
    line_values,
    mapping_values,
    state,
    with_lines,
)

_ROLE = re.compile(r"(?:input|local|secret|identifier)(?![A-Za-z0-9_])")
_ROWS = re.compile(r"\s*\n\s*")


def write_yaml(tree: File) -> str:
    """Return a file as YAML text in one style. Reading it gives an equal tree."""
    return document(
        given(
            use=[_use(use) for use in tree.uses],
            roles=_named(tree.roles, _role),
            enums=_named(tree.enums, _enum),
            types=_named(tree.types, _record),
            events=_named(tree.facts, _record),
            commands=_named(tree.commands, _record),
            readmodels=_named(tree.readmodels, _readmodel),
            statemachines=_named(tree.machines, _machine),
            workflows=_named(tree.workflows, _workflow),
            specifications=_specifications(tree.specifications),
        )
    )


def _named(nodes: Iterable[Any], write: Callable[[Any], Any]) -> Any:
    """Return declarations by name; as a list where a name stands twice."""
    found = [(node.name.text, node) for node in nodes]
    if len({name for name, _ in found}) == len(found):
        return {name: write(node) for name, node in found}
    return [{"name": name, **_long(node, write(node))} for name, node in found]


def _long(node: Any, written: Any) -> Mapped:
    """Return the long form of a declaration that has a short one."""
    if isinstance(node, FieldDecl) and isinstance(written, str):
        return {"type": written}
    if isinstance(node, EnumDecl) and not isinstance(written, dict):
        return {"members": written}
    if isinstance(node, EventDecl) and isinstance(written, str):
        return {"payload": written}
    if isinstance(node, RoleDecl) and isinstance(written, str):
        return {"title": written}
    if written and _is_fields(node) and "fields" not in _record_keys(written):
        return {"fields": written}
    return written or {}


def _is_fields(node: Any) -> bool:
    return type(node).__name__ in ("TypeDecl", "CommandDecl", "FactDecl")


def _record_keys(written: Any) -> Any:
    return written if isinstance(written, dict) and _is_long(written) else ()


def _is_long(written: Mapped) -> bool:
    return isinstance(written.get("fields"), dict | list)


# ------------------------------------------------------------------------- top level


def _use(node: Any) -> Any:
    path = node.path.value
    return {"path": path, "allow": allow_value(node.allows)} if node.allows else path


def _role(node: RoleDecl) -> Any:
    return head_keys(node) if node.allows else node.title


def _enum(node: EnumDecl) -> Any:
    members = [member.text for member in node.members]
    head = head_keys(node)
    return {**head, "members": members} if head else members


def _record(node: Any) -> Any:
    fields, head = _fields(node.fields), head_keys(node)
    clash = any(field.name.text == "fields" and field.allows for field in node.fields)
    return {**head, "fields": fields} if head or clash or isinstance(fields, list) else fields


def _fields(nodes: tuple[FieldDecl, ...]) -> Any:
    return _named(nodes, _field)


def _field(node: FieldDecl) -> Any:
    written = type_use(node.type)
    if _ROLE.match(written):
        word, rest = re.split(r"(?<=[a-z])(?![a-z])", written, maxsplit=1)
        written = f"`{word}`{rest}"
    words: list[str] = [node.role] if node.role != "plain" else []
    words += ["secret"] if node.secret else []
    words += ["identifier"] if node.identifier else []
    default = f" = {flow(node.default)}" if node.default is not None else ""
    whole = " ".join([*words, written]) + default
    return {"type": whole, "allow": allow_value(node.allows)} if node.allows else whole


def _readmodel(node: ReadModelDecl) -> Any:
    return head_keys(node, key=node.key.text, fields=_fields(node.fields), from_=_folds(node.folds))


def _folds(nodes: tuple[Fold, ...]) -> Any:
    events = [node.event.text for node in nodes]
    if len(set(events)) == len(events) and not any(node.allows for node in nodes):
        return {node.event.text: _sets(node.sets) for node in nodes}
    return [
        given(event=node.event.text, set=_sets(node.sets), allow=allow_value(node.allows))
        for node in nodes
    ]


def _sets(nodes: tuple[SetEffect, ...]) -> Any:
    paths = [path(node.path) for node in nodes]
    if len(set(paths)) < len(paths) or any(node.allows for node in nodes):
        return [effect(node) for node in nodes]
    return {p: Words(flow(node.value)) for p, node in zip(paths, nodes, strict=True)} or None


def _machine(node: MachineDecl) -> Any:
    return head_keys(
        node,
        follows=node.follows.text,
        lookup=line_value("machine-wide", node.lookup) if node.lookup else None,
        states=_named(node.states, _machine_state),
        specifications=_specifications(node.specifications),
    )


def _machine_state(node: MachineStateDecl) -> Any:
    written = head_keys(
        node,
        initial=Words("true") if node.initial else None,
        final=Words("true") if node.final else None,
        entering=[_entering(effect) for effect in node.entering],
    )
    return with_lines(written, node.lines) or None


def _entering(node: Entering) -> Mapped:
    with_ = mapping_values(node.mappings)
    return {node.effect: node.name.text, **given(with_=with_, allow=allow_value(node.allows))}


# ------------------------------------------------------------------------- workflows


def _workflow(node: WorkflowDecl) -> Mapped:
    return head_keys(
        node,
        for_=line_value(node.subject.readmodel.text, node.subject) if node.subject else None,
        context=_context(node.context) if node.context else None,
        events=_named(node.events, _event),
        start=line_values(node.start),
        triggers=[_trigger(trigger) for trigger in node.triggers],
        deadlines=[_deadline(deadline) for deadline in node.deadlines],
        states=_named(node.states, state),
        anywhere=[
            with_lines(
                given(except_=_excepted(any_.excepted), allow=allow_value(any_.allows)), any_.lines
            )
            for any_ in node.anywhere
        ],
        properties=[_property(found) for found in node.properties],
        specifications=_specifications(node.specifications),
    )


def _excepted(names: tuple[Name, ...]) -> Inline | None:
    return inline_names(names) if names else None


def _context(node: ContextDecl) -> Any:
    if node.allows:
        fields = None if node.fields is None else _fields(node.fields)
        return {"name": node.name.text, **given(fields=fields, allow=allow_value(node.allows))}
    return node.name.text if node.fields is None else {node.name.text: _fields(node.fields)}


def _event(node: EventDecl) -> Any:
    payload = None if node.payload is None else type_use(node.payload)
    into = None if node.into is None else node.into.text
    if node.title is None and not node.allows:
        return payload if into is None else f"{payload} into {into}"
    return head_keys(node, payload=payload, into=into)


def _trigger(node: Trigger) -> Any:
    match node.occasion:
        case OnFact(event):
            word, occasion = "when", event.text
        case OnEntry(machine, state):
            word, occasion = "when", f"{machine.text} enters {state.text}"
        case Every(period):
            word, occasion = "every", flow(period)
        case At(time, day, zone):
            on = f" on {day.text}" if day is not None else ""
            place = f" in {text(zone.text)}" if zone is not None else ""
            word, occasion = "at", f"{time.text}{on}{place}"
    more = given(with_=mapping_values(node.mappings), allow=allow_value(node.allows))
    return {word: occasion, "to": goal(node.target), **more}


def _deadline(node: Deadline) -> Mapped:
    more = given(do=effects(node.effects), allow=allow_value(node.allows))
    return {"after": flow(node.duration), "to": goal(node.target), **more}


def _property(node: PropertyDecl) -> Mapped:
    first = Words(flow(node.first, states_allowed=True))
    word = "always" if node.second is not None else node.kind
    written: Mapped = {word: first}
    if node.second is not None:
        written[node.kind] = Words(flow(node.second, states_allowed=True))
    name = None if node.name is None else node.name.text
    return {**written, **given(name=name, allow=allow_value(node.allows))}


# ------------------------------------------------------------------- specifications


def _specifications(nodes: tuple[SpecificationDecl, ...]) -> Any:
    names = [node.name.value for node in nodes]
    if len(set(names)) == len(names):
        return {node.name.value: _specification(node) for node in nodes}
    return [{"name": node.name.value, **_steps(node)} for node in nodes]


def _specification(node: SpecificationDecl) -> Any:
    written = _steps(node)
    return written["steps"] if list(written) == ["steps"] else written


def _steps(node: SpecificationDecl) -> Mapped:
    cases = _table(node.cases) if node.cases is not None else None
    allow = given(allow=allow_value(node.allows))
    return {**allow, "steps": [_step(step, node) for step in node.steps], **given(cases=cases)}


def _step(step: Step, node: SpecificationDecl) -> Any:
    alone = replace(node, steps=(replace(step, allows=()),), cases=None, allows=())
    written = printed_specification(0, alone)[-1].text
    return line_value(_ROWS.sub(" ", written), step)


def _table(node: Table) -> Mapped:
    rows = [_row(row) for row in node.rows]
    allow = given(allow=allow_value(node.allows))
    return {"columns": inline_names(node.columns), "rows": rows, **allow}


def _row(node: Any) -> Any:
    cells = Inline(map(_cell, node.cells))
    return {"cells": cells, "allow": allow_value(node.allows)} if node.allows else cells


def _cell(cell: Expr) -> str | None:
    if isinstance(cell, NullLiteral):
        return None
    if isinstance(cell, NameExpr):
        return Words(name_at(CELL, Name(cell.name, span=cell.span)))
    return Words(flow(cell))
