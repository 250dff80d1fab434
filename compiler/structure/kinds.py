"""Which clauses each kind of state may have, and how messages name the kinds."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    ActionKind,
    ApprovalKind,
    DecideKind,
    ForeachKind,
    ParallelKind,
    StateDecl,
    StateKind,
    TaskKind,
    WaitForEvents,
    WaitForTime,
)

Sort = Literal["task", "action", "decide", "wait", "pause", "approval", "parallel", "foreach"]
"""The kind of a state; a `pause` is a wait for time."""

_SORTS: Final[Mapping[type[StateKind], Sort]] = {
    TaskKind: "task",
    ActionKind: "action",
    DecideKind: "decide",
    WaitForEvents: "wait",
    WaitForTime: "pause",
    ApprovalKind: "approval",
    ParallelKind: "parallel",
    ForeachKind: "foreach",
}

NAMES: Final[Mapping[Sort, str]] = {
    "task": "a state with a task",
    "action": "an action",
    "decide": "a decide",
    "wait": "a wait for events",
    "pause": "a wait for time",
    "approval": "an approval",
    "parallel": "a parallel",
    "foreach": "a foreach",
}
"""Each kind as a message names it."""

RUNS_CHILDREN: Final[frozenset[Sort]] = frozenset({"parallel", "foreach"})

_STAYS: Final[frozenset[Sort]] = frozenset(NAMES) - {"decide"}
"""The kinds in which a token stays for a while."""

CLAUSES: Final[Mapping[str, frozenset[Sort]]] = {
    "timeout": frozenset({"task", "action", *RUNS_CHILDREN}),
    "retries": frozenset({"task"}),
    "attempts": frozenset({"action"}),
    "writes": frozenset({"task"}),
    "ensures": _STAYS,
    "after": _STAYS,
    "until": frozenset({"wait"}),
    "expires after": frozenset({"approval"}),
    "join": RUNS_CHILDREN,
    "passing": RUNS_CHILDREN,
    "with": frozenset({"action", *RUNS_CHILDREN}),
    "gather": RUNS_CHILDREN,
    "key": frozenset({"foreach"}),
    "at most": frozenset({"foreach"}),
}
"""Which kinds may have a clause, by its first words."""


class Clause(NamedTuple):
    """A clause that stands below a state's head."""

    words: str
    span: Span


def sort_of(state: StateDecl) -> Sort:
    """Return the kind of a state."""
    return _SORTS[type(state.kind)]


def named(state: StateDecl) -> str:
    """Return a state as a message names it: `approval `review``."""
    sort = {"task": "state", "pause": "wait"}.get(sort_of(state), sort_of(state))
    return f"{sort} `{state.name.text}`"


def clauses_of(state: StateDecl) -> Iterator[Clause]:
    """Yield the clauses that stand below the head of a state."""
    single = (
        ("timeout", state.timeout),
        ("retries", state.retries),
        ("attempts", state.attempts),
        ("writes", state.writes),
        ("until", state.until),
        ("expires after", state.expires),
        ("join", state.join),
        ("passing", state.passing),
        ("key", state.key),
        ("at most", state.at_once),
    )
    yield from (Clause(words, node.span) for words, node in single if node is not None)
    several = (
        ("ensures", state.ensures),
        ("after", state.after),
        ("with", state.mappings),
        ("gather", state.gathers),
    )
    for words, nodes in several:
        yield from (Clause(words, node.span) for node in nodes)


def kinds_with(words: str) -> str:
    """Return the kinds that may have a clause, as a message lists them."""
    *most, last = [NAMES[sort] for sort in NAMES if sort in CLAUSES[words]]
    return f"{', '.join(most)} and {last}" if most else last
