"""The contract: models that take what the door takes, names that are Python, no code."""

import ast
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from stateous.codegen.model_text import MODEL_ATTRIBUTES
from stateous.compiler.ir import START, Complete, Event, Goto, State, Transition, Workflow
from stateous.compiler.types import (
    Default,
    EnumType,
    Field,
    ListType,
    RecordType,
    ScalarType,
    Slot,
)
from stateous.compiler.values.door import Breach, admit_record
from stateous.runtime.local.plain_value import to_json
from tests.codegen import golden
from tests.packages import compiled, contract_module, contract_text
from tests.strategies import ALL_TYPES, canonical_values, records

HOSTILE = (
    "class",
    "from",
    "model_dump",
    "model_kind",
    "copy",
    "json",
    "str",
    "datetime",
    "Decimal",
    "Field",
    "Literal",
    "events",
    "Record",
)


def workflow_of(*fields: Field, title: str | None = None, event: str = "done") -> Workflow:
    """Return a workflow whose one event carries a record of these fields."""
    payload = RecordType("Record", fields)
    return Workflow(
        name="w",
        title=title,
        context=None,
        events=(Event(event, title, payload, None),),
        states=(State("working", title),),
        transitions=(
            Transition(START, None, Goto("working")),
            Transition("working", event, Complete()),
        ),
    )


def model_of(*fields: Field) -> Any:
    return contract_module(workflow_of(*fields)).Record


@pytest.mark.parametrize("name", golden.SPECS)
def test_the_first_example_has_the_contract_in_the_golden_folder(name: str) -> None:
    expected = golden.FOLDER / f"{name}-contract.txt"
    assert golden.contract_of(name) == expected.read_text(encoding="utf-8")


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_value_goes_through_its_model_unchanged(data: st.DataObject) -> None:
    record = data.draw(records(types=ALL_TYPES))
    value = data.draw(canonical_values(Slot(record)))
    model = contract_module(workflow_of(*record.fields)).events.done.model
    back = to_json(model.model_validate(value))
    assert admit_record(record, back, where="") == admit_record(record, value, where="")


CONSTRAINED = {
    "int >= 0": (0, -1),
    "int < 10": (9, 10),
    "int multiple of 5": (10, 11),
    "number between 0 and 1.5": (1.5, 1.6),
    "decimal > 0": ("0.01", "0"),
    "decimal multiple of 0.01": ("1.25", "1.255"),
    "text length 1..3": ("abc", "abcd"),
    'text matching "[A-Z]{2}\\\\d"': ("AB1", "AB1\n"),
    "list of int items 1..2": ([1], []),
    "list of (int >= 0)": ([0], [-1]),
    "list of text unique": (["a", "b"], ["a", "a"]),
    "list of Line unique by sku": ([{"sku": "a"}, {"sku": "b"}], [{"sku": "a"}, {"sku": "a"}]),
    "map of (text length 1..2)": ({"k": "ab"}, {"k": "abc"}),
    "one of low, high": ("low", "mid"),
    "Level": ("low", "mid"),
    "bool": (True, "neither"),
    'date >= "2026-01-01"': ("2026-01-01", "2025-12-31"),
    'datetime < "2026-01-01T00:00:00Z"': ("2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"),
    "datetime": ("2026-01-01T00:00:00+01:00", "2026-01-01T00:00:00"),
    "duration <= 1d": ("PT24H", "PT24H0.5S"),
    "uuid": ("9c858901-8a57-4791-81fe-4c455b099bc9", "9c858901"),
    "int? >= 0": (None, -1),
    "(list of text)? items 1..1": (None, []),
}


@pytest.mark.parametrize("type_", CONSTRAINED)
def test_a_model_refuses_what_the_door_refuses(type_: str) -> None:
    good, bad = CONSTRAINED[type_]
    workflow = compiled(
        "enum Level\n  low\n  high\ntype Line\n  sku: text\n"
        f"type Record\n  field: {type_}\n"
        "workflow w\n  event done: Record\n  START -> s\n  state s\n    on done -> END\n"
    )
    record = workflow.events[0].payload
    assert record is not None
    model = contract_module(workflow).Record
    admit_record(record, to_json(model.model_validate({"field": good})), where="")
    with pytest.raises(ValidationError):
        model.model_validate({"field": bad})
    with pytest.raises(Breach):
        admit_record(record, {"field": bad}, where="")


