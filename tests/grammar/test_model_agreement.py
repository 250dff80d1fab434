"""A model and the type that it is read as agree on the values that they take.

Without a note, what the door admits the model takes too. With or without one, what the model takes
as strictly as it can, the door admits. docs/python.md lists where the door is stricter.
"""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from annotated_types import MultipleOf
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from pydantic import BaseModel, Field, ValidationError, create_model

from stateous.compiler.names import NamedDecl, Names
from stateous.compiler.records import resolve
from stateous.compiler.types import RecordType
from stateous.compiler.values import json_text
from stateous.compiler.values.door import Breach, admit_record
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.schema.model_schema import schemas_of_models
from stateous.grammar.schema.reader import read_schemas
from stateous.grammar.source import Source


class Colour(Enum):
    RED = "red"
    DARK_BLUE = "dark blue"


class Size(BaseModel):
    grams: int = Field(ge=0)
    unit: str = "g"


class Cat(BaseModel, extra="forbid"):
    kind: Literal["cat"]
    name: str
    lives: int = 9


class Dog(BaseModel, extra="forbid"):
    kind: Literal["dog"] = "dog"
    name: str
    barks: bool


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]
Case = tuple[Any, SearchStrategy[Any]]
"""An annotation, and values of which it takes many."""

TEXTS = st.text("ab1Z-\n é", max_size=6)
NUMBERS = st.integers(-20, 20) | st.decimals(-20, 20, places=3).map(float)
DATES = st.dates(date(2025, 1, 1), date(2027, 1, 1))
TIMES = st.datetimes(datetime(2025, 1, 1), datetime(2027, 1, 1)).map(
    lambda t: t.replace(tzinfo=UTC)
)
SIZES = st.fixed_dictionaries({"grams": st.integers(-2, 9)}, optional={"unit": TEXTS})
PETS = st.fixed_dictionaries(
    {"kind": st.sampled_from(["cat", "dog", "cow"]), "name": TEXTS},
    optional={"lives": st.integers(0, 9) | TEXTS, "barks": st.booleans()},
)
JUNK: SearchStrategy[Any] = st.none() | st.booleans() | NUMBERS | TEXTS | st.just([]) | st.just({})

LIMITS: tuple[dict[str, Any], ...] = (
    {},
    {"ge": -3},
    {"gt": 0, "le": 9},
    {"lt": 5},
    {"multiple_of": 2},
)
LENGTHS: tuple[dict[str, Any], ...] = ({}, {"min_length": 2}, {"max_length": 3})
SCALARS: list[Case] = [
    *((Annotated[int, Field(**limits)], NUMBERS) for limits in LIMITS),
    *((Annotated[float, Field(**limits)], NUMBERS) for limits in LIMITS),
    (Annotated[Decimal, Field(ge=Decimal("0.5"))], NUMBERS | NUMBERS.map(str)),
    (Annotated[Decimal, Field(decimal_places=2), MultipleOf(Decimal("0.25"))], NUMBERS),
    *((Annotated[str, Field(**lengths)], TEXTS) for lengths in LENGTHS),
    *(
        (Annotated[str, Field(pattern=pattern)], TEXTS)
        for pattern in ("^[ab]+$", "a", "^a|1$", "[^a]", "^(a|b1)*$", "^.$", "Z\\z")
    ),
    (bool, st.booleans()),
    (Annotated[date, Field(ge=date(2026, 1, 1))], DATES.map(str)),
    (
        Annotated[datetime, Field(lt=datetime(2026, 1, 1, tzinfo=UTC))],
        TIMES.map(datetime.isoformat),
    ),
    (
        Annotated[timedelta, Field(gt=timedelta(hours=1))],
        st.sampled_from(["PT1H", "PT1H0.5S", "P2D", "-PT5M", "PT90M", "P1Y"]),
    ),
    (UUID, st.uuids().map(str)),
    (Literal["a", "b1"], TEXTS),
    (Literal[1, 2, 3], NUMBERS),
    (Literal["a"] | None, TEXTS),
    (Colour, st.sampled_from(["red", "dark blue", "blue"])),
    (Size, SIZES),
    (int | float, NUMBERS),
    (UUID | str, TEXTS),
]
NOTED: list[Case] = [
    (Literal[1, 5], NUMBERS),
    (Literal["a", 1], TEXTS | NUMBERS),
    (int | str, TEXTS | NUMBERS),
    (date | datetime, DATES.map(str)),
    (Pet, PETS),
    (tuple[int, str], st.tuples(NUMBERS, TEXTS).map(list)),
    (dict[int, str], st.dictionaries(st.integers(0, 3).map(str) | TEXTS, TEXTS, max_size=2)),
    (dict[Literal["a", "b"], int], st.dictionaries(TEXTS, NUMBERS, max_size=2)),
    (Annotated[str, Field(pattern="^\\bab")], TEXTS),
    (Annotated[dict[str, int], Field(min_length=1)], st.dictionaries(TEXTS, NUMBERS, max_size=2)),
]


