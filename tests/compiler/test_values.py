"""The door: canonical forms, refusals, and the rules in the words of the language."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from stateous.compiler.types import (
    Default,
    EnumType,
    Field,
    Json,
    ListType,
    MapType,
    RecordType,
    Scalar,
    ScalarType,
    Slot,
    Type,
)
from stateous.compiler.values import times
from stateous.compiler.values.door import (
    Breach,
    admit,
    admit_context,
    admit_record,
    from_microseconds,
    identity,
    shown,
    to_microseconds,
)
from tests.strategies import ALL_TYPES, canonical_values, slots

DOOR = Path(__file__).parent / "door.txt"


def _rows() -> Iterator[tuple[str, str, str]]:
    for line in DOOR.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, raw, expected = line.split(" | ", 2)
            yield kind, raw, expected


def _slot(text: str) -> Slot:
    kind = text.removesuffix("?")
    members = tuple(kind.split("|"))
    type_: Type = EnumType(members) if len(members) > 1 else ScalarType(cast(Scalar, kind))
    return Slot(type_, nullable=text != kind)


@pytest.mark.parametrize(("kind", "raw", "expected"), list(_rows()))
def test_the_door_does_as_the_table_says(kind: str, raw: str, expected: str) -> None:
    value = json.loads(raw)
    if expected.startswith("! "):
        with pytest.raises(Breach) as caught:
            admit(_slot(kind), value, "ctx.x")
        assert caught.value.message == f"`ctx.x` {expected[2:]}"
    else:
        admitted = admit(_slot(kind), value)
        assert identity(admitted) == identity(json.loads(expected, parse_float=Decimal))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text("ab1-:TZ", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=1), inner),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(slots(ALL_TYPES), JSON_VALUES)
def test_a_value_is_refused_or_has_a_form_that_is_admitted_to_itself(
    slot: Slot, raw: object
) -> None:
    try:
        value = admit(slot, raw)
    except Breach:
        return
    assert identity(admit(slot, value)) == identity(value)


@settings(max_examples=300, deadline=None)
@given(st.data(), slots(ALL_TYPES))
def test_a_canonical_value_is_admitted_to_itself(data: st.DataObject, slot: Slot) -> None:
    value = data.draw(canonical_values(slot))
    assert identity(admit(slot, value)) == identity(value)


# ------------------------------------------------------------------ constraints

INT = ScalarType("int")
TEXT = ScalarType("text")
ITEM = RecordType("Item", (Field("sku", Slot(TEXT)), Field("n", Slot(INT, nullable=True))))


@pytest.mark.parametrize(
    ("type_", "good", "bad", "rule"),
    [
        (ScalarType("int", minimum=0), 0, -1, "must be at least 0, got -1"),
        (ScalarType("int", above=0), 1, 0, "must be more than 0, got 0"),
        (ScalarType("int", maximum=5), 5, 6, "must be at most 5, got 6"),
        (ScalarType("int", below=5), 4, 5, "must be less than 5, got 5"),
        (ScalarType("int", multiple_of=5), -10, 12, "must be a multiple of 5, got 12"),
        (
            ScalarType("number", multiple_of=Decimal("0.1")),
            0.3,
            0.35,
            "must be a multiple of 0.1, got 0.35",
        ),
        (ScalarType("decimal", above="0.5"), "0.51", "0.50", "must be more than 0.5, got 0.5"),
        (ScalarType("decimal", minimum="2"), "10", "1.5", "must be at least 2, got 1.5"),
        (
            ScalarType("date", minimum="2026-01-01"),
            "2026-01-01",
            "2025-12-31",
            'must be at least "2026-01-01", got "2025-12-31"',
        ),
        (
            ScalarType("datetime", below="2026-01-01T00:00:00Z"),
            "2026-01-01T00:59:59.5+01:00",
            "2026-01-01T00:00:00.5Z",
            'must be less than "2026-01-01T00:00:00Z", got "2026-01-01T00:00:00.5Z"',
        ),
        (ScalarType("duration", maximum="PT36H"), "1d", "P2D", "must be at most 1d12h, got 2d"),
        (ScalarType("text", min_length=1), "é", "", 'must have at least 1 character, got ""'),
        (
            ScalarType("text", max_length=2),
            "😀😀",
            "abc",
            'must have at most 2 characters, got "abc"',
        ),
        (
            ScalarType("text", pattern="[A-Z]{3}"),
            "ABC",
            "ABCD",
            'must match "[A-Z]{3}", got "ABCD"',
        ),
        (ListType(Slot(INT), min_items=1), [1], [], "must have at least 1 item, got 0"),
        (ListType(Slot(INT), max_items=1), [], [1, 2], "must have at most 1 item, got 2"),
        (
            ListType(Slot(ScalarType("json")), unique=True),
            [True, 1, "1"],
            [1, 1.0],
            "must not hold an item twice",
        ),
        (
            ListType(Slot(ITEM), unique_by="sku"),
            [{"sku": "a"}, {"sku": "b"}],
            [{"sku": "a", "n": 1}, {"sku": "a", "n": 2}],
            "must not hold two items with the same `sku`",
        ),
    ],
)
def test_a_constraint_is_kept_or_named(type_: Type, good: object, bad: object, rule: str) -> None:
    admit(Slot(type_), good)
    with pytest.raises(Breach) as caught:
        admit(Slot(type_), bad, "payload.x")
    assert caught.value.message == f"`payload.x` {rule}"


def test_constraints_do_not_ask_about_null() -> None:
    assert admit(Slot(ScalarType("int", minimum=1), nullable=True), None) is None


# ---------------------------------------------------------------------- records

ORDER = RecordType(
    "Order",
    (
        Field("total", Slot(ScalarType("decimal", minimum="0")), Default("0")),
        Field("note", Slot(TEXT, nullable=True)),
        Field("items", Slot(ListType(Slot(ITEM)))),
        Field("labels", Slot(MapType(Slot(INT))), Default({})),
    ),
)


def test_a_record_gets_its_defaults_and_nulls() -> None:
    assert admit_record(ORDER, {"items": [{"sku": "a"}]}, where="payload") == {
        "total": "0",
        "note": None,
        "items": [{"sku": "a", "n": None}],
        "labels": {},
    }


def test_a_default_is_not_shared_between_records() -> None:
    first, second = (admit_record(ORDER, {"items": []}, where="ctx") for _ in range(2))
    assert first["labels"] == second["labels"] and first["labels"] is not second["labels"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({}, "`payload.items` must be given"),
        ({"items": None}, "`payload.items` must not be null"),
        ({"items": [], "total": None}, "`payload.total` must not be null"),
        (
            {"items": [], "notes": ""},
            "`payload.notes` is not a field of `Order`; did you mean `note`?",
        ),
        ({"items": [{"n": 1}]}, "`payload.items[0].sku` must be given"),
        ({"items": [{"sku": "a"}, 7]}, "`payload.items[1]` must be an object, got 7"),
        (
            {"items": [], "labels": {"a b": "x"}},
            '`payload.labels["a b"]` must be an int, got "x"',
        ),
        ({"items": [], 3: 4}, "`payload` must have keys that are texts: a key must be a text"),
        ([], "`payload` must be an object, got []"),
        (None, "`payload` must be an object, got null"),
    ],
)
def test_a_refusal_names_the_path_and_the_rule(raw: object, message: str) -> None:
    with pytest.raises(Breach) as caught:
        admit_record(ORDER, raw, where="payload")
    assert caught.value.message == message


def test_a_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(Breach) as caught:
        admit(Slot(INT), "x" * 500, "ctx.n")
    assert caught.value.got == '"' + "x" * 58 + "…"


# ---------------------------------------------------------------------- context

CONTEXT = RecordType(
    "Context",
    (
        Field("repo", Slot(TEXT), role="input"),
        Field("tries", Slot(INT), Default(1), role="local"),
        Field("seen", Slot(TEXT, nullable=True), role="local"),
        Field("pin", Slot(ScalarType("int", minimum=1000)), Default(1234), secret=True),
        Field("last", Slot(ITEM, nullable=True), role="into"),
    ),
)


def test_a_context_starts_with_what_is_given_and_local_fields_at_their_default() -> None:
    assert admit_context(CONTEXT, {"repo": "acme"}) == {
        "repo": "acme",
        "tries": 1,
        "seen": None,
        "pin": 1234,
        "last": None,
    }


@pytest.mark.parametrize(
    ("given_", "start"),
    [
        ({"tries": 1}, "`ctx.tries` may not be given"),
        ({"last": None}, "`ctx.last` may not be given"),
    ],
)
def test_local_and_into_fields_may_not_be_given(given_: dict[str, Json], start: str) -> None:
    with pytest.raises(Breach) as caught:
        admit_context(CONTEXT, {"repo": "acme", **given_})
    assert caught.value.message.startswith(start)


def test_the_value_of_a_secret_field_is_in_no_message() -> None:
    with pytest.raises(Breach) as caught:
        admit_context(CONTEXT, {"repo": "acme", "pin": 999})
    assert caught.value.message == "`ctx.pin` must be at least 1000"


def test_without_a_model_any_object_is_a_context() -> None:
    assert admit_context(None, {"a": {"b": [1.0]}}) == {"a": {"b": [1]}}
    with pytest.raises(Breach):
        admit_context(None, [1])
    with pytest.raises(Breach):
        admit_context(None, {"last": 1}, reserved=("last",))


# ------------------------------------------------------------------------ sizes


def test_json_may_nest_a_hundred_deep_and_no_deeper() -> None:
    value: object = 0
    for _ in range(100):
        value = [value]
    admit(Slot(ScalarType("json")), value)
    with pytest.raises(Breach, match="must nest at most 100 deep"):
        admit(Slot(ScalarType("json")), [value])


def test_json_may_not_hold_very_many_values() -> None:
    with pytest.raises(Breach, match="must hold at most 100000 values"):
        admit(Slot(ScalarType("json")), [0] * 100_000)


def test_an_enormous_number_is_refused_without_being_written_out() -> None:
    for kind in ("int", "number", "decimal", "json"):
        slot = Slot(ScalarType(kind))
        for raw in (Decimal("1E+999999999"), 10**5000):
            with pytest.raises(Breach, match="a number out of reach"):
                admit(slot, raw)


# ------------------------------------------------------------------------ times


@given(st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)))
def test_datetimes_are_those_of_the_standard_library(moment: datetime) -> None:
    text = from_microseconds("datetime", to_microseconds("datetime", f"{moment.isoformat()}Z"))
    assert datetime.fromisoformat(text).replace(tzinfo=None) == moment


@given(st.timedeltas())
def test_durations_are_those_of_pydantic(duration: timedelta) -> None:
    adapter = TypeAdapter(timedelta)
    text: str = adapter.dump_python(duration, mode="json")
    microseconds = to_microseconds("duration", text)
    assert microseconds == duration // timedelta(microseconds=1)
    assert to_microseconds("duration", from_microseconds("duration", microseconds)) == microseconds


@given(st.integers(-(10**20), 10**20))
def test_every_count_of_microseconds_has_a_text_that_means_it(microseconds: int) -> None:
    for kind in ("datetime", "duration"):
        text = from_microseconds(kind, microseconds)
        assert to_microseconds(kind, text) == microseconds
    date = from_microseconds("date", microseconds)
    assert to_microseconds("date", date) == microseconds // times.DAY * times.DAY


# --------------------------------------------------------------------- spelling


@pytest.mark.parametrize(
    ("type_", "value", "text"),
    [
        (None, 'a\n"\\\u0007é', '"a\\n\\"\\\\\\u0007é"'),
        (ScalarType("decimal"), "12.5", "12.5"),
        (ScalarType("number"), Decimal("0.25"), "0.25"),
        (ScalarType("duration"), "PT36H", "1d12h"),
        (ScalarType("duration"), "-PT1S", '"-PT1S"'),
        (ScalarType("datetime"), "2026-01-31T08:00:00Z", '"2026-01-31T08:00:00Z"'),
        (EnumType(("low", "very high")), "low", "low"),
        (EnumType(("low", "very high")), "very high", '"very high"'),
        (EnumType(("null",)), "null", '"null"'),
        (ListType(Slot(EnumType(("a",)), nullable=True)), ["a", None], "[a, null]"),
        (MapType(Slot(ScalarType("bool"))), {"x": True, "a b": False}, '{x: true, "a b": false}'),
        (ITEM, {"sku": "a", "n": 1}, '{sku: "a", n: 1}'),
        (ScalarType("json"), {"n": [None, "a"]}, '{n: [null, "a"]}'),
    ],
)
def test_a_value_is_shown_as_an_author_would_write_it(
    type_: Type | None, value: Json, text: str
) -> None:
    assert shown(type_, value) == text
