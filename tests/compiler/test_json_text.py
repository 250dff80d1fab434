"""JSON text: exact, canonical, and no surprise from outside."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stateous.compiler.values import json_text
from stateous.compiler.values.json_text import JsonError

NUMBERS = st.integers() | st.decimals(allow_nan=False, allow_infinity=False, places=6).map(
    lambda number: int(number) if number == int(number) else number.normalize()
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(VALUES)
def test_every_spelling_is_read_back_to_the_same_value(value: Any) -> None:
    for spell in (json_text.canonical, json_text.pretty, json_text.inline):
        assert json_text.parse(spell(value)) == value


@given(VALUES.filter(lambda value: "Decimal" not in repr(value)))
def test_the_canonical_text_is_that_of_the_standard_library(value: Any) -> None:
    expected = json.dumps(value, sort_keys=True, separators=(",", ":"))
    assert json_text.canonical(value) == expected
    assert json_text.canonical({"b": value, "a": Decimal("0.1")}) == (f'{{"a":0.1,"b":{expected}}}')


def test_numbers_keep_every_digit() -> None:
    text = "123456789012345678901234567890.000000000000000001"
    assert json_text.canonical(json_text.parse(text)) == text


def test_a_text_that_has_no_encoding_is_escaped() -> None:
    assert json_text.inline("é\ud800") == '"\\u00e9\\ud800"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "a": 2}', "the key `a` is given twice"),
        ("[Infinity]", "`Infinity` is not a JSON number"),
        ("[1,", "expecting value"),
        ("[" * 300 + "]" * 300, "it nests deeper than 250"),
        ("[" * 100_000, "it nests deeper than 250"),
        ("9" * 5000, "Exceeds the limit"),
    ],
)
def test_what_is_no_json_of_ours_is_refused_with_a_phrase(text: str, message: str) -> None:
    with pytest.raises(JsonError, match="^" + message.replace("[", "\\[")):
        json_text.parse(text)


def test_a_fault_has_its_place() -> None:
    with pytest.raises(JsonError) as raised:
        json_text.parse('{\n  "a": nothing\n}')
    assert (raised.value.line, raised.value.column) == (2, 8)


@pytest.mark.parametrize("value", [object(), {1, 2}, b"x"])
def test_what_is_no_json_value_has_no_text(value: Any) -> None:
    with pytest.raises(TypeError):
        json_text.canonical(value)


@pytest.mark.parametrize(
    "text", ["1e300000000", "1e-300000000", "0e300000000", "1e99999999999999999999", "-1e4000"]
)
def test_a_number_that_nobody_could_write_out_is_refused_at_once(text: str) -> None:
    with pytest.raises(JsonError, match="too large or too small"):
        json_text.parse(f'{{"n": {text}}}')


def test_of_very_many_keys_the_one_given_twice_is_named() -> None:
    keys = ",".join(f'"k{n}":1' for n in range(200_000))
    with pytest.raises(JsonError, match="the key `z` is given twice"):
        json_text.parse(f'{{{keys},"z":1,"z":2}}')
