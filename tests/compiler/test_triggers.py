"""Triggers: when they fire, what they give, and what is said against them."""

import pytest

from stateous.compiler import ir
from tests.spec_text import checked

TEXT = """\
event OrderPlaced
  order: uuid
  total: decimal
  level: text
readmodel Order key order
  total: decimal = 0
  from OrderPlaced
    set total = payload.total
statemachine Lifecycle follows Order
  state Placed initial
    on OrderPlaced -> Paid
  state Paid final
workflow ship
  for Order
  context Shipment
    order: uuid?
    total: decimal?
    level: text?
    local rounds: int = 0
  trigger when OrderPlaced -> packing
  trigger when Lifecycle enters Paid -> packing
    with level = "high"
  trigger every 15m -> packing
  trigger at 08:30 on Monday in "Europe/Zurich" -> packing
  event done
  START -> packing
  state packing
    on done -> END
"""


def triggers(text: str = TEXT) -> tuple[ir.Trigger, ...]:
    compiled = checked(text)
    assert compiled.diagnostics == ()
    assert compiled.program is not None
    return compiled.program.workflows[0].triggers


def said(before: str, after: str) -> list[str]:
    """Return what is said about the text with one change, as `CODE message`."""
    assert before in TEXT
    found = checked(TEXT.replace(before, after, 1)).diagnostics
    return [f"{diagnostic.code} {diagnostic.message}" for diagnostic in found]


def test_each_occasion_is_kept() -> None:
    assert [trigger.occasion for trigger in triggers()] == [
        ir.OnFact("OrderPlaced"),
        ir.OnEntry("Lifecycle", "Paid"),
        ir.Every(900),
        ir.At(510, 0, "Europe/Zurich"),
    ]
    assert {trigger.state for trigger in triggers()} == {"packing"}


def test_a_context_is_filled_from_the_subject_and_then_from_the_payload() -> None:
    given = [[(a.path[0], a.text) for a in trigger.arguments] for trigger in triggers()]
    by_name = [("order", "subject.order"), ("total", "subject.total")]
    assert given == [
        [*by_name, ("level", "payload.level")],
        [*by_name, ("level", "'high'")],
        [],
        [],
    ]


def test_the_workflow_knows_its_subject() -> None:
    compiled = checked(TEXT)
    assert compiled.program is not None
    assert compiled.program.workflows[0].subject == "Order"


def test_the_place_of_a_trigger_is_kept() -> None:
    assert checked(TEXT).places[("trigger", "ship", 2)].text == "trigger every 15m -> packing"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("when OrderPlaced ->", "when OrderPlacd ->", "ST2019 `OrderPlacd` is not a fact"),
        ("when OrderPlaced ->", "when done ->", "ST2019 `done` is not a fact"),
        ("Lifecycle enters", "Lifecicle enters", "ST2022 `Lifecicle` is not a state machine"),
        ("enters Paid", "enters Payed", "ST2002 `Payed` is not a state of `Lifecycle`"),
        ("08:30", "24:00", "ST4209 `24:00` is no time of day"),
        ("08:30", "8:30", None),
        ("on Monday", "on Munday", "ST4209 `Munday` is not a day of the week"),
        ("on Monday", "on monday", "ST4209 `monday` is not a day of the week"),
        ("Europe/Zurich", "Europe/Zuerich", "ST4209 `Europe/Zuerich` is not a time zone"),
        (
            "15m -> packing",
            "15m -> END",
            "ST4210 a token begins in a state, so a trigger leads to one",
        ),
        ("15m -> packing", "15m -> paking", "ST2002 `paking` is not a state of `ship`"),
        ('with level = "high"', "with level = 3", "ST3117 a value of `int` is never `text`"),
        (
            'with level = "high"',
            "with rounds = 3",
            "ST4213 `rounds` cannot be given: it starts by itself",
        ),
        ('with level = "high"', "with lewel = 3", "ST2004 `lewel` is not a field of `Shipment`"),
        (
            'with level = "high"',
            "with level = ctx.level",
            "ST2014 `ctx` cannot be read in what a trigger gives on",
        ),
        ('with level = "high"', "with level = payload.level", None),
        ('with level = "high"', "with total = subject.total + 1", None),
    ],
)
def test_a_slip_is_said_once(before: str, after: str, message: str | None) -> None:
    if before == "08:30" and message is None:
        assert len(said(before, after)) == 1
        return
    assert said(before, after) == ([] if message is None else [message])


def test_a_trigger_by_the_clock_has_neither_subject_nor_payload() -> None:
    missing = "ST4212 workflow `ship` needs `total`, and nothing gives it"
    assert said("    total: decimal?", "    total: decimal") == [missing, missing]
    what = "ST2015 the clock gives no payload"
    after = "15m -> packing\n    with level = payload.level"
    assert said("15m -> packing", after) == [what]


def test_a_misspelt_day_is_mended() -> None:
    (found,) = checked(TEXT.replace("on Monday", "on monday")).diagnostics
    assert found.help == "did you mean `Monday`?"
    assert found.fix is not None
