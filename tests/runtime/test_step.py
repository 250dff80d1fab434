"""One step at a time: what each input does, and what the ledger says of it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from stateous.compiler.ir import Workflow
from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import Definition, prepare
from stateous.runtime.kernel.step import step
from stateous.runtime.kernel.token import (
    Cancel,
    DropTask,
    DropTimer,
    Failure,
    Fire,
    Input,
    QueueTask,
    Refusal,
    Report,
    SetTimer,
    Start,
    Stepped,
    TimeoutDue,
)
from tests.runtime.tickets import HOUR, SDLC, after, in_testing, orders, rows, started
from tests.spec_text import checked, workflow


@pytest.fixture(scope="module")
def sdlc() -> Definition:
    return prepare(workflow(SDLC))


# ------------------------------------------------------------------------ start


def test_a_start_enters_the_first_state(sdlc: Definition) -> None:
    stepped = step(sdlc, None, Start("t", {"repo": "acme/api"}), 5)
    token = stepped.token
    assert token is not None
    assert (token.status, token.state, token.visit, token.attempt) == ("active", "coding", 1, 1)
    assert token.context == {
        "repo": "acme/api",
        "summary": None,
        "key": "k",
        "round": 1,
        "last_run": None,
    }
    assert orders(stepped) == [
        QueueTask("coding", 1, 1),
        SetTimer("coding", 1, 6 * HOUR + 5),
    ]
    shown = {**token.context, "key": "(secret)"}
    assert rows(stepped) == [
        ("started", {"id": "t", "workflow": "sdlc", "at": 5, "line": 0, "context": shown}),
        ("entered", {"state": "coding", "visit": 1, "at": 5}),
        ("task_queued", {"state": "coding", "visit": 1, "attempt": 1, "delay": 0}),
        ("timer_set", {"state": "coding", "visit": 1, "due": 6 * HOUR + 5}),
    ]


@pytest.mark.parametrize(
    ("context", "refusal"),
    [
        ({}, Refusal("type", "`ctx.repo` must be given", "ctx.repo")),
        ({"repo": 1}, Refusal("type", "`ctx.repo` must be a text, got 1", "ctx.repo")),
        (
            {"repo": "a", "rep": "b"},
            Refusal(
                "type", "`ctx.rep` is not a field of `Ticket`; did you mean `repo`?", "ctx.rep"
            ),
        ),
    ],
)
def test_a_start_that_is_refused_leaves_no_token(
    sdlc: Definition, context: dict[str, Json], refusal: Refusal
) -> None:
    assert step(sdlc, None, Start("t", context), 0) == Stepped(None, (), refusal)


def test_start_lines_choose_by_the_context() -> None:
    lines = (
        "workflow w\n  context C\n    n: int\n  event e\n"
        "  START when ctx.n == 1 -> a\n  START when ctx.n >= 2 -> b\n  START when ctx.n >= 3 -> a\n"
        "  state a\n    on e -> END\n    on error -> END\n"
        "  state b\n    on e -> END\n    on error -> END\n"
    )
    definition = prepare(workflow(lines))
    outcomes = []
    for n in range(4):
        stepped = step(definition, None, Start("t", {"n": n}), 0)
        token = stepped.token
        outcomes.append(token.state if token else stepped.refusal and stepped.refusal.code)
    assert outcomes == ["no_transition", "a", "b", "guards_overlap"]


# ---------------------------------------------------------------- order of a step


def test_a_report_writes_before_the_guards_choose(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), Report(1, 1, "done", writes={"summary": "s", "key": "x"}))
    token = stepped.token
    assert token is not None and token.state == "testing"
    assert (token.context["summary"], token.context["key"]) == ("s", "x")
    assert stepped.transition == 1
    assert orders(stepped) == [
        DropTask("coding", 1),
        DropTimer("coding", 1),
        QueueTask("testing", 1, 1),
    ]
    assert rows(stepped) == [
        ("task_done", {"state": "coding", "visit": 1, "attempt": 1, "event": "done"}),
        (
            "event_accepted",
            {"event": "done", "payload": None, "line": 1, "state": "coding", "visit": 1},
        ),
        ("context_changed", {"changes": {"summary": "s", "key": "(secret)"}}),
        ("entered", {"state": "testing", "visit": 1, "at": HOUR}),
        ("task_queued", {"state": "testing", "visit": 1, "attempt": 1, "delay": 0}),
    ]


def test_an_event_is_counted_before_the_guards_choose(sdlc: Definition) -> None:
    token = after(sdlc, started(sdlc), Fire("stuck")).token
    assert token is not None
    assert (token.status, token.counts) == ("completed", {"stuck": 1})


def test_a_guard_sees_the_old_value_of_an_into_field(sdlc: Definition) -> None:
    first: dict[str, Json] = {"passed": 0, "failed": 1}
    second: dict[str, Json] = {"passed": 0, "failed": 2}
    stepped = after(sdlc, in_testing(sdlc), Fire("failed", first))
    token = stepped.token
    assert token is not None
    assert (token.state, token.visit, token.context["last_run"]) == ("testing", 2, first)
    token = after(sdlc, token, Fire("failed", second)).token
    assert token is not None
    assert (token.state, token.context["last_run"]) == ("coding", second)
    assert (token.entered_by, token.entered_payload) == ("failed", second)


def test_a_transition_to_the_same_state_is_a_new_visit_with_a_new_task(sdlc: Definition) -> None:
    stepped = after(sdlc, in_testing(sdlc), Fire("failed", {"passed": 0, "failed": 1}))
    assert orders(stepped) == [DropTask("testing", 1), QueueTask("testing", 2, 1)]


def test_an_event_from_outside_ends_the_task(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), Fire("stuck"))
    assert orders(stepped) == [DropTask("coding", 1), DropTimer("coding", 1)]
    assert [kind for kind, _ in rows(stepped)] == ["task_cancelled", "event_accepted", "completed"]


# ------------------------------------------------------------ attempts and timers


def test_a_failed_attempt_is_queued_again_while_retries_are_left(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), Failure(1, 1, "no disk"))
    assert stepped.token is not None and stepped.token.attempt == 2
    assert orders(stepped) == [QueueTask("coding", 1, 2, delay=10_000_000)]
    task: dict[str, Json] = {"state": "coding", "visit": 1}
    assert rows(stepped) == [
        ("task_failed", {**task, "attempt": 1, "reason": "no disk"}),
        ("task_retrying", {**task, "attempt": 2, "delay": 10_000_000}),
    ]


def test_after_the_last_attempt_error_comes_with_reason_and_attempts(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), Failure(1, 1, "no disk"), Failure(1, 2, "no net"))
    token = stepped.token
    assert token is not None
    assert token.status == "failed" and token.counts == {"error": 1}
    assert token.entered_payload == {"reason": "no net", "attempts": 2}
    assert token.reason == "`coding` failed in all 2 attempts (the last: no net)"
    assert orders(stepped) == [DropTask("coding", 1), DropTimer("coding", 1)]


def test_a_reason_that_utf_8_cannot_hold_is_escaped(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), Failure(1, 1, "no file \udcff"))
    assert rows(stepped)[0][1]["reason"] == "no file \\udcff"


def test_a_timeout_moves_the_token_and_ends_its_task(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), TimeoutDue(1))
    assert stepped.token is not None
    assert (stepped.token.status, stepped.token.reason) == ("failed", "no code within six hours")
    assert [kind for kind, _ in rows(stepped)] == [
        "timer_fired",
        "task_cancelled",
        "event_accepted",
        "failed",
    ]


OWN = """\
workflow w
  event e
  START -> {start}
  state bare
    timeout 1h
    on e -> END
  state twice
    timeout 1h
    on e -> END
    on timeout when visit == 1 -> END
    on timeout when attempt == 1 -> FAIL
    on error when count(e) == 1 -> END
