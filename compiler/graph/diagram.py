"""The diagram of a workflow, as a Mermaid `stateDiagram-v2`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from stateous.compiler.ir import START, Complete, Fail, Goto, Target, Transition, Workflow

_END = "[*]"
_FAIL = "FAIL"
_MADE_UP = "s__"
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS = frozenset(
    ["as", "class", "classDef", "direction", "end", "note", "scale", "state", "style", _FAIL]
)


@dataclass(frozen=True, slots=True)
class Path:
    """Where a token has been: how often it took each transition, and the state it is in."""

    taken: Mapping[int, int] = field(default_factory=dict)
    visited: frozenset[str] = frozenset()
    current: str | None = None


def diagram(workflow: Workflow, path: Path | None = None) -> str:
    """Return the diagram, with what `path` tells of one token marked in it."""
    went = path or Path()
    lines = ["stateDiagram-v2", "    direction LR"]
    lines += [f"    {line}" for line in _declarations(workflow)]
    lines += [f"    {_edge(t, went.taken.get(i, 0))}" for i, t in enumerate(workflow.transitions)]
    lines += [f"    {line}" for line in _marks(went)]
    return "\n".join(lines) + "\n"


def _declarations(workflow: Workflow) -> list[str]:
    """Return a line for each state whose name Mermaid would not take as it stands."""
    names = [state.name for state in workflow.states]
    return [f'state "{_escaped(name)}" as {_id(name)}' for name in names if _id(name) != name]


def _edge(transition: Transition, taken: int) -> str:
    source = "[*]" if transition.source == START else _id(transition.source)
    head = f"{source} --> {_target(transition.target, source)}"
    label = " ".join((*_label(transition), *([f"x{taken}"] if taken else [])))
    return f"{head}: {label}" if label else head


def _label(transition: Transition) -> list[str]:
    words = [] if transition.event is None else [transition.event]
    if transition.text is not None:
        words.append(f"[{_escaped(transition.text)}]")
    if transition.otherwise:
        words.append("[otherwise]")
    return words


def _target(target: Target, source: str) -> str:
    match target:
        case Goto(state):
            return _id(state)
        case Complete():
            return _END
        case Fail():
            return _FAIL
        case _:
            return source  # STAY and REFUSE leave the token where it is


def _marks(path: Path) -> list[str]:
    visited = sorted(_id(name) for name in path.visited if name != path.current)
    lines = []
    if visited:
        lines.append("classDef visited fill:#dbeafe,stroke:#1d4ed8")
        lines += [f"class {name} visited" for name in visited]
    if path.current is not None:
        lines.append("classDef current fill:#bbf7d0,stroke:#15803d,stroke-width:3px")
        lines.append(f"class {_id(path.current)} current")
    return lines


def _id(name: str) -> str:
    """Return a name that Mermaid takes for a state, another one for each."""
    if _PLAIN.fullmatch(name) and name not in _WORDS and not name.startswith(_MADE_UP):
        return name
    return _MADE_UP + re.sub(r"[^A-Za-z0-9]", lambda found: f"_{ord(found[0]):x}_", name)


def _escaped(text: str) -> str:
    """Return a text as Mermaid shows it: what would end a line or a label is an entity."""
    return re.sub(r'[:;#"\\\n\r\t`]|<(?! |=)', lambda found: f"#{ord(found[0])};", text)
