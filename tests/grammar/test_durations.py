"""Durations as the notations spell them, and in the ISO form."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from stateous.grammar.durations import iso_seconds, iso_text, seconds


@pytest.mark.parametrize(
    ("text", "expected"),
    [("30s", 30), ("10m", 600), ("6h", 21_600), ("1d", 86_400), ("1d12h", 129_600), ("0s", 0)],
)
def test_a_duration_is_so_many_seconds(text: str, expected: int) -> None:
    assert seconds(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "6", "h", "6 h", "-6h", "1.5h", "12h1d", "1h1h", "6H", "٦h", "1w", "6h ", "9" * 13 + "s"],
)
def test_any_other_text_is_no_duration(text: str) -> None:
    assert seconds(text) is None


@pytest.mark.parametrize("text", ["", "P", "PT", "PT0.5S", "P1Y", "P1M", "P1W", "-PT1S", "1h"])
def test_an_iso_duration_without_whole_seconds_has_none(text: str) -> None:
    assert iso_seconds(text) is None


LENGTHS = st.timedeltas(timedelta(days=-400), timedelta(days=4000))


@given(LENGTHS)
def test_the_iso_form_is_the_same_length_to_any_reader(length: timedelta) -> None:
    assert TypeAdapter(timedelta).validate_json(f'"{iso_text(length)}"') == length


@given(st.integers(0, 3650 * 86_400))
def test_whole_seconds_come_back_from_the_iso_form(length: int) -> None:
    assert iso_seconds(iso_text(timedelta(seconds=length))) == length
