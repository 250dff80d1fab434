"""What the files of a compilation declare together, with types settled."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from stateous.compiler import ir
from stateous.compiler.names import Names
from stateous.compiler.outlets import counted_outlets
from stateous.compiler.records import record_of
from stateous.compiler.signature import Signature
from stateous.compiler.type_use import NamedTypes
from stateous.compiler.types import EnumType, RecordType
from stateous.compiler.typing.kinds import BROKEN
from stateous.compiler.typing.scope import Report, Scope, Vocabulary
from stateous.grammar.syntax import (
    CommandDecl,
    DecideLine,
    OnLine,
    StartLine,
    Target,
    ToEnd,
    WaitForEvents,
    WorkflowDecl,
)


@dataclass(frozen=True)
class World:
    """The declarations of a file and of those that it uses.

    `facts` and `readmodels` are the records of each; a read model's first field is its key.
    A record is BROKEN where its declaration is at fault. `signatures` go by workflow.
    """

    names: Names
    types: NamedTypes = field(default_factory=dict)
    commands: Mapping[str, ir.Command] = field(default_factory=dict)
    facts: Mapping[str, RecordType] = field(default_factory=dict)
    readmodels: Mapping[str, RecordType] = field(default_factory=dict)
    signatures: Mapping[str, Signature] = field(default_factory=dict)

    @property
    def enums(self) -> Mapping[str, EnumType]:
        """The declared enums by name."""
        return {name: type_ for name, type_ in self.types.items() if isinstance(type_, EnumType)}

    def subject_of(self, workflow: WorkflowDecl) -> RecordType | None:
        """Return the read model that a workflow is for; None where it is for none."""
        if workflow.subject is None:
            return None
        return self.readmodels.get(workflow.subject.readmodel.text, BROKEN)


def command_of(
    declaration: CommandDecl, named: NamedTypes, names: Names, report: Report
) -> ir.Command:
    """Return a command of the IR, and report what is wrong with its fields."""
    identifiers = [field.name.text for field in declaration.fields if field.identifier]
    return ir.Command(
        declaration.name.text,
        declaration.title,
        record_of(declaration, named, names, report),
        identifiers[0] if identifiers else None,
    )


def scope_of(workflow: WorkflowDecl, signature: Signature, world: World, report: Report) -> Scope:
    """Return what the START lines of a workflow may read; other places are made from it."""
    return Scope(
        "start",
        vocabulary_of(workflow, world),
        signature.context,
        signature.open_context,
        report,
        subject=world.subject_of(workflow),
    )


def vocabulary_of(workflow: WorkflowDecl, world: World) -> Vocabulary:
    """Return the names that each expression of a workflow knows."""
    waits = [state.kind for state in workflow.states if isinstance(state.kind, WaitForEvents)]
    events = {event.name.text: None for event in workflow.events}
    waited = (name.text for wait in waits for name in wait.events)
    facts = {name: None for name in waited if name in world.facts and name not in events}
    return Vocabulary(
        workflow=workflow.name.text,
        states={state.name.text: None for state in workflow.states}.keys(),
        events=events.keys(),
        types=world.types,
        enums=world.enums,
        incomplete=world.names.incomplete,
        facts=facts.keys(),
        outlets={state.name.text: counted_outlets(state) for state in workflow.states},
        labels=labels_of(workflow),
    )


def labels_of(workflow: WorkflowDecl) -> frozenset[str]:
    """Return the outcomes that `END as "label"` gives anywhere in a workflow."""
    lines: list[StartLine | OnLine | DecideLine] = list(workflow.start)
    for state in workflow.states:
        lines.extend((*state.lines, *state.choices))
    for block in workflow.anywhere:
        lines.extend(block.lines)
    targets: list[Target] = [line.target for line in lines]
    targets.extend(deadline.target for deadline in workflow.deadlines)
    found = (target.label for target in targets if isinstance(target, ToEnd))
    return frozenset(label for label in found if label is not None)
