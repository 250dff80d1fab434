"""What each line of `.flow` means: blocks, clauses, transitions, types and their places."""

from decimal import Decimal

import pytest

from stateous.grammar.syntax import (
    BooleanLiteral,
    Constraint,
    DurationLiteral,
    Expr,
    ListLiteral,
    ListOf,
    MapLiteral,
    MapOf,
    Name,
    NamedType,
    NameExpr,
    Negative,
    NullLiteral,
    NumberLiteral,
    OneOf,
    TextLiteral,
    ToEnd,
    ToFail,
    ToState,
    TypeUse,
)
from tests.flow_text import on_line, read, report, sound, state, type_of, workflow

NO_PLACE = sound("").tree.span
ONE = NumberLiteral(1, span=NO_PLACE)
FIVE = NumberLiteral(5, span=NO_PLACE)
NULL = NullLiteral(span=NO_PLACE)


def _name(text: str) -> Name:
    return Name(text, span=NO_PLACE)


def _text(value: str) -> TextLiteral:
    return TextLiteral(value, span=NO_PLACE)


def _default(text: str) -> Expr | None:
    return sound(f"type T\n  field: json = {text}\n").tree.types[0].fields[0].default


# ------------------------------------------------------------------ declarations


def test_titles_may_follow_names() -> None:
    tree = sound(
        'enum E "The e"\n  a\ntype T "The t"\n  a: int\nworkflow w "The w"\n'
        "  event x 'The x': T\n  state s \"The s\"\n"
    ).tree
    flow = tree.workflows[0]
    titles = (tree.enums[0].title, tree.types[0].title, flow.title)
    assert titles == ("The e", "The t", "The w")
    assert (flow.events[0].title, flow.states[0].title) == ("The x", "The s")
    assert sound("workflow w\n").tree.workflows[0].title is None


def test_an_enum_has_a_member_a_line() -> None:
    enum = sound('enum E\n  low\n  "not a name"\n  `in`\n').tree.enums[0]
    assert [member.text for member in enum.members] == ["low", "not a name", "in"]


def test_a_context_with_a_body_declares_and_without_one_refers() -> None:
    declared = workflow("context T", "  a: int").context
    referred = workflow("context T").context
    assert declared is not None and referred is not None
    assert [field.name.text for field in declared.fields or ()] == ["a"]
    assert referred.fields is None
    assert workflow("event e").context is None


def test_an_event_may_carry_a_payload_into_a_field() -> None:
    plain, typed, kept = workflow(
        "event a", "event b: int >= 1", 'event c "C": list of int? into last'
    ).events
    assert (plain.payload, plain.into) == (None, None)
    assert typed.payload is not None and len(typed.payload.constraints) == 1
    assert kept.payload is not None and kept.payload.nullable
    assert kept.into == _name("last")


def test_start_lines_may_be_guarded() -> None:
    plain, guarded, rest = workflow(
        "START -> a", "START when ctx.a -> b", "START otherwise -> END"
    ).start
    assert (plain.when, plain.otherwise, plain.target) == (
        None,
        False,
        ToState(_name("a"), span=NO_PLACE),
    )
    assert guarded.when is not None and not guarded.otherwise
    assert rest.when is None and rest.otherwise and rest.target == ToEnd(span=NO_PLACE)


def test_a_state_has_its_clauses_in_any_order() -> None:
    found = state("writes a, b", "retries 2 backoff 1s..1m", "timeout 1d12h")
    assert found.timeout is not None and found.timeout.duration.seconds == 129_600
    assert found.retries is not None and found.retries.number.value == 2
    backoff = found.retries.backoff
    assert backoff is not None and (backoff.first.seconds, backoff.longest.seconds) == (1, 60)
    assert found.writes is not None and found.writes.fields == (_name("a"), _name("b"))


def test_a_state_may_write_nothing_or_say_nothing() -> None:
    silent, nothing = state("on e -> END"), state("writes nothing")
    assert (silent.timeout, silent.retries, silent.writes) == (None, None, None)
    assert nothing.writes is not None and nothing.writes.fields == ()


