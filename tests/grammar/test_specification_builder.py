"""Specifications of the Python notation build the steps that the `.flow` notation builds."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from stateous.grammar.flow.reader import read_flow
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.handles import State
from stateous.grammar.python.specification_builder import SpecificationBuilder
from stateous.grammar.python.workflow import Workflow
from stateous.grammar.source import Source
from stateous.grammar.syntax import SpecificationDecl, Step, WhenEvent
from tests.python_spec import PRELUDE, Said, only, read, said, workflow


def _flow_steps(*lines: str) -> tuple[Step, ...]:
    body = "".join(f"    {line}\n" for line in lines)
    text = f'workflow parcel\n  specification "s"\n{body}'
    parsed = read_flow(Source("spec.flow", text))
    assert parsed.diagnostics == ()
    return parsed.tree.workflows[0].specifications[0].steps


def _begun() -> tuple[Workflow, State, SpecificationBuilder]:
    flow = Workflow("parcel")
    flow.event("packed")
    flow.event("lost")
    return flow, flow.state("packing"), flow.specification("s")


def _steps(builder: SpecificationBuilder) -> tuple[Step, ...]:
    return builder.declaration().steps


def test_every_step_builds_its_node() -> None:
    flow, packing, builder = _begun()
    chained = (
        builder.given(clock="2026-01-01T08:00:00Z")
        .given(context={"repo": "acme/api", "size": 1})
        .given(state=packing)
        .when(flow.events["packed"])
        .when("packed", payload={"grams": 5}, writes={"box": "b"})
        .when("lost", fired=True)
        .passes("6h")
        .fails(packing)
        .fails(packing, "why")
        .then_completed()
        .then_failed()
        .then_failed("why")
        .then_refused()
        .then_refused("no_transition")
        .then_refused("a reason")
        .then_in(packing)
        .then_in(packing, visit=2)
        .then("count('lost') == 3")
    )
    assert chained is builder
    assert _steps(builder) == _flow_steps(
        'given clock "2026-01-01T08:00:00Z"',
        'given context repo = "acme/api", size = 1',
        "given in packing",
        "when packed",
        'when packed grams = 5 with box = "b"',
        "when fired lost",
        "when 6h pass",
        "when packing fails",
        'when packing fails "why"',
        "then completed",
        "then failed",
        'then failed "why"',
        "then refused",
        "then refused no_transition",
        'then refused "a reason"',
        "then in packing",
        "then in packing, visit 2",
        "then count(lost) == 3",
    )


@pytest.mark.parametrize(
    "what",
    [
        "completed",
        "failed",
        'failed "why"',
        'failed "say \\"why\\""',
        "refused",
        "refused guards_overlap",
        'refused "a reason"',
        "in packing",
        "in packing, visit 2",
        "in [packing, packing]",
        "ended and count(lost) == 3",
        "visited(packing) or FAIL",
        'ctx.note == "x, visit 2"',
        "not (ctx.a is null)",
    ],
)
def test_then_reads_what_stands_behind_then_in_a_flow_file(what: str) -> None:
    _, _, builder = _begun()
    assert _steps(builder.then(what)) == _flow_steps(f"then {what}")


def test_several_things_may_be_given_at_once() -> None:
    _, packing, builder = _begun()
    builder.given(state=packing, context={"a": 1}, clock="2026-01-01T08:00:00Z")
    assert _steps(builder) == _flow_steps(
        'given clock "2026-01-01T08:00:00Z"', "given context a = 1", "given in packing"
    )


class Colour(Enum):
    RED = "red"


class Size(BaseModel):
    grams: int = Field(alias="weight")
    colour: Colour = Colour.RED
    height: int = 0


@pytest.mark.parametrize(
    ("value", "spelt"),
    [
        (None, "null"),
        (True, "true"),
        (5, "5"),
        (-5, "-5"),
        (0.1, "0.1"),
        (2.0, "2"),
        (Decimal("-1.50"), "-1.50"),
        ("x", '"x"'),
        (date(2026, 1, 31), '"2026-01-31"'),
        (datetime(2026, 1, 31, 8, tzinfo=UTC), '"2026-01-31T08:00:00+00:00"'),
        (timedelta(days=1, hours=12), "1d12h"),
        (timedelta(milliseconds=-1500), '"-PT1.5S"'),
        (UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
        (Colour.RED, '"red"'),
        ([1, "a", [True]], '[1, "a", [true]]'),
        ((1, 2), "[1, 2]"),
        ({"a": {"b": 1}}, "{a: {b: 1}}"),
        (Size(weight=5, colour=Colour.RED), '{weight: 5, colour: "red"}'),
    ],
)
def test_a_value_is_the_literal_that_stands_for_it(value: object, spelt: str) -> None:
    _, _, builder = _begun()
    builder.given(context={"v": value})
    assert _steps(builder) == _flow_steps(f"given context v = {spelt}")


def test_an_instance_of_the_model_gives_the_fields_that_were_set() -> None:
    _, _, builder = _begun()
    builder.when("packed", payload=Size(weight=5))
    assert _steps(builder) == _flow_steps("when packed weight = 5")


WHOLE = st.integers(-(10**30), 10**30)
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | st.text("ab\n'\"", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", min_size=1), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.text("ab", min_size=1, max_size=2), VALUES, max_size=3))
def test_every_json_value_is_a_literal_of_the_language(values: dict[str, object]) -> None:
    _, _, builder = _begun()
    builder.when("packed", payload=values)
    (step,) = _steps(builder)
    assert isinstance(step, WhenEvent)
    assert [assign.path[0].text for assign in step.payload] == list(values)


def _specification(folder: Path, added: str) -> SpecificationDecl:
    (found,) = workflow(
        folder, f'{PRELUDE}run = flow.specification("lost"){added}\n'
    ).specifications
    return found


def test_each_value_of_a_dictionary_has_its_own_place(tmp_path: Path) -> None:
    found = _specification(tmp_path, '.when(lost, payload={"a": 1, "b": [2, {"c": "x"}]})')
    (step,) = found.steps
    assert isinstance(step, WhenEvent)
    assert [(assign.path[0].span.text, assign.value.span.text) for assign in step.payload] == [
        ("a", "1"),
        ("b", '[2, {"c": "x"}]'),
    ]
    assert found.name.span.text == '"lost"'


CASES = {
    "a value that is no number": (
        '.given(context={"a": float("nan")})',
        Said("ST8116", 9, 54, 'float("nan")'),
    ),
    "a value of a kind of its own": (
        '.given(context={"a": [1, object()]})',
        Said("ST8116", 9, 58, "object()"),
    ),
    "a key that is no text": (".given(context={1: 2})", Said("ST8116", 9, 49, "1")),
    "a payload that is a list": (".when(lost, payload=[1])", Said("ST8116", 9, 53, "[1]")),
    "a word after completed": ('.then("completed now")', Said("ST8116", 9, 50, "now")),
    "a reason without quotes": ('.then("failed 3")', Said("ST8116", 9, 47, "3")),
    "nothing given": (".given()", Said("ST8113", 9, 34, "given()")),
    "an event that is unknown": ('.when("lots")', Said("ST8107", 9, 40, "lots")),
    "a state of another workflow": (
        '.fails(Workflow("b").state("s"))',
        Said("ST8102", 9, 40, 'Workflow("b").state("s")'),
    ),
    "a visit below one": (".then_in(packing, visit=0)", Said("ST8113", 9, 57, "0")),
    "a visit that is a truth": (".then_in(packing, visit=True)", Said("ST8113", 9, 57, "True")),
    "a duration of nothing": ('.passes("0s")', Said("ST8110", 9, 42, "0s")),
    "a clock that is no text": (".given(clock=3)", Said("ST8113", 9, 46, "3")),
}


@pytest.mark.parametrize(("added", "expected"), CASES.values(), ids=CASES)
def test_a_mistake_in_a_step_is_told_at_its_line_and_column(
    tmp_path: Path, added: str, expected: Said
) -> None:
    text = f'{PRELUDE}run = flow.specification("lost"){added}\n'
    assert said(only(read(tmp_path, text))) == expected


def test_a_condition_that_does_not_parse_is_told_inside_the_text(tmp_path: Path) -> None:
    text = f'{PRELUDE}flow.specification("lost").then("in packing and")\n'
    diagnostic = only(read(tmp_path, text))
    assert diagnostic.code.startswith("ST1")
    assert (diagnostic.span.first.line, diagnostic.span.first.column) == (9, 48)


def test_the_name_of_a_specification_is_a_text() -> None:
    with pytest.raises(DefinitionError, match="the name of a specification is a text"):
        Workflow("parcel").specification(3)  # type: ignore[arg-type]
