"""What is given on: to a command, a child, a started token, an emitted event.

A field gets what its `with f = expr` says, else what the first source has under its name,
else its own default. A source of that name of another kind, and a field that stays without
a value but needs one, are errors.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from stateous.compiler import guards, ir
from stateous.compiler.children import children_of
from stateous.compiler.names import unknown
from stateous.compiler.rules.expressions import NOT_A_LIST
from stateous.compiler.rules.machines import (
    GIVEN_CLOSED,
    MAPPING_KIND,
    MAPPING_OPEN,
    PASSED_TO_NONE,
    STARTS_WITHOUT_START,
)
from stateous.compiler.rules.names import (
    ASSIGNED_TWICE,
    NAMED_TWICE,
    UNKNOWN_COMMAND,
    UNKNOWN_FIELD,
    UNKNOWN_WORKFLOW,
)
from stateous.compiler.type_use import holds_broken
from stateous.compiler.types import Field, ListType, RecordType, Slot, described
from stateous.compiler.typing.expressions import typed, value
from stateous.compiler.typing.kinds import BROKEN, JSON, comparable
from stateous.compiler.typing.reading import follow
from stateous.compiler.typing.scope import Report, Scope
from stateous.compiler.world import World
from stateous.grammar import advice
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.printer import canonical
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    ActionKind,
    Assign,
    ForeachKind,
    Name,
    Passing,
    StateDecl,
    WithClause,
)

Put = Callable[[str, Span], None]
"""Takes the name of a field and the place of the expression that gives it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A record whose fields are taken by name; `variable` goes with that root."""

    root: Literal["ctx", "payload", "subject", "model", "variable"]
    record: RecordType
    variable: str | None = None

    @property
    def word(self) -> str:
        """How an expression spells it."""
        return self.variable or ("subject" if self.root == "model" else self.root)

    def read(self, field: Field) -> ir.Assignment:
        """Return that the field of that name is given what this one holds."""
        nullable = field.slot.nullable
        expr = guards.Read(self.root, (field.name,), field.slot.type, nullable, self.variable)
        return ir.Assignment((field.name,), expr, f"{self.word}.{field.name}")


def _ignore(_: str, __: Span) -> None:
    return None


def arguments(
    target: RecordType,
    given: Iterable[Assign],
    scope: Scope,
    sources: Iterable[Source],
    at: Span,
    what: str,
    put: Put = _ignore,
    *,
    identifier: tuple[str, Source, Field] | None = None,
) -> tuple[ir.Assignment, ...]:
    """Return where each field of `target` comes from, in their order; what is open is reported at `at`.

    `what` is the target as a message names it. `identifier` is the field that takes the
    subject's key, with where that stands.
    """
    if target is BROKEN:
        return ()
    found: list[ir.Assignment] = []
    taken: set[tuple[str, ...]] = set()
    for assign in given:
        path = tuple(part.text for part in assign.path)
        if _overlaps(path, taken):
            message = f"`{'.'.join(path)}` is given twice"
            scope.report(
                ASSIGNED_TWICE.at(assign.path[-1].span, message, help="keep one of the two")
            )
            continue
        taken.add(path)
        put(path[0], assign.value.span)
        given_value = _given(target, assign, scope)
        if given_value is not None:
            found.append(ir.Assignment(path, given_value, canonical(assign.value)))
    sources = tuple(sources)
    for field in target.fields:
        if not any(path[0] == field.name for path in taken):
            own = _by_name(field, sources, identifier, at, what, scope)
            found.extend((own,) if own is not None else ())
        elif (field.name,) not in taken:
            _check_inside(field, taken, at, what, scope)
    order = {field.name: index for index, field in enumerate(target.fields)}
    return tuple(sorted(found, key=lambda assignment: order[assignment.path[0]]))


def _overlaps(path: tuple[str, ...], taken: Iterable[tuple[str, ...]]) -> bool:
    return any(path[: len(other)] == other or other[: len(path)] == path for other in taken)


def _given(target: RecordType, assign: Assign, scope: Scope) -> guards.Expr | None:
    field = target.field(assign.path[0].text)
    if field is not None and field.role in ("local", "into"):
        why = "starts by itself" if field.role == "local" else "is written by nothing else"
        message = f"`{field.name}` cannot be given: it {why}"
        scope.report(GIVEN_CLOSED.at(assign.path[0].span, message, help="leave it out"))
        return None
    end = follow(Slot(target), assign.path, scope)
    if end is None:
        return None
    slot = slot_at(target, assign.path) or Slot(end[0], nullable=True)
    return value(assign.value, slot, scope)


def slot_at(target: RecordType, path: tuple[Name, ...]) -> Slot | None:
    """Return the slot at the end of a path through records alone."""
    slot = Slot(target)
    for name in path:
        field = slot.type.field(name.text) if isinstance(slot.type, RecordType) else None
        if field is None:
            return None
        slot = field.slot
    return slot


def _by_name(
    field: Field,
    sources: Iterable[Source],
    identifier: tuple[str, Source, Field] | None,
    at: Span,
    what: str,
    scope: Scope,
) -> ir.Assignment | None:
    if field.role in ("local", "into") or holds_broken(field.slot.type):
        return None
    if identifier is not None and identifier[0] == field.name:
        _, source, key = identifier
        return _taken(field, source, key, at, what, scope)
    for source in sources:
        if source.record is BROKEN:
            return None
        own = source.record.field(field.name)
        if own is not None:
            return _taken(field, source, own, at, what, scope)
    if field.required and not scope.vocabulary.incomplete:
        kind = described(field.slot.type)
        scope.report(
            MAPPING_OPEN.at(
                at,
                f"{what} needs `{field.name}`, and nothing gives it",
                help=f"write `{_line(field, at)}`, with a value of `{kind}`",
            )
        )
    return None


def _taken(
    field: Field, source: Source, own: Field, at: Span, what: str, scope: Scope
) -> ir.Assignment | None:
    if holds_broken(own.slot.type):
        return None
    if comparable(own.slot.type, field.slot.type):
        return replace(source.read(own), path=(field.name,))
    wanted, kind = described(field.slot.type), described(own.slot.type)
    scope.report(
        MAPPING_KIND.at(
            at,
            f"`{field.name}` of {what} is `{wanted}`, and `{source.word}.{own.name}` is `{kind}`",
            help=f"write `{_line(field, at)}`, with a value of `{wanted}`",
        )
    )
    return None


def _line(field: Field, at: Span) -> str:
    return advice.given(at, "with", field.name, "…")


def _check_inside(
    field: Field, taken: Iterable[tuple[str, ...]], at: Span, what: str, scope: Scope
) -> None:
    """Report a field inside a record that is given in parts, which no part gives."""
    paths = [path[1:] for path in taken if path[0] == field.name]
    if not isinstance(field.slot.type, RecordType) or field.slot.type is BROKEN:
        return
    for inner in field.slot.type.fields:
        own = [path for path in paths if path[0] == inner.name]
        if not own and inner.required:
            name = f"{field.name}.{inner.name}"
            message = f"{what} needs `{name}`, and nothing gives it"
            scope.report(MAPPING_OPEN.at(at, message, help=f"write `with {name} = …` below"))
        elif own and (inner.name,) not in own:
            _check_inside(inner, own, at, what, scope)


def assigns(clauses: Iterable[WithClause]) -> tuple[Assign, ...]:
    """Return the assignments of `with` lines, in order."""
    return tuple(assign for clause in clauses for assign in clause.values)


def startable(world: World, workflow: str) -> RecordType:
    """Return the context of a workflow as whoever starts it has to fill it."""
    signature = world.signatures.get(workflow)
    return BROKEN if signature is None else signature.context


def token_sources(scope: Scope) -> tuple[Source, ...]:
    """Return what a token takes by name: from its context, then from its subject."""
    own = (Source("ctx", scope.context),)
    return own if scope.subject is None else (*own, Source("subject", scope.subject))


# --------------------------------------------------------- actions and children


def action_arguments(
    state: StateDecl, world: World, scope: Scope, put: Put = _ignore
) -> tuple[ir.Assignment, ...]:
    """Return where the fields of an action's command come from; `scope` is one of the state."""
    assert isinstance(state.kind, ActionKind)
    name = state.kind.command
    if name.text not in world.commands:
        scope.report(unknown_command(name, world))
        return ()
    command = world.commands[name.text]
    key = None
    if command.identifier is not None and scope.subject is not None and scope.subject.fields:
        source = Source("subject", scope.subject)
        key = (command.identifier, source, scope.subject.fields[0])
    return arguments(
        command.record,
        assigns(state.mappings),
        scope,
        token_sources(scope),
        name.span,
        f"command `{name.text}`",
        put,
        identifier=key,
    )