def _wrapped(wrap: str, annotation: Any, values: SearchStrategy[Any]) -> Case:
    lists = st.lists(values, max_size=3)
    wraps: dict[str, Case] = {
        "null": (annotation | None, values | st.none()),
        "list": (list.__class_getitem__(annotation), lists),
        "short": (
            Annotated[list.__class_getitem__(annotation), Field(min_length=1, max_length=2)],
            lists,
        ),
        "map": (
            dict.__class_getitem__((str, annotation)),
            st.dictionaries(TEXTS, values, max_size=2),
        ),
        "pair": (tuple.__class_getitem__((annotation, annotation)), lists),
    }
    return wraps.get(wrap, (annotation, values))


@st.composite
def cases(draw: DrawFn, leaves: list[Case]) -> Case:
    case = draw(st.sampled_from(leaves))
    wraps = st.sampled_from(["", "", "null", "list", "short", "map", "pair"])
    for wrap in draw(st.lists(wraps, max_size=2)):
        case = _wrapped(wrap, *case)
    return case


@st.composite
def models_with_values(draw: DrawFn, leaves: list[Case]) -> tuple[type[BaseModel], str]:
    """Draw a model of a few fields, and the text of an object that is near to one of it."""
    fields: dict[str, Any] = {}
    given: dict[str, Any] = {}
    for name in "fgh"[: draw(st.integers(1, 3))]:
        annotation, values = draw(cases(leaves))
        fields[name] = (annotation, ...)
        if draw(st.integers(0, 12)):
            given[name] = draw(values | JUNK if draw(st.integers(0, 6)) == 0 else values)
    return create_model("Drawn", **fields), json.dumps(given)


def _record(model: type[BaseModel]) -> tuple[RecordType, bool]:
    """Return the type of a model, and whether a note stands anywhere in it."""
    definitions = schemas_of_models([model]).definitions
    found = read_schemas(definitions, lambda *_: Source("models", "").span(0, 0))
    faults: list[Diagnostic] = list(found.diagnostics)
    declared: dict[str, NamedDecl] = {enum.name.text: enum for enum in found.enums}
    declared.update((record.name.text, record) for record in found.types)
    types = resolve(Names(declared, frozenset(), incomplete=False), faults.append)
    assert faults == []
    record = types["Drawn"]
    assert isinstance(record, RecordType)
    return record, any(field.note for type_ in found.types for field in type_.fields)


def _takes(model: type[BaseModel], text: str, *, strict: bool) -> bool:
    try:
        model.model_validate_json(text, strict=strict)
    except ValidationError:
        return False
    return True


def _admits(record: RecordType, text: str) -> bool:
    try:
        admit_record(record, json_text.parse(text), where="payload")
    except Breach:
        return False
    return True


@settings(deadline=None, max_examples=100)
@given(models_with_values(SCALARS))
def test_without_a_note_the_door_admits_what_the_model_takes(
    drawn: tuple[type[BaseModel], str],
) -> None:
    model, text = drawn
    record, noted = _record(model)
    assert not noted
    admitted = _admits(record, text)
    if admitted:
        given = json.loads(text)
        # What may be null may be missing too, for the door.
        assert _takes(
            model, json.dumps({**dict.fromkeys(model.model_fields), **given}), strict=False
        )
    if _takes(model, text, strict=True):
        assert admitted


@settings(deadline=None, max_examples=60)
@given(models_with_values([*NOTED, *SCALARS[:3]]))
def test_with_a_note_the_door_still_admits_all_that_the_model_takes(
    drawn: tuple[type[BaseModel], str],
) -> None:
    model, text = drawn
    record, _ = _record(model)
    if _takes(model, text, strict=True):
        assert _admits(record, text)


@pytest.mark.parametrize("case", NOTED, ids=[str(annotation) for annotation, _ in NOTED])
def test_what_the_door_takes_beyond_the_model_is_noted(case: Case) -> None:
    model: type[BaseModel] = create_model("Drawn", f=(case[0], ...))
    assert _record(model)[1]


STRICTER = [
    (int, '"1"'),
    (bool, "1"),
    (datetime, '"2026-01-01T00:00:00"'),
    (datetime, "1767225600"),
    (date, '"2026-01-01T00:00:00"'),
    (timedelta, "3600"),
    (set[int], "[1, 1]"),
    (UUID, '"00000000000000000000000000000000"'),
    (Annotated[str, Field(pattern="^\\d$")], '"٣"'),
    (Size, '{"grams": 1, "colour": "red"}'),
]


@pytest.mark.parametrize(("annotation", "text"), STRICTER, ids=[text for _, text in STRICTER])
def test_the_door_is_stricter_than_a_model_that_converts(annotation: Any, text: str) -> None:
    model: type[BaseModel] = create_model("Drawn", f=(annotation, ...))
    record, noted = _record(model)
    assert not noted
    assert _takes(model, f'{{"f": {text}}}', strict=False)
    assert not _admits(record, f'{{"f": {text}}}')
