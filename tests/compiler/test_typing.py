"""The kinds of guards: what is accepted, and as what."""

from decimal import Decimal

import pytest

from stateous.compiler import guards
from stateous.compiler.guards import (
    And,
    Arith,
    Clock,
    Compare,
    Const,
    Count,
    Expr,
    In,
    IsNull,
    Len,
    ListExpr,
    Matches,
    Negate,
    Not,
    Or,
    Quantified,
    Read,
    TextTest,
    Truth,
)
from stateous.compiler.types import EnumType, ListType, ScalarType, Slot, Type
from tests.spec_text import every_kind, routing, workflow

INT = ScalarType("int")
NUMBER = ScalarType("number")
TEXT = ScalarType("text")
BOOL = ScalarType("bool")
DATE = ScalarType("date")
DATETIME = ScalarType("datetime")
DECIMAL = ScalarType("decimal")
DURATION = ScalarType("duration")
JSON = ScalarType("json")
UUID = ScalarType("uuid")
LEVEL = EnumType(("low", "mid", "high"), "Level")


def typed(condition: str) -> Expr:
    found = workflow(every_kind(condition)).transitions[1].guard
    assert found is not None
    return found


def ctx(name: str, type_: Type, *, nullable: bool = False) -> Read:
    return Read("ctx", (name,), type_, nullable)


N = ctx("n", INT)
M = ctx("m", INT, nullable=True)
X = ctx("x", NUMBER)
S = ctx("s", TEXT)
B = ctx("b", BOOL)
AT = ctx("at", DATETIME)
SPAN = ctx("span", DURATION)
LEVEL_FIELD = ctx("level", LEVEL)


def const(value: int | str | bool | Decimal, type_: Type) -> Const:
    return Const(value, type_)


ONE = const(1, INT)