DEFAULTS = (
    ('text = "a\\"b{{ x }}\'\\\\"', "a\"b{{ x }}'\\"),
    ("int = -3", -3),
    ("number = 0.5", 0.5),
    ("decimal = 1.50", "1.5"),
    ("bool = true", True),
    ('date = "2026-02-03"', "2026-02-03"),
    ('datetime = "2026-02-03T04:05:06Z"', "2026-02-03T04:05:06Z"),
    ("duration = 1d12h", "P1DT12H"),
    ("one of low, high = low", "low"),
    ("list of int = [1, 2]", [1, 2]),
    ('map of text = {a: "b"}', {"a": "b"}),
    ('Line = {sku: "x"}', {"sku": "x"}),
    ("json = {a: [1, null]}", {"a": [1, None]}),
    ("text?", None),
)


@pytest.mark.parametrize(("type_", "value"), DEFAULTS)
def test_a_default_is_the_default_of_the_model(type_: str, value: object) -> None:
    workflow = compiled(
        f"type Line\n  sku: text\ntype Record\n  field: {type_}\n"
        "workflow w\n  event done: Record\n  START -> s\n  state s\n    on done -> END\n"
    )
    assert contract_module(workflow).Record().model_dump(mode="json") == {"field": value}


def test_fields_with_names_of_python_and_pydantic_keep_their_names_in_json() -> None:
    fields = [Field(name, Slot(ScalarType("date"))) for name in HOSTILE]
    model = model_of(*fields)
    value = dict.fromkeys(HOSTILE, "2026-01-01")
    assert to_json(model.model_validate(value)) == value
    assert model.model_validate(value).class_.isoformat() == "2026-01-01"


def test_no_field_hides_an_attribute_of_a_model() -> None:
    public = {name for name in dir(BaseModel) if not name.startswith("_")}
    assert public <= MODEL_ATTRIBUTES


TEXTS = st.sampled_from(
    [
        '"""',
        "'''",
        '"); import os; os.abort() #',
        "{{ 7 * 7 }}",
        "{% raise %}",
        "line\nbreak",
        "back\\slash\\",
        "\x00\x1b[31m\u2028",
        "%s {} é 日",
    ]
)


@given(TEXTS, TEXTS, TEXTS)
@settings(max_examples=50, deadline=None)
def test_texts_of_the_author_become_literals_and_no_code(
    title: str, default: str, member: str
) -> None:
    enum = EnumType((member, "other"), "Level")
    workflow = workflow_of(
        Field("a", Slot(ScalarType("text")), Default(default)),
        Field("b", Slot(enum), Default(member)),
        Field("c", Slot(ListType(Slot(EnumType((member,))))), Default([member])),
        title=title,
    )
    text = contract_text(replace(workflow, name="w"))
    assert not [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import)]
    assert contract_module(workflow).Record().model_dump() == {
        "a": default,
        "b": member,
        "c": [member],
    }


@pytest.mark.parametrize("name", ["Record", "events", "class", "Occurrence", "a-b", "mro"])
def test_events_and_states_of_any_name_are_there(name: str) -> None:
    workflow = workflow_of(event=name)
    states = (replace(workflow.states[0], name=name),)
    lines = (
        Transition(START, None, Goto(name)),
        Transition(name, name, Complete()),
    )
    module = contract_module(replace(workflow, states=states, transitions=lines))
    names = [each.name for each in vars(module.events).values() if hasattr(each, "name")]
    assert names == [name]
    refs = [ref for ref in vars(module.states).values() if hasattr(ref, "emits")]
    assert [(ref.name, [event.name for event in ref.emits]) for ref in refs] == [(name, [name])]


def test_two_types_of_one_name_are_two_models() -> None:
    inner = RecordType("Record", (Field("x", Slot(ScalarType("int"))),))
    module = contract_module(workflow_of(Field("inner", Slot(inner))))
    assert {"Record", "Record_"} <= vars(module).keys()


def test_an_event_takes_its_own_model_only() -> None:
    module = contract_module(workflow_of(Field("x", Slot(ScalarType("int")))))
    payload = module.Record(x=1)
    assert module.events.done(payload).payload == payload
    with pytest.raises(TypeError, match="`done` takes a Record, got a dict"):
        module.events.done({"x": 1})
