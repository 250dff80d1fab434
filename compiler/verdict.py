"""What the verifier answers: one verdict for each check."""

from dataclasses import dataclass
from enum import Enum

from stateous.grammar.diagnostic import Diagnostic


class Answer(Enum):
    """The answer to one check."""

    PROVED = "proved"
    VIOLATED = "violated"
    UNKNOWN = "unknown"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one check about one subject.

    `check` names what was asked (`exclusive`, `complete`, `live`, `reachable`, `can end`,
    `specification`); `subject` what it was asked of (`testing on failed`). `method` is the
    layer that answered (`graph`, `z3`, `run`); `assumptions` are what it took for granted.
    A verdict that is not PROVED carries the diagnostic that says so.
    """

    check: str
    workflow: str
    subject: str
    answer: Answer
    method: str
    assumptions: tuple[str, ...] = ()
    diagnostic: Diagnostic | None = None