@pytest.mark.parametrize(
    ("condition", "meaning"),
    [
        # Comparisons come in three forms.
        ("ctx.n < 1", Compare("<", N, ONE)),
        ("ctx.n <= 1", Compare("<=", N, ONE)),
        ("ctx.n > 1", Compare("<", ONE, N)),
        ("ctx.n >= 1", Compare("<=", ONE, N)),
        ("ctx.n == 1", Compare("==", N, ONE)),
        ("ctx.n != 1", Not(Compare("==", N, ONE))),
        ("0 < ctx.n <= 1", And((Compare("<", const(0, INT), N), Compare("<=", N, ONE)))),
        ("ctx['n'] == 1", Compare("==", N, ONE)),
        # Numbers are one family, and keep their own kinds.
        ("ctx.n == 1.50", Compare("==", N, const(Decimal("1.5"), NUMBER))),
        ("ctx.x == 2.0", Compare("==", X, const(2, NUMBER))),
        ("ctx.x > ctx.n", Compare("<", N, X)),
        ("ctx.d == 1", Compare("==", ctx("d", DECIMAL), ONE)),
        ("ctx.d == ctx.x", Compare("==", ctx("d", DECIMAL), X)),
        ("ctx.n == -1", Compare("==", N, const(-1, INT))),
        # Null.
        ("ctx.m is null", IsNull(M)),
        ("ctx.m is not null", Not(IsNull(M))),
        ("ctx.m == null", IsNull(M)),
        ("null != ctx.m", Not(IsNull(M))),
        ("ctx.m < null", Compare("<", M, Const(None, None))),
        ("len(null) is null", IsNull(Len(Const(None, None)))),
        # Truth and logic.
        ("ctx.b", Truth(B)),
        ("ctx.c", Truth(ctx("c", BOOL, nullable=True))),
        ("true", Truth(const(True, BOOL))),
        ("not ctx.b", Not(Truth(B))),
        ("not ctx.n < 1", Not(Compare("<", N, ONE))),
        ("ctx.b == false", Compare("==", B, const(False, BOOL))),
        (
            "ctx.b or ctx.n < 1 and not ctx.b",
            Or((Truth(B), And((Compare("<", N, ONE), Not(Truth(B)))))),
        ),
        ("(ctx.n < 1) == true", Compare("<", N, ONE)),
        ("(ctx.n < 1) == false", Not(Compare("<", N, ONE))),
        ("true != (ctx.n < 1)", Not(Compare("<", N, ONE))),
        # Literals are read by what stands opposite.
        ('ctx.s == "a"', Compare("==", S, const("a", TEXT))),
        ("'b' > ctx.s", Compare("<", S, const("b", TEXT))),
        ("ctx.day < '2026-01-31'", Compare("<", ctx("day", DATE), const("2026-01-31", DATE))),
        (
            "ctx.at < '2026-01-31T08:00:00+01:00'",
            Compare("<", AT, const("2026-01-31T07:00:00Z", DATETIME)),
        ),
        ("ctx.d == '1.50'", Compare("==", ctx("d", DECIMAL), const("1.5", DECIMAL))),
        (
            "ctx.id == 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'",
            Compare(
                "==", ctx("id", UUID), const("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", UUID)
            ),
        ),
        ("ctx.span > 1d12h", Compare("<", const("PT36H", DURATION), SPAN)),
        # Enum members.
        ("ctx.level == low", Compare("==", LEVEL_FIELD, const("low", LEVEL))),
        ("low == ctx.level", Compare("==", const("low", LEVEL), LEVEL_FIELD)),
        ("ctx.level == 'low'", Compare("==", LEVEL_FIELD, const("low", LEVEL))),
        ("ctx.level == Level.low", Compare("==", LEVEL_FIELD, const("low", LEVEL))),
        (
            "ctx.level == ctx.other",
            Compare("==", LEVEL_FIELD, ctx("other", EnumType(("high", "low", "mid")))),
        ),
        (
            "ctx.state == 'in work'",
            Compare(
                "==",
                ctx("state", EnumType(("open", "in work"))),
                const("in work", EnumType(("open", "in work"))),
            ),
        ),
        # Membership.
        (
            "ctx.n in [1, 2.5, null]",
            In(
                N,
                ListExpr(
                    (ONE, const(Decimal("2.5"), NUMBER), Const(None, None)),
                    ListType(Slot(NUMBER, nullable=True)),
                ),
            ),
        ),
        ("ctx.n in []", In(N, ListExpr((), ListType(Slot(INT))))),
        ("ctx.n not in [1]", Not(In(N, ListExpr((ONE,), ListType(Slot(INT)))))),
        (
            "ctx.level in [low, 'high', Level.mid]",
            In(
                LEVEL_FIELD,
                ListExpr(
                    (const("low", LEVEL), const("high", LEVEL), const("mid", LEVEL)),
                    ListType(Slot(LEVEL)),
                ),
            ),
        ),
        (
            "ctx.d in [1.50, '2']",
            In(
                ctx("d", DECIMAL),
                ListExpr(
                    (const("1.5", DECIMAL), const("2", DECIMAL)), ListType(Slot(DECIMAL))
                ),
            ),
        ),
        ("'a' in ctx.tags", In(const("a", TEXT), ctx("tags", ListType(Slot(TEXT))))),
        (
            "'2026-01-31' in ctx.days",
            In(const("2026-01-31", DATE), ctx("days", ListType(Slot(DATE)))),
        ),
        ("low in ctx.levels", In(const("low", LEVEL), ctx("levels", ListType(Slot(LEVEL))))),
        ("null in ctx.tags", In(Const(None, None), ctx("tags", ListType(Slot(TEXT))))),
        ("ctx.s in null", In(S, Const(None, None))),
        ("1 in ctx.j", In(ONE, ctx("j", JSON, nullable=True))),
        (
            "ctx.prices == [1.50]",
            Compare(
                "==",
                ctx("prices", ListType(Slot(DECIMAL))),
                ListExpr((const("1.5", DECIMAL),), ListType(Slot(DECIMAL))),
            ),
        ),
        (
            "[1, 2] in ctx.pairs",
            In(
                ListExpr((ONE, const(2, INT)), ListType(Slot(INT))),
                ctx("pairs", ListType(Slot(ListType(Slot(INT))))),
            ),
        ),
        # Arithmetic.
        ("ctx.n + 1 < ctx.x", Compare("<", Arith("+", N, ONE, INT), X)),
        ("ctx.n - ctx.x < 1", Compare("<", Arith("-", N, X, NUMBER), ONE)),
        ("ctx.d + ctx.x < 1", Compare("<", Arith("+", ctx("d", DECIMAL), X, DECIMAL), ONE)),
        ("ctx.d + '1.5' < 1", Compare(
            "<", Arith("+", ctx("d", DECIMAL), const("1.5", DECIMAL), DECIMAL), ONE)),
        ("3 * ctx.n < 1", Compare("<", Arith("*", const(3, INT), N, INT), ONE)),
        ("ctx.x * -3 < 1", Compare("<", Arith("*", X, const(-3, INT), NUMBER), ONE)),
        ("ctx.n // 2 < 1", Compare("<", Arith("//", N, const(2, INT), INT), ONE)),
        ("ctx.x // 2 < 1", Compare("<", Arith("//", X, const(2, INT), INT), ONE)),
        ("ctx.x % 2 < 1", Compare("<", Arith("%", X, const(2, INT), NUMBER), ONE)),
        ("-ctx.n < 1", Compare("<", Negate(N, INT), ONE)),
        ("ctx.n + null is null", IsNull(Arith("+", N, Const(None, None), INT))),
        (
            "now - ctx.at > 1h",
            Compare("<", const("PT1H", DURATION), Arith("-", Clock("now"), AT, DURATION)),
        ),
        (
            "now - '2026-01-01T00:00:00Z' > 1h",
            Compare(
                "<",
                const("PT1H", DURATION),
                Arith("-", Clock("now"), const("2026-01-01T00:00:00Z", DATETIME), DURATION),
            ),
        ),
        (
            "ctx.at + ctx.span < now",
            Compare("<", Arith("+", AT, SPAN, DATETIME), Clock("now")),
        ),
        (
            "1h + ctx.at < now",
            Compare("<", Arith("+", AT, const("PT1H", DURATION), DATETIME), Clock("now")),
        ),
        (
            "ctx.span * 2 - 1h < ctx.span",
            Compare(
                "<",
                Arith(
                    "-",
                    Arith("*", const(2, INT), SPAN, DURATION),
                    const("PT1H", DURATION),
                    DURATION,
                ),
                SPAN,
            ),
        ),
        ("-ctx.span < 1h", Compare("<", Negate(SPAN, DURATION), const("PT1H", DURATION))),
        ("null * 1h < ctx.span", Compare(
            "<", Arith("*", Const(None, None), const("PT1H", DURATION), DURATION), SPAN)),
        # Counts and clocks.
        ("count(e) < 1", Compare("<", Count("e"), ONE)),
        ("count('other') < 1", Compare("<", Count("other"), ONE)),
        ("count(timeout) + count(error) == 1", Compare(
            "==", Arith("+", Count("timeout"), Count("error"), INT), ONE)),
        ("visit == attempt", Compare("==", Clock("visit"), Clock("attempt"))),
        # Functions.
        ("len(ctx.s) == 1", Compare("==", Len(S), ONE)),
        ("len(ctx.tags) == 1", Compare("==", Len(ctx("tags", ListType(Slot(TEXT)))), ONE)),
        ("startswith(ctx.s, 'a')", TextTest("startswith", S, const("a", TEXT))),
        ("endswith(ctx.s, 'a')", TextTest("endswith", S, const("a", TEXT))),
        ("contains(ctx.s, 'a')", TextTest("contains", S, const("a", TEXT))),
        ("matches(ctx.s, '[a-c]{2}')", Matches(S, "[a-c]{2}")),
        (
            "all(tag in ctx.tags: tag != 'a')",
            Quantified(
                "all",
                "tag",
                ctx("tags", ListType(Slot(TEXT))),
                Not(
                    Compare(
                        "==", Read("variable", (), TEXT, False, "tag"), const("a", TEXT)
                    )
                ),
            ),
        ),
        # `json` is whatever JSON holds.
        ("ctx.j == 1", Compare("==", ctx("j", JSON, nullable=True), ONE)),
        ("ctx.j < 'a'", Compare("<", ctx("j", JSON, nullable=True), const("a", TEXT))),
        ("ctx.j == ctx.s", Compare("==", ctx("j", JSON, nullable=True), S)),
        (
            "ctx.j.a.b == true",
            Compare("==", Read("ctx", ("j", "a", "b"), JSON, True), const(True, BOOL)),
        ),
    ],
)  # fmt: skip
def test_a_condition_means(condition: str, meaning: Expr) -> None:
    assert typed(condition) == meaning