def test_retries_stand_without_a_backoff() -> None:
    retries = state("retries 0").retries
    assert retries is not None and (retries.number.value, retries.backoff) == (0, None)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("on e -> b-c", ToState(_name("b-c"), span=NO_PLACE)),
        ("on e->b", ToState(_name("b"), span=NO_PLACE)),
        ("on e -> END", ToEnd(span=NO_PLACE)),
        ("on e -> FAIL", ToFail(None, span=NO_PLACE)),
        ("on e -> FAIL 'no \"way\"'", ToFail('no "way"', span=NO_PLACE)),
    ],
)
def test_a_transition_goes_to_a_state_or_ends(text: str, target: object) -> None:
    assert on_line(text).target == target


def test_a_transition_is_guarded_or_the_rest() -> None:
    assert on_line("on e when ctx.a -> b").when is not None
    assert on_line("on e otherwise -> b").otherwise
    assert on_line("on e -> b").when is None


# -------------------------------------------------------------------------- types


def test_fields_have_roles() -> None:
    fields = (
        sound(
            "type T\n  a: int\n  input b: int\n  local secret c: int?\n"
            "  secret d: int\n  identifier e: uuid\n  input secret identifier f: int\n"
        )
        .tree.types[0]
        .fields
    )
    assert [(f.role, f.secret, f.identifier) for f in fields] == [
        ("plain", False, False),
        ("input", False, False),
        ("local", True, False),
        ("plain", True, False),
        ("plain", False, True),
        ("input", True, True),
    ]


def test_types_are_written_in_words() -> None:
    named = TypeUse(NamedType(_name("text"), span=NO_PLACE), span=NO_PLACE)
    assert type_of("text") == named
    assert type_of("list of text").type == ListOf(named, span=NO_PLACE)
    assert type_of("map of text").type == MapOf(named, span=NO_PLACE)
    one_of = OneOf((_name("low"), _name("very high")), span=NO_PLACE)
    assert type_of('one of low, "very high"').type == one_of


def test_constraints_behind_a_list_are_its_own() -> None:
    outer = type_of("list of (text? length 1..5)? items 1..10")
    assert outer.nullable
    assert [constraint.kind for constraint in outer.constraints] == ["items"]
    assert isinstance(outer.type, ListOf)
    assert outer.type.item.nullable
    assert [constraint.kind for constraint in outer.type.item.constraints] == ["length"]


def test_brackets_go_around_any_type() -> None:
    assert type_of("(one of a, b)?") == type_of("one of a, b?")
    assert type_of("((int >= 1)) <= 5") == type_of("int >= 1 <= 5")
    assert type_of("list of list of int") == type_of("list of (list of (int))")


@pytest.mark.parametrize(
    ("text", "kind", "arguments"),
    [
        (">= 1", ">=", (ONE,)),
        ("> 1", ">", (ONE,)),
        ("<= 5", "<=", (FIVE,)),
        ("< 5", "<", (FIVE,)),
        (">= -5", ">=", (Negative(FIVE, span=NO_PLACE),)),
        ("< 1d", "<", (DurationLiteral(86_400, span=NO_PLACE),)),
        ('> "2026-01-01"', ">", (_text("2026-01-01"),)),
        ("between 1 and 5", "between", (ONE, FIVE)),
        ("multiple of 5", "multiple of", (FIVE,)),
        ("length 1..5", "length", (ONE, FIVE)),
        ("length 5", "length", (FIVE, FIVE)),
        ("length 1..", "length", (ONE, NULL)),
        ("length ..5", "length", (NULL, FIVE)),
        ("items 1..5", "items", (ONE, FIVE)),
        ("items 5", "items", (FIVE, FIVE)),
        ("items 1..", "items", (ONE, NULL)),
        ("items ..5", "items", (NULL, FIVE)),
        ("unique", "unique", ()),
        ('matching "[A-Z]{3}"', "matching", (_text("[A-Z]{3}"),)),
    ],
)
def test_constraints_hold_literals(text: str, kind: str, arguments: tuple[Expr, ...]) -> None:
    (constraint,) = type_of(f"int {text}").constraints
    assert (constraint.kind, constraint.arguments) == (kind, arguments)


