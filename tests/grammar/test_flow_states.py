"""States of every kind, their clauses, and what stands below a transition."""

import pytest

from stateous.grammar.syntax import (
    ActionKind,
    ApprovalKind,
    Branches,
    CallEffect,
    DecideKind,
    DurationLiteral,
    EmitEffect,
    Ended,
    ForeachKind,
    Member,
    Name,
    NameExpr,
    OnLine,
    ParallelKind,
    SetEffect,
    StateDecl,
    Target,
    TaskKind,
    ToEnd,
    ToRefuse,
    ToStay,
    WaitForEvents,
    WaitForTime,
)
from tests.flow_text import mended, on_line, read, report, sound, state, workflow

NO_PLACE = sound("").tree.span
DAY = DurationLiteral(86_400, span=NO_PLACE)


def _name(text: str) -> Name:
    return Name(text, span=NO_PLACE)


def _field(base: str, name: str) -> Member:
    return Member(NameExpr(base, span=NO_PLACE), _name(name), span=NO_PLACE)


def _state(head: str, *lines: str) -> StateDecl:
    return workflow(head, *(f"  {line}" for line in lines)).states[0]


def _texts(names: tuple[Name, ...]) -> list[str]:
    return [name.text for name in names]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("state a", TaskKind()),
        ("action a invokes Charge", ActionKind(_name("Charge"))),
        ("decide a", DecideKind()),
        ("decide a first", DecideKind(first=True)),
        ("wait a for B, c-d", WaitForEvents((_name("B"), _name("c-d")))),
        ("wait a for for", WaitForEvents((_name("for"),))),
        ("wait a for 1d", WaitForTime(DAY)),
        ("wait a for ctx.delay", WaitForTime(_field("ctx", "delay"))),
        ("wait a for ctx['delay']", WaitForTime(_field("ctx", "delay"))),
        ("approval a by Manager", ApprovalKind(_name("Manager"))),
        ("parallel a runs b, c-d", ParallelKind((_name("b"), _name("c-d")))),
        (
            "foreach a over ctx.items as item runs c-d",
            ForeachKind(_field("ctx", "items"), _name("item"), _name("c-d")),
        ),
    ],
)
def test_the_head_tells_the_kind(head: str, kind: object) -> None:
    word, name, *rest = head.split(" ", 2)
    plain, titled = _state(head), _state(" ".join((word, name, '"The a"', *rest)))
    assert plain.kind == titled.kind == kind
    assert (plain.name.text, plain.title, titled.title) == ("a", None, "The a")


def test_an_action_has_attempts_and_mappings() -> None:
    found = _state(
        "action pay invokes Charge", "attempts 3", "with a = ctx.b, c.d = 1", "with (e = 2,)"
    )
    assert found.attempts is not None and found.attempts.number.value == 3
    paths = [[_texts(value.path) for value in clause.values] for clause in found.mappings]
    assert paths == [[["a"], ["c", "d"]], [["e"]]]


def test_a_state_may_promise_and_fire_events_later() -> None:
    found = state(
        "ensures ctx.a", "ensures on e-f: ctx.b", "after 1d e-f a = 1, b = low", "after 1d e"
    )
    assert [promise.event and promise.event.text for promise in found.ensures] == [None, "e-f"]
    first, second = found.after
    assert (first.duration, first.event.text, len(first.values)) == (DAY, "e-f", 2)
    assert second.values == ()


def test_waits_and_approvals_may_end_by_time() -> None:
    until, at_field = _state("wait a for B", "until 1d"), _state("wait a for B", "until ctx.due")
    assert until.until is not None and until.until.time == DAY
    assert at_field.until is not None and at_field.until.time == _field("ctx", "due")
    expires = _state("approval a by R", "expires after ctx.due").expires
    assert expires is not None and expires.time == _field("ctx", "due")


@pytest.mark.parametrize(
    ("text", "rule", "number"),
    [("all", "all", None), ("any", "any", None), ("at least 2", "at least", 2)],
)
def test_branches_join(text: str, rule: str, number: int | None) -> None:
    join = _state("parallel a runs b", f"join {text}").join
    assert join is not None and join.rule == rule
    assert (join.number and join.number.value) == number


def test_children_are_given_fields_and_give_some() -> None:
    found = _state(
        "foreach a over ctx.items as item runs w",
        "passing x, y",
        "with f = item.g",
        "gather k = payload.f",
        "key item.id",
        "at most 5 at once",
        "timeout 1d",
    )
    assert found.passing is not None and _texts(found.passing.fields) == ["x", "y"]
    (gather,) = found.gathers
    assert (gather.field.text, gather.value) == ("k", _field("payload", "f"))
    assert found.key is not None and found.key.value == _field("item", "id")
    assert found.at_once is not None and found.at_once.number.value == 5
    assert found.timeout is not None and found.timeout.duration == DAY