@pytest.mark.parametrize(
    ("condition", "nullable"),
    [
        ("ctx.n == 1", False),
        ("ctx.m == 1", True),
        ("payload.n == 1", False),
        ("payload.s == 'a'", True),
        ("ctx.owner.name == 'a'", False),
        ("ctx.owner.mail == 'a'", True),
        ("ctx.deputy.name == 'a'", True),
        ("ctx.notes.key == 'a'", True),
        ("ctx['notes']['a key'] == 'a'", True),
        ("ctx.j == 'a'", True),
        ("ctx.j.deep == 'a'", True),
    ],
)
def test_a_value_may_be_null_when_anything_on_its_way_may_be_missing(
    condition: str, nullable: bool
) -> None:
    reads = [part for part in guards.parts(typed(condition)) if isinstance(part, Read)]
    assert [read.nullable for read in reads] == [nullable]


def test_an_item_of_a_list_is_read_by_its_variable() -> None:
    found = typed("any(line in ctx.lines: line.level == high and line.price > 1)")
    reads = [part for part in guards.parts(found) if isinstance(part, Read)]
    assert [(r.root, r.variable, r.path, r.nullable) for r in reads] == [
        ("ctx", None, ("lines",), False),
        ("variable", "line", ("level",), True),
        ("variable", "line", ("price",), False),
    ]


def test_without_a_context_every_key_is_json_that_may_be_missing() -> None:
    found = workflow(routing("ctx.anything == 1")).transitions[1].guard
    assert found == Compare("==", Read("ctx", ("anything",), JSON, True), ONE)


def test_conditions_compared_with_true_do_not_multiply() -> None:
    deep = "ctx.b"
    for _ in range(30):
        deep = f"(not {deep}) == true"
    assert len(guards.parts(typed(deep))) == 32
