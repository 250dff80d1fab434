"""The kinds of guards: what is refused, with which code, where, and in which words."""

import pytest

from tests.spec_text import checked, codes, every_kind


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        # Kinds never mix.
        ("ctx.n == '1'", "ST3101"),
        ("ctx.b == 1", "ST3101"),
        ("ctx.s == 1", "ST3101"),
        ("ctx.s < 1", "ST3101"),
        ("ctx.s == ctx.id", "ST3101"),
        ("ctx.s == ctx.level", "ST3101"),
        ("ctx.day == ctx.at", "ST3101"),
        ("ctx.day < now", "ST3101"),
        ("ctx.span == '36h'", "ST3101"),
        ("ctx.span == 1", "ST3101"),
        ("ctx.size == ctx.level", "ST3101"),
        ("ctx.size == Level.low", "ST3101"),
        ("ctx.tags == ctx.levels", "ST3101"),
        ("ctx.owner == ctx.lines", "ST3101"),
        ("ctx.j == ctx.day", "ST3101"),
        ("ctx.j == ctx.level", "ST3101"),
        ("ctx.j < 1h", "ST3101"),
        ("1 in ctx.tags", "ST3101"),
        ("1 in ctx.notes", "ST3101"),
        ("ctx.n in ['a']", "ST3101"),
        ("ctx.n < ctx.x == 'a'", "ST3101"),
        # No order.
        ("ctx.b < true", "ST3102"),
        ("ctx.level < high", "ST3102"),
        ("ctx.id < ctx.id", "ST3102"),
        ("ctx.tags < ctx.tags", "ST3102"),
        ("ctx.owner <= ctx.owner", "ST3102"),
        # No condition.
        ("ctx.n", "ST3103"),
        ("ctx.s and ctx.b", "ST3103"),
        ("not ctx.n", "ST3103"),
        ("null", "ST3103"),
        ("ctx.j", "ST3103"),
        ("any(line in ctx.lines: line.price)", "ST3103"),
        # Malformed literals.
        ("ctx.day == '2026-02-30'", "ST3104"),
        ("ctx.day == '2026-01-31T00:00:00Z'", "ST3104"),
        ("ctx.at < '2026-01-31T00:00:00'", "ST3104"),
        ("ctx.id == 'x'", "ST3104"),
        ("ctx.d == '1,5'", "ST3104"),
        ("'2026-1-1' in ctx.days", "ST3104"),
        # `in`.
        ("'a' in ctx.s", "ST3105"),
        ("1 in ctx.n", "ST3105"),
        ("ctx.level in ctx.level", "ST3105"),
        ("'a' in 'abc'", "ST3105"),
        # Arithmetic.
        ("ctx.s + 'a' == 'b'", "ST3106"),
        ("ctx.n + true == 1", "ST3106"),
        ("ctx.day + 1d < ctx.day", "ST3106"),
        ("ctx.at + ctx.at < now", "ST3106"),
        ("ctx.span - ctx.at < 1h", "ST3106"),
        ("ctx.x * 1h < 2h", "ST3106"),
        ("ctx.span + 1 < 2h", "ST3106"),
        ("ctx.j + 1 == 2", "ST3106"),
        ("-ctx.s == 'a'", "ST3106"),
        ("ctx.span // 2 < 1h", "ST3106"),
        ("ctx.n * ctx.n < 1", "ST3107"),
        ("ctx.n * (1 + 1) < 1", "ST3107"),
        ("ctx.n * ctx.span < 1h", "ST3107"),
        ("ctx.n // 0 == 1", "ST3108"),
        ("ctx.n % -3 == 1", "ST3108"),
        ("ctx.n % 1.5 == 1", "ST3108"),
        ("ctx.n // ctx.n == 1", "ST3108"),
        # Functions.
        ("len(ctx.n) == 1", "ST3109"),
        ("len(ctx.j) == 1", "ST3109"),
        ("len(ctx.s, ctx.s) == 1", "ST3109"),
        ("startswith(ctx.n, 'a')", "ST3109"),
        ("startswith(ctx.s, ctx.s)", "ST3109"),
        ("startswith(ctx.s)", "ST3109"),
        ("contains(ctx.tags, 'a')", "ST3109"),
        ("matches(ctx.id, 'a')", "ST3109"),
        ("matches(ctx.s, ctx.s)", "ST3109"),
        ("matches(ctx.s, '(a')", "ST3007"),
        ("matches(ctx.s, 'a*?')", "ST3007"),
        # Paths.
        ("ctx.s.size == 1", "ST3110"),
        ("ctx.lines.sku == 'a'", "ST3110"),
        ("ctx == 1", "ST3110"),
        ("payload is null", "ST3110"),
        ("now.year == 2026", "ST3110"),
        ("Line.sku == 'a'", "ST3110"),
        ("Level.low.size == 1", "ST3110"),
        # Lists.
        ("ctx.n in [ctx.n]", "ST3111"),
        ("ctx.n == [1]", "ST3112"),
        ("[1] == [1]", "ST3112"),
        ("len([1]) == 1", "ST3112"),
        ("any(x in [1]: x == 1)", "ST3112"),
        ("ctx.n in [[1]]", "ST3112"),
        ("any(x in ctx.s: x == 'a')", "ST3113"),
        ("all(x in ctx.j: x == 'a')", "ST3113"),
        ("any(x in ctx.notes: x == 'a')", "ST3113"),
        # Conditions are no values.
        ("(ctx.n < 1) == ctx.b", "ST3114"),
        ("(ctx.n < 1) < true", "ST3114"),
        ("(ctx.n < 1) == null", "ST3114"),
        ("(ctx.n < 1) is null", "ST3114"),
        ("(ctx.n < 1) in [true]", "ST3114"),
        ("len(ctx.n < 1) == 1", "ST3114"),
        ("(ctx.n < 1) + 1 == 2", "ST3114"),
        # Names.
        ("count(nothing) > 1", "ST2001"),
        ("count(s) > 1", "ST2001"),
        ("ctx.nn == 1", "ST2004"),
        ("ctx.owner.nmae == 'a'", "ST2004"),
        ("payload.m == 1", "ST2004"),
        ("any(line in ctx.lines: line.prize > 1)", "ST2004"),
        ("ctx.level == hihg", "ST2005"),
        ("ctx.level == 'hihg'", "ST2005"),
        ("ctx.level in [low, hihg]", "ST2005"),
        ("Level.hihg == ctx.level", "ST2005"),
        ("hihg in ctx.levels", "ST2005"),
        ("ctx.s == acme", "ST2006"),
        ("ctx.n == low", "ST2006"),
        ("low == mid", "ST2006"),
        ("low in [low]", "ST2006"),
        ("foo.bar == 1", "ST2006"),
        ("any(x in ctx.tags: true) and x == 'a'", "ST2006"),
        ("lenn(ctx.s) == 1", "ST2007"),
        ("count(s.e) > 1", "ST2008"),
        ("any(x in ctx.tags: any(x in ctx.tags: true))", "ST2012"),
        ("any(ctx in ctx.tags: true)", "ST2012"),
        ("any(Level in ctx.tags: true)", "ST2012"),
        ("any(low in ctx.levels: low == ctx.level)", "ST2013"),
        ("any(low in ctx.tags: low in ctx.levels)", "ST2013"),
        ("subject.total > 1", "ST2014"),
    ],
)
def test_a_condition_is_refused_once(condition: str, code: str) -> None:
    assert codes(every_kind(condition)) == [code]


