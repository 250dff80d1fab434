"""The graph of a workflow, guards ignored: what no path reaches, and where none leads on.

Layer one of the stack. It proves what holds whatever the guards say: a state that no path
leads to is never entered, and where no path leads to an end, no run ends.
"""

from dataclasses import dataclass
from functools import cached_property

import networkx

from stateous.compiler.ir import (
    START,
    Complete,
    Emit,
    Fail,
    Goto,
    Target,
    WaitForEvents,
    Workflow,
)

_END = "__end__"
_FAIL = "__fail__"


@dataclass(frozen=True)
class Paths:
    """The paths through a workflow; states are in the order declared.

    `endless` are groups of states, each a set that is never left and holds no end; its
    states lead to each other. `doomed` are states that lead only to these or to traps.
    """

    workflow: Workflow

    @cached_property
    def unreachable(self) -> tuple[str, ...]:
        """The states that no path from START leads to."""
        reached = networkx.descendants(self._graph, START)
        return tuple(state for state in self._states if state not in reached)

    @cached_property
    def traps(self) -> tuple[str, ...]:
        """The states that no line leaves."""
        return tuple(state for state in self._states if not self._graph.out_degree(state))

    @cached_property
    def without_end(self) -> tuple[str, ...]:
        """The states from which no path leads to END or FAIL."""
        ending = networkx.ancestors(self._graph, _END) | networkx.ancestors(self._graph, _FAIL)
        return tuple(state for state in self._states if state not in ending)

    @cached_property
    def endless(self) -> tuple[tuple[str, ...], ...]:
        """The groups of states that are never left though lines lead from one to another."""
        parts = networkx.condensation(self._graph.subgraph(self.without_end))
        last = (parts.nodes[part]["members"] for part in parts if not parts.out_degree(part))
        groups = (self._ordered(members) for members in last)
        return tuple(sorted((g for g in groups if g[0] not in self.traps), key=self._place))

    def leading_to(self, states: tuple[str, ...]) -> tuple[str, ...]:
        """Return the other states without an end from which a path leads to one of `states`."""
        found = {before for state in states for before in networkx.ancestors(self._graph, state)}
        return self._ordered((found - set(states)) & set(self.without_end))

    @cached_property
    def unused_events(self) -> tuple[str, ...]:
        """The declared events that no line is on, none waits for, and none emits."""
        used = {line.event for line in self.workflow.transitions if not line.outlet}
        for state in self.workflow.states:
            if isinstance(state.kind, WaitForEvents):
                used.update(state.kind.events)
        for line in self.workflow.transitions:
            used.update(effect.event for effect in line.effects if isinstance(effect, Emit))
        return tuple(event.name for event in self.workflow.events if event.name not in used)

    @cached_property
    def unrouted(self) -> tuple[tuple[str, str], ...]:
        """The states with `timeout` or `error`, where it can come and no line is on it."""
        groups = self.workflow.groups
        return tuple(
            (state.name, event)
            for state in self.workflow.states
            for event in ("timeout", "error")
            if event in state.outlets and (state.name, event) not in groups
        )

    @property
    def _states(self) -> tuple[str, ...]:
        return tuple(state.name for state in self.workflow.states)

    @cached_property
    def _graph(self) -> "networkx.DiGraph[str]":
        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from((START, *self._states, _END, _FAIL))
        workflow = self.workflow
        lines = [(line.source, _node(line.target)) for line in workflow.transitions]
        lines += [(START, trigger.state) for trigger in workflow.triggers]
        if workflow.deadline is not None:
            last = _node(workflow.deadline.target)
            lines += [(state, last) for state in self._states]
        graph.add_edges_from((source, target) for source, target in lines if target is not None)
        return graph

    def _ordered(self, states: "set[str]") -> tuple[str, ...]:
        return tuple(state for state in self._states if state in states)

    def _place(self, group: tuple[str, ...]) -> int:
        return self._states.index(group[0])


def _node(target: Target) -> str | None:
    """Return the node that a target is; None for one that leaves the token where it is."""
    match target:
        case Goto(state=state):
            return state
        case Complete():
            return _END
        case Fail():
            return _FAIL
        case _:
            return None
