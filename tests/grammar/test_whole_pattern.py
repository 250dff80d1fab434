"""Patterns of JSON Schema, respelt for the language, match the same texts."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stateous.compiler.values.regex import RegexError, automaton, parse
from stateous.grammar.schema.whole_pattern import whole_pattern

SAME = {
    "^[A-Z]{3}$": "[A-Z]{3}",
    "abc": r"[\s\S]*abc[\s\S]*",
    "^abc": r"abc[\s\S]*",
    "abc$": r"[\s\S]*abc",
    "^a|b$": r"a[\s\S]*|[\s\S]*b",
    "^a$|^b$": "a|b",
    "^(?:a|b)$": "a|b",
    "^(?:a)|(?:b)$": r"(?:a)[\s\S]*|[\s\S]*(?:b)",
    r"\Aab\z": "ab",
    r"\Aab\Z": "ab",
    "": r"[\s\S]*",
    "^": r"[\s\S]*",
    "^$": "",
    "^(?:)$": "",
    "^a+?b*?c??$": "a+b*c?",
    "^a{2,}?$": "a{2,}",
    "^(?P<year>[0-9]{4})$": "(?:[0-9]{4})",
    "^(?<year>[0-9]{4})$": "(?:[0-9]{4})",
    r"^\x41\u00e9\x2e$": r"Aé\.",
    "^a]}$": r"a\]\}",
    "^a{$": r"a\{",
    r"^[\w.-]+@[\w-]+$": r"[\w.-]+@[\w-]+",
}
OUTSIDE = [
    r"\bfoo",
    "(?=a)",
    "(?!a)",
    "(?<=a)b",
    "(?i)a",
    r"(a)\1",
    "a$b",
    "a^b",
    "(^a)",
    "a++",
    "a**",
    "*a",
    "a{,3}",
    "a{3,2}",
    r"\p{L}",
    r"\q",
    "[[a]b]",
    "[a&&b]",
    "[]a]",
    "[b-a]",
    r"[a-\d]",
    "[a",
    "(a",
    "a)",
    "\\",
    "(" * 60 + ")" * 60,
]


@pytest.mark.parametrize(("pattern", "expected"), SAME.items(), ids=SAME)
def test_a_pattern_is_respelt(pattern: str, expected: str) -> None:
    assert whole_pattern(pattern) == expected
    parse(expected)


@pytest.mark.parametrize("pattern", OUTSIDE)
def test_a_pattern_that_the_language_cannot_spell_is_none(pattern: str) -> None:
    assert whole_pattern(pattern) is None


PIECES = st.sampled_from(
    [
        *(
            "a",
            "b",
            "é",
            ".",
            "[ab]",
            "[^a]",
            "[a-b]",
            r"\d",
            r"\s",
            r"\.",
            r"\n",
            r"\x61",
            "-",
            "&",
        ),
        *("^", "$", "|", "(", "(?:", ")", "*", "+", "?", "{2}", "{1,2}", "{", "}", "[", "]"),
    ]
)
TEXTS = st.text("ab1 \n.}é{]-", max_size=5)


def _searched(pattern: str, text: str) -> bool:
    """Tell whether Python finds a pattern as JSON Schema does: `$` is the very end."""
    strict = re.sub(r"(?<!\\)((?:\\\\)*)\$", r"\1\\Z", pattern)
    return re.search(strict, text, re.ASCII) is not None


@given(st.lists(PIECES, max_size=6).map("".join), st.lists(TEXTS, min_size=1, max_size=6))
def test_the_respelt_pattern_matches_the_same_texts(pattern: str, texts: list[str]) -> None:
    respelt = whole_pattern(pattern)
    assume(respelt is not None)
    assert respelt is not None
    try:
        re.compile(pattern)
    except re.error:
        assume(False)
    whole = automaton(respelt)
    assert [whole.matches(text) for text in texts] == [_searched(pattern, text) for text in texts]


@given(st.lists(PIECES, max_size=7).map("".join))
def test_what_is_respelt_is_a_pattern_of_the_language(pattern: str) -> None:
    respelt = whole_pattern(pattern)
    if respelt is not None:
        parse(respelt)


@given(st.lists(PIECES, max_size=6).map("".join))
def test_a_pattern_of_the_language_comes_back_as_it_is(pattern: str) -> None:
    try:
        parse(pattern)
    except RegexError:
        assume(False)
    respelt = whole_pattern(f"^(?:{pattern})$")
    assert respelt in (pattern, None)
