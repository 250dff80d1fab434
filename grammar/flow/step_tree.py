"""From parse trees to the steps of a specification."""

from collections.abc import Callable
from typing import Literal, cast

from lark import Token

from stateous.grammar.flow import syntax_messages as say
from stateous.grammar.flow import token_values as values
from stateous.grammar.flow.blocks import named, names, spelling_today
from stateous.grammar.flow.effect_tree import assignments
from stateous.grammar.flow.expression_tree import expression, proposition, tokens
from stateous.grammar.flow.reading import Branch, Node, Reading, Unreadable
from stateous.grammar.flow.statement import Statement
from stateous.grammar.syntax import (
    Allow,
    Expr,
    GivenCall,
    GivenClock,
    GivenContext,
    GivenFact,
    GivenState,
    InState,
    Name,
    Step,
    TextLiteral,
    ThenCompleted,
    ThenCondition,
    ThenEmitted,
    ThenFailed,
    ThenInvokes,
    ThenNothing,
    ThenOtherIn,
    ThenRefused,
    ThenStarts,
    ThenWaitingFor,
    ThenWaitingUntil,
    WhenChild,
    WhenDecided,
    WhenEvent,
    WhenFact,
    WhenFails,
    WhenOutlet,
    WhenPass,
)

# Why the engine refuses a step; an author's own reason stands in quotes.
REFUSALS = ("no_transition", "guards_overlap", "ensures", "writes", "type", "ended")


def step(statement: Statement, branch: Branch, reading: Reading) -> Step:
    """Return the step that a line of a specification says."""
    return STEPS[branch.data](branch, reading, statement.allows)


_Allows = tuple[Allow, ...]


def _optional(node: Node | None, reading: Reading) -> Expr | None:
    """Return a text or a column, or None where there is neither."""
    return None if node is None else expression(node, reading)


# ----------------------------------------------------------------------- given