def test_every_independent_fault_of_a_condition_is_reported() -> None:
    found = codes(
        every_kind("ctx.n == '1' or ctx.nn == 1 or len(ctx.n) == hihg or ctx.level == hihg")
    )
    assert found == ["ST3101", "ST2004", "ST3109", "ST2005"]


def test_a_fault_inside_an_operand_is_not_followed_by_another_outside() -> None:
    assert codes(every_kind("ctx.nn + 1 == 'a' and ctx.nnn in [ctx.n] and low == ctx.nnnn")) == [
        "ST2004",
        "ST2004",
        "ST2004",
    ]


@pytest.mark.parametrize(
    ("condition", "word"),
    [
        ("ctx.nn == 1", "nn"),
        ("ctx['nn'] == 1", "'nn'"),
        ("ctx.level == hihg", "hihg"),
        ("ctx.n == 1 and count(fialed) == 1", "fialed"),
        ("ctx.s == acme", "acme"),
        ("1 + lenn(ctx.s) == 1", "lenn"),
        ("ctx.n == 1 and ctx.s.size == 1", "size"),
        ("ctx.b and ctx.n == 'a'", "ctx.n == 'a'"),
        ("0 < ctx.n < 'a'", "ctx.n < 'a'"),
        ("ctx.day < '2026-02-30'", "'2026-02-30'"),
        ("ctx.n in [1, 'a']", "'a'"),
        ("1 + ctx.n // 0 == 1", "0"),
        ("matches(ctx.s, 'a(b')", "("),
        ("subject.total > 1", "subject"),
        ("'a' in ctx.s", "ctx.s"),
    ],
)
def test_a_diagnostic_stands_at_the_offending_word(condition: str, word: str) -> None:
    (diagnostic,) = checked(every_kind(condition)).diagnostics
    assert diagnostic.span.text == word


@pytest.mark.parametrize(
    ("condition", "message", "help_"),
    [
        (
            "ctx.n == '1'",
            "cannot compare `int` with `text`",
            "a number stands without quotes, and a text is never a number",
        ),
        ("ctx.level == hihg", "`hihg` is not a member of `Level`", "did you mean `high`?"),
        ("ctx.nn == 1", "`nn` is not a field of `Ctx`", "did you mean `n`?"),
        (
            "count(s) > 1",
            "`s` is not an event of `w`, but a state",
            "known here: `e`, `other`, `timeout`, `error`, `joined`",
        ),
        (
            "'a' in ctx.s",
            "`in` searches a list or a map, not `text`",
            "write `contains(text, part)`",
        ),
        ("ctx.s == acme", "`acme` is not known here", 'a text stands in quotes: "acme"'),
        ("low == mid", "`low` is not known here", "write `Level.low`"),
        (
            "ctx.n == low",
            "`low` is not known here",
            "it is a member of `Level`, and what stands opposite is `int`",
        ),
        (
            "any(low in ctx.levels: low == ctx.level)",
            "`low` is a variable here and a member of `Level`",
            "write `Level.low`",
        ),
        (
            "ctx.day == '2026-02-30'",
            "this text is not a `date`",
            "it must be a day of the calendar",
        ),
        ("ctx.level < high", "`Level` has no order", "compare it by `==`, `!=` or `in`"),
        (
            "contains(ctx.tags, 'a')",
            "`contains` asks for a text, not `list of text`",
            "for a list or a map, write `x in e`",
        ),
    ],
)
def test_a_message_says_what_is_wrong_and_the_way_out(
    condition: str, message: str, help_: str | None
) -> None:
    (diagnostic,) = checked(every_kind(condition)).diagnostics
    assert (diagnostic.message, diagnostic.help) == (message, help_)
