"""The steps of a specification."""

import pytest

from stateous.grammar.syntax import (
    Assign,
    Comparison,
    DurationLiteral,
    Ended,
    GivenClock,
    GivenContext,
    GivenState,
    InState,
    Logic,
    Membership,
    Not,
    NumberLiteral,
    Step,
    TextLiteral,
    ThenCompleted,
    ThenCondition,
    ThenFailed,
    ThenRefused,
    Visited,
    WhenEvent,
    WhenFails,
    WhenPass,
)
from tests.flow_text import read, report, step


def _paths(values: tuple[Assign, ...]) -> list[str]:
    return [".".join(name.text for name in value.path) for value in values]


def _condition(text: str) -> ThenCondition:
    found = step(text)
    assert isinstance(found, ThenCondition)
    return found


def test_given_steps_start_the_token() -> None:
    context = step('given context a = 1, b.c = "x", `in` = low,')
    assert isinstance(context, GivenContext)
    assert _paths(context.values) == ["a", "b.c", "in"]
    assert isinstance(step("given context"), GivenContext)
    in_state = step("given in a-b")
    assert isinstance(in_state, GivenState) and in_state.state.text == "a-b"
    clock = step('given clock "2026-01-01T08:00:00Z"')
    assert isinstance(clock, GivenClock) and clock.time == TextLiteral(
        "2026-01-01T08:00:00Z", span=clock.span
    )


def test_an_event_may_carry_values_and_writes() -> None:
    found = step('when failed passed = 1, failed = {a: [1]} with summary = "x", note = null')
    assert isinstance(found, WhenEvent)
    assert (found.event.text, found.fired) == ("failed", False)
    assert _paths(found.payload) == ["passed", "failed"]
    assert _paths(found.writes) == ["summary", "note"]


def test_an_event_may_come_from_outside() -> None:
    found = step("when fired stop-now")
    assert isinstance(found, WhenEvent)
    assert (found.event.text, found.fired, found.payload, found.writes) == (
        "stop-now",
        True,
        (),
        (),
    )


def test_time_passes_and_attempts_fail() -> None:
    passed = step("when 6h30m pass")
    assert isinstance(passed, WhenPass)
    assert passed.duration == DurationLiteral(23_400, span=passed.span)
    failed = step('when coding fails "why"')
    assert isinstance(failed, WhenFails)
    assert failed.state.text == "coding"
    assert failed.reason == TextLiteral("why", span=failed.span)
    silent = step("when coding fails")
    assert isinstance(silent, WhenFails) and silent.reason is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("then completed", ThenCompleted),
        ("then failed", ThenFailed),
        ('then failed "why"', ThenFailed),
        ("then refused", ThenRefused),
        ("then refused no_transition", ThenRefused),
        ('then refused "why"', ThenRefused),
        ("then ctx.completed", ThenCondition),
        ("then count(failed) == 3", ThenCondition),
        ("then failed-once", None),
    ],
)
def test_the_first_word_behind_then_decides(text: str, kind: type[Step] | None) -> None:
    if kind is None:
        assert report(read(f'workflow w\n  specification "s"\n    {text}\n'))
    else:
        assert isinstance(step(text), kind)


def test_reasons_are_words_of_the_engine_or_texts() -> None:
    by_word, by_text = step("then refused guards_overlap"), step('then refused "too late"')
    assert isinstance(by_word, ThenRefused) and isinstance(by_text, ThenRefused)
    assert by_word.reason is not None and by_word.reason.span.text == "guards_overlap"
    assert isinstance(by_text.reason, TextLiteral) and by_text.reason.value == "too late"
    failed = step('then failed "why"')
    assert isinstance(failed, ThenFailed)
    assert failed.reason == TextLiteral("why", span=failed.span)


def test_then_asks_for_states() -> None:
    in_one = _condition("then in coding, visit 2")
    assert isinstance(in_one.condition, InState)
    assert in_one.visit == NumberLiteral(2, span=in_one.span)
    in_two = _condition("then in [a, b-c]").condition
    assert isinstance(in_two, InState) and [s.text for s in in_two.states] == ["a", "b-c"]
    assert isinstance(_condition("then not in a").condition, Not)
    assert isinstance(_condition("then visited(a-b)").condition, Visited)


@pytest.mark.parametrize(
    ("text", "how"), [("ended", "ended"), ("END", "completed"), ("FAIL", "failed")]
)
def test_then_asks_for_the_end(text: str, how: str) -> None:
    found = _condition(f"then {text}").condition
    assert isinstance(found, Ended) and found.how == how
    assert isinstance(_condition(f"then {text} or in a").condition, Logic)
    quoted = _condition(f"then ctx.level == `{text}`").condition
    assert isinstance(quoted, Comparison) and not isinstance(quoted.operands[1], Ended)


def test_in_behind_a_value_is_membership() -> None:
    assert isinstance(_condition("then 1 in [1]").condition, Membership)
