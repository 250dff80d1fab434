"""A second step function: one mutable token, the order of a step written down line by line.

It knows the workflows of `tests.strategies` only: payloads and writes are checked by hand.
"""

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from stateous.compiler import ir
from stateous.compiler.types import Json
from stateous.runtime.kernel.token import Cancel, Failure, Fire, Input, Report, TimeoutDue
from tests.reference_evaluator import World, holds

FRESH: Mapping[str, Json] = {"k": 0, "name": None, "flag": False, "token": None, "last": None}


class No(Exception):
    """The input is refused, for this code."""


@dataclass
class Reference:
    """A token of `workflow`, with the one task and the one timer that it may have."""

    workflow: ir.Workflow
    context: dict[str, Any]
    status: str = "active"
    state: str = ir.START
    attempt: int = 0
    reason: str | None = None
    counts: Counter[str] = field(default_factory=Counter)
    visits: Counter[str] = field(default_factory=Counter)
    task: bool = False
    timer: bool = False

    @classmethod
    def start(cls, workflow: ir.Workflow, given: Mapping[str, Json]) -> "Reference":
        """Start a token with a context that its type admits."""
        token = cls(workflow, {**FRESH, **given})
        token.go_to(workflow.transitions[0].target)
        return token

    def take(self, input_: Input) -> str | None:
        """Let something happen; return the code of the refusal, if it is refused."""
        before = deepcopy(self.__dict__)
        try:
            self.happen(input_)
        except No as no:
            self.__dict__.update(before)
            code = str(no)
            if isinstance(input_, Report) and code not in ("ended", "stale"):
                self.fail_attempt()
            return code
        return None

    def happen(self, input_: Input) -> None:
        if self.status != "active":
            raise No("ended")
        match input_:
            case Fire(event=event, payload=payload):
                self.check_payload(event, payload)
                self.accept(event, payload)
            case Report(event=event, payload=payload, writes=writes):
                self.check_current(input_.visit, input_.attempt)
                self.check_payload(event, payload)
                self.check_writes(writes)
                self.context.update(writes)
                self.accept(event, payload)
            case Failure(visit=visit, attempt=attempt):
                self.check_current(visit, attempt)
                self.fail_attempt()
            case TimeoutDue(visit=visit):
                if visit != self.visits[self.state]:
                    raise No("stale")
                self.accept_own("timeout", None)
            case Cancel():
                self.end("cancelled")
            case _:
                raise AssertionError(input_)

    def check_current(self, visit: int, attempt: int) -> None:
        if (visit, attempt) != (self.visits[self.state], self.attempt):
            raise No("stale")

    def check_payload(self, event: str, payload: Any) -> None:
        if event not in ("ping", "pong"):
            raise No("unknown_event")
        if event == "ping" and payload is not None:
            raise No("type")
        if event == "pong" and not (
            isinstance(payload, dict)
            and set(payload) == {"n", "t"}
            and type(payload["n"]) is int
            and 0 <= payload["n"] <= 4
            and (payload["t"] is None or isinstance(payload["t"], str))
        ):
            raise No("type")

    def check_writes(self, writes: Mapping[str, Any]) -> None:
        writable = self.workflow.state_by_name[self.state].writes
        if not set(writes) <= set(("k", "token") if writable is None else writable):
            raise No("writes")
        good = {"k": lambda v: type(v) is int and v >= 0, "flag": lambda v: type(v) is bool}
        for name, value in writes.items():
            if name in good and not good[name](value):
                raise No("type")

    def accept(self, event: str, payload: Any) -> None:
        self.counts[event] += 1
        self.go_to(self.choose(event, payload))
        if event == "pong":
            self.context["last"] = payload

    def choose(self, event: str, payload: Any) -> ir.Target:
        visit = self.visits[self.state]
        world = World(dict(self.context), payload, dict(self.counts), visit, self.attempt)
        lines = [t for t in self.workflow.transitions if (t.source, t.event) == (self.state, event)]
        plain = [t for t in lines if not t.otherwise]
        chosen = [t for t in plain if t.guard is None or holds(t.guard, world)]
        chosen = chosen or [t for t in lines if t.otherwise]
        if not chosen:
            raise No("no_transition")
        if len(chosen) > 1:
            raise No("guards_overlap")
        return chosen[0].target

    def accept_own(self, event: str, payload: Any) -> None:
        before = deepcopy(self.__dict__)
        try:
            self.accept(event, payload)
        except No:
            self.__dict__.update(before)
            self.end("failed")

    def fail_attempt(self) -> None:
        if self.attempt <= self.workflow.state_by_name[self.state].retries:
            self.attempt += 1
        else:
            self.accept_own("error", {"reason": "boom", "attempts": self.attempt})

    def go_to(self, target: ir.Target) -> None:
        match target:
            case ir.Goto(state=state):
                self.state = state
                self.visits[state] += 1
                self.attempt = 1
                self.task = True
                self.timer = self.workflow.state_by_name[state].timeout is not None
            case ir.Complete():
                self.end("completed")
            case ir.Fail():
                self.end("failed")

    def end(self, status: str) -> None:
        self.status = status
        self.task = self.timer = False
