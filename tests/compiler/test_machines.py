"""Read models and state machines: what they mean, and what is said against them."""

import pytest

from stateous.compiler import ir
from stateous.compiler.guards import Arith, Compare, Read
from stateous.compiler.types import ScalarType
from tests.spec_text import checked, codes

DECIMAL = ScalarType("decimal")
TEXT = """\
event OrderPlaced
  order: uuid
  total: decimal >= 0
event PaymentCaptured
  order: uuid
  amount: decimal > 0
event OrderDelivered
  order: uuid
command SendReceipt
  identifier number: uuid
  total: decimal
readmodel Order key order
  total: decimal = 0
  paid: decimal = 0
  note: text?
  from OrderPlaced
    set total = payload.total
  from PaymentCaptured
    set paid = paid + payload.amount
statemachine OrderLifecycle follows Order
  state Placed initial
    on PaymentCaptured when paid >= total -> Paid
  state Paid
    entering starts fulfil
    entering invokes SendReceipt
    on OrderDelivered -> Delivered
  state Delivered final
workflow fulfil
  for Order
  context Fulfilment
    order: uuid
    amount: decimal?
  event done
  START -> packing
  state packing
    on done -> END
"""


def program(text: str) -> ir.Program:
    compiled = checked(text)
    assert compiled.diagnostics == ()
    assert compiled.program is not None
    return compiled.program


def said(before: str, after: str) -> list[str]:
    """Return what is said about the text with one change, as `CODE message`."""
    assert before in TEXT
    found = checked(TEXT.replace(before, after, 1)).diagnostics
    return [f"{diagnostic.code} {diagnostic.message}" for diagnostic in found]


def test_a_read_model_has_its_key_first_with_the_type_that_its_facts_give_it() -> None:
    (model,) = program(TEXT).readmodels
    assert model.key == "order"
    assert [field.name for field in model.record.fields] == ["order", "total", "paid", "note"]
    assert model.record.fields[0].slot.type == ScalarType("uuid")


def test_a_fold_reads_the_fields_of_its_model_bare_and_the_payload() -> None:
    (model,) = program(TEXT).readmodels
    paid = Read("model", ("paid",), DECIMAL, False)
    amount = Read("payload", ("amount",), ScalarType("decimal", above="0"), False)
    assert model.folds[1] == ir.Fold(
        "PaymentCaptured",
        (ir.Set(("paid",), Arith("+", paid, amount, DECIMAL), "paid + payload.amount"),),
    )


def test_a_machine_keeps_its_states_and_transitions() -> None:
    (machine,) = program(TEXT).machines
    assert [(s.name, s.initial, s.final) for s in machine.states] == [
        ("Placed", True, False),
        ("Paid", False, False),
        ("Delivered", False, True),
    ]
    first = machine.transitions[0]
    paid, total = (Read("model", (name,), DECIMAL, False) for name in ("paid", "total"))
    assert (first.source, first.event, first.target) == ("Placed", "PaymentCaptured", "Paid")
    assert first.guard == Compare("<=", total, paid)
    assert not machine.machine_wide


def test_the_other_lookup_is_kept() -> None:
    text = TEXT.replace("  state Placed initial", "  lookup machine-wide\n  state Placed initial")
    assert program(text).machines[0].machine_wide


def test_an_entry_effect_takes_fields_by_name_from_the_model_and_then_the_fact() -> None:
    starts, invokes = program(TEXT).machines[0].states[1].entering
    assert [(a.path, a.text) for a in starts.arguments] == [
        (("order",), "subject.order"),
        (("amount",), "payload.amount"),
    ]
    assert [(a.path, a.text) for a in invokes.arguments] == [
        (("number",), "subject.order"),
        (("total",), "subject.total"),
    ]


def test_what_only_some_of_the_facts_that_lead_to_a_state_have_is_not_taken() -> None:
    text = TEXT.replace("-> Paid\n", "-> Paid\n    on OrderDelivered -> Paid\n", 1)
    starts, _ = program(text).machines[0].states[1].entering
    assert [a.path for a in starts.arguments] == [("order",)]


