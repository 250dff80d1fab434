"""From parse trees to the steps of a specification."""

from collections.abc import Callable
from typing import cast

from lark import Token

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.expression_tree import expression, tokens
from stateous.grammar.flow.reading import Branch, Reading
from stateous.grammar.syntax import (
    Assign,
    GivenClock,
    GivenContext,
    GivenState,
    InState,
    Step,
    ThenCompleted,
    ThenCondition,
    ThenFailed,
    ThenRefused,
    WhenEvent,
    WhenFails,
    WhenPass,
)

# Why the engine refuses a step; an author's own reason stands in quotes.
REFUSALS = ("no_transition", "guards_overlap", "ensures", "writes", "type", "ended")


def step(branch: Branch, reading: Reading) -> Step:
    """Return the step that a line of a specification says."""
    return _STEPS[branch.data](branch, reading)


def optional_text(token: Token | None, reading: Reading) -> str | None:
    """Return what a text says, or None where there is none."""
    return None if token is None else values.text(token, reading).value


def _assignments(branch: Branch | None, reading: Reading) -> tuple[Assign, ...]:
    if branch is None:
        return ()
    return tuple(_assignment(cast(Branch, child), reading) for child in branch.children)


def _assignment(branch: Branch, reading: Reading) -> Assign:
    path, value = branch.children
    return Assign(
        values.path(cast(Token, path), reading),
        expression(value, reading),
        span=reading.span(branch),
    )


def _given_context(branch: Branch, reading: Reading) -> Step:
    given = cast(Branch | None, branch.children[0])
    return GivenContext(_assignments(given, reading), span=reading.span(branch))


def _given_state(branch: Branch, reading: Reading) -> Step:
    state = values.name(tokens(branch)[0], reading)
    return GivenState(state, span=reading.span(branch))


def _given_clock(branch: Branch, reading: Reading) -> Step:
    time = values.text(tokens(branch)[0], reading)
    return GivenClock(time, span=reading.span(branch))


def _when_event(branch: Branch, reading: Reading) -> Step:
    fired, event, payload, writes = branch.children
    return WhenEvent(
        values.name(cast(Token, event), reading),
        _assignments(cast(Branch | None, payload), reading),
        _assignments(cast(Branch | None, writes), reading),
        fired is not None,
        span=reading.span(branch),
    )


def _when_pass(branch: Branch, reading: Reading) -> Step:
    return WhenPass(values.duration(tokens(branch)[0], reading), span=reading.span(branch))


def _when_fails(branch: Branch, reading: Reading) -> Step:
    state, reason = tokens(branch)
    return WhenFails(
        values.name(state, reading), optional_text(reason, reading), span=reading.span(branch)
    )


def _then_completed(branch: Branch, reading: Reading) -> Step:
    return ThenCompleted(span=reading.span(branch))


def _then_failed(branch: Branch, reading: Reading) -> Step:
    reason = optional_text(tokens(branch)[0], reading)
    return ThenFailed(reason, span=reading.span(branch))


def _then_refused(branch: Branch, reading: Reading) -> Step:
    token = tokens(branch)[0]
    span = reading.span(branch)
    if token is None:
        return ThenRefused(None, span=span)
    if token.type == "TEXT":
        return ThenRefused(values.text(token, reading), span=span)
    reason = values.name(token, reading)
    if reason.text not in REFUSALS:
        reading.report(say.unknown_refusal(reason, REFUSALS))
    return ThenRefused(reason, span=span)


def _then_condition(branch: Branch, reading: Reading) -> Step:
    condition_node, visit_node = branch.children
    reading.states_allowed = True
    try:
        condition = expression(condition_node, reading)
    finally:
        reading.states_allowed = False
    visit = None
    if visit_node is not None:
        visit = values.number(cast(Token, visit_node), reading)
        if not (isinstance(condition, InState) and len(condition.states) == 1):
            reading.report(say.visit_without_state(visit.span))
            visit = None
    return ThenCondition(condition, visit, span=reading.span(branch))


_STEPS: dict[str, Callable[[Branch, Reading], Step]] = {
    "given_context": _given_context,
    "given_state": _given_state,
    "given_clock": _given_clock,
    "when_event": _when_event,
    "when_pass": _when_pass,
    "when_fails": _when_fails,
    "then_completed": _then_completed,
    "then_failed": _then_failed,
    "then_refused": _then_refused,
    "then_condition": _then_condition,
}
