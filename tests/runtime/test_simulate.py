"""Specifications: which pass, which fail where, and what is said then."""

import pytest

from stateous.runtime.kernel.definition import prepare
from stateous.runtime.kernel.simulate import SpecificationRun, run_specification
from tests.spec_text import workflow

SDLC = """\
type Tests
  passed: int >= 0
  failed: int >= 0

workflow sdlc
  context Ticket
    input repo: text
    summary: text?
    patience: duration = 1h
    secret key: text = "k"

  event done
  event stuck
  event passed: Tests
  event failed: Tests into last_run

  START -> coding

  state coding
    timeout 6h
    retries 2 backoff 1h..4h
    writes summary
    on done -> testing
    on stuck -> END
    on timeout -> FAIL "no code within six hours"
    on error -> FAIL

  state testing
    timeout 1h
    writes nothing
    on passed when payload.failed == 0 -> END
    on failed when count(failed) < 3 -> coding
    on failed otherwise -> END
    on timeout -> testing
    on error -> FAIL "the tests cannot run"

  specification "s"
"""


def run(*steps: str) -> SpecificationRun:
    """Run one specification of the workflow above, with these steps."""
    spec = workflow(SDLC + "".join(f"    {step}\n" for step in steps))
    return run_specification(prepare(spec), spec.specifications[0])


GIVEN = 'given context repo = "acme/api"'
TESTING = (GIVEN, "given in testing")


@pytest.mark.parametrize(
    "steps",
    [
        (
            GIVEN,
            "when done",
            "when failed passed = 1, failed = 2",
            "then in coding, visit 2",
            "when done",
            "when failed passed = 1, failed = 1",
            "when done",
            "when failed passed = 2, failed = 1",
            "then completed",
            "then count(failed) == 3",
            "then ctx.last_run.passed == 2",
            "then ended and not FAIL and visited(coding)",
        ),
        (
            *TESTING,
            "then in testing, visit 1",
            "then count(failed) == 0",
            "then not visited(coding)",
        ),
        ("given in testing", 'given context repo = "a"', "then in [coding, testing]"),
        (GIVEN, 'when done with summary = "s"', 'then ctx.summary == "s"'),
        (GIVEN, "when fired stuck", "then completed", "when done", "then refused ended"),
        (
            GIVEN,
            "when 5h pass",
            "then in coding",
            "when 1h pass",
            'then failed "no code within six hours"',
        ),
        (*TESTING, "when 3h30m pass", "then in testing, visit 4", "then count(timeout) == 3"),
        (
            *TESTING,
            "when passed passed = 1, failed = 1",
            "then refused no_transition",
            "then failed",
        ),
        (*TESTING, "when fired passed passed = 1, failed = 1", "then refused", "then in testing"),
        (GIVEN, 'when done with repo = "x"', "then refused writes", "then in coding, visit 1"),
        (GIVEN, 'when coding fails "a"', "then in coding, visit 1", "when done", "then in testing"),
        (
            GIVEN,
            'when coding fails "a"',
            'when coding fails "b"',
            'when coding fails "c"',
            "then failed",
        ),
        (GIVEN, "when 5h30m pass", 'when done with repo = "x"', "then refused writes", "then FAIL"),
        ("given context summary = 1", "then refused type"),
        ('given clock "2030-06-01T00:00:00Z"', GIVEN, "when 7h pass", "then FAIL"),
    ],
)
def test_a_specification_that_is_true_passes(steps: tuple[str, ...]) -> None:
    result = run(*steps)
    assert (result.passed, result.message) == (True, None)


@pytest.mark.parametrize(
    ("steps", "failing", "message"),
    [
        (
            (GIVEN, "when done", "then in coding"),
            2,
            "expected `in coding`, but the token is in `testing`, visit 1",
        ),
        (
            (GIVEN, "then in coding, visit 2"),
            1,
            "expected `in coding, visit 2`, but the token is in `coding`, visit 1",
        ),
        (
            (GIVEN, "then count(failed) == 3 and ctx.patience > 2h"),
            1,
            (
                "expected `count(failed) == 3 and ctx.patience > 2h`, "
                "but `count(failed)` is 0, `ctx.patience` is 1h"
            ),
        ),
        (
            (GIVEN, 'then ctx.key == "x"'),
            1,
            'expected `ctx.key == "x"`, but `ctx.key` is (secret)',
        ),
        (
            (GIVEN, "then completed"),
            1,
            "expected it to be completed, but the token is in `coding`, visit 1",
        ),
        (
            (GIVEN, "when 6h pass", 'then failed "late"'),
            2,
            'expected it to fail with "late", but the token has failed (no code within six hours)',
        ),
        (
            (GIVEN, "when fired passed passed = 1, failed = 0", "then in coding"),
            1,
            "`passed` was refused (no_transition): `coding` has no line on `passed`",
        ),
        (
            (GIVEN, "when stuck", "then refused"),
            2,
            "expected a refusal, but `report stuck` was accepted: the token has completed",
        ),
        (
            (GIVEN, "when fired done", "then refused"),
            2,
            "expected a refusal, but `fire done` was accepted: the token is in `testing`, visit 1",
        ),
        (
            (*TESTING, "when fired stuck", "then refused type"),
            3,
            (
                "expected a refusal for `type`, but it was refused (no_transition): "
                "`testing` has no line on `stuck`"
            ),
        ),
        (
            ("given in testing", "when done"),
            0,
            "the start was refused (type): `ctx.repo` must be given",
        ),
        (
            ("given in testing", "given context repo = 3", "when done"),
            1,
            "the start was refused (type): `ctx.repo` must be a text, got 3",
        ),
        (
            ("given in testing", "then refused", "when done"),
            2,
            "nothing can happen: the start was refused",
        ),
        (
            (GIVEN, 'when testing fails "x"'),
            1,
            "`testing` has no attempt to fail: the token is in `coding`, visit 1",
        ),
        ((*TESTING, "when 500d pass"), 2, "more than 10000 timeouts came due in this time"),
    ],
)
def test_a_specification_that_is_false_fails_at_its_step(
    steps: tuple[str, ...], failing: int, message: str
) -> None:
    result = run(*steps)
    assert not result.passed
    assert (result.failing, result.message) == (failing, message)


