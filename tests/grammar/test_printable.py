"""Text from outside, as it may be printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stateous.grammar.printable import printable


@given(st.text(max_size=30))
def test_everything_that_is_printed_has_a_shape(text: str) -> None:
    assert printable(text).isprintable()


@given(st.text(max_size=30).filter(str.isprintable))
def test_what_has_a_shape_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("one\ntwo\r\nthree", "one two three"),
        ("a\tb", "a\u2192   b"),
        ("\x1b[2J", "\u241b[2J"),
        ("\x7f", "\u2421"),
        ("\x9b", "<U+009B>"),
        ("a\u202eb", "a<U+202E>b"),
        ("\ud800", "<U+D800>"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_by_a_stand_in(text: str, printed: str) -> None:
    assert printable(text) == printed
