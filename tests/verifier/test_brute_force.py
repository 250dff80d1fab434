"""Random groups of guards get the verdicts that trying every case gives."""

from collections import Counter

from hypothesis import HealthCheck, given, settings

from stateous.compiler.guards import parts
from stateous.verifier.decoding.case import refusal
from stateous.verifier.encoding.solver import Refuted
from stateous.verifier.groups import Examined, all_of, examine
from stateous.verifier.inquiry import Found, Group
from tests.verifier.pinning import EXAMPLES
from tests.verifier.tiny import Truth, enumerated, groups

FORMS = (
    *("and", "or", "not", "compare", "in", "is_null", "truth", "quantified"),
    *("arith", "negate", "len", "text_test", "matches", "count", "clock", "read", "const", "list"),
)
"""The forms of guards, as they are called in a graph file."""


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


def assert_same_verdicts(group: Group) -> None:
    """Assert that the verifier says of a group what trying every case shows."""
    examined = examine(group, ())
    assert _truth(examined) == enumerated(group)
    for pair in examined.overlaps:
        found = examined.inquiry.ask(all_of(pair))
        assert isinstance(found, Found)
        assert refusal(group.definition, found.case) == "guards_overlap"
    if isinstance(examined.rest, Found):
        assert refusal(group.definition, examined.rest.case) == "no_transition"


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
@given(groups())
def test_a_group_gets_the_verdicts_that_every_case_gives(group: Group) -> None:
    assert_same_verdicts(group)


def test_the_random_groups_are_of_every_sort() -> None:
    truths: list[Truth] = []
    forms: Counter[str] = Counter()

    @settings(max_examples=200, derandomize=True, database=None, deadline=None)
    @given(groups())
    def collect(group: Group) -> None:
        truths.append(enumerated(group))
        forms.update({part.op for guard in group.guards.values() for part in parts(guard)})

    collect()
    shares = {
        "overlap": sum(bool(truth.overlaps) for truth in truths) / len(truths),
        "gap": sum(truth.gap for truth in truths) / len(truths),
        "dead": sum(bool(truth.dead) for truth in truths) / len(truths),
    }
    assert min(shares["overlap"], 1 - shares["overlap"]) > 0.2, shares
    assert min(shares["gap"], 1 - shares["gap"]) > 0.2, shares
    assert 0.05 < shares["dead"] < 0.8, shares
    rare = {form for form in FORMS if forms[form] < len(truths) / 100}
    assert not rare
