"""The order of declarations is free, and names are only names."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stateous.grammar.flow.reader import read_flow
from stateous.grammar.printer.files import print_flow
from stateous.grammar.source import Source
from stateous.grammar.syntax import File, MachineDecl, OnLine, StateDecl, WorkflowDecl
from tests.laws.canonical import without_order
from tests.laws.stages import often, program, through_flow, through_yaml
from tests.valid_specs import valid_files

# ----------------------------------------------------------------------- order


class _Shuffle:
    """Puts the declarations of a tree into another order."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def file(self, tree: File) -> File:
        """Return the file with the declarations of each sort, and all inside them, shuffled."""
        parts = ("enums", "types", "commands", "facts", "roles", "readmodels", "specifications")
        moved: dict[str, Any] = {name: self.some(getattr(tree, name)) for name in parts}
        return replace(
            tree,
            **moved,
            workflows=self.some([self._workflow(node) for node in tree.workflows]),
            machines=self.some([self._machine(node) for node in tree.machines]),
        )

    def _workflow(self, node: WorkflowDecl) -> WorkflowDecl:
        parts = ("events", "triggers", "properties", "specifications", "anywhere")
        moved: dict[str, Any] = {name: self.some(getattr(node, name)) for name in parts}
        return replace(
            node,
            **moved,
            states=self.some([self._state(state) for state in node.states]),
        )

    def _machine(self, node: MachineDecl) -> MachineDecl:
        states = [replace(state, lines=self._groups(state.lines)) for state in node.states]
        specifications = self.some(node.specifications)
        return replace(node, states=self.some(states), specifications=specifications)

    def _state(self, node: StateDecl) -> StateDecl:
        return replace(node, lines=self._groups(node.lines))

    def _groups(self, lines: Sequence[OnLine]) -> tuple[OnLine, ...]:
        """Return lines with their groups in another order; those of one group keep theirs."""
        order = self.some(list(dict.fromkeys(line.event.text for line in lines)))
        return tuple(sorted(lines, key=lambda line: order.index(line.event.text)))

    def some(self, parts: Sequence[Any]) -> tuple[Any, ...]:
        """Return these in another order."""
        if len(parts) < 2:
            return tuple(parts)
        first = self._draw(st.integers(0, len(parts) - 1))
        turned = (*parts[first:], *parts[:first])
        return turned[::-1] if self._draw(st.booleans()) else turned


@st.composite
def _shuffled(draw: st.DrawFn) -> tuple[File, File, str]:
    tree = draw(valid_files())
    shuffle = _Shuffle(draw)
    moved = shuffle.file(tree)
    # What stands at the left edge, with the waivers above it, begins a declaration.
    blocks = re.findall(r"(?m)^(?:allow .*\n)*(?!allow )\S.*\n(?:\n|[ )].*\n)*", print_flow(moved))
    assert "".join(blocks) == print_flow(moved)
    return tree, moved, "\n".join(shuffle.some(blocks))


@often(15)
@given(_shuffled())
def test_the_order_of_declarations_is_free(trees: tuple[File, File, str]) -> None:
    tree, moved, text = trees
    meaning = without_order(program(through_flow(tree)))
    assert without_order(program(read_flow(Source("spec.flow", text)))) == meaning, text
    assert without_order(program(through_yaml(moved))) == meaning, text


# ----------------------------------------------------------------------- names


def _renamed(text: str) -> str:
    """Return a text with each name of a plain file changed, so that they sort the other way."""
    return re.sub(r"\bn(\d+)\b", lambda found: f"m{10_000 - int(found[1])}", text)


@often(15)
@given(valid_files(plain=True))
def test_names_are_only_names(tree: File) -> None:
    text = print_flow(tree)
    meaning = program(read_flow(Source("spec.flow", text)))
    other = program(read_flow(Source("spec.flow", _renamed(text))))
    assert repr(other) == _renamed(repr(meaning)), text
