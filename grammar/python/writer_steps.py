"""Specifications as Python source text: a chain of steps."""

from collections.abc import Callable, Sequence
from typing import Any

from stateous.grammar import syntax
from stateous.grammar.printer.expressions import canonical
from stateous.grammar.python.source_text import Code, Group, call, list_of, text
from stateous.grammar.python.specification_checks import REFUSALS
from stateous.grammar.python.writer_names import Names
from stateous.grammar.python.writer_values import (
    allow,
    duration,
    flag,
    given,
    value,
    values,
    waived,
)

_OUTCOMES = ("completed", "failed", "refused")


class StepWriter:
    """Writes specifications; `owner` is the variable of the workflow or machine, if any."""

    def __init__(self, names: Names, owner: str) -> None:
        """Write with these variables."""
        self.names = names
        self.owner = owner
        self._writers: dict[type, Callable[[Any], tuple[str, Sequence[Code]]]] = {
            syntax.GivenContext: lambda n: ("given", given("context", self._values(n.values))),
            syntax.GivenFact: lambda n: ("given_fact", self._with_values(n.event, n.values)),
            syntax.GivenState: lambda n: ("given", given("state", self._state(n.state))),
            syntax.GivenClock: lambda n: ("given", given("clock", self._value(n.time))),
            syntax.GivenCall: self._given_call,
            syntax.WhenEvent: self._when_event,
            syntax.WhenFact: lambda n: ("when_fact", self._with_values(n.event, n.values)),
            syntax.WhenPass: self._when_pass,
            syntax.WhenFails: self._when_fails,
            syntax.WhenOutlet: self._when_outlet,
            syntax.WhenDecided: self._when_decided,
            syntax.WhenChild: self._when_child,
            syntax.ThenCompleted: lambda n: ("then_completed", self._maybe("label", n.label)),
            syntax.ThenFailed: lambda n: ("then_failed", self._reason(n.reason)),
            syntax.ThenRefused: self._then_refused,
            syntax.ThenEmitted: lambda n: ("then_emitted", self._with_values(n.event, n.values)),
            syntax.ThenNothing: lambda n: ("then_nothing", [text(n.what)]),
            syntax.ThenInvokes: self._then_invokes,
            syntax.ThenStarts: lambda n: ("then_starts", [self._any(n.workflow, "workflow")]),
            syntax.ThenWaitingUntil: lambda n: ("then_waiting_until", [self._value(n.time)]),
            syntax.ThenWaitingFor: self._then_waiting_for,
            syntax.ThenOtherIn: self._then_other_in,
            syntax.ThenCondition: self._then_condition,
        }

    def specification(self, node: syntax.SpecificationDecl) -> tuple[Code, list[Code]]:
        """Return the call that begins a specification, and its steps."""
        begin = "specification"
        begin = f"{self.owner}.{begin}" if self.owner else self.names.public(begin)
        head = call(begin, text(node.name.value), *allow(self.names, node.allows))
        links: list[Code] = [self._step(step) for step in node.steps]
        if node.cases is not None:
            links.append(self._cases(node.cases))
        return head, links

    def _step(self, step: syntax.Step) -> Group:
        method, arguments = self._writers[type(step)](step)
        return call(f".{method}", *arguments, *allow(self.names, step.allows))

    def _cases(self, table: syntax.Table) -> Group:
        rows = (
            waived(self.names, list_of(self._value(cell) for cell in row.cells), row.allows)
            for row in table.rows
        )
        columns = list_of(text(column.text) for column in table.columns)
        return call(".cases", columns, list_of(rows), *allow(self.names, table.allows))

    # ------------------------------------------------------------------ arguments

    def _value(self, expr: syntax.Expr) -> Code:
        return value(self.names, expr)

    def _values(self, assigns: Sequence[syntax.Assign]) -> Code:
        return values(self.names, assigns)

    def _maybe(self, name: str, expr: syntax.Expr | None) -> list[Code]:
        return given(name, None if expr is None else self._value(expr))

    def _maybe_values(self, name: str, assigns: Sequence[syntax.Assign]) -> list[Code]:
        return given(name, self._values(assigns)) if assigns else []

    def _reason(self, expr: syntax.Expr | None) -> list[Code]:
        return [] if expr is None else [self._value(expr)]

    def _state(self, name: syntax.Name) -> Code:
        return self.names.reference(name, "state", owner=self.owner)

    def _event(self, name: syntax.Name) -> Code:
        return self.names.reference(name, "event", "fact", owner=self.owner)

    def _any(self, name: syntax.Name, *kinds: str) -> Code:
        return self.names.reference(name, *kinds)

    def _with_values(self, name: syntax.Name, assigns: Sequence[syntax.Assign]) -> list[Code]:
        return [self._any(name, "fact"), *([self._values(assigns)] if assigns else [])]

    # ---------------------------------------------------------------------- steps

    def _given_call(self, node: syntax.GivenCall) -> tuple[str, Sequence[Code]]:
        returns = given("returns", self._values(node.values))
        return "given_call", [text(node.function.value), *returns]

    def _when_event(self, node: syntax.WhenEvent) -> tuple[str, Sequence[Code]]:
        payload = self._maybe_values("payload", node.payload)
        writes = self._maybe_values("writes", node.writes)
        fired = flag("fired", holds=node.fired)
        return "when", [self._event(node.event), *payload, *writes, *fired]

    def _when_pass(self, node: syntax.WhenPass) -> tuple[str, Sequence[Code]]:
        length = node.duration
        if isinstance(length, syntax.DurationLiteral):
            return "passes", [duration(length)]
        return "passes", [self._value(length)]

    def _when_fails(self, node: syntax.WhenFails) -> tuple[str, Sequence[Code]]:
        return "fails", [self._state(node.state), *self._reason(node.reason)]

    def _when_outlet(self, node: syntax.WhenOutlet) -> tuple[str, Sequence[Code]]:
        return "when_outlet", [self._state(node.state), self._any(node.outlet)]

    def _when_decided(self, node: syntax.WhenDecided) -> tuple[str, Sequence[Code]]:
        return f"when_{node.outcome}", [self._any(node.role, "role")]

    def _when_child(self, node: syntax.WhenChild) -> tuple[str, Sequence[Code]]:
        arguments = [
            self._any(node.workflow, "workflow"),
            *self._maybe("key", node.key),
            *self._maybe("label", node.label),
            *self._maybe_values("payload", node.payload),
        ]
        return f"when_child_{node.outcome}", arguments

    def _then_refused(self, node: syntax.ThenRefused) -> tuple[str, Sequence[Code]]:
        reason = node.reason
        if isinstance(reason, syntax.Name):
            known = reason.column or reason.text in REFUSALS
            if known:
                return "then_refused", [self._any(reason)]
            return "then", [text(f"refused {reason.text}")]
        if reason is not None and reason.value in REFUSALS:
            return "then", [text(f"refused {canonical(reason)}")]
        return "then_refused", self._reason(reason)

    def _then_invokes(self, node: syntax.ThenInvokes) -> tuple[str, Sequence[Code]]:
        given_values = [self._values(node.values)] if node.values else []
        return "then_invokes", [self._any(node.command, "command"), *given_values]

    def _then_waiting_for(self, node: syntax.ThenWaitingFor) -> tuple[str, Sequence[Code]]:
        return "then_waiting_for", [self._event(event) for event in node.events]

    def _then_other_in(self, node: syntax.ThenOtherIn) -> tuple[str, Sequence[Code]]:
        other = self._any(node.workflow, "workflow", "statemachine")
        owner = other if isinstance(other, str) else ""
        states = (self.names.reference(state, "state", owner=owner) for state in node.states)
        return "then_other_in", [other, *states]

    def _then_condition(self, node: syntax.ThenCondition) -> tuple[str, Sequence[Code]]:
        match node.condition:
            case syntax.Column(name=name) if node.visit is None:
                return "then", [self.names.column(name)]
            case syntax.InState(states=(state,)) if self._is_known(state):
                return "then_in", [self._state(state), *self._maybe("visit", node.visit)]
        condition = canonical(node.condition, states_allowed=True)
        if condition.startswith(_OUTCOMES):
            condition = f"({condition})"
        visit = "" if node.visit is None else f", visit {canonical(node.visit)}"
        return "then", [text(condition + visit)]

    def _is_known(self, state: syntax.Name) -> bool:
        return state.column or self.names.find("state", state.text, self.owner) is not None