def test_the_backoff_passes_by_itself_and_the_timeout_may_come_first() -> None:
    result = run(
        GIVEN, 'when coding fails "a"', "when 4h pass", 'when coding fails "b"', "then FAIL"
    )
    assert result.passed
    assert result.run == (
        'start repo = "acme/api"',
        'coding fails "a"',
        "4h pass",
        'coding fails "b"',
        "coding times out",
    )


SLOW = """\
workflow w
  context C
    n: int = 0
  event e
  START -> a
  state a
    timeout 10m
    retries 3 backoff 1h..2h
    writes nothing
    on e -> END
    on timeout -> {target}
    on error -> FAIL "err"
  state b
    timeout 20m
    on e -> END
    on timeout -> FAIL "b timed out"
    on error -> FAIL
  specification "s"
"""


def run_slow(*steps: str, target: str = "b") -> SpecificationRun:
    """Run a specification of a workflow whose backoff is longer than its timeouts."""
    spec = workflow(SLOW.format(target=target) + "".join(f"    {step}\n" for step in steps))
    return run_specification(prepare(spec), spec.specifications[0])


@pytest.mark.parametrize(
    ("target", "steps"),
    [
        ("b", ('when a fails "x"', "then in b, visit 1", "when 19m pass", "then in b")),
        ("b", ('when a fails "x"', "when 20m pass", 'then failed "b timed out"')),
        (
            "b",
            (
                "when 9m pass",
                "then in a",
                'when a fails "x"',
                "then in b",
                "when 19m pass",
                "then in b",
            ),
        ),
        ("a", ('when a fails "x"', "then in a, visit 2", "then count(timeout) == 1")),
        (
            "b",
            ("when e with n = 1", "then refused writes", "then in b", "when 19m pass", "then in b"),
        ),
        ("b", ('when a fails "x"', "when e", "then completed")),
    ],
)
def test_the_backoff_stops_passing_when_the_token_leaves_the_visit(
    target: str, steps: tuple[str, ...]
) -> None:
    result = run_slow(*steps, target=target)
    assert (result.passed, result.message) == (True, None)


def test_a_refused_report_that_is_a_failed_attempt_is_said_to_be_one() -> None:
    note = "a refused report is a failed attempt of the task"
    bad = 'when done with repo = "x"'
    unexpected = run(GIVEN, bad)
    assert (unexpected.passed, unexpected.notes[0]) == (False, note)
    assert run(GIVEN, bad, "then refused writes", "then in testing").notes[0] == note
    for steps in (
        (GIVEN, bad, "then refused", "when done", "then in coding"),
        (GIVEN, bad, "then refused", "when 1m pass", "then in testing"),
        (GIVEN, "when fired passed passed = 1, failed = 0", "then in coding"),
        (GIVEN, "when stuck", "when done"),
        (GIVEN, 'when coding fails "x"', "then in testing"),
    ):
        assert not run(*steps).passed and note not in run(*steps).notes


def test_the_run_is_told_in_phrases_with_secrets_left_out() -> None:
    result = run(
        'given context repo = "a", patience = 1d12h, key = "hush"',
        'when done with summary = "s"',
        "when failed passed = 1, failed = 2",
        "when fired stuck",
    )
    assert result.run == (
        'start repo = "a", patience = 1d12h, key = (secret)',
        'report done with summary = "s"',
        "report failed passed = 1, failed = 2",
        "fire stuck",
    )
    assert run(*TESTING).run == ('start in testing, repo = "acme/api"',)


def test_the_transitions_taken_are_told_in_order() -> None:
    spec = workflow(SDLC + f"    {GIVEN}\n    when done\n    when failed passed = 0, failed = 1\n")
    result = run_specification(prepare(spec), spec.specifications[0])
    taken = [spec.transitions[index] for index in result.transitions]
    assert [(line.source, line.event) for line in taken] == [
        ("__start__", None),
        ("coding", "done"),
        ("testing", "failed"),
    ]


def test_a_failure_comes_with_what_the_token_was_like() -> None:
    assert run(GIVEN, "when done", "then in coding").notes == (
        "the token is in `testing`, visit 1",
        (
            'the context is repo = "acme/api", summary = null, patience = 1h, key = (secret), '
            "last_run = null"
        ),
        "count(done) = 1",
    )
