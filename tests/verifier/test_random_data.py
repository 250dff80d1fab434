"""Groups over all types: what random data show is never what the verifier has ruled out."""

from itertools import combinations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stateous.compiler.types import Field, RecordType, Slot
from stateous.verifier.decoding.case import Case, Truths
from stateous.verifier.encoding.solver import Refuted
from stateous.verifier.groups import Examined, examine
from stateous.verifier.inquiry import Disagreement, Group
from tests.strategies import ALL_TYPES, Readable, canonical_values, conditions, slots
from tests.verifier.pinning import EXAMPLES, group_with


def _fields(prefix: str, chosen: list[Slot]) -> tuple[Field, ...]:
    return tuple(Field(f"{prefix}{index}", slot) for index, slot in enumerate(chosen))


@st.composite
def wide_groups(draw: st.DrawFn) -> Group:
    """Return groups of two or three guards over fields of any types."""
    context = _fields("c", draw(st.lists(slots(ALL_TYPES), max_size=3)))
    payload = _fields("p", draw(st.lists(slots(ALL_TYPES), max_size=2)))
    readable = Readable(context, payload, ("ping", "routed"), clocks=True)
    lines = draw(st.lists(conditions(readable, 1), min_size=2, max_size=3))
    return group_with(lines, RecordType("C", context), RecordType("P", payload))


def _cases(group: Group) -> st.SearchStrategy[Case]:
    workflow = group.definition.workflow
    payload = workflow.event_by_name["routed"].payload
    assert workflow.context is not None and payload is not None
    return st.builds(
        Case,
        st.just("s"),
        st.just("routed"),
        canonical_values(Slot(workflow.context)),
        canonical_values(Slot(payload)),
        st.fixed_dictionaries({"ping": st.integers(0, 5), "routed": st.integers(1, 5)}),
        st.integers(1, 4),
        st.integers(1, 4),
    )


def _allowed(examined: Examined, case: Case) -> bool:
    """Tell whether the answers about a group leave room for a case."""
    truths = Truths(examined.group.definition, case)
    holding = [index for index, holds in truths.items() if holds]
    if not holding:
        return not isinstance(examined.rest, Refuted)
    pairs = set(combinations(holding, 2))
    known = pairs <= set(examined.overlaps) or not isinstance(examined.exclusive, Refuted)
    return known and not any(isinstance(examined.alive[index], Refuted) for index in holding)


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow],
)
@given(st.data())
def test_no_data_contradict_a_verdict(data: st.DataObject) -> None:
    examined = examine(data.draw(wide_groups()), ())
    answers = (examined.exclusive, examined.rest, *examined.overlaps.values())
    assert not any(
        isinstance(answer, Disagreement) for answer in (*answers, *examined.alive.values())
    )
    for case in data.draw(st.lists(_cases(examined.group), min_size=5, max_size=12)):
        assert _allowed(examined, case)
