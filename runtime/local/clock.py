"""The time of a database, which never runs backward, whatever the computer's clock does."""

import time
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], int]
"""Answers the time in microseconds since 1970-01-01T00:00:00Z."""


def wall_clock() -> int:
    """Return the time by the computer's clock."""
    return time.time_ns() // 1_000


@dataclass(frozen=True, slots=True)
class Kept:
    """The time of the last change, and what the computer's clock said then."""

    now: int
    reading: int

    @property
    def text(self) -> str:
        """How the database keeps it."""
        return f"{self.now} {self.reading}"


def kept_in(text: str | None) -> Kept:
    """Return what a database keeps of the time. Raises ValueError."""
    now, reading = (int(word) for word in (text or "0 0").split())
    return Kept(now, reading)


def time_after(kept: Kept, reading: int) -> int:
    """Return the time at a reading of the computer's clock.

    Where the clock is behind, because it was set back, time goes on at half its pace until
    the clock has caught up: timers are late then, and none waits for the old time to return.
    """
    if reading >= kept.now:
        return reading
    return kept.now + max(0, reading - kept.reading) // 2


def was_set_back(kept: Kept, reading: int) -> bool:
    """Tell whether the clock says less than at the last change: it must be kept anew."""
    return reading < kept.reading
