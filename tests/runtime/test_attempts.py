"""Failed attempts: how long until the next, and when `error` comes."""

import pytest

from stateous.compiler.ir import Backoff, State
from stateous.runtime.kernel.attempts import backoff

SECOND = 1_000_000


@pytest.mark.parametrize(
    ("first", "longest", "delays"),
    [
        (1, 60, [1, 2, 4, 8, 16, 32, 60, 60]),
        (5, 5, [5, 5, 5]),
        (7, 20, [7, 14, 20, 20]),
        (30, 10, [10, 10]),
    ],
)
def test_the_backoff_doubles_up_to_the_longest(first: int, longest: int, delays: list[int]) -> None:
    state = State("s", backoff=Backoff(first, longest))
    assert [backoff(state, n + 1) for n in range(len(delays))] == [d * SECOND for d in delays]


def test_the_backoff_of_a_late_attempt_costs_no_more_than_that_of_an_early_one() -> None:
    assert backoff(State("s"), 10**9) == 60 * SECOND