def unknown_command(name: Name, world: World) -> Diagnostic:
    """Return that a name is no command."""
    others = world.names.sorts_but("a command")
    return unknown(UNKNOWN_COMMAND, name, "a command", world.commands, known_as=others)


def unknown_workflow(name: Name, world: World) -> Diagnostic:
    """Return that a name is no workflow."""
    others = world.names.sorts_but("a workflow")
    workflows = world.names.workflows
    return unknown(UNKNOWN_WORKFLOW, name, "a workflow", workflows, known_as=others)


def require_start(name: Name, world: World, report: Report) -> None:
    """Report a workflow that only its own triggers start."""
    workflow = world.names.workflows[name.text]
    if workflow.triggers and not workflow.start:
        what = f"`{name.text}` has no START: only its triggers start it"
        report(STARTS_WITHOUT_START.at(name.span, what, help="give the workflow a START"))


def child_arguments(
    state: StateDecl, world: World, scope: Scope, put: Callable[[str, str, Span], None]
) -> tuple[ir.Child, ...]:
    """Return the children of a parallel or foreach, with where their fields come from.

    `scope` is one of the state, with the item of a foreach bound; `put` takes the child too.
    """
    names = children_of(state)
    targets = {name.text: startable(world, name.text) for name in names}
    for name in names:
        if name.text not in world.names.workflows:
            scope.report(unknown_workflow(name, world))
        else:
            require_start(name, world, scope.report)
    passed = _passed(state.passing, targets, scope)
    sources = [Source("ctx", passed)]
    if isinstance(state.kind, ForeachKind):
        item = scope.variables.get(state.kind.variable.text)
        if item is not None and isinstance(item.type, RecordType) and not item.nullable:
            sources.append(Source("variable", item.type, state.kind.variable.text))
    given = _for_each_child(state, targets, scope)

    def child(name: Name) -> ir.Child:
        def put_own(field: str, span: Span) -> None:
            put(name.text, field, span)

        what = f"workflow `{name.text}`"
        own = given[name.text]
        target = targets[name.text]
        return ir.Child(name.text, arguments(target, own, scope, sources, name.span, what, put_own))

    return tuple(map(child, names))


