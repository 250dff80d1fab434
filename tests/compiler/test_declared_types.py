"""Declared types: constraints, defaults, roles, payloads, `into`."""

from decimal import Decimal

import pytest

from stateous.compiler.types import (
    Default,
    EnumType,
    Field,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Slot,
    Type,
)
from tests.spec_text import checked, codes, workflow

REST = """\
  event done
  START -> a
  state a
    on done -> END
"""
DECLARED = "enum Level\n  low\n  high\ntype Line\n  sku: text\n  number: int = 1\n"


def spec(field: str) -> str:
    return f"{DECLARED}workflow w\n  context T\n    {field}\n{REST}"


def field(declaration: str) -> Field:
    context = workflow(spec(declaration)).context
    assert context is not None
    return context.fields[0]


LINE = RecordType(
    "Line",
    (
        Field("sku", Slot(ScalarType("text"))),
        Field("number", Slot(ScalarType("int")), Default(1)),
    ),
)


@pytest.mark.parametrize(
    ("type_", "meaning"),
    [
        ("text", ScalarType("text")),
        ("int >= 0 <= 9", ScalarType("int", minimum=0, maximum=9)),
        ("int > -1 < 9", ScalarType("int", above=-1, below=9)),
        ("number between 0.50 and 1", ScalarType("number", minimum=Decimal("0.5"), maximum=1)),
        ("decimal >= 0.50", ScalarType("decimal", minimum="0.5")),
        ("decimal multiple of 0.01", ScalarType("decimal", multiple_of="0.01")),
        ("int multiple of 5", ScalarType("int", multiple_of=5)),
        ('date >= "2026-01-01"', ScalarType("date", minimum="2026-01-01")),
        (
            'datetime < "2026-01-01T01:00:00+01:00"',
            ScalarType("datetime", below="2026-01-01T00:00:00Z"),
        ),
        ("duration between 1h and 2d", ScalarType("duration", minimum="PT1H", maximum="PT48H")),
        ("text length 1..80", ScalarType("text", min_length=1, max_length=80)),
        ("text length 3..", ScalarType("text", min_length=3)),
        ("text length ..3", ScalarType("text", max_length=3)),
        ("text length 3", ScalarType("text", min_length=3, max_length=3)),
        ('text matching "[A-Z]{3}"', ScalarType("text", pattern="[A-Z]{3}")),
        ("one of a, b", EnumType(("a", "b"))),
        ('one of a, "in work"', EnumType(("a", "in work"))),
        ("Level", EnumType(("low", "high"), "Level")),
        ("list of text items 1..10", ListType(Slot(ScalarType("text")), 1, 10)),
        (
            "list of (text? length 1..5) unique",
            ListType(Slot(ScalarType("text", min_length=1, max_length=5), True), unique=True),
        ),
        ("list of Line unique by sku", ListType(Slot(LINE), unique_by="sku")),
        ("map of list of int", MapType(Slot(ListType(Slot(ScalarType("int")))))),
        ("Line", LINE),
    ],
)
def test_a_type_means(type_: str, meaning: Type) -> None:
    assert field(f"x: {type_}").slot == Slot(meaning)


