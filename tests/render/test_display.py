"""How text stands on a terminal."""

from hypothesis import given
from hypothesis import strategies as st

from stateous.render.display import cut, display, width

TEXTS = st.text(max_size=30)


@given(TEXTS)
def test_a_line_is_as_wide_as_its_last_column_says(text: str) -> None:
    line = display(text)
    assert width(line.text) == line.end
    assert len(line.columns) == len(text) + 1


@given(TEXTS)
def test_columns_never_go_back(text: str) -> None:
    assert list(display(text).columns) == sorted(display(text).columns)


@given(TEXTS, st.integers(0, 40), st.integers(0, 40))
def test_a_cut_is_as_wide_as_it_was_asked_to_be(text: str, one: int, other: int) -> None:
    shown = display(text)
    start, end = sorted((one, other))
    assert width(cut(shown.text, start, end)) == max(0, min(end, shown.end) - min(start, shown.end))
