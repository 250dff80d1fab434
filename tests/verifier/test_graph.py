"""Paths through a workflow, guards ignored."""

import random

import pytest
from hypothesis import given, settings

from stateous.compiler.ir import Complete, Event, Fail, Goto, State, Transition, Workflow
from stateous.compiler.verdict import Answer
from stateous.grammar.diagnostic import Severity
from stateous.verifier.graph import Paths
from stateous.verifier.verify import Verified, verify
from tests.spec_text import checked
from tests.strategies import workflows

HEAD = "workflow w\n  event e\n  event f\n  START -> a\n"


def _states(**lines: tuple[str, ...]) -> str:
    """Return states with these lines."""
    return "".join(
        f"  state {name}\n" + "".join(f"    {line}\n" for line in own)
        for name, own in lines.items()
    )


def _verified(text: str) -> Verified:
    compiled = checked(text)
    assert compiled.program is not None, compiled.diagnostics
    return verify(compiled)


def _found(text: str) -> list[tuple[str, str]]:
    """Return the code and the marked text of each error."""
    diagnostics = _verified(text).diagnostics
    return [(d.code, d.span.text) for d in diagnostics if d.severity is Severity.ERROR]


def test_a_state_that_no_path_leads_to_is_unreachable() -> None:
    text = HEAD + _states(
        a=("on e -> END", "on f -> a"), b=("on e -> a", "on f -> c"), c=("on e -> b",)
    )
    assert _found(text) == [("ST6001", "b"), ("ST6001", "c")]


def test_a_line_whose_guard_never_holds_still_makes_a_path() -> None:
    text = HEAD + _states(
        a=("on e when count(e) < 1 -> b", "on e otherwise -> END", "on f -> a"), b=("on e -> END",)
    )
    assert _found(text) == [("ST5003", "count(e) < 1")]


def test_a_state_without_lines_is_a_trap_and_named_once() -> None:
    verified = _verified(HEAD + _states(a=("on e -> b", "on f -> b"), b=()))
    (trap,) = [d for d in verified.diagnostics if d.is_error]
    assert (trap.code, trap.span.text) == ("ST6002", "b")
    assert trap.notes == ("so no run ends from `a` either",)
    assert all(d.span.text != "b" for d in verified.diagnostics if not d.is_error)
    answers = {v.subject: v.answer for v in verified.verdicts if v.check == "can end"}
    assert answers == {"a": Answer.VIOLATED, "b": Answer.VIOLATED}


def test_a_circle_that_is_never_left_has_no_end() -> None:
    verified = _verified(
        HEAD + _states(a=("on e -> b",), b=("on e -> c", "on f -> c"), c=("on e -> b",))
    )
    (endless,) = [d for d in verified.diagnostics if d.is_error]
    assert (endless.code, endless.span.text) == ("ST6003", "b")
    assert [label.span.text for label in endless.labels] == ["c"]
    assert endless.notes == ("so no run ends from `a` either",)


@pytest.mark.parametrize("end", ["END", "FAIL"])
def test_both_ends_are_ends(end: str) -> None:
    assert _found(HEAD + _states(a=("on e -> b", "on f -> a"), b=(f"on e -> {end}",))) == []


def test_what_is_not_routed_is_a_warning_at_the_state() -> None:
    text = HEAD + _states(a=("timeout 1h", "on e -> END", "on f -> END"))
    warnings = [(d.code, d.severity, d.span.text) for d in _verified(text).diagnostics]
    assert warnings == [("ST6005", Severity.WARNING, "a"), ("ST6006", Severity.WARNING, "a")]


def test_an_event_without_a_line_is_a_warning_at_its_declaration() -> None:
    text = HEAD + _states(
        a=("on e when count(f) < 1 -> END", "on e otherwise -> a", "on error -> END")
    )
    (warning,) = _verified(text).diagnostics
    assert (warning.code, warning.span.text) == ("ST6004", "f")


# ----------------------------------------------------- against a slow oracle


def _reached(workflow: Workflow, start: str) -> set[str]:
    """Return the states and ends on any path from `start`, found by following every line."""
    reached, agenda = set[str](), [start]
    while agenda:
        source = agenda.pop()
        for line in workflow.transitions:
            match line.target:
                case Goto(state=state) if line.source == source and state not in reached:
                    reached.add(state)
                    agenda.append(state)
                case Complete() | Fail() if line.source == source:
                    reached.add("an end")
    return reached


@settings(max_examples=100, deadline=None)
@given(workflows())
def test_paths_are_those_that_following_every_line_finds(workflow: Workflow) -> None:
    paths = Paths(workflow)
    names = [state.name for state in workflow.states]
    assert list(paths.unreachable) == [
        name for name in names if name not in _reached(workflow, "__start__")
    ]
    assert list(paths.without_end) == [
        name for name in names if "an end" not in _reached(workflow, name)
    ]
    for group in paths.endless:
        assert all(_reached(workflow, name) == set(group) for name in group)


def test_the_order_of_states_changes_nothing() -> None:
    names = [f"s{number}" for number in range(30)]
    shuffled = random.Random(1).sample(names, len(names))
    lines = tuple(
        Transition(names[n], "e", Goto(names[(n * 7 + 3) % 30]) if n % 9 else Complete())
        for n in range(30)
    )
    start = Transition("__start__", None, Goto("s4"))

    def workflow(order: list[str]) -> Workflow:
        states = tuple(map(State, order))
        return Workflow("w", None, None, (Event("e", None, None, None),), states, (start, *lines))

    one, other = Paths(workflow(names)), Paths(workflow(shuffled))
    assert set(one.unreachable) == set(other.unreachable)
    assert set(one.without_end) == set(other.without_end)
    assert {frozenset(g) for g in one.endless} == {frozenset(g) for g in other.endless}