def _passed(passing: Passing | None, targets: Mapping[str, RecordType], scope: Scope) -> RecordType:
    """Return the fields of the context that children get by name; BROKEN where one is unknown."""
    fields: dict[str, Field] = {}
    unsure = scope.context is BROKEN
    for name in passing.fields if passing is not None else ():
        own = scope.context.field(name.text)
        if name.text in fields:
            scope.report(NAMED_TWICE.at(name.span, f"`{name.text}` is named twice"))
        elif own is None and scope.open_context:
            fields[name.text] = Field(name.text, Slot(JSON, nullable=True))
        elif own is None and scope.context is not BROKEN:
            known = [field.name for field in scope.context.fields]
            what = f"a field of `{scope.context.name}`"
            scope.report(unknown(UNKNOWN_FIELD, name, what, known))
            unsure = True
        elif own is not None:
            fields[name.text] = own
        if name.text in fields and not any(map(_takes(name.text), targets.values())):
            what = f"no child has a field `{name.text}` to take"
            scope.report(PASSED_TO_NONE.at(name.span, what, help="leave it out"))
    return BROKEN if unsure else RecordType("ctx", tuple(fields.values()))


def _takes(name: str) -> Callable[[RecordType], bool]:
    def takes(target: RecordType) -> bool:
        field = target.field(name)
        return target is BROKEN or (field is not None and field.role not in ("local", "into"))

    return takes


def _for_each_child(
    state: StateDecl, targets: Mapping[str, RecordType], scope: Scope
) -> Mapping[str, list[Assign]]:
    """Return the `with` assignments of each child; a parallel's begin with its name."""
    given: dict[str, list[Assign]] = {name: [] for name in targets}
    for assign in assigns(state.mappings):
        if isinstance(state.kind, ForeachKind):
            given[state.kind.workflow.text].append(assign)
            continue
        child, *path = assign.path
        if child.text not in given:
            scope.report(unknown(UNKNOWN_WORKFLOW, child, "a child that runs here", targets))
        elif not path:
            what = f"`{child.text}` is a child, and no field of it"
            help_ = f"name the field that gets the value: `with {child.text}.f = …`"
            scope.report(UNKNOWN_FIELD.at(child.span, what, help=help_))
        else:
            given[child.text].append(replace(assign, path=tuple(path)))
    return given


def item_slot(state: StateDecl, scope: Scope) -> tuple[guards.Expr | None, Slot]:
    """Return what a foreach goes over, typed, and the type of its items."""
    assert isinstance(state.kind, ForeachKind)
    over = state.kind.over
    found = typed(over, scope)
    if found is None:
        return None, Slot(BROKEN)
    if isinstance(found.type, ListType):
        return found.expr, found.type.item
    what = f"`{found.kind}` is not a list"
    scope.report(NOT_A_LIST.at(over.span, what, help="a `foreach` goes over the items of a list"))
    return None, Slot(BROKEN)
