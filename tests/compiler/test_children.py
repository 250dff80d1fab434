"""What a join asks of its branches, what `gather` keeps, and what children are given."""

import pytest

from stateous.compiler import ir
from stateous.compiler.guards import BranchCount, BranchFirst, BranchTest, Compare, Const, Read
from stateous.compiler.types import EnumType, ListType, ScalarType, Slot
from tests.spec_text import checked, codes

INT = ScalarType("int")
TEXT = """\
type Item
  sku: text
  price: decimal
workflow rate
  context Rating
    title: text
    score: int?
    local rounds: int = 0
  event done
  START -> rating
  state rating
    on done when ctx.score > 3 -> END as "good"
    on done otherwise -> END as "bad"
workflow check-it
  context Check
    title: text
    sku: text?
    score: text?
  event done
  START -> checking
  state checking
    on done -> END
workflow review
  context Review
    title: text
    items: list of Item
    local best: int?
  START -> both
  parallel both runs rate, check-it
    passing title
    gather scores = payload.rounds
    on joined when {guard} -> each
      set best = {value}
    on joined otherwise -> FAIL
  foreach each over ctx.items as item runs check-it
    with title = item.sku
    key item.sku
    gather titles = payload.title
    on joined -> END
"""


def text(guard: str = "true == true", value: str = "1") -> str:
    return TEXT.replace("{guard}", guard).replace("{value}", value)


def review(source: str) -> ir.Workflow:
    compiled = checked(source)
    assert compiled.diagnostics == ()
    assert compiled.program is not None
    return compiled.program.workflows[2]


def first(messages: str) -> list[str]:
    return [f"{d.code} {d.message}" for d in checked(messages).diagnostics]


def guard(condition: str) -> object:
    workflow = review(text(condition))
    return next(t.guard for t in workflow.transitions if t.event == "joined")


STATUS = Read("branch", ("status",), EnumType(("completed", "failed", "cancelled")), False)


def test_branches_are_asked_by_their_words() -> None:
    completed = Const("completed", STATUS.type)
    condition = Compare("==", STATUS, completed)
    assert guard("branches.any(status == completed)") == BranchTest("any", condition)
    assert guard('branches.all(status == "completed")') == BranchTest("all", condition)
    assert guard("branches.count(status == completed) > 1") == Compare(
        "<", Const(1, INT), BranchCount(condition)
    )


@pytest.mark.parametrize(
    "condition",
    [
        'branches.any(outcome == "good")',
        'branches.any(outcome is null and workflow == "check-it")',
        "branches.any(workflow == rate)",
        "branches.all(payload.title == ctx.title)",
        "branches.any(payload.rounds > 2 and not status == failed)",
        'branches.any(startswith(token, "x"))',
        'branches.any(key == "x")',
    ],
)
def test_a_condition_over_branches_may_ask(condition: str) -> None:
    assert first(text(condition)) == []


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (
            "branches.any(status == complete)",
            "ST2005 `complete` is not in `one of completed, failed, cancelled`",
        ),
        ('branches.any(outcome == "god")', "ST2005 `god` is not in `one of bad, good`"),
        ('branches.any(workflow == "rat")', "ST2005 `rat` is not in `one of rate, check-it`"),
        ("branches.any(payload.scroe > 1)", "ST2004 `scroe` is not a field of `payload`"),
        (
            "branches.any(attempt > 1)",
            "ST2014 `attempt` cannot be read in a condition over branches",
        ),
        ("branches.any(branches.any(status == failed))", "ST2014 `branches` cannot be read here"),
        ("branches.count(status == failed)", "ST3103 a value of `int` is no condition"),
        (
            "branches.first(status == failed) == 1",
            "ST3116 `branches.first` may be read on the right of a `set` only",
        ),
        ("branches.any(status == failed).payload.x", "ST3116 `branches.any(…)` has no fields"),
        ("payload.x == 1", "ST2015 `joined` has no payload"),
        ("status == failed", "ST2006 `status` is not known here"),
    ],
)
def test_a_slip_over_branches_is_said_once(condition: str, message: str) -> None:
    assert first(text(condition)) == [message]


def test_a_set_reads_the_first_branch() -> None:
    workflow = review(text(value="branches.first(status == completed).payload.rounds"))
    effects = next(t.effects for t in workflow.transitions if t.effects)
    assert isinstance(effects[0], ir.Set)
    found = effects[0].value
    assert isinstance(found, BranchFirst)
    assert (found.path, found.type) == (("payload", "rounds"), INT)


def test_a_field_that_children_have_with_two_kinds_is_json() -> None:
    condition = "branches.any(payload.score == 1 or payload.score == 'x')"
    assert first(text(condition)) == []


def test_gather_declares_a_nullable_list_of_nullable_items() -> None:
    context = review(text()).context
    assert context is not None
    scores, titles = context.fields[-2:]
    assert (scores.name, titles.name) == ("scores", "titles")
    assert scores.slot == Slot(ListType(Slot(INT, nullable=True)), nullable=True)
    assert scores.role == "into"


def test_what_is_gathered_may_not_be_declared_too() -> None:
    assert codes(text().replace("gather scores", "gather title")) == ["ST3014"]


def test_children_get_what_is_passed_mapped_and_in_their_item() -> None:
    workflow = review(text())
    both = workflow.state_by_name["both"].kind
    each = workflow.state_by_name["each"].kind
    assert isinstance(both, ir.Parallel)
    assert isinstance(each, ir.Foreach)
    given = [[a.text for a in child.arguments] for child in (*both.children, each.child)]
    assert given == [["ctx.title"], ["ctx.title"], ["item.sku", "item.sku"]]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("passing title", "passing title, items", "ST4214 no child has a field `items` to take"),
        ("passing title", "passing titel", "ST2004 `titel` is not a field of `Review`"),
        (
            "passing title",
            "passing title\n    with rat.score = 1",
            "ST2023 `rat` is not a child that runs here",
        ),
        (
            "passing title",
            "passing title\n    with rate.scor = 1",
            "ST2004 `scor` is not a field of `Rating`",
        ),
        (
            "passing title",
            "passing title\n    with rate.score = ctx.title",
            "ST3117 a value of `text` is never `int`",
        ),
        (
            "passing title",
            "passing title\n    with rate.rounds = 1",
            "ST4213 `rounds` cannot be given: it starts by itself",
        ),
        (
            "passing title",
            "passing title\n    with rate = 1",
            "ST2004 `rate` is a child, and no field of it",
        ),
        ("over ctx.items", "over ctx.title", "ST3113 `text` is not a list"),
        ("runs rate, check-it", "runs rate, check-out", "ST2023 `check-out` is not a workflow"),
        ("title = item.sku", "title = item.price", "ST3117 a value of `decimal` is never `text`"),
    ],
)
def test_a_slip_in_what_children_get_is_said(before: str, after: str, message: str) -> None:
    assert before in text()
    assert first(text().replace(before, after, 1)) == [message]


def test_each_child_says_what_it_lacks() -> None:
    assert first(text().replace("    passing title\n", "", 1)) == [
        "ST4212 workflow `rate` needs `title`, and nothing gives it",
        "ST4212 workflow `check-it` needs `title`, and nothing gives it",
    ]