def test_a_decide_has_choices_and_no_lines() -> None:
    found = _state("decide a", "when ctx.b -> c", "  set d = 1", "otherwise -> END")
    assert found.lines == ()
    first, rest = found.choices
    assert first.when == _field("ctx", "b") and len(first.effects) == 1
    assert rest.otherwise and rest.target == ToEnd(span=NO_PLACE)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("END", ToEnd(span=NO_PLACE)),
        ('END as "too late"', ToEnd("too late", span=NO_PLACE)),
        ("STAY", ToStay(span=NO_PLACE)),
        ("REFUSE 'no'", ToRefuse("no", span=NO_PLACE)),
    ],
)
def test_a_transition_may_stay_refuse_or_end_with_a_label(text: str, target: Target) -> None:
    assert on_line(f"on e -> {text}").target == target


def test_a_group_may_ask_for_order() -> None:
    lines = state("on e first when ctx.a -> b", "on e -> c", "on first first -> d").lines
    assert [(line.event.text, line.first) for line in lines] == [
        ("e", True),
        ("e", False),
        ("first", True),
    ]


def test_effects_stand_below_transitions_in_the_order_written() -> None:
    effects = (
        state(
            "on e -> b",
            "  set a.b = ctx.c + 1",
            "  emit Paid amount = ctx.total * 2, note = payload.note",
            '  call "module:function"',
            "  emit Late",
        )
        .lines[0]
        .effects
    )
    update, emitted, called, bare = effects
    assert isinstance(update, SetEffect) and _texts(update.path) == ["a", "b"]
    assert isinstance(emitted, EmitEffect) and len(emitted.values) == 2
    assert isinstance(called, CallEffect) and called.function.value == "module:function"
    assert isinstance(bare, EmitEffect) and bare.values == ()


def test_a_set_may_read_the_first_branch() -> None:
    line = _state(
        "parallel a runs b",
        "on joined when branches.all(outcome == 'x') -> END",
        "  set c = branches.first(key == 'k').payload.f",
    ).lines[0]
    (update,) = line.effects
    assert isinstance(update, SetEffect) and isinstance(update.value, Member)
    payload = update.value.base
    assert isinstance(payload, Member) and isinstance(payload.base, Branches)
    assert (payload.base.kind, payload.name.text, update.value.name.text) == (
        "first",
        "payload",
        "f",
    )


def test_waivers_belong_to_the_line_below_them() -> None:
    flow = workflow(
        'allow ST4001 "the workflow has one state"',
        "state a",
        '  allow ST4002 "one"',
        '  allow ST4003 "two" until "2027-01-01"',
        "  on e -> b",
        "  on f -> b",
    )
    found = flow.states[0]
    assert [allow.code.text for allow in found.allows] == ["ST4001"]
    first, second = found.lines
    assert [(allow.reason, allow.until) for allow in first.allows] == [
        ("one", None),
        ("two", "2027-01-01"),
    ]
    assert second.allows == ()


def test_every_line_of_its_own_carries_its_waivers() -> None:
    text = "workflow w\n  state a\n    on e -> b\n      set c = 1\n"
    lines = text.splitlines()
    for at in range(len(lines)):
        indent = " " * (len(lines[at]) - len(lines[at].lstrip()))
        waived = [*lines[:at], f'{indent}allow ST1 "why"', *lines[at:]]
        flow = sound("\n".join(waived)).tree.workflows[0]
        line = flow.states[0].lines[0]
        waivers = [flow.allows, flow.states[0].allows, line.allows, line.effects[0].allows]
        assert [bool(allows) for allows in waivers] == [index == at for index in range(4)]


def test_a_waiver_above_a_line_that_cannot_be_read_is_not_reported() -> None:
    (line,) = report(read('workflow w\n  state a\n    allow ST1 "why"\n    on e => b\n'))
    assert " ST1005 " in line


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("workflow w\n  action a sends C\n", "workflow w\n  action a invokes C\n"),
        (
            "statemachine M follows R\n  state A\n    entering send C\n    entering start w\n",
            "statemachine M follows R\n  state A\n    entering invokes C\n    entering starts w\n",
        ),
        (
            'specification "s"\n  then sends C a = 1\n',
            'specification "s"\n  then invokes C a = 1\n',
        ),
    ],
)
def test_older_spellings_mean_the_same_and_are_mended_safely(old: str, new: str) -> None:
    parsed, text = read(old), old
    assert parsed.tree == sound(new).tree
    for diagnostic in reversed(parsed.diagnostics):
        assert not diagnostic.is_error
        assert diagnostic.fix is not None and diagnostic.fix.safe
        text = mended(text, diagnostic.fix)
    assert text == new


def test_ends_may_have_labels_where_states_may_be_asked_for() -> None:
    (found,) = workflow('never late: END as "too late" or FAIL').properties
    ends = [e for e in getattr(found.first, "operands", ()) if isinstance(e, Ended)]
    assert [(end.how, end.label) for end in ends] == [("completed", "too late"), ("failed", None)]
    (line,) = report(read("workflow w\n  state a\n    on e when END as 'x' -> b\n"))
    assert " ST1013 " in line


def test_lines_of_anywhere_are_transitions() -> None:
    (found,) = workflow("anywhere except a, b-c", "  on e -> END", "    set f = 1").anywhere
    assert _texts(found.excepted) == ["a", "b-c"]
    (line,) = found.lines
    assert isinstance(line, OnLine) and len(line.effects) == 1
