"""What a file declares besides types and workflows, and how workflows are started and ended."""

import pytest

from stateous.grammar.syntax import (
    At,
    DurationLiteral,
    Every,
    InState,
    Name,
    Occasion,
    OnEntry,
    OnFact,
)
from tests.flow_text import read, report, sound, workflow

NO_PLACE = sound("").tree.span


def _name(text: str) -> Name:
    return Name(text, span=NO_PLACE)


def test_a_file_uses_others_and_declares_commands_facts_and_roles() -> None:
    tree = sound(
        'use "other.flow"\n'
        'command Ship "Ships"\n  identifier order: uuid\n'
        'event OrderPlaced "An order"\n  order: uuid\nevent tick-tock\n'
        'role Manager "M"\nrole Clerk\n'
    ).tree
    assert [use.path.value for use in tree.uses] == ["other.flow"]
    (command,) = tree.commands
    assert (command.name.text, command.title) == ("Ship", "Ships")
    assert command.fields[0].identifier
    assert [(fact.name.text, len(fact.fields)) for fact in tree.facts] == [
        ("OrderPlaced", 1),
        ("tick-tock", 0),
    ]
    assert [(role.name.text, role.title) for role in tree.roles] == [
        ("Manager", "M"),
        ("Clerk", None),
    ]


def test_a_read_model_has_fields_and_folds() -> None:
    (model,) = sound(
        'readmodel Order "O" key order\n  total: decimal = 0\n  from: text?\n'
        "  from OrderPlaced\n    set total = total + payload.total\n    set from = payload.shop\n"
    ).tree.readmodels
    assert (model.name.text, model.title, model.key.text) == ("Order", "O", "order")
    assert [field.name.text for field in model.fields] == ["total", "from"]
    (fold,) = model.folds
    assert fold.event.text == "OrderPlaced"
    assert [update.path[0].text for update in fold.sets] == ["total", "from"]


def test_a_state_machine_follows_a_read_model() -> None:
    (machine,) = sound(
        'statemachine Life "L" follows Order\n  lookup machine-wide\n'
        '  state Placed "P" initial\n    on Paid when paid >= total -> Done\n'
        "  state Done final\n    entering starts ful-fil\n      with a = order\n"
        '    entering invokes Send\n  specification "s"\n    given fact Paid\n    then Life in Done\n'
    ).tree.machines
    assert (machine.name.text, machine.title, machine.follows.text) == ("Life", "L", "Order")
    assert machine.lookup is not None
    placed, done = machine.states
    assert (placed.title, placed.initial, placed.final) == ("P", True, False)
    assert (done.title, done.initial, done.final) == (None, False, True)
    assert len(placed.lines) == 1 and done.lines == ()
    assert [(entry.effect, entry.name.text, len(entry.mappings)) for entry in done.entering] == [
        ("starts", "ful-fil", 1),
        ("invokes", "Send", 0),
    ]
    assert len(machine.specifications) == 1


def test_a_specification_may_stand_at_the_top() -> None:
    (found,) = sound('specification "s"\n  given fact Paid\n').tree.specifications
    assert found.name.value == "s"


@pytest.mark.parametrize(
    ("text", "occasion"),
    [
        ("when Paid", OnFact(_name("Paid"))),
        ("when Life enters Done", OnEntry(_name("Life"), _name("Done"))),
        ("every 15m", Every(DurationLiteral(900, span=NO_PLACE))),
        ("at 08:00", At(_name("08:00"))),
        ("at 23:59 on Monday", At(_name("23:59"), _name("Monday"))),
        ("at 08:00 in 'Europe/Zurich'", At(_name("08:00"), None, _name("Europe/Zurich"))),
        (
            'at 08:00 on Monday in "Europe/Zurich"',
            At(_name("08:00"), _name("Monday"), _name("Europe/Zurich")),
        ),
    ],
)
def test_triggers_start_tokens(text: str, occasion: Occasion) -> None:
    (trigger,) = workflow(f"trigger {text} -> a", "  with b = payload.c").triggers
    assert trigger.occasion == occasion
    assert len(trigger.mappings) == 1


def test_a_workflow_has_a_subject_and_a_deadline() -> None:
    flow = workflow("for Order", "deadline 30d -> FAIL 'late'", "  set a = 1")
    assert flow.subject is not None and flow.subject.readmodel.text == "Order"
    (deadline,) = flow.deadlines
    assert deadline.duration.seconds == 30 * 86_400
    assert len(deadline.effects) == 1


@pytest.mark.parametrize(
    ("text", "kind", "name", "halves"),
    [
        ("invariant few: count(e) <= 3", "invariant", "few", 1),
        ("never bad: in [a, b]", "never", "bad", 1),
        ("always in a leads to ended", "leads to", None, 2),
        ("always any: in a leads to in b", "leads to", "any", 2),
        ("always ctx.a until visited(b)", "until", None, 2),
        ("eventually END", "eventually", None, 1),
        ("eventually until: FAIL", "eventually", "until", 1),
    ],
)
def test_properties_ask_about_every_run(
    text: str, kind: str, name: str | None, halves: int
) -> None:
    (found,) = workflow(text).properties
    assert (found.kind, found.name and found.name.text) == (kind, name)
    assert (found.second is not None) == (halves == 2)


def test_properties_keep_the_order_in_which_they_stand() -> None:
    flow = workflow("never b: in a", "invariant a: ended", "eventually in a")
    assert [found.kind for found in flow.properties] == ["never", "invariant", "eventually"]
    assert isinstance(flow.properties[2].first, InState)


def test_states_of_machines_and_of_workflows_have_their_own_clauses() -> None:
    (line,) = report(read("statemachine M follows R\n  state A\n    writes a\n"))
    assert " ST1002 " in line
    (line,) = report(read("workflow w\n  state a\n    entering starts w\n"))
    assert " ST1002 " in line