@pytest.mark.parametrize(
    ("declaration", "code", "word"),
    [
        ("x: int length 1..3", "ST3003", "length 1..3"),
        ("x: text >= 1", "ST3003", ">= 1"),
        ("x: bool >= 1", "ST3003", ">= 1"),
        ("x: uuid length 36", "ST3003", "length 36"),
        ("x: date multiple of 2", "ST3003", "multiple of 2"),
        ("x: json length 3", "ST3003", "length 3"),
        ("x: Level >= 1", "ST3003", ">= 1"),
        ("x: Line unique", "ST3003", "unique"),
        ("x: map of int items 1..2", "ST3003", "items 1..2"),
        ("x: list of text length 1..2", "ST3003", "length 1..2"),
        ('x: int matching "a"', "ST3003", 'matching "a"'),
        ("x: int >= 0.5", "ST3004", "0.5"),
        ('x: int >= "1"', "ST3004", '"1"'),
        ('x: date >= "2026-02-30"', "ST3004", '"2026-02-30"'),
        ("x: duration >= 5", "ST3004", "5"),
        ("x: number multiple of 0", "ST3004", "0"),
        ("x: number multiple of -2", "ST3004", "-2"),
        ("x: int >= 0 >= 1", "ST3005", ">= 1"),
        ("x: int between 0 and 5 <= 4", "ST3005", "<= 4"),
        ("x: list of int unique unique", "ST3005", "unique"),
        ("x: int between 5 and 1", "ST3006", "between 5 and 1"),
        ("x: int > 1 < 2", "ST3006", "> 1 < 2"),
        ("x: number > 1 <= 1", "ST3006", "> 1 <= 1"),
        ("x: int between 1 and 4 multiple of 5", "ST3006", "between 1 and 4 multiple of 5"),
        ("x: number > 0 < 0.5 multiple of 0.5", "ST3006", "> 0 < 0.5 multiple of 0.5"),
        ('x: date > "2026-01-01" < "2026-01-02"', "ST3006", '> "2026-01-01" < "2026-01-02"'),
        ("x: duration between 2d and 36h", "ST3006", "between 2d and 36h"),
        ("x: text length 3..1", "ST3006", "length 3..1"),
        ("x: list of int items 3..1", "ST3006", "items 3..1"),
        ('x: text matching "[a"', "ST3007", "["),
        ('x: text matching "(?=a)"', "ST3007", "("),
        ("x: list of text unique by sku", "ST3009", "unique by sku"),
        ("x: list of Line unique by sk", "ST2004", "sk"),
        ("x: int = 1.5", "ST3008", "1.5"),
        ("x: int >= 1 = 0", "ST3008", "0"),
        ("x: text = null", "ST3008", "null"),
        ("x: list of int items 1..2 = []", "ST3008", "[]"),
        ('x: date = "tomorrow"', "ST3008", '"tomorrow"'),
        ("x: Line = {number: 2}", "ST3008", "{number: 2}"),
        ("x: Level = lo", "ST2005", "lo"),
        ("x: text = low", "ST2006", "low"),
        ("x: Line = {skuu: 1}", "ST2004", "skuu"),
        ("x: map of int = {a: 1, a: 2}", "ST2017", "a"),
        ("x: int = 3d", "ST3104", "3d"),
        ("x: list of intt", "ST2003", "intt"),
        ("local x: int", "ST3011", "x"),
        ("identifier x: int", "ST3010", "x"),
    ],
)
def test_a_declaration_is_refused_at_the_word_that_is_wrong(
    declaration: str, code: str, word: str
) -> None:
    (diagnostic,) = checked(spec(declaration)).diagnostics
    assert (diagnostic.code, diagnostic.span.text) == (code, word)


@pytest.mark.parametrize(
    "limits",
    [
        "int > 1 < 3",
        "number > 1 < 2",
        "int between 1 and 5 multiple of 5",
        "number > 0 <= 0.5 multiple of 0.5",
        'date >= "2026-01-01" < "2026-01-02"',
        'datetime >= "2026-01-01T00:00:00Z" <= "2026-01-01T00:00:00Z"',
        "int >= 0 > 3",
    ],
)
def test_limits_that_leave_a_value_are_accepted(limits: str) -> None:
    assert codes(spec(f"x: {limits}")) == []