def test_unique_may_name_a_field() -> None:
    expected = Constraint("unique by", field=_name("by"), span=NO_PLACE)
    assert type_of("list of T unique by by").constraints == (expected,)


def test_several_constraints_may_follow_each_other() -> None:
    kinds = [c.kind for c in type_of("int? >= 0 < 9 multiple of 3").constraints]
    assert kinds == [">=", "<", "multiple of"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", ONE),
        ("-1", Negative(ONE, span=NO_PLACE)),
        ("1.50", NumberLiteral(Decimal("1.5"), span=NO_PLACE)),
        ('"a"', _text("a")),
        ("true", BooleanLiteral(True, span=NO_PLACE)),
        ("false", BooleanLiteral(False, span=NO_PLACE)),
        ("null", NULL),
        ("low", NameExpr("low", span=NO_PLACE)),
        ("10m", DurationLiteral(600, span=NO_PLACE)),
        ("[]", ListLiteral((), span=NO_PLACE)),
        ("[1, [5],]", ListLiteral((ONE, ListLiteral((FIVE,), span=NO_PLACE)), span=NO_PLACE)),
        ("{}", MapLiteral((), span=NO_PLACE)),
        (
            '{in: 1, "a b": 5}',
            MapLiteral(((_name("in"), ONE), (_name("a b"), FIVE)), span=NO_PLACE),
        ),
    ],
)
def test_defaults_are_literals(text: str, value: Expr) -> None:
    assert _default(text) == value


# --------------------------------------------------------------- texts and numbers


def test_texts_take_either_quote_and_escapes() -> None:
    assert _default(r'"\" \' \\ \n \r \t \u00e9 é"') == _text("\" ' \\ \n \r \t é é")
    assert _default(r"'\ud83d\ude00'") == _text("\U0001f600")


def test_a_bad_escape_is_fixed_by_doubling_its_backslash() -> None:
    text = 'type T\n  field: text = "\\d"\n'
    (diagnostic,) = read(text).diagnostics
    assert diagnostic.fix is not None
    assert diagnostic.span.text == "\\d"
    assert [(edit.span.start, edit.text) for edit in diagnostic.fix.edits] == [
        (text.index("\\"), "\\")
    ]


@pytest.mark.parametrize(
    ("text", "seconds"), [("1s", 1), ("1h30m", 5400), ("1d1h1m1s", 90_061), ("3650d", 315_360_000)]
)
def test_durations_are_sums_of_units(text: str, seconds: int) -> None:
    assert _default(text) == DurationLiteral(seconds, span=NO_PLACE)


@pytest.mark.parametrize("text", ["0s", "3650d1s", "1m1h", "1s1s", "99999999999999999999d"])
def test_other_durations_are_refused(text: str) -> None:
    (line,) = report(read(f"type T\n  field: json = {text}\n"))
    assert " ST0023 " in line


def test_names_have_at_most_64_characters() -> None:
    assert state(f"on {'x' * 64} -> END").lines[0].event.text == "x" * 64
    assert report(read(f"type T\n  {'x' * 65}: int\n"))[0].startswith("2:3-2:68 ST0020 ")


# ------------------------------------------------------------------------- places


def test_every_part_of_a_line_has_its_place() -> None:
    text = "workflow w\n  state a \"A\"\n    on e-f when not (ctx.a or\n      ctx['b'] < -2) -> b\n"
    line = sound(text).tree.workflows[0].states[0].lines[0]
    assert line.span.text == text[text.index("on") : -1]
    assert line.event.span.text == "e-f"
    assert line.when is not None
    assert line.when.span.text == "not (ctx.a or\n      ctx['b'] < -2)"
    assert line.target.span.text == "b"


def test_a_declaration_stands_at_its_head_line() -> None:
    text = "type T\n  a: int # note\nworkflow w \n  context C\n    b: int\n  state s 'S' # note\n"
    tree = sound(text).tree
    flow = tree.workflows[0]
    assert flow.context is not None
    spans = [tree.types[0].span, flow.span, flow.context.span, flow.states[0].span]
    assert [span.text for span in spans] == ["type T", "workflow w", "context C", "state s 'S'"]
    assert tree.types[0].fields[0].span.text == "a: int"
    assert tree.span.text == text
