"""What each place may read, and the values that effects give."""

import pytest

from stateous.compiler import ir
from stateous.compiler.guards import Arith, Count, Read
from stateous.compiler.types import ScalarType
from tests.spec_text import checked

TEXT = """\
event OrderPlaced
  order: uuid
  total: decimal = 0
event Withdrawn
  order: uuid
command Capture
  identifier number: uuid
  amount: decimal
  note: text?
role Manager
readmodel Order key order
  total: decimal = 0
  open: bool = true
  from OrderPlaced
    set total = payload.total
workflow pay
  for Order
  context Payment
    amount: decimal
    limit: int?
    tags: list of text = []
    nested: list of list of list of list of int = []
    local rounds: int = 0
    at: datetime?
  event done
  START when {start} -> choosing
  START otherwise -> choosing
  decide choosing
    when {decide} -> paying
    otherwise -> asking
  action paying invokes Capture
    with note = {with}
    on next when {event} -> waiting
      set {set}
    on next otherwise -> END as "paid"
    on refused -> FAIL
    on failed -> FAIL
  wait waiting for Withdrawn
    until 3d
    on Withdrawn -> END as "withdrawn"
    on expired -> asking
  approval asking by Manager
    on approved -> END
    on rejected -> FAIL
  never odd: {property}
"""
PLAIN = {
    "start": "ctx.amount > 1",
    "decide": "ctx.amount > 1",
    "with": '"x"',
    "event": "ctx.amount > 1",
    "set": "rounds = 1",
    "property": "ctx.amount < 0",
}


def text(**places: str) -> str:
    found = TEXT
    for place, written in {**PLAIN, **places}.items():
        found = found.replace("{" + place + "}", written)
    return found


def said(source: str) -> list[str]:
    return [f"{found.code} {found.message}" for found in checked(source).diagnostics]


def pay(source: str) -> ir.Workflow:
    compiled = checked(source)
    assert compiled.diagnostics == ()
    assert compiled.program is not None
    return compiled.program.workflows[0]


@pytest.mark.parametrize(
    ("place", "condition"),
    [
        ("start", "now > '2026-01-01T00:00:00Z'"),
        ("decide", "subject.total >= ctx.amount and count(paying.refused) < 2"),
        ("decide", "subject.open and count(Withdrawn) == 0 and count(waiting.expired) < 1"),
        (
            "event",
            "subject.total > 1 and visit < 3 and attempt < 2 and count(asking.rejected) == 0",
        ),
        ("event", "count(waiting.Withdrawn) + count(done) + count(error) < 3"),
        ("property", 'END as "paid" and visited(paying) or ended or in asking or FAIL'),
        ("property", "count(waiting.expired) > 3"),
        ("with", "subject.total"),
    ],
)
def test_a_place_may_read(place: str, condition: str) -> None:
    if place == "with":
        source = text().replace('with note = "x"', f"with amount = {condition}")
    else:
        source = text(**{place: condition})
    assert said(source) == []


@pytest.mark.parametrize(
    ("place", "condition", "message"),
    [
        ("start", "subject.total > 1", "ST2014 `subject` cannot be read in a START line"),
        ("start", "count(done) > 1", "ST2014 `count` cannot be read in a START line"),
        ("decide", "visit > 1", "ST2014 `visit` cannot be read in a line of a `decide`"),
        ("decide", "payload.x == 1", "ST2014 `payload` cannot be read in a line of a `decide`"),
        ("decide", "subject.totl > 1", "ST2004 `totl` is not a field of `Order`"),
        ("event", "payload.x == 1", "ST2015 `next` has no payload"),
        ("event", "branches.any(status == failed)", "ST2014 `branches` cannot be read here"),
        ("event", "count(paying.nxt) > 1", "ST2008 `nxt` is not an outlet of `paying`"),
        ("event", "count(OrderPlaced) > 1", "ST2001 `OrderPlaced` is not an event of `pay`"),
        ("event", "count(choosing.x) > 1", "ST2008 `choosing` has no outlet `x`"),
        ("property", "now > ctx.at", "ST2014 `now` cannot be read in a property"),
        ("property", "subject.open", "ST2014 `subject` cannot be read in a property"),
        ("property", 'END as "payed"', "ST2024 `payed` is not an outcome of `pay`"),
        ("with", "payload.x", "ST2014 `payload` cannot be read in what a state gives on"),
        ("with", "ctx.amount", "ST3117 a value of `decimal` is never `text`"),
        ("with", "ctx.amount > 1", "ST3114 a condition is not a value here"),
    ],
)
def test_a_place_may_not_read(place: str, condition: str, message: str) -> None:
    assert said(text(**{place: condition})) == [message]


