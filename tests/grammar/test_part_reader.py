"""Fields, types and values that stand in texts of their own are read as in a file."""

import pytest

from stateous.grammar.flow.guard_reader import read_field, read_type, read_value
from stateous.grammar.source import Source
from tests.flow_text import sound, type_of

BEFORE = "before "


def _place(text: str) -> Source:
    return Source("spec.py", BEFORE + text)


@pytest.mark.parametrize(
    "text",
    [
        "repo: text",
        "input secret note: text? length 1..5 = 'x'",
        "a: list of (int >= 0) items 1..2",
    ],
)
def test_a_field_reads_as_its_line(text: str) -> None:
    source = _place(text)
    found, said = read_field(text, lambda s, e: source.span(len(BEFORE) + s, len(BEFORE) + e))
    assert said == ()
    assert found == sound(f"type T\n  {text}\n").tree.types[0].fields[0]
    assert found is not None and found.span.text == text


@pytest.mark.parametrize("text", ["int", "list of Tests items 1..", "(one of a, b)?", "text?"])
def test_a_type_reads_as_behind_its_colon(text: str) -> None:
    source = _place(text)
    found, said = read_type(text, lambda s, e: source.span(len(BEFORE) + s, len(BEFORE) + e))
    assert (found, said) == (type_of(text), ())
    assert found is not None and found.span.text == text


@pytest.mark.parametrize("text", ["high", "Level.high", "1d12h", "-5", "[1, {a: null}]", "`null`"])
def test_a_value_reads_as_a_default(text: str) -> None:
    source = Source("spec.py", text)
    found, said = read_value(text, source.span)
    assert said == ()
    assert found == sound(f"type T\n  a: json = {text}\n").tree.types[0].fields[0].default
    assert found is not None and found.span.text == text


@pytest.mark.parametrize("text", ["", "repo", "repo text", 'allow ST4001 "why"', "a: int\nb: int"])
def test_what_is_no_field_gets_one_diagnostic(text: str) -> None:
    found, said = read_field(text, Source("spec.py", text).span)
    assert found is None and len(said) == 1


@pytest.mark.parametrize("text", ["", "int = 5", "list of", "int int"])
def test_what_is_no_type_gets_one_diagnostic(text: str) -> None:
    found, said = read_type(text, Source("spec.py", text).span)
    assert found is None and len(said) == 1


@pytest.mark.parametrize("text", ["", "a + b", "count(e)", "1 2", "<size>"])
def test_what_is_no_value_gets_one_diagnostic(text: str) -> None:
    _, said = read_value(text, Source("spec.py", text).span)
    assert len(said) == 1
