"""Random groups of guards get the verdicts that trying every case gives."""

import os

from hypothesis import HealthCheck, given, settings

from stateous.verifier.case import refusal
from stateous.verifier.groups import Examined, all_of, examine
from stateous.verifier.inquiry import Found, Group
from stateous.verifier.solver import Refuted
from tests.verifier.tiny import Truth, enumerated, groups

EXAMPLES = int(os.environ.get("STATEOUS_EXAMPLES", "150"))
"""How many groups are tried; a long run sets it to 20,000."""


def _truth(examined: Examined) -> Truth:
    """Return what the verifier found, which must leave nothing open."""
    answers = (examined.exclusive, examined.rest, *examined.overlaps.values())
    answers = (*answers, *examined.alive.values())
    assert all(isinstance(answer, Found | Refuted) for answer in answers), answers
    return Truth(
        overlaps=frozenset(p for p, a in examined.overlaps.items() if isinstance(a, Found)),
        gap=isinstance(examined.rest, Found),
        dead=frozenset(i for i, answer in examined.alive.items() if isinstance(answer, Refuted)),
    )


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
@given(groups())
def test_a_group_gets_the_verdicts_that_every_case_gives(group: Group) -> None:
    examined = examine(group, ())
    assert _truth(examined) == enumerated(group)
    for pair in examined.overlaps:
        found = examined.inquiry.ask(all_of(pair))
        assert isinstance(found, Found)
        assert refusal(group.definition, found.case) == "guards_overlap"
    if isinstance(examined.rest, Found):
        assert refusal(group.definition, examined.rest.case) == "no_transition"
