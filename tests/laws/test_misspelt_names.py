"""A misspelt name gets the same diagnostics in each notation."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stateous.grammar import syntax
from stateous.grammar.syntax import File
from tests.laws.stages import codes, often, through_flow, through_python, through_yaml
from tests.valid_specs import valid_files
from tests.whole_trees import mapped

_USES: dict[type, tuple[str, ...]] = {
    syntax.ToState: ("state",),
    syntax.OnLine: ("event",),
    syntax.Writes: ("fields",),
    syntax.Passing: ("fields",),
    syntax.InState: ("states",),
    syntax.Visited: ("state",),
    syntax.Count: ("state", "event"),
    syntax.Member: ("name",),
    syntax.NamedType: ("name",),
    syntax.ActionKind: ("command",),
    syntax.ApprovalKind: ("role",),
    syntax.WaitForEvents: ("events",),
    syntax.ParallelKind: ("workflows",),
    syntax.ForeachKind: ("workflow",),
    syntax.Subject: ("readmodel",),
    syntax.OnFact: ("event",),
    syntax.OnEntry: ("machine", "state"),
    syntax.Assign: ("path",),
    syntax.SetEffect: ("path",),
    syntax.EmitEffect: ("event",),
    syntax.Ensures: ("event",),
    syntax.After: ("event",),
    syntax.Anywhere: ("excepted",),
    syntax.Fold: ("event",),
    syntax.Entering: ("name",),
    syntax.MachineDecl: ("follows",),
    syntax.GivenState: ("state",),
    syntax.GivenFact: ("event",),
    syntax.WhenEvent: ("event",),
    syntax.WhenFact: ("event",),
    syntax.WhenFails: ("state",),
    syntax.WhenOutlet: ("state", "outlet"),
    syntax.WhenDecided: ("role",),
    syntax.WhenChild: ("workflow",),
    syntax.ThenEmitted: ("event",),
    syntax.ThenInvokes: ("command",),
    syntax.ThenStarts: ("workflow",),
    syntax.ThenOtherIn: ("workflow", "states"),
    syntax.ThenWaitingFor: ("events",),
}
"""Where nodes use names."""

_UNKNOWN = "zzq9"


def _misspelt(tree: File, chosen: int) -> tuple[File, int]:
    """Return a tree with the `chosen` use of a name misspelt, and how many uses there are."""
    seen = 0

    def change(node: Any) -> Any:
        nonlocal seen
        for part in _USES.get(type(node), ()):
            value = getattr(node, part)
            names = value if isinstance(value, tuple) else (value,)
            new = []
            for name in names:
                if name is not None and not name.column:
                    if seen == chosen:
                        name = replace(name, text=_UNKNOWN)
                    seen += 1
                new.append(name)
            if new:
                node = replace(node, **{part: tuple(new) if isinstance(value, tuple) else new[0]})
        return node

    return mapped(tree, change), seen


@st.composite
def _faulty(draw: st.DrawFn) -> File:
    tree = draw(valid_files())
    _, uses = _misspelt(tree, -1)
    return _misspelt(tree, draw(st.integers(0, uses - 1)))[0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the files in the Python notation."""
    return tmp_path_factory.mktemp("laws")


@often(20)
@given(tree=_faulty())
def test_a_misspelt_name_is_the_same_fault_in_each_notation(tree: File, folder: Path) -> None:
    flow = through_flow(tree)
    said = codes(flow)
    assert codes(through_yaml(tree)) == said, flow.source.text
    python = through_python(tree, folder)
    found = codes(python)
    if {"ST2001", "ST2002"} & set(said) and found in (["ST8107"], ["ST8113"]):
        # A state or event that is not declared is refused at once, at the line that names it.
        return
    assert found == said, f"{flow.source.text}\n{python.source.text}"