@pytest.mark.parametrize(
    ("declaration", "default"),
    [
        ("x: int = 1", 1),
        ("x: int = -1", -1),
        ("x: number = 2.50", Decimal("2.5")),
        ("x: decimal = 2.50", "2.5"),
        ('x: decimal = "2.50"', "2.5"),
        ("x: bool = true", True),
        ("x: text? = null", None),
        ("x: duration = 1d12h", "PT36H"),
        ('x: datetime = "2026-01-01T01:00:00+01:00"', "2026-01-01T00:00:00Z"),
        ("x: Level = low", "low"),
        ('x: Level = "low"', "low"),
        ("x: Level = Level.low", "low"),
        ("x: one of low, high = Level.high", "high"),
        ("x: list of Level = [low, high]", ["low", "high"]),
        ("x: Line = {sku: 'a'}", {"sku": "a", "number": 1}),
        ("x: map of Level = {a: low}", {"a": "low"}),
        ("x: json = {a: [1, null]}", {"a": [1, None]}),
    ],
)
def test_a_default_is_kept_in_canonical_form(declaration: str, default: object) -> None:
    found = field(declaration).default
    assert found is not None
    assert found.value == default


def test_roles_and_marks_of_a_field_are_kept() -> None:
    context = workflow(
        spec("input a: int\n    local b: int?\n    secret c: text\n    d: int?")
    ).context
    assert context is not None
    assert [(f.name, f.role, f.secret, f.required) for f in context.fields] == [
        ("a", "input", False, True),
        ("b", "local", False, False),
        ("c", "plain", True, True),
        ("d", "plain", False, False),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("type P\n  input x: int\n", ["ST3010"]),
        ("type P\n  local x: int = 1\ntype Q\n  p: P\n", ["ST3010"]),
    ],
)
def test_input_and_local_stand_in_a_context_only(text: str, found: list[str]) -> None:
    assert codes(f"{text}workflow w\n{REST}") == found


def test_a_type_that_is_a_context_and_a_payload_too_has_no_roles() -> None:
    text = f"type P\n  input x: int\nworkflow w\n  context P\n  event e: P\n{REST}"
    (diagnostic,) = checked(text).diagnostics
    assert diagnostic.code == "ST3010"
    assert "also used inside other data" in diagnostic.message


@pytest.mark.parametrize(
    ("types", "cycle"),
    [
        ("type A\n  a: A\n", "`A` → `A`"),
        ("type A\n  a: list of A\n", "`A` → `A`"),
        ("type A\n  b: B\ntype B\n  a: map of A?\n", "`A` → `B` → `A`"),
        ("type A\n  b: B\ntype B\n  c: C\n  a: A\ntype C\n  b: B\n", "`A` → `B` → `A`"),
    ],
)
def test_types_that_contain_themselves_are_refused_once_with_the_cycle(
    types: str, cycle: str
) -> None:
    (diagnostic,) = checked(f"{types}workflow w\n  event e: A\n{REST}").diagnostics
    assert diagnostic.code == "ST3001"
    assert cycle in diagnostic.message


def test_a_type_may_stand_in_several_places_and_before_its_declaration() -> None:
    text = "type A\n  x: B\n  y: list of B\ntype B\n  n: int\nworkflow w\n  event e: A\n"
    assert codes(text + REST) == []


@pytest.mark.parametrize("depth", [49, 50])
def test_types_nest_at_most_fifty_deep(depth: int) -> None:
    chain = "".join(f"type T{n}\n  x: T{n + 1}\n" for n in range(depth))
    text = f"{chain}type T{depth}\n  x: int\nworkflow w\n  event e: T0\n{REST}"
    assert codes(text) == (["ST3002"] if depth == 50 else [])


def test_types_that_would_grow_without_bound_are_refused_at_once() -> None:
    layers = "".join(f"type T{n}\n  a: T{n + 1}\n  b: T{n + 1}\n" for n in range(40))
    text = f"{layers}type T40\n  x: int\nworkflow w\n  event e: T0\n{REST}"
    assert codes(text) == ["ST3002"]


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ("int", "ST3012"),
        ("json", "ST3012"),
        ("Level", "ST3012"),
        ("list of Line", "ST3012"),
        ("Line?", "ST3012"),
        ("Line >= 1", "ST3003"),
        ("Lin", "ST2003"),
    ],
)
def test_a_payload_is_a_type_with_fields(payload: str, code: str) -> None:
    assert codes(f"{DECLARED}workflow w\n  event e: {payload}\n{REST}") == [code]


