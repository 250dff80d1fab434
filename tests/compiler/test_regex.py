"""The small regular language: what it takes, what it refuses, and what matches."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stateous.compiler.values.pattern import Chars, Choice, Repeat, Sequence, Text
from stateous.compiler.values.regex import RegexError, automaton, parse

PLAIN = ("a", "b", "é", ".", r"\.", r"\|", r"\n")
CLASSES = (
    r"\d",
    r"\w",
    r"\s",
    r"\D",
    r"\W",
    r"\S",
    "[ab]",
    "[^a]",
    "[a-c1-]",
    r"[\s\S]",
    r"[^\d\-]",
)
SINGLES = st.sampled_from((*PLAIN, *CLASSES))
REPEATS = st.sampled_from(("*", "+", "?", "{2}", "{1,}", "{0,2}", "{0}"))
PATTERNS = st.recursive(
    SINGLES | st.just(""),
    lambda inner: st.one_of(
        st.builds("{}{}".format, inner, inner),
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("({}){}".format, inner, REPEATS),
    ),
    max_leaves=8,
)
TEXTS = st.text("ab1.-|\n é", max_size=6)


@settings(max_examples=400, deadline=None)
@given(PATTERNS, st.lists(TEXTS, min_size=1, max_size=6))
def test_a_match_is_a_full_match_of_python(pattern: str, texts: list[str]) -> None:
    compiled = re.compile(pattern, re.ASCII)
    for text in texts:
        assert automaton(pattern).matches(text) == (compiled.fullmatch(text) is not None)


@settings(max_examples=100, deadline=None)
@given(PATTERNS, TEXTS)
def test_anchors_at_the_ends_mean_nothing(pattern: str, text: str) -> None:
    assert automaton(f"^{pattern}$").matches(text) == automaton(pattern).matches(text)


def test_anchors_may_stand_at_the_ends_of_outermost_alternatives() -> None:
    assert parse("^a$|^b$") == parse("a|b")


@pytest.mark.parametrize("pattern", ["(a|a)*b", "(a*)*b", "(a|aa)+b", "(.*){1,20}b"])
def test_a_pattern_that_ruins_backtracking_is_matched_at_once(pattern: str) -> None:
    assert not automaton(pattern).matches("a" * 2_000)
    assert automaton(pattern).matches("a" * 2_000 + "b")


def test_what_is_remembered_of_long_texts_is_bounded_and_does_not_change_the_answer() -> None:
    choices = automaton("(a|b)*a(a|b){14}")
    text = "".join("ab"[(i * i // 7) % 2] for i in range(20_000))
    assert choices.matches(text) == (text[-15] == "a")


def test_a_tree_joins_neighbouring_characters() -> None:
    assert parse("ab[0-9]+|") == Choice(
        (
            Sequence((Text("ab"), Repeat(Chars(((48, 57),)), 1, None))),
            Sequence(()),
        )
    )


def test_a_class_is_ranges_in_order_that_do_not_touch() -> None:
    assert parse("[c-da-b_]") == Chars(((95, 95), (97, 100)))


@pytest.mark.parametrize(
    ("pattern", "offset", "phrase"),
    [
        ("a**", 2, "a repeat cannot follow a repeat"),
        ("a+?", 2, "lazy and possessive repeats are not allowed"),
        ("a++", 2, "lazy and possessive repeats are not allowed"),
        ("*a", 0, "nothing to repeat"),
        ("a|+", 2, "nothing to repeat"),
        ("a{", 1, "a count is"),
        ("a{,2}", 1, "a count is"),
        ("a{3,2}", 1, "the second count is smaller than the first"),
        ("a{2}{3}", 4, "a repeat cannot follow a repeat"),
        ("a{2000}{3}", 7, "a repeat cannot follow a repeat"),
        ("(a{200}){200}", 0, "the pattern is too large"),
        ("(){999999999}", 0, "the pattern is too large"),
        ("(a", 0, "the group is not closed"),
        ("a)", 1, "closes no group"),
        ("(?P<x>a)", 0, "only plain groups"),
        ("(?=a)", 0, "only plain groups"),
        ("(?i)a", 0, "only plain groups"),
        (r"(a)\1", 3, "references to groups are not allowed"),
        (r"\bword", 0, r"`\b` has no meaning here"),
        ("a\\", 1, "has no meaning here"),
        ("[a", 0, "the class is not closed"),
        ("[]", 0, "the class is empty"),
        ("[b-a]", 1, "the range `b-a` runs backwards"),
        (r"[\d-z]", 1, "a range runs from one character to another"),
        ("a^b", 1, "only at the ends"),
        ("(^a)", 1, "only at the ends"),
        ("a$b", 1, "only at the ends"),
        ("a]", 1, r"write `\]`"),
        ("a}", 1, r"write `\}`"),
        ("(" * 60 + ")" * 60, 51, "groups nest more than 50 deep"),
    ],
)
def test_what_the_language_does_not_have_is_refused_at_its_place(
    pattern: str, offset: int, phrase: str
) -> None:
    with pytest.raises(RegexError) as caught:
        parse(pattern)
    assert phrase in caught.value.message
    assert caught.value.offset == offset