@pytest.mark.parametrize(
    ("assignment", "messages"),
    [
        ("rounds = ctx.rounds + count(done)", []),
        ("rounds = ctx.limit * ctx.rounds", []),
        ("rounds = ctx.limit", []),
        ("limit = null", []),
        ("at = now + 3d", []),
        ('at = "2026-01-01T00:00:00Z"', []),
        ('tags = ["a", "b"]', []),
        ("amount = ctx.rounds", []),
        ("rounds = ctx.amount", []),
        ('at = "tomorrow"', ["ST3104 this text is not a `datetime`"]),
        ("rounds = null", ["ST3117 `null` is never `int`"]),
        ('rounds = "1"', ["ST3117 a value of `text` is never `int`"]),
        ("tags = [1]", ["ST3101 cannot compare `text` with `int`"]),
        (
            "tags = ctx.nested",
            ["ST3117 a value of `list of list of list of list of int` is never `list of text`"],
        ),
        ("rounds = {a: 1}", None),
    ],
)
def test_a_set_gives_a_value_of_the_kind_of_its_field(
    assignment: str, messages: list[str] | None
) -> None:
    found = said(text(set=assignment))
    assert len(found) == 1 if messages is None else found == messages


def test_a_guard_may_not_multiply_two_values() -> None:
    assert said(text(event="ctx.rounds * ctx.limit > 1"))[0].startswith("ST3107")


def test_what_is_read_is_kept() -> None:
    workflow = pay(text(event="subject.open", set="rounds = ctx.rounds * count(paying.next)"))
    line = next(t for t in workflow.transitions if t.effects)
    (effect,) = line.effects
    assert isinstance(effect, ir.Set)
    whole = ScalarType("int")
    rounds = Read("ctx", ("rounds",), whole, False)
    assert effect.value == Arith("*", rounds, Count("next", "paying"), whole)


def test_a_command_takes_the_key_of_the_subject_and_fields_by_name() -> None:
    kind = pay(text()).state_by_name["paying"].kind
    assert isinstance(kind, ir.Action)
    assert [(a.path[0], a.text) for a in kind.arguments] == [
        ("number", "subject.order"),
        ("amount", "ctx.amount"),
        ("note", "'x'"),
    ]


def test_without_a_subject_its_key_must_be_given() -> None:
    source = text().replace("  for Order\n", "")
    assert said(source) == ["ST4212 command `Capture` needs `number`, and nothing gives it"]


def test_quantifiers_nest_three_deep() -> None:
    three = "any(a in ctx.nested: any(b in a: any(c in b: {})))"
    assert said(text(event=three.format("len(c) > 1"))) == []
    found = said(text(event=three.format("any(d in c: d > 1)")))
    assert found == ["ST3115 `any` stands inside 3 others"]


def test_a_misspelt_name_is_said_once_however_often_it_is_used() -> None:
    source = text(event="ctx.amuont > 1 and ctx.amuont < 5", decide="ctx.amuont > 1")
    (found,) = checked(source).diagnostics
    assert found.notes == ("the same stands 2 more times in this file",)


def test_an_event_does_not_hide_a_fact() -> None:
    source = text().replace("  event done\n", "  event done\n  event Withdrawn\n")
    assert said(source) == ["ST2012 event `Withdrawn` hides the fact of that name"]


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("role Order\n", "ST2010 `Order` is declared twice, as a read model and as a role"),
        (
            "command Manager\n  x: int\n",
            "ST2010 `Manager` is declared twice, as a role and as a command",
        ),
        ("event Withdrawn\n  order: uuid\n", "ST2010 fact `Withdrawn` is declared twice"),
    ],
)
def test_declarations_share_one_space_of_names(extra: str, message: str) -> None:
    assert said(text() + extra) == [message]