def _given_context(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    given = assignments(branch.children[0], reading)
    return GivenContext(given, allows=allows, span=reading.span(branch))


def _given_fact(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    event, given = branch.children
    return GivenFact(
        named(event, reading),
        assignments(given, reading),
        allows=allows,
        span=reading.span(branch),
    )


def _given_state(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    state = named(branch.children[0], reading)
    return GivenState(state, allows=allows, span=reading.span(branch))


def _given_clock(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    time = expression(branch.children[0], reading)
    return GivenClock(time, allows=allows, span=reading.span(branch))


def _given_call(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    function, given = branch.children
    return GivenCall(
        values.text(cast(Token, function), reading),
        assignments(given, reading),
        allows=allows,
        span=reading.span(branch),
    )


# ------------------------------------------------------------------------ when


def _when_event(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    fired, event, payload, writes = branch.children
    return WhenEvent(
        named(event, reading),
        assignments(payload, reading),
        assignments(writes, reading),
        fired is not None,
        allows=allows,
        span=reading.span(branch),
    )


def _when_fact(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    event, given = branch.children
    return WhenFact(
        named(event, reading),
        assignments(given, reading),
        allows=allows,
        span=reading.span(branch),
    )


def _when_pass(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    token = tokens(branch)[0]
    if token.type == "PLACED" and not token.startswith("<"):
        raise Unreadable(say.no_duration(reading.span(token)))
    duration = expression(token, reading)
    return WhenPass(duration, allows=allows, span=reading.span(branch))


def _when_fails(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    state, reason = tokens(branch)[0], tokens(branch)[-1]
    return WhenFails(
        named(state, reading),
        _optional(reason, reading),
        allows=allows,
        span=reading.span(branch),
    )


def _when_outlet(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    state, outlet = names(branch.children, reading)
    return WhenOutlet(state, outlet, allows=allows, span=reading.span(branch))


def _when_decided(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    outcome, role = branch.children
    return WhenDecided(
        cast(Literal["approved", "rejected"], str(outcome)),
        named(role, reading),
        allows=allows,
        span=reading.span(branch),
    )


def _when_child(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    workflow, key, outcome, *rest = branch.children
    label, payload = rest if rest else (None, None)
    return WhenChild(
        named(workflow, reading),
        _optional(key, reading),
        cast(Literal["completes", "fails"], str(outcome)),
        _optional(label, reading),
        assignments(payload, reading),
        allows=allows,
        span=reading.span(branch),
    )


# ------------------------------------------------------------------------ then


def _then_completed(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    label = _optional(branch.children[0], reading)
    return ThenCompleted(label, allows=allows, span=reading.span(branch))


def _then_failed(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    reason = _optional(branch.children[0], reading)
    return ThenFailed(reason, allows=allows, span=reading.span(branch))


def _then_refused(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    reason = _refusal(tokens(branch)[0], reading)
    return ThenRefused(reason, allows=allows, span=reading.span(branch))


def _refusal(token: Token | None, reading: Reading) -> Name | TextLiteral | None:
    if token is None:
        return None
    if token.type == "TEXT":
        return values.text(token, reading)
    reason = values.name(token, reading)
    if not reason.column and reason.text not in REFUSALS:
        reading.report(say.unknown_refusal(reason, REFUSALS))
    return reason


def _then_emitted(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    event, given = branch.children
    return ThenEmitted(
        named(event, reading),
        assignments(given, reading),
        allows=allows,
        span=reading.span(branch),
    )


def _then_nothing(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    what = cast(Literal["emitted", "invoked", "started"], str(branch.children[0]))
    return ThenNothing(what, allows=allows, span=reading.span(branch))


def _then_invokes(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    word, command, given = branch.children
    spelling_today(word, reading)
    return ThenInvokes(
        named(command, reading),
        assignments(given, reading),
        allows=allows,
        span=reading.span(branch),
    )


def _then_starts(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    workflow = named(branch.children[-1], reading)
    return ThenStarts(workflow, allows=allows, span=reading.span(branch))


def _then_waiting_until(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    time = expression(branch.children[-1], reading)
    return ThenWaitingUntil(time, allows=allows, span=reading.span(branch))


def _then_waiting_for(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    events = names(branch.children, reading)
    return ThenWaitingFor(events, allows=allows, span=reading.span(branch))


def _then_other_in(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    workflow, *states = names(branch.children, reading)
    return ThenOtherIn(workflow, tuple(states), allows=allows, span=reading.span(branch))


def _then_condition(branch: Branch, reading: Reading, allows: _Allows) -> Step:
    condition_node, visit_node = branch.children
    condition = proposition(condition_node, reading)
    visit = None
    if visit_node is not None:
        visit = expression(visit_node, reading)
        if not (isinstance(condition, InState) and len(condition.states) == 1):
            reading.report(say.visit_without_state(visit.span))
            visit = None
    return ThenCondition(condition, visit, allows=allows, span=reading.span(branch))


STEPS: dict[str, Callable[[Branch, Reading, _Allows], Step]] = {
    "given_context": _given_context,
    "given_fact": _given_fact,
    "given_state": _given_state,
    "given_clock": _given_clock,
    "given_call": _given_call,
    "when_event": _when_event,
    "when_fact": _when_fact,
    "when_pass": _when_pass,
    "when_fails": _when_fails,
    "when_outlet": _when_outlet,
    "when_decided": _when_decided,
    "when_child": _when_child,
    "then_completed": _then_completed,
    "then_failed": _then_failed,
    "then_refused": _then_refused,
    "then_emitted": _then_emitted,
    "then_nothing": _then_nothing,
    "then_invokes": _then_invokes,
    "then_starts": _then_starts,
    "then_waiting_until": _then_waiting_until,
    "then_waiting_for": _then_waiting_for,
    "then_other_in": _then_other_in,
    "then_condition": _then_condition,
}
"""What builds a step, by the rule of the grammar that its line follows."""
