"""The folder of a host: its graph, its contract, its routines."""

import importlib
import sys
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from stateous.compiler.graph.format import structure
from stateous.compiler.graph.reader import Graph, read_graph
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.regular_file import read_text
from stateous.runtime.local.routine import Routine, StateRef, state_of
from stateous.runtime.local.rules import (
    CONTRACT_OUTDATED,
    NO_GRAPH,
    ROUTINE_BROKEN,
    ROUTINE_MISSING,
    ROUTINE_TWICE,
)

ROUTINES = "routines"
"""The package of the routines in the folder of a host."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A routine and the state that it is marked with."""

    routine: Routine
    state: StateRef[Any, Any]
    module: str

    @property
    def place(self) -> str:
        """Where it stands, as a person would look for it."""
        return f"{self.module.replace('.', '/')}.py"


def load_graph(path: Path) -> Graph:
    """Return the graph of a host. Raises Fault, or GraphFault for what is in the file."""
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise Fault(NO_GRAPH, f"{path.name} cannot be read: {error}") from None
    return read_graph(text)


def load_routines(folder: Path, graph: Graph) -> Mapping[str, Marked]:
    """Return the routine of each state. Raises Fault unless there is exactly one for each."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    contract = _imported("contract", folder)
    _check_contract(contract, graph)
    found: dict[str, Marked] = {}
    for marked in _marked(folder):
        there = found.setdefault(marked.state.name, marked)
        if there.routine is not marked.routine:
            raise _twice(there, marked)
    _check_complete(found, graph, contract)
    return found


def _check_contract(contract: ModuleType, graph: Graph) -> None:
    if getattr(contract, "__structure__", None) != structure(graph.document):
        raise Fault(
            CONTRACT_OUTDATED,
            "contract.py belongs to another graph than the one in build/",
            "generate the package again",
        )


def _marked(folder: Path) -> Iterable[Marked]:
    for path in sorted((folder / ROUTINES).glob("[!_]*.py")):
        module = _imported(f"{ROUTINES}.{path.stem}", folder)
        for value in vars(module).values():
            state = state_of(value)
            if state is not None and value.__module__ == module.__name__:
                yield Marked(value, state, module.__name__)


def _imported(name: str, folder: Path) -> ModuleType:
    """Import a module of the author's; whatever it raises is a fault of the folder."""
    try:
        return importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a module may raise anything, SystemExit too
        place = _place(error, folder) or f"{name.replace('.', '/')}.py"
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise Fault(ROUTINE_BROKEN, f"{place} does not import: {said}") from None


def _place(error: BaseException, folder: Path) -> str | None:
    """Return the last line of the author's own files that an error went through."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}:"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            return f"{Path(frame.filename).relative_to(folder).as_posix()}, line {frame.lineno}:"
    return None


def _twice(one: Marked, other: Marked) -> Fault:
    return Fault(
        ROUTINE_TWICE,
        f"`{one.state.name}` has two routines: in {one.place} and in {other.place}",
        "remove the mark `@on_state` from one of them",
    )


def _check_complete(found: Mapping[str, Marked], graph: Graph, contract: ModuleType) -> None:
    missing = [state.name for state in graph.workflow.states if state.name not in found]
    if not missing:
        return
    word = _attribute(contract, missing[0])
    raise Fault(
        ROUTINE_MISSING,
        f"{' and '.join(f'`{name}`' for name in missing)} "
        f"{'has no routine' if len(missing) == 1 else 'have no routines'}",
        f"write {ROUTINES}/{word}.py with a function marked `@on_state(states.{word})`",
    )


def _attribute(contract: ModuleType, state: str) -> str:
    """Return how the contract calls a state."""
    attributes = vars(contract.states)
    named = (
        word for word, ref in attributes.items() if isinstance(ref, StateRef) and ref.name == state
    )
    return next(named, state)
