"""A call that can mean nothing raises `DefinitionError` at the line that made the mistake."""

import traceback
from pathlib import Path

import pytest

import stateous
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.handles import END, START, Event, State
from stateous.grammar.python.rules import RULES
from stateous.grammar.python.workflow import Workflow
from tests.python_spec import PRELUDE, Said, only, read, said

PAYLOAD = "from pydantic import BaseModel\n\n\nclass Size(BaseModel):\n    grams: int\n\n\n"

# Each case: what is added to the prelude from line 9 on, and what is said of it.
CASES = {
    "a state declared twice": ('flow.state("packing")', Said("ST8101", 9, 13, "packing")),
    "an event declared twice": ('flow.event(name="lost")', Said("ST8101", 9, 18, "lost")),
    "a workflow declared twice": ('again = Workflow("parcel")', Said("ST8101", 9, 19, "parcel")),
    "a state of another workflow": (
        'flow.transition(Workflow("b").state("s"), END, on=packed)',
        Said("ST8102", 9, 17, 'Workflow("b").state("s")'),
    ),
    "an event of another workflow": (
        'flow.transition(packing, END, on=Workflow("b").event("e"))',
        Said("ST8102", 9, 34, 'Workflow("b").event("e")'),
    ),
    "a target of another workflow": (
        'flow.transition(packing, Workflow("b").state("packing"), on=lost)',
        Said("ST8102", 9, 26, 'Workflow("b").state("packing")'),
    ),
    "a transition out of END": (
        "flow.transition(END, packing, on=lost)",
        Said("ST8103", 9, 17, "END"),
    ),
    "a transition out of FAIL": (
        'flow.transition(FAIL("why"), packing, on=lost)',
        Said("ST8103", 9, 17, 'FAIL("why")'),
    ),
    "a transition into START": (
        "flow.transition(packing, START, on=lost)",
        Said("ST8104", 9, 26, "START"),
    ),
    "a transition from START to START": (
        "flow.transition(START, target=START)",
        Said("ST8104", 9, 31, "START"),
    ),
    "START with an event": (
        "flow.transition(START, packing, on=lost)",
        Said("ST8105", 9, 36, "lost"),
    ),
    "a state without an event": (
        "flow.transition(packing, END)",
        Said("ST8106", 9, 1, "flow.transition(packing, END)"),
    ),
    "an unknown event": (
        'flow.transition(packing, END, on="paked")',
        Said("ST8107", 9, 35, "paked"),
    ),
    "an event of the engine declared": ('flow.event("timeout")', Said("ST8108", 9, 13, "timeout")),
    "a word of the language as a state": ('flow.state("STAY")', Said("ST8108", 9, 13, "STAY")),
    "a word of the language as a workflow": ('Workflow("END")', Said("ST8108", 9, 11, "END")),
    "a name with a space": ('flow.event("sent away")', Said("ST8109", 9, 13, "sent away")),
    "a name that ends with a hyphen": ('flow.state("sent-")', Said("ST8109", 9, 13, "sent-")),
    "a name that is no ASCII": ('flow.state("größe")', Said("ST8109", 9, 13, "größe")),
    "an empty name": ('flow.state("")', Said("ST8109", 9, 13, "")),
    "a name that is too long": (f'flow.state("{"a" * 65}")', Said("ST8109", 9, 13, "a" * 65)),
    "a field name with a hyphen": (
        'flow.state("s", writes=["a", "b-c"])',
        Said("ST8109", 9, 31, "b-c"),
    ),
    "a duration in words": (
        'flow.state("s", timeout="six hours")',
        Said("ST8110", 9, 26, "six hours"),
    ),
    "a duration of nothing": ('flow.state("s", timeout="0s")', Said("ST8110", 9, 26, "0s")),
    "a duration over ten years": (
        'flow.state("s", timeout="3651d")',
        Said("ST8110", 9, 26, "3651d"),
    ),
    "a duration with its units in no order": (
        'flow.state("s", timeout="12h1d")',
        Said("ST8110", 9, 26, "12h1d"),
    ),
    "a backoff of one wait": (
        'flow.state("s", retries=1, backoff="5s")',
        Said("ST8110", 9, 37, "5s"),
    ),
    "a backoff with a bad second wait": (
        'flow.state("s", retries=1, backoff="5s..x")',
        Said("ST8110", 9, 41, "x"),
    ),
    "a guard and otherwise": (
        'flow.transition(packing, END, on=lost, when="visit < 3", otherwise=True)',
        Said("ST8111", 9, 68, "True"),
    ),
    "retries below zero": ('flow.state("s", retries=-1)', Said("ST8112", 9, 25, "-1")),
    "retries that are a truth": ('flow.state("s", retries=True)', Said("ST8112", 9, 25, "True")),
    "retries that are a text": ('flow.state("s", retries="2")', Said("ST8112", 9, 26, "2")),
    "a backoff without retries": (
        'flow.state("s", backoff="1s..1m")',
        Said("ST8112", 9, 26, "1s..1m"),
    ),
    "a name that is a number": ("flow.state(3)", Said("ST8113", 9, 12, "3")),
    "a title that is a number": ('flow.state("s", title=3)', Said("ST8113", 9, 23, "3")),
    "a timeout that is a number": ('flow.state("s", timeout=60)', Said("ST8113", 9, 25, "60")),
    "writes that are a text": ('flow.state("s", writes="box")', Said("ST8113", 9, 25, "box")),
    "a state given by its name": (
        'flow.transition("packing", END, on=packed)',
        Said("ST8113", 9, 18, "packing"),
    ),
    "an event that is None in a list": (
        "flow.transition(packing, END, on=[lost])",
        Said("ST8113", 9, 34, "[lost]"),
    ),
    "a target that is None": (
        "flow.transition(packing, None, on=lost)",
        Said("ST8113", 9, 26, "None"),
    ),
    "otherwise that is no truth": (
        "flow.transition(packing, END, on=lost, otherwise=1)",
        Said("ST8113", 9, 50, "1"),
    ),
    "a guard that is a function": (
        "flow.transition(packing, END, on=lost, when=lambda: True)",
        Said("ST8113", 9, 45, "lambda: True"),
    ),
    "a reason that is no text": (
        "flow.transition(packing, FAIL(3), on=lost)",
        Said("ST8113", 9, 26, "FAIL(3)"),
    ),
    "a payload that is no model": (
        'flow.event("sent", payload=dict)',
        Said("ST8114", 9, 28, "dict"),
    ),
    "a context that is no model": (
        'Workflow("b", context={"repo": str})',
        Said("ST8114", 9, 23, '{"repo": str}'),
    ),
    "a decide with an event": (
        'flow.transition(flow.decide("sort"), END, on=lost)',
        Said("ST8117", 9, 46, "lost"),
    ),
    "a decide without a guard": (
        'flow.transition(flow.decide("sort"), END)',
        Said("ST8117", 9, 1, 'flow.transition(flow.decide("sort"), END)'),
    ),
    "a transition out of STAY": (
        "flow.transition(STAY, packing, on=lost)",
        Said("ST8103", 9, 17, "STAY"),
    ),
    "a refusal without a reason": (
        "flow.transition(packing, REFUSE, on=lost)",
        Said("ST8113", 9, 26, "REFUSE"),
    ),
    "an outlet that the state does not have": (
        'flow.transition(packing, END, on="approved")',
        Said("ST8107", 9, 35, "approved"),
    ),
    "a record declared twice": (
        'Record("Box", []), Record("Box", [])',
        Said("ST8101", 9, 28, "Box"),
    ),
    "a second context": (
        'flow.context("A"), flow.context("B")',
        Said("ST8101", 9, 34, "B"),
    ),
    "a second subject": (
        'flow.subject("A"), flow.subject("B")',
        Said("ST8101", 9, 34, "B"),
    ),
    "a state of a machine declared twice": (
        'm = StateMachine("M", follows="R"); m.state("a"), m.state("a")',
        Said("ST8101", 9, 60, "a"),
    ),
    "a state of a machine in a workflow": (
        'flow.transition(StateMachine("M", follows="R").state("a"), END, on=lost)',
        Said("ST8102", 9, 17, 'StateMachine("M", follows="R").state("a")'),
    ),
    "a field that is none": (
        'Record("Box", ["grams: int", "width; int"])',
        Said("ST1001", 9, 31, "width"),
    ),
    "a type with a default": (
        'flow.event("sent", payload="int = 1")',
        Said("ST1001", 9, 35, "1"),
    ),
    "an effect that is a text": (
        'flow.transition(packing, END, on=lost, effects=["set a = 1"])',
        Said("ST8113", 9, 50, "set a = 1"),
    ),
    "an effect with a guard that does not parse": (
        'flow.transition(packing, END, on=lost, effects=[Set("a", "1 +")])',
        Said("ST1001", 9, 62, ""),
    ),
    "a waiver that is a text": (
        'flow.state("s", allow=["ST5001"])',
        Said("ST8113", 9, 25, "ST5001"),
    ),
    "a timeout with waivers that is none": (
        'flow.state("s", timeout=Waived("six", Allow("ST5001", "why")))',
        Said("ST8110", 9, 33, "six"),
    ),
    "a wait for nothing": (
        'flow.wait("w")',
        Said("ST8113", 9, 1, 'flow.wait("w")'),
    ),
    "a wait for events and time": (
        'flow.wait("w", for_=lost, for_time="3d")',
        Said("ST8113", 9, 37, "3d"),
    ),
    "a time that is neither": (
        'flow.wait("w", for_time="tomorrow")',
        Said("ST8113", 9, 26, "tomorrow"),
    ),
    "a rule to join by that is none": (
        'flow.parallel("p", runs=["a"], join="most")',
        Said("ST8113", 9, 38, "most"),
    ),
    "workflows that are none": (
        'flow.parallel("p", runs=[packing])',
        Said("ST8113", 9, 26, "packing"),
    ),
    "always without an end": (
        'flow.always("in packing")',
        Said("ST8113", 9, 14, "in packing"),
    ),
    "into without a payload": (
        'flow.event("sent", into="size")',
        Said("ST8115", 9, 26, "size"),
    ),
}


