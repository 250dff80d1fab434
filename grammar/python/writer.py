"""Writes a syntax tree as a file of the Python notation.

The file reads as the same tree. Types are written as `Record` and `Enum`, since no pydantic
model expresses all of them. A tree that no compiler takes, such as one with a transition to
a state that is not there, is written as far as it goes, and reading that raises where the
tree is at fault.
"""

from collections.abc import Callable, Iterator

from stateous.grammar import syntax
from stateous.grammar.python.source_text import Code, behind, call, chain, laid_out, list_of, text
from stateous.grammar.python.writer_names import Names
from stateous.grammar.python.writer_steps import StepWriter
from stateous.grammar.python.writer_values import (
    allow,
    effect,
    fields,
    flag,
    given,
    guard,
    mappings,
    title,
)
from stateous.grammar.python.writer_workflows import WorkflowWriter

_Declaration = (
    syntax.EnumDecl
    | syntax.TypeDecl
    | syntax.RoleDecl
    | syntax.CommandDecl
    | syntax.FactDecl
    | syntax.ReadModelDecl
    | syntax.MachineDecl
)


def write_python(tree: syntax.File) -> str:
    """Return the text of a `.py` file that reads as `tree`. Waivers and titles are kept."""
    writer = _Writer()
    blocks = [block for block in writer.blocks(tree) if block]
    if not blocks:
        return ""
    head = laid_out(writer.names.imports())
    return "\n\n".join([head, *("\n".join(block) for block in blocks)]) + "\n"


class _Writer:
    def __init__(self) -> None:
        self.names = Names()

    def blocks(self, tree: syntax.File) -> Iterator[list[str]]:
        """Yield the statements of a file, in blocks that blank lines part."""
        yield [self._use(use) for use in tree.uses]
        yield [self._enum(node) for node in tree.enums]
        yield [self._fields("Record", "type", node) for node in tree.types]
        yield [self._declared("Role", "role", node) for node in tree.roles]
        yield [self._fields("Command", "command", node) for node in tree.commands]
        yield [self._fields("Fact", "fact", node) for node in tree.facts]
        for model in tree.readmodels:
            yield list(self._read_model(model))
        for workflow in tree.workflows:
            yield from WorkflowWriter(self.names, workflow).blocks()
        for machine in tree.machines:
            yield from self._machine(machine)
        steps = StepWriter(self.names, "")
        for specification in tree.specifications:
            yield [chain(*steps.specification(specification))]

    def _use(self, node: syntax.Use) -> str:
        path = text(node.path.value)
        return laid_out(self.names.call("use", path, *allow(self.names, node.allows)))

    def _enum(self, node: syntax.EnumDecl) -> str:
        members = list_of(text(member.text) for member in node.members)
        return self._declared("Enum", "enum", node, members)

    def _fields(
        self,
        builder: str,
        kind: str,
        node: syntax.TypeDecl | syntax.CommandDecl | syntax.FactDecl,
    ) -> str:
        return self._declared(builder, kind, node, fields(self.names, node.fields))

    def _declared(self, builder: str, kind: str, node: _Declaration, *parts: Code) -> str:
        variable = self.names.take(kind, node.name.text)
        code = self.names.call(
            builder,
            text(node.name.text),
            *parts,
            *title(node.title),
            *allow(self.names, node.allows),
        )
        return laid_out(behind(f"{variable} = ", code))

    def _read_model(self, node: syntax.ReadModelDecl) -> Iterator[str]:
        key = f"key={text(node.key.text)}"
        lines = given("fields", fields(self.names, node.fields))
        yield self._declared("ReadModel", "readmodel", node, key, *lines)
        variable = self.names.find("readmodel", node.name.text)
        for fold in node.folds:
            fact = self.names.reference(fold.event, "fact")
            sets = (effect(self.names, item) for item in fold.sets)
            waivers = allow(self.names, fold.allows)
            yield laid_out(call(f"{variable}.from_", fact, *sets, *waivers))

    # ------------------------------------------------------------------- machines

    def _machine(self, node: syntax.MachineDecl) -> Iterator[list[str]]:
        follows = behind("follows=", self.names.reference(node.follows, "readmodel"))
        head = self._declared("StateMachine", "statemachine", node, follows)
        variable = self.names.find("statemachine", node.name.text) or ""
        lookup = node.lookup
        call_lookup: Callable[..., Code] = lambda *parts: call(
            f"{variable}.lookup_machine_wide", *parts
        )
        waivers = () if lookup is None else allow(self.names, lookup.allows)
        yield [head, *([] if lookup is None else [laid_out(call_lookup(*waivers))])]
        yield [self._machine_state(variable, state) for state in node.states]
        for state in node.states:
            yield [self._machine_line(variable, state.name, line) for line in state.lines]
        steps = StepWriter(self.names, variable)
        for specification in node.specifications:
            yield [chain(*steps.specification(specification))]

    def _machine_state(self, machine: str, node: syntax.MachineStateDecl) -> str:
        entering = list_of(self._entering(item) for item in node.entering)
        variable = self.names.take("state", node.name.text, machine)
        code = call(
            f"{machine}.state",
            text(node.name.text),
            *flag("initial", holds=node.initial),
            *flag("final", holds=node.final),
            *given("entering", entering if node.entering else None),
            *title(node.title),
            *allow(self.names, node.allows),
        )
        return laid_out(behind(f"{variable} = ", code))

    def _entering(self, node: syntax.Entering) -> Code:
        starts = node.effect == "starts"
        name = self.names.reference(node.name, "workflow" if starts else "command")
        more = (*mappings(self.names, node.mappings), *allow(self.names, node.allows))
        return self.names.call("Starts" if starts else "Invokes", name, *more)

    def _machine_line(self, machine: str, source: syntax.Name, node: syntax.OnLine) -> str:
        target = node.target
        assert isinstance(target, syntax.ToState)
        code = call(
            f"{machine}.transition",
            self.names.reference(source, "state", owner=machine),
            self.names.reference(target.state, "state", owner=machine),
            behind("on=", self.names.reference(node.event, "fact")),
            *given("when", None if node.when is None else guard(node.when)),
            *flag("otherwise", holds=node.otherwise),
            *flag("first", holds=node.first),
            *allow(self.names, node.allows),
        )
        return laid_out(code)
