"""States of every kind, as the IR has them."""

from collections.abc import Sequence

import pytest

from stateous.compiler import guards, ir
from stateous.compiler.types import ScalarType
from tests.spec_text import checked

HEAD = """\
role Manager
event Paid
  amount: int
command Pay
  amount: int
  note: text?
type Part
  sku: text
workflow child
  context Item
    sku: text?
    result: int?
  event done
  START -> working
  state working
    on done -> END as "good"
    on error -> FAIL
workflow main
  context Main
    amount: int = 1
    pause: duration = 1h
    due: datetime?
    parts: list of Part
    rounds: int = 0
    local seen: bool = false
  event done
  event remind
  START -> s
  {head}
"""
TIME = guards.Read("ctx", ("pause",), ScalarType("duration"), False)
DUE = guards.Read("ctx", ("due",), ScalarType("datetime"), True)


def main(head: str, *lines: str, before: str = "") -> ir.Workflow:
    text = HEAD.format(head=before + head) + "".join(f"    {line}\n" for line in lines)
    compiled = checked(text)
    assert compiled.diagnostics == ()
    assert compiled.program is not None
    return compiled.program.workflows[-1]


def state(head: str, *lines: str) -> ir.State:
    return main(head, *lines).states[0]


NEXT = ("on next -> END", "on refused -> END", "on failed -> END")
ANSWERED = ("on approved -> END", "on rejected -> END")


@pytest.mark.parametrize(
    ("head", "lines", "kind"),
    [
        ("state s", ["on done -> END"], ir.Task()),
        ("decide s", ["otherwise -> END"], ir.Decide()),
        ("decide s first", ["otherwise -> END"], ir.Decide(first=True)),
        ("wait s for 3d", ["on elapsed -> END"], ir.WaitForTime(259_200)),
        ("wait s for ctx.pause", ["on elapsed -> END"], ir.WaitForTime(TIME)),
        ("wait s for done", ["on done -> END"], ir.WaitForEvents(("done",))),
        (
            "wait s for Paid, done",
            ["until ctx.due", "on Paid -> END", "on done -> END", "on expired -> END"],
            ir.WaitForEvents(("Paid", "done"), DUE),
        ),
        ("approval s by Manager", ANSWERED, ir.Approval("Manager")),
        (
            "approval s by Manager",
            ["expires after 2d", *ANSWERED, "on expired -> END"],
            ir.Approval("Manager", 172_800),
        ),
    ],
)
def test_a_state_has_its_kind(head: str, lines: Sequence[str], kind: ir.Kind) -> None:
    assert state(head, *lines).kind == kind


def test_an_action_takes_each_field_of_its_command() -> None:
    found = state("action s invokes Pay", "attempts 3", "timeout 1h", 'with note = "x"', *NEXT)
    assert isinstance(found.kind, ir.Action)
    assert (found.kind.command, found.kind.attempts, found.timeout) == ("Pay", 3, 3600)
    assert {a.path: a.text for a in found.kind.arguments} == {
        ("note",): "'x'",
        ("amount",): "ctx.amount",
    }


def test_a_foreach_has_its_children_key_and_join() -> None:
    found = main(
        "foreach s over ctx.parts as part runs child",
        "join at least 2",
        "key part.sku",
        "at most 3 at once",
        "gather results = payload.result",
        "on completed -> END",
        "on partial -> FAIL",
    )
    kind = found.states[0].kind
    assert isinstance(kind, ir.Foreach)
    assert (kind.variable, kind.child.workflow, kind.at_once) == ("part", "child", 3)
    assert kind.join == ir.Join("at least", 2)
    assert kind.key == guards.Read("variable", ("sku",), ScalarType("text"), False, "part")
    assert [argument.path for argument in kind.child.arguments] == [("sku",)]
    assert [gather.field for gather in kind.gathers] == ["results"]
    assert found.context is not None
    assert found.context.fields[-1].name == "results"


def test_timers_and_promises_are_about_declared_events() -> None:
    found = state(
        "state s",
        "after 2h remind",
        "ensures ctx.rounds >= 0",
        "ensures on done: visit > 0",
        "writes seen",
        "on done -> END",
        "on remind -> STAY",
    )
    assert found.after == (ir.Timer(7200, "remind", {}),)
    assert [promise.event for promise in found.ensures] == [None, "done"]
    assert found.writes == ("seen",)


def test_lines_follow_each_other_with_those_of_anywhere_behind_each_states_own() -> None:
    found = main(
        "state s",
        "on done first when visit > 2 -> t",
        "on done -> STAY",
        before='anywhere except u\n    on remind -> END as "reminded"\n'
        "    on error -> FAIL\n  state u\n    on done -> END\n"
        "  approval t by Manager\n    on approved -> s\n    on rejected -> u\n  ",
    )
    assert [(t.source, t.event, t.outlet, t.first, t.anywhere) for t in found.transitions] == [
        (ir.START, None, False, False, False),
        ("u", "done", False, False, False),
        ("t", "approved", True, False, False),
        ("t", "rejected", True, False, False),
        ("t", "remind", False, False, True),
        ("s", "done", False, True, False),
        ("s", "done", False, True, False),
        ("s", "remind", False, False, True),
        ("s", "error", True, False, True),
    ]
    assert found.transitions[4].target == ir.Complete(label="reminded")
    assert found.transitions[6].target == ir.Stay()


def test_effects_keep_their_order_and_their_canonical_text() -> None:
    found = main(
        "state s",
        "on done -> END",
        "  set rounds = ctx.rounds * ctx.rounds",
        "  emit Paid amount = ctx.rounds",
        '  call "billing.rules:total"',
    )
    one, two, three = found.transitions[1].effects
    assert isinstance(one, ir.Set)
    assert (one.path, one.text) == (("rounds",), "ctx['rounds'] * ctx['rounds']")
    assert isinstance(two, ir.Emit)
    assert [argument.path for argument in two.arguments] == [("amount",)]
    assert three == ir.CallOut("billing.rules:total")


def test_a_deadline_and_properties_are_kept() -> None:
    found = main(
        "state s",
        "on done -> END",
        before='deadline 30d -> FAIL "late"\n  invariant few: ctx.rounds < 9\n'
        "  always in s leads to ended\n  ",
    )
    assert found.deadline == ir.Deadline(2_592_000, ir.Fail("late"))
    few, leads = found.properties
    assert (few.kind, few.name, few.text) == ("invariant", "few", "ctx['rounds'] < 9")
    assert (leads.first, leads.second) == (guards.InState(("s",)), guards.Ended("ended"))


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["on done first when visit > 2 -> END", "on done when visit > 1 -> s"], []),
        (["on done first when visit > 2 -> END", "on done -> s"], []),
        (["on done first -> END", "on done otherwise -> s"], ["ST4006"]),
        (["on done -> REFUSE 'no'"], []),
        (["on done -> STAY"], []),
    ],
)
def test_an_ordered_group_may_hold_lines_that_always_hold(
    lines: Sequence[str], found: Sequence[str]
) -> None:
    text = HEAD.format(head="state s") + "".join(f"    {line}\n" for line in lines)
    assert [diagnostic.code for diagnostic in checked(text).diagnostics] == found