@pytest.mark.parametrize(("added", "expected"), CASES.values(), ids=CASES)
def test_a_mistake_is_told_at_its_line_and_column(
    tmp_path: Path, added: str, expected: Said
) -> None:
    words = ", ".join(stateous._HOMES)
    text = PRELUDE.replace("END, FAIL, START, Workflow", words)
    assert said(only(read(tmp_path, f"{text}{added}\n"))) == expected


@pytest.mark.parametrize(
    ("added", "column", "text"),
    [
        ('flow.transition(packing, END, on=lost, when="visit <")', 53, ""),
        ('flow.transition(packing, END, on=lost, when="visit = 3")', 52, "="),
        ('flow.transition(packing, END, on=lost, when="")', 46, ""),
        ('flow.transition(START, END, when="visit < \'a")', 43, "'a"),
    ],
)
def test_a_guard_that_does_not_parse_is_told_at_its_column(
    tmp_path: Path, added: str, column: int, text: str
) -> None:
    diagnostic = only(read(tmp_path, f"{PRELUDE}{added}\n"))
    assert diagnostic.code.startswith(("ST0", "ST1"))
    first = diagnostic.span.first
    assert (first.line, diagnostic.span.text) == (9, text)
    assert first.column == column


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("Size(grams=1)", "give the class itself"),
        ("RootModel[int]", "put its value in a field of a model"),
    ],
)
def test_a_model_that_is_no_class_with_fields_is_refused(
    tmp_path: Path, model: str, message: str
) -> None:
    text = PAYLOAD + "from pydantic import RootModel\n" + PRELUDE
    diagnostic = only(read(tmp_path, text + f'flow.event("sent", payload={model})\n'))
    assert (diagnostic.code, diagnostic.help) == ("ST8114", message)


