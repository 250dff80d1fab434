"""Expressions in texts: what they mean, and where their mistakes are placed."""

import pytest

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow.guard_reader import read_expression
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import (
    Arithmetic,
    Branches,
    Comparison,
    Count,
    Ended,
    Expr,
    InState,
    Logic,
    Member,
    Membership,
    NameExpr,
    Not,
    NullTest,
    Quantifier,
)

BEFORE = 'when="'


def _read(text: str, **options: bool) -> tuple[Expr | None, tuple[Diagnostic, ...]]:
    """Read an expression that stands in quotes behind some other text."""
    source = Source("flow.py", f'{BEFORE}{text}"')

    def place(start: int, end: int) -> Span:
        return source.span(start + len(BEFORE), end + len(BEFORE))

    return read_expression(text, place, **options)


def _sound(text: str) -> Expr:
    expr, diagnostics = _read(text)
    assert diagnostics == ()
    assert expr is not None
    return expr


def _fault(text: str) -> Diagnostic:
    _, (diagnostic,) = _read(text)
    return diagnostic


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("count('failed') < 3", "count(failed) < 3"),
        ("ctx['repo'] == 'a'", 'ctx.repo == "a"'),
        ("a and b or c and d", "(a and b) or (c and d)"),
        ("not a and b", "(not a) and b"),
        ("not a < b", "not (a < b)"),
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("a // 2 % 3 * c", "((a // 2) % 3) * c"),
        ("-a * b", "(-a) * b"),
        ("a not in b and c is null", "(a not in b) and (c is null)"),
        ("1 < a", "\n  1\n  <\n  a  "),
    ],
)
def test_two_spellings_mean_the_same(text: str, same: str) -> None:
    assert _sound(text) == _sound(same)


def test_each_form_has_its_node() -> None:
    chain = _sound("0 < x <= 9 != y")
    assert isinstance(chain, Comparison)
    assert (chain.operators, len(chain.operands)) == (("<", "<=", "!="), 4)
    for text, kind, negated in (
        ("x in y", Membership, False),
        ("x not in y", Membership, True),
        ("x is null", NullTest, False),
        ("x is not null", NullTest, True),
    ):
        found = _sound(text)
        assert isinstance(found, Membership | NullTest)
        assert (type(found), found.negated) == (kind, negated)
    logic = _sound("a or b or c")
    assert isinstance(logic, Logic) and len(logic.operands) == 3
    outlet = _sound("count(pay.next) > 1")
    assert isinstance(outlet, Comparison)
    count = outlet.operands[0]
    assert isinstance(count, Count) and count.state is not None
    assert (count.state.text, count.event.text) == ("pay", "next")
    quantified = _sound("any(x in ctx.items: x.a in [1] and x.b)")
    assert isinstance(quantified, Quantifier)
    assert (quantified.kind, quantified.variable.text) == ("any", "x")
    joined = _sound("branches.count(status == failed) > 0")
    assert isinstance(joined, Comparison) and isinstance(joined.operands[0], Branches)


def test_states_may_be_asked_for_only_where_they_are_allowed() -> None:
    for text, kind in (("in [a, b-c]", InState), ("not in a", Not), ("END", Ended)):
        expr, diagnostics = _read(text, states_allowed=True)
        assert isinstance(expr, kind) and diagnostics == ()
    assert isinstance(_sound("END"), NameExpr)
    assert _fault("in a").code == "ST1013"
    assert _fault("not visited(a)").code == "ST1013"


def test_nodes_and_mistakes_are_placed_in_the_authors_file() -> None:
    expr = _sound("a < (b + c) - 1")
    assert isinstance(expr, Comparison)
    minus = expr.operands[1]
    assert isinstance(minus, Arithmetic)
    assert minus.span.text == "(b + c) - 1"
    assert minus.left.span.text == "b + c"
    assert _fault("a = 3").span.text == "="
    assert _fault("a < ").span.start == len(BEFORE) + len("a <")
    assert _fault("ctx.a && b").span.text == "&&"


def test_a_fix_stands_in_the_authors_file() -> None:
    fix = _fault("a = 3").fix
    assert fix is not None
    (edit,) = fix.edits
    assert (edit.span.text, edit.text) == ("=", "==")


def test_no_fix_is_offered_where_the_file_does_not_hold_the_text_word_for_word() -> None:
    source = Source("flow.py", "'a \\x3d 3'")
    _, (diagnostic,) = read_expression("a = 3", lambda _a, _b: Span(source, 0, 10, "none"))
    assert diagnostic.fix is None
    assert diagnostic.code == "ST1005"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "ST1001"),
        ("  \n", "ST1001"),
        ("a b", "ST1001"),
        ("(a", "ST1001"),
        ("a)", "ST0011"),
        ("'a", "ST0012"),
        ("a == \u201cb\u201d", "ST0005"),
        ("a == \u00e4", "ST0004"),
        ("a\u00a0== b", "ST0002"),
        ("a == 'b\u202e'", "ST0003"),
        ("a == '\\d'", "ST0021"),
        ("a-b == 1", "ST0024"),
        ("a == 1e5", "ST0022"),
        ("count('a b') > 1", "ST0020"),
        ("a == b in c", "ST1012"),
        ("a.b(c)", "ST1003"),
        ("9" * 1001, "ST0022"),
    ],
)
def test_a_mistake_has_one_code(text: str, code: str) -> None:
    assert _fault(text).code == code


@pytest.mark.parametrize("deep", [100, 101, 5000])
@pytest.mark.parametrize(
    ("start", "end"),
    [("(", ")"), ("not ", ""), ("-", ""), ("[", "]"), ("1 + (", ")"), ("f(", ")"), ("", " + 1")],
)
def test_expressions_nest_100_deep_and_no_deeper(start: str, end: str, deep: int) -> None:
    expr, diagnostics = _read(f"{start * deep}1{end * deep}")
    assert (expr is not None) == (deep == 100)
    assert [diagnostic.code for diagnostic in diagnostics] == ["ST0025"] * (deep > 100)


def test_members_nest_as_deep_as_operators() -> None:
    expr, _ = _read("a" + ".b" * 100)
    assert isinstance(expr, Member)
    _, (diagnostic,) = _read("a" + ".b" * 101)
    assert diagnostic.code == "ST0025"