@pytest.mark.parametrize(
    ("context", "code"), [("Level", "ST3015"), ("text", "ST3015"), ("Lin", "ST2003")]
)
def test_a_context_is_a_type_with_fields(context: str, code: str) -> None:
    text = f"{DECLARED}workflow w\n  context {context}\n{REST}"
    assert codes(text.replace("on done", "on done when ctx.x == ctx.y and ctx.z")) == [code]


def test_an_event_declares_the_field_that_keeps_its_payload() -> None:
    found = workflow(
        f"{DECLARED}workflow w\n  context T\n    x: int\n  event e: Line into last\n{REST}"
    )
    assert found.context is not None
    assert found.context.fields[-1] == Field("last", Slot(LINE, nullable=True), role="into")
    assert found.event_by_name["e"].into == "last"


@pytest.mark.parametrize("context", ["", "  context T\n    x: int\n"])
def test_the_field_of_an_into_is_null_until_the_event_comes(context: str) -> None:
    text = (
        f"{DECLARED}workflow w\n{context}  event e: Line into last\n  event done\n"
        "  START -> a\n  state a\n    on done when ctx.last.number > 1 -> END\n"
        "    on done otherwise -> a\n    on e -> a\n"
    )
    guard = workflow(text).transitions[1].guard
    assert guard is not None
    assert "nullable=True" in repr(guard)


def test_two_events_of_one_type_may_share_the_field() -> None:
    text = f"{DECLARED}workflow w\n  event e: Line into last\n  event f: Line into last\n{REST}"
    assert codes(text) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("  context T\n    last: int\n  event e: Line into last\n", "last"),
        ("  event e: Line into last\n  event f: P into last\n", "last"),
    ],
)
def test_a_field_that_is_declared_otherwise_too_is_refused(text: str, word: str) -> None:
    (diagnostic,) = checked(f"{DECLARED}type P\n  x: int\nworkflow w\n{text}{REST}").diagnostics
    assert (diagnostic.code, diagnostic.span.text) == ("ST3014", word)
    assert len(diagnostic.labels) == 1


def test_a_type_at_fault_makes_no_second_fault_where_it_is_used() -> None:
    text = (
        "type P\n  x: intt\n  y: int\n  z: list of list of intt\nworkflow w\n  context T\n"
        "    p: P\n    q: P = {}\n  event done: P\n  START -> a\n  state a\n"
        "    on done when payload.x > 1 and ctx.p.x == 'a' -> END\n"
        "    on done when payload.z == [1] or 'a' in payload.z or low in payload.z -> END\n"
        "    on done when any(z in payload.z: z == 1 and len(z) == 'a') -> END\n"
        "    on done when payload.y == 'a' -> END\n"
    )
    assert codes(text) == ["ST2003", "ST3101"]


@pytest.mark.parametrize(
    ("type_", "fits"),
    [
        ('text matching "[A-Z]{3}" length 1..3', True),
        ('text matching "[A-Z]{3}" length 4..9', False),
        ('text length 1..2 matching "[A-Z]{3}"', False),
        ('text matching "(ab)*" length 3..3', False),
        ('text matching "(ab)*" length 3..4', True),
        ('text matching "(ab)*" length 100..', True),
        ('text matching "a|bcd" length 2..2', False),
        ('text matching "a*"', True),
        ('text matching "[A-Z]{3}" length ..2', False),
    ],
)
def test_a_pattern_and_a_length_leave_some_text(type_: str, fits: bool) -> None:
    text = f"type T\n  x: {type_}\n" + (
        "workflow w\n  event done: T\n  START -> a\n  state a\n    on done -> END\n"
    )
    assert codes(text) == ([] if fits else ["ST3006"])