def test_an_unknown_event_is_answered_with_the_nearest_and_mended(tmp_path: Path) -> None:
    added = 'flow.transition(packing, END, on="paked")\n'
    diagnostic = only(read(tmp_path, PRELUDE + added))
    assert diagnostic.help == "did you mean `packed`?"
    assert diagnostic.fix is not None
    (edit,) = diagnostic.fix.edits
    assert (edit.span.text, edit.text) == ("paked", "packed")


def test_an_unknown_event_that_code_puts_together_is_not_mended(tmp_path: Path) -> None:
    added = 'flow.transition(packing, END, on="pak" + "ed")\n'
    diagnostic = only(read(tmp_path, PRELUDE + added))
    assert diagnostic.help == "did you mean `packed`?"
    assert diagnostic.fix is None


def test_a_second_declaration_shows_the_first(tmp_path: Path) -> None:
    diagnostic = only(read(tmp_path, PRELUDE + 'flow.state("packing")\n'))
    (label,) = diagnostic.labels
    assert (label.span.first.line, label.span.text) == (4, "packing")


def test_the_traceback_ends_at_the_authors_line_and_its_text_says_what_to_do() -> None:
    flow = Workflow("parcel")
    with pytest.raises(DefinitionError) as caught:
        flow.state("packing", timeout="six hours")
    frames = traceback.extract_tb(caught.value.__traceback__)
    own = [frame for frame in frames if frame.filename == __file__]
    assert own[-1].line == 'flow.state("packing", timeout="six hours")'
    assert str(caught.value) == (
        "`six hours` is not a duration; write a number and a unit, as in `30s`, `10m`, `6h` or "
        "`1d12h` [ST8110]"
    )
    assert caught.value.diagnostic.span.source.name == __file__
    assert isinstance(caught.value, ValueError)


def test_a_call_that_raises_declares_nothing() -> None:
    flow = Workflow("parcel")
    with pytest.raises(DefinitionError):
        flow.state("packing", timeout="six hours")
    assert flow.state("packing", timeout="6h").name == "packing"


def test_a_handle_that_no_workflow_gave_out_is_refused() -> None:
    flow = Workflow("parcel")
    packing = flow.state("packing")
    with pytest.raises(DefinitionError, match="has not declared the state `ghost`"):
        flow.transition(State("ghost", flow), END, on="error")
    with pytest.raises(DefinitionError, match="has not declared the event `ghost`"):
        flow.transition(packing, END, on=Event("ghost", flow))


def test_the_file_after_a_mistake_gives_no_half_workflow(tmp_path: Path) -> None:
    parsed = read(tmp_path, PRELUDE + 'flow.state("packing")\n')
    assert parsed.tree.workflows == ()


def test_every_rule_of_a_call_has_a_case() -> None:
    calls = {rule.code for rule in RULES if rule.code.startswith("ST81")}
    assert calls - {said.code for _, said in CASES.values()} == {"ST8116"}


def test_a_transition_of_start_may_have_a_guard() -> None:
    flow = Workflow("parcel")
    packing = flow.state("packing")
    flow.transition(START, packing, when="ctx.express == true")
    flow.transition(START, END, otherwise=True)
    assert [line.otherwise for line in flow.declaration().start] == [False, True]
