"""Values that are made up for a witness are values that the door lets in."""

from decimal import Decimal
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stateous.compiler.types import (
    Default,
    EnumType,
    Field,
    Json,
    ListType,
    RecordType,
    Scalar,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.values.door import admit
from stateous.compiler.values.regex import automaton, parse
from stateous.compiler.values.restrictions import identity
from stateous.verifier.decoding.patterns import matches
from stateous.verifier.decoding.samples import NoSample, fillers, sample, samples
from stateous.verifier.encoding.ranges import POINTS, point_of, range_of, value_of
from tests.strategies import ALL_TYPES

_RECORD = RecordType(
    "Record",
    (
        Field("n", Slot(ScalarType("int", minimum=3, maximum=4))),
        Field("t", Slot(ScalarType("text", pattern="[a-c]{2}"))),
        Field("e", Slot(EnumType(("low", "high"))), Default("high")),
    ),
)
CONSTRAINED: tuple[Type, ...] = (
    ScalarType("int", above=7, multiple_of=5),
    ScalarType("int", minimum=-3, maximum=-2),
    ScalarType("number", above=2, below=3),
    ScalarType("number", above=Decimal("0.1"), maximum=Decimal("0.1000001")),
    ScalarType("decimal", minimum="0.15", multiple_of="0.05"),
    ScalarType("date", minimum="2026-02-27", maximum="2026-03-01"),
    ScalarType("datetime", above="2026-01-01T08:30:00Z", below="2026-01-01T08:30:00.000003Z"),
    ScalarType("duration", minimum="PT1M", maximum="PT61S"),
    ScalarType("text", min_length=2, max_length=2),
    ScalarType("text", min_length=300),
    ScalarType("text", pattern="(ab|c)*d{2,}", min_length=4, max_length=9),
    ListType(Slot(ScalarType("bool")), unique=True),
    ListType(Slot(ScalarType("int")), min_items=3, unique=True),
    ListType(Slot(_RECORD), max_items=3, unique_by="n"),
    _RECORD,
)


@pytest.mark.parametrize("type_", CONSTRAINED, ids=str)
def test_samples_of_a_constrained_type_keep_its_constraints(type_: Type) -> None:
    slot = Slot(type_)
    found = list(islice(samples(slot), 12))
    assert found
    for value in found:
        assert admit(slot, value) == value
    assert len({identity(value) for value in found}) == len(found)


@settings(max_examples=150, deadline=None)
@given(ALL_TYPES, st.booleans())
def test_samples_of_any_type_are_values_of_it(type_: Type, nullable: bool) -> None:
    slot = Slot(type_, nullable)
    for value in islice(samples(slot), 6):
        assert admit(slot, value) == value
    assert admit(slot, sample(slot)) == sample(slot)


def test_a_range_ends_where_its_values_do() -> None:
    assert list(samples(Slot(ScalarType("int", minimum=1, maximum=3)))) == [1, 2, 3]
    assert list(samples(Slot(ScalarType("date", above="2026-01-01", maximum="2026-01-02")))) == [
        "2026-01-02"
    ]
    unique = ListType(Slot(ScalarType("bool")), unique=True)
    assert list(samples(Slot(unique))) == [[], [False], [False, True]]


def test_a_type_without_values_has_no_sample() -> None:
    with pytest.raises(NoSample):
        sample(Slot(ScalarType("text", pattern="[A-Z]{3}", max_length=2)))


def test_fillers_are_none_of_the_items_that_are_taken() -> None:
    type_ = ListType(Slot(EnumType(("a", "b", "c"))))
    assert list(fillers(type_, ("b",))) == ["a", "c"]
    by_field = ListType(Slot(_RECORD), unique_by="n")
    taken: Json = {"n": 3, "t": "ba", "e": "low"}
    assert [item["n"] for item in fillers(by_field, (taken,)) if isinstance(item, dict)] == [4]


@pytest.mark.parametrize(
    "pattern", ["[a-c]{2}", "(ab|c)*d{2,}", ".{0,3}", "a?b+[^a]", r"\d{4}-\d{2}", "", "(a|bc){2,3}"]
)
def test_texts_of_a_pattern_match_it_the_shortest_first(pattern: str) -> None:
    found = list(islice(matches(parse(pattern), 0, 12), 40))
    assert found
    assert all(automaton(pattern).matches(text) for text in found)
    assert [len(text) for text in found] == sorted(len(text) for text in found)


def test_a_pattern_with_no_text_of_a_length_yields_none() -> None:
    assert list(matches(parse("(ab)*"), 3, 3)) == []


@given(st.sampled_from(sorted(POINTS)), st.integers(-10_000, 10_000))
def test_a_point_is_a_value_and_back(kind: Scalar, place: int) -> None:
    range_ = range_of(ScalarType(kind))
    point = range_.origin + place * range_.grids[0]
    assert point_of(kind, value_of(kind, point)) == point
    assert admit(Slot(ScalarType(kind)), value_of(kind, point)) == value_of(kind, point)