def test_places_of_a_machine_are_kept() -> None:
    places = checked(TEXT).places
    assert places[("machine guard", "OrderLifecycle", 0)].text == "paid >= total"
    assert places[("entering", "OrderLifecycle", "Paid", 1)].text == "entering invokes SendReceipt"
    assert places[("fold", "Order", 1)].text.startswith("from PaymentCaptured")
    assert places[("command", "SendReceipt")].text == "SendReceipt"
    assert places[("fact", "OrderPlaced")].text == "OrderPlaced"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("follows Order", "follows Oder", "ST2021 `Oder` is not a read model"),
        (
            "follows Order",
            "follows OrderPlaced",
            "ST2021 `OrderPlaced` is not a read model, but a fact",
        ),
        ("when paid >= total", "when payed >= total", "ST2006 `payed` is not known here"),
        ("when paid >= total", "when paid >= 'x'", "ST3104 this text is not a `decimal`"),
        (
            "when paid >= total",
            "when paid >= payload.amount",
            "ST2014 `payload` cannot be read in a state machine",
        ),
        (
            "when paid >= total",
            "when ctx.paid >= total",
            "ST2014 `ctx` cannot be read in a state machine",
        ),
        (
            "when paid >= total",
            "when count(OrderPlaced) > 1",
            "ST2014 `count` cannot be read in a state machine",
        ),
        ("-> Paid", "-> Payed", "ST2002 `Payed` is not a state of `OrderLifecycle`"),
        ("-> Paid", "-> END", "ST4206 a line of a state machine leads to one of its states"),
        ("on OrderDelivered", "on OrderDeliverd", "ST2019 `OrderDeliverd` is not a fact"),
        ("Placed initial", "Placed", "ST4204 state machine `OrderLifecycle` has no initial state"),
        (
            "state Paid\n",
            "state Paid initial\n",
            "ST4204 state machine `OrderLifecycle` has a second initial state",
        ),
        (
            "state Paid\n",
            "state Paid final\n",
            "ST4205 `Paid` is final, so this line is never taken",
        ),
        ("starts fulfil", "starts fulfill", "ST2023 `fulfill` is not a workflow"),
        ("invokes SendReceipt", "invokes SendReciept", "ST2018 `SendReciept` is not a command"),
        (
            "  identifier number: uuid\n",
            "  identifier number: uuid\n  by: text\n",
            "ST4212 command `SendReceipt` needs `by`, and nothing gives it",
        ),
        (
            "  identifier number: uuid\n",
            "  identifier number: int\n",
            "ST4211 `number` of command `SendReceipt` is `int`, and `subject.order` is `uuid`",
        ),
        (
            "    amount: decimal?\n",
            "    amount: text?\n",
            "ST4211 `amount` of workflow `fulfil` is `text`, and `payload.amount` is `decimal`",
        ),
        ("  paid: decimal = 0\n", "  paid: decimal\n", "ST4202 `paid` starts without a value"),
        (
            "  note: text?\n",
            "  order: uuid?\n",
            "ST4203 `order` is the key, which is a field by itself",
        ),
        (
            "  amount: decimal > 0",
            "  amount: decimal > 0\n  paid: int",
            None,
        ),
        ("set total = payload.total", "set totl = 1", "ST2004 `totl` is not a field of `Order`"),
        (
            "set total = payload.total",
            "set order = payload.order",
            "ST4203 `order` is the key, which facts alone give",
        ),
        (
            "set total = payload.total",
            "set total = note",
            "ST3117 a value of `text` is never `decimal`",
        ),
        ("set total = payload.total", "set total = null", "ST3117 `null` is never `decimal`"),
        ("set total = payload.total", "set note = null", None),
        ("set total = payload.total", "set total = paid * payload.total", None),
        ("from OrderPlaced", "from OrderPlacd", "ST2019 `OrderPlacd` is not a fact"),
        ("from PaymentCaptured", "from OrderPlaced", None),
        ("for Order\n", "for fulfil\n", "ST2021 `fulfil` is not a read model, but a workflow"),
    ],
)
def test_a_slip_is_said_once(before: str, after: str, message: str | None) -> None:
    if before == "from PaymentCaptured":
        assert said(before, after)[0] == "ST2010 `from OrderPlaced` stands twice"
        return
    assert said(before, after) == ([] if message is None else [message])


def test_every_fact_of_a_model_and_of_its_machine_carries_the_key() -> None:
    text = TEXT.replace("event OrderDelivered\n  order: uuid\n", "event OrderDelivered\n  n: int\n")
    assert codes(text) == ["ST4201"]
    text = TEXT.replace(
        "event OrderDelivered\n  order: uuid\n", "event OrderDelivered\n  order: uuid?\n"
    )
    assert codes(text) == ["ST4201"]


def test_the_key_has_one_type() -> None:
    text = TEXT.replace("  order: uuid\n  amount", "  order: text\n  amount")
    assert codes(text) == ["ST4203"]


def test_a_workflow_is_not_started_twice_by_one_entry() -> None:
    trigger = "  trigger when OrderLifecycle enters Paid -> packing\n"
    assert codes(TEXT.replace("  event done\n", f"  event done\n{trigger}")) == ["ST4208"]


def test_a_workflow_that_only_triggers_start_is_started_by_nothing_else() -> None:
    trigger = "  trigger when OrderPlaced -> packing\n"
    text = TEXT.replace("  START -> packing\n", trigger)
    assert codes(text) == ["ST4207"]


def test_a_field_of_the_model_that_is_also_a_member_of_the_enum_opposite_is_ambiguous() -> None:
    text = TEXT.replace("  note: text?\n", "  low: Level?\n  level: Level = high\n").replace(
        "when paid >= total", "when level == low"
    )
    assert codes("enum Level\n  low\n  high\n" + text) == ["ST2013"]
