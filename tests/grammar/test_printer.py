"""What is printed reads as the same tree, with no more brackets and backquotes than needed."""

import pytest
from hypothesis import given, settings

from stateous.grammar.flow.guard_reader import read_expression
from stateous.grammar.printer import canonical, flow
from stateous.grammar.source import Source
from stateous.grammar.syntax import Expr
from tests.expressions import EXPRESSIONS


def _read(text: str, *, states_allowed: bool = False) -> Expr:
    place = Source("test", text).span
    expr, diagnostics = read_expression(text, place, states_allowed=states_allowed)
    assert diagnostics == ()
    assert expr is not None
    return expr


@given(EXPRESSIONS)
@settings(max_examples=300, deadline=None)
def test_what_is_printed_reads_as_the_same_tree(expr: Expr) -> None:
    for write in (flow, canonical):
        assert _read(write(expr, states_allowed=True), states_allowed=True) == expr


@given(EXPRESSIONS)
@settings(max_examples=100, deadline=None)
def test_printing_what_was_printed_changes_nothing(expr: Expr) -> None:
    for write in (flow, canonical):
        once = write(expr, states_allowed=True)
        assert write(_read(once, states_allowed=True), states_allowed=True) == once


@pytest.mark.parametrize(
    ("text", "in_flow", "in_graph"),
    [
        ("count('failed')<3", "count(failed) < 3", "count('failed') < 3"),
        ('count("pay.next") > 1', "count(pay.next) > 1", "count('pay.next') > 1"),
        ("ctx.a.b == payload.c", "ctx.a.b == payload.c", "ctx['a'].b == payload.c"),
        ("payload['a b']", 'payload["a b"]', "payload['a b']"),
        ('"it\'s" == \'a "b"\'', '"it\'s" == "a \\"b\\""', "'it\\'s' == 'a \"b\"'"),
        ("((ctx.a) and (ctx.b))", "ctx.a and ctx.b", "ctx['a'] and ctx['b']"),
        ("(a or b) and c", "(a or b) and c", "(a or b) and c"),
        ("a or (b and c)", "a or b and c", "a or b and c"),
        ("(a and b) and c", "(a and b) and c", "(a and b) and c"),
        ("not (a == b)", "not a == b", "not a == b"),
        ("(not a) == b", "(not a) == b", "(not a) == b"),
        ("(1 - 2) - 3", "1 - 2 - 3", "1 - 2 - 3"),
        ("1 - (2 - 3)", "1 - (2 - 3)", "1 - (2 - 3)"),
        ("-(a + b) * --c", "-(a + b) * --c", "-(a + b) * --c"),
        ("1.50 < 86400s", "1.50 < 1d", "1.50 < 1d"),
        ("`low` == `and`", "low == `and`", "low == `and`"),
        ("`count` == 1", "count == 1", "count == 1"),
        ("`ended` == ended", "ended == ended", "ended == ended"),
        ("any(x in ctx.l: x > 1)", "any(x in ctx.l: x > 1)", "any(x in ctx['l']: x > 1)"),
        ("a not in [1,-2,]", "a not in [1, -2]", "a not in [1, -2]"),
        ("x is not null", "x is not null", "x is not null"),
        (
            "branches.all(outcome == ok)",
            "branches.all(outcome == ok)",
            "branches.all(outcome == ok)",
        ),
    ],
)
def test_guards_are_written_in_one_form(text: str, in_flow: str, in_graph: str) -> None:
    expr = _read(text)
    assert (flow(expr), canonical(expr)) == (in_flow, in_graph)


def test_words_of_then_get_backquotes_where_they_are_keywords() -> None:
    expr = _read("ctx.level == `ended` or ended", states_allowed=True)
    assert flow(expr, states_allowed=True) == "ctx.level == `ended` or ended"


def test_characters_that_cannot_be_seen_are_written_as_escapes() -> None:
    assert flow(_read('"a\\u202e\\n\\u0007"')) == '"a\\u202e\\n\\u0007"'
