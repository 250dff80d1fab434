"""What a step refuses, with which code, and what it leaves behind."""

import pytest

from stateous.compiler.types import Json
from stateous.runtime.kernel.definition import Definition, prepare
from stateous.runtime.kernel.token import (
    Failure,
    Fire,
    Input,
    QueueTask,
    Refusal,
    Report,
    TimeoutDue,
)
from tests.runtime.tickets import SDLC, after, in_testing, orders, rows, started
from tests.spec_text import workflow


@pytest.fixture(scope="module")
def sdlc() -> Definition:
    return prepare(workflow(SDLC))


@pytest.mark.parametrize(
    ("fire", "refusal"),
    [
        (
            Fire("passed", {"passed": 1, "failed": -1}),
            Refusal("type", "`payload.failed` must be at least 0, got -1", "payload.failed"),
        ),
        (Fire("passed"), Refusal("type", "`payload.passed` must be given", "payload.passed")),
        (Fire("done", {"a": 1}), Refusal("type", "`done` carries no payload", "payload")),
        (Fire("done"), Refusal("no_transition", "`testing` has no line on `done`")),
        (
            Fire("passed", {"passed": 0, "failed": 0}),
            Refusal("no_transition", "no guard of `testing` on `passed` holds"),
        ),
        (
            Fire("passed", {"passed": 10, "failed": 0}),
            Refusal(
                "guards_overlap",
                "2 lines of `testing` on `passed` hold: "
                "`when payload.passed > 0` and `when payload.passed > 9`",
            ),
        ),
        (
            Fire("pased"),
            Refusal("unknown_event", "`pased` is not an event of `sdlc`; did you mean `passed`?"),
        ),
        (
            Fire("timeout"),
            Refusal("unknown_event", "`timeout` is an event that only the engine fires"),
        ),
    ],
)
def test_a_refused_event_leaves_the_token_and_a_row_that_says_why(
    sdlc: Definition, fire: Fire, refusal: Refusal
) -> None:
    token = in_testing(sdlc)
    stepped = after(sdlc, token, fire)
    assert (stepped.token, stepped.refusal) == (token, refusal)
    ((kind, data),) = rows(stepped)
    assert (kind, data["event"], data["code"]) == ("event_rejected", fire.event, refusal.code)
    assert data["message"] == refusal.message


@pytest.mark.parametrize(
    ("writes", "refusal"),
    [
        (
            {"repo": "x"},
            Refusal("writes", "`ctx.repo` is an input: it is never written again", "ctx.repo"),
        ),
        (
            {"round": 2},
            Refusal(
                "writes",
                "`coding` may not write `ctx.round`: it writes `summary`, `key`",
                "ctx.round",
            ),
        ),
        (
            {"last_run": None},
            Refusal(
                "writes",
                "`ctx.last_run` keeps the payload of an event: no routine may write it",
                "ctx.last_run",
            ),
        ),
        (
            {"sumary": ""},
            Refusal(
                "writes",
                "`ctx.sumary` is not a field of the context; did you mean `summary`?",
                "ctx.sumary",
            ),
        ),
        ({"summary": 1}, Refusal("type", "`ctx.summary` must be a text, got 1", "ctx.summary")),
        ({"key": 1}, Refusal("type", "`ctx.key` must be a text", "ctx.key")),
    ],
)
def test_a_report_that_may_not_write_so_is_a_failed_attempt(
    sdlc: Definition, writes: dict[str, Json], refusal: Refusal
) -> None:
    token = started(sdlc)
    stepped = after(sdlc, token, Report(1, 1, "done", writes={"summary": "lost", **writes}))
    assert stepped.refusal == refusal
    assert stepped.token is not None
    assert (stepped.token.attempt, stepped.token.context) == (2, token.context)
    assert orders(stepped) == [QueueTask("coding", 1, 2, delay=10_000_000)]
    assert [kind for kind, _ in rows(stepped)] == ["event_rejected", "task_failed", "task_retrying"]


@pytest.mark.parametrize("said", [Report(2, 1, "stuck"), Report(1, 2, "stuck"), Failure(1, 0, "x")])
def test_what_is_said_of_another_attempt_is_stale_and_changes_nothing(
    sdlc: Definition, said: Input
) -> None:
    token = started(sdlc)
    stepped = after(sdlc, token, said)
    assert (stepped.token, stepped.effects) == (token, ())
    assert stepped.refusal is not None and stepped.refusal.code == "stale"


def test_a_report_that_names_another_state_is_stale(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), Report(1, 1, "stuck", state="testing"))
    assert stepped.refusal is not None and stepped.refusal.code == "stale"
    stepped = after(sdlc, started(sdlc), TimeoutDue(1, state="testing"))
    assert stepped.refusal is not None and stepped.refusal.code == "stale"


def test_an_ended_token_records_what_it_refused(sdlc: Definition) -> None:
    stepped = after(sdlc, started(sdlc), Fire("stuck"), Fire("done"))
    assert stepped.refusal == Refusal("ended", "the token has ended (completed)")
    assert [kind for kind, _ in rows(stepped)] == ["event_rejected"]