"""


def _with_warnings(text: str) -> Workflow:
    program = checked(text).program
    assert program is not None
    return program.workflows[0]


@pytest.mark.parametrize(
    ("start", "input_", "reason"),
    [
        ("bare", TimeoutDue(1), "`bare` timed out, and has no line on `timeout`"),
        (
            "bare",
            Failure(1, 1, "no disk"),
            "`bare` failed in its only attempt (the last: no disk), and has no line on `error`",
        ),
        (
            "twice",
            TimeoutDue(1),
            "2 lines of `twice` on `timeout` hold: `when visit == 1` and `when attempt == 1`",
        ),
        ("twice", Failure(1, 1, "x"), "no guard of `twice` on `error` holds"),
    ],
)
def test_an_event_of_the_engine_that_cannot_be_taken_fails_the_token(
    start: str, input_: Input, reason: str
) -> None:
    definition = prepare(_with_warnings(OWN.format(start=start)))
    token = step(definition, None, Start("t", {}), 0).token
    assert token is not None
    stepped = after(definition, token, input_)
    assert stepped.token is not None and stepped.refusal is None
    assert (stepped.token.status, stepped.token.reason) == ("failed", reason)
    assert stepped.token.counts == {}
    assert DropTask(start, 1) in stepped.effects and DropTimer(start, 1) in stepped.effects


def test_cancel_ends_the_token_with_its_task_and_timer(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), Cancel("not needed"))
    assert stepped.token is not None
    assert (stepped.token.status, stepped.token.reason) == ("cancelled", "not needed")
    assert orders(stepped) == [DropTask("coding", 1), DropTimer("coding", 1)]
    assert rows(stepped)[-1] == ("cancelled", {"reason": "not needed"})


def test_a_paused_token_takes_nothing_but_a_cancel(sdlc: Definition) -> None:
    token = replace(started(sdlc), status="paused")
    for input_ in (Fire("stuck"), Report(1, 1, "stuck"), Failure(1, 1, "x"), TimeoutDue(1)):
        stepped = after(sdlc, token, input_)
        assert (stepped.token, stepped.refusal) == (
            token,
            Refusal("not_active", "the token is paused"),
        )
    cancelled = after(sdlc, token, Cancel()).token
    assert cancelled is not None and cancelled.status == "cancelled"


# ------------------------------------------------------------- without a model


def test_without_a_model_a_routine_may_write_any_key_but_that_of_into() -> None:
    text = (
        "type P\n  n: int\nworkflow w\n  event e: P into last\n  event f\n  START -> s\n"
        "  state s\n    on e -> s\n    on f when ctx.flag == true -> END\n    on error -> END\n"
    )
    definition = prepare(workflow(text))
    token = step(definition, None, Start("t", {"a": [Decimal("1.0")]}), 0).token
    assert token is not None and token.context == {"a": [1]}
    ended = after(definition, token, Report(1, 1, "f", writes={"flag": True})).token
    assert ended is not None and ended.status == "completed"
    refused = after(definition, token, Report(1, 1, "f", writes={"last": 1})).refusal
    assert refused is not None and refused.code == "writes"
    kept = after(definition, token, Fire("e", {"n": 1})).token
    assert kept is not None and kept.context["last"] == {"n": 1}
