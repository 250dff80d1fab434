"""Keywords and names: a word is a name wherever only a name fits, and in backquotes always."""

import pytest

from stateous.grammar.flow.parser import keyword, parser
from stateous.grammar.syntax import (
    Comparison,
    Count,
    Member,
    NamedType,
    NameExpr,
    ThenCondition,
    ToState,
    WhenEvent,
    WhenFails,
)
from tests.flow_text import on_line, read, report, sound, state, step, type_of, workflow

KEYWORDS = sorted(word for terminal in parser().terminals if (word := keyword(terminal)))
TARGETS = {"END", "FAIL", "STAY", "REFUSE"}
RESERVED = {"and", "or", "not", "in", "is", "true", "false", "null"}


def test_there_are_keywords() -> None:
    assert {"workflow", "when", "START", "nothing"} | RESERVED <= set(KEYWORDS)


@pytest.mark.parametrize("word", KEYWORDS)
def test_a_keyword_names_a_workflow_state_event_or_type(word: str) -> None:
    tree = sound(
        f"type {word}\n  {word}: int\nenum E\n  {word}\nworkflow {word}\n  context {word}\n"
        f'    input {word}: int\n  event {word} "title": int into {word}\n  state {word}\n'
        f"    on {word} when count({word}) > 1 -> x\n"
    ).tree
    flow = tree.workflows[0]
    names = [
        tree.types[0].name,
        tree.types[0].fields[0].name,
        tree.enums[0].members[0],
        flow.name,
        flow.events[0].name,
        flow.events[0].into,
        flow.states[0].name,
        flow.states[0].lines[0].event,
    ]
    assert [name.text for name in names if name] == [word] * 8


@pytest.mark.parametrize("word", KEYWORDS)
def test_a_keyword_is_a_field_before_its_sign_and_behind_a_point(word: str) -> None:
    found = step(f"when e {word} = 1, a.{word}.b = 2 with {word} = 3")
    assert isinstance(found, WhenEvent)
    assert [[name.text for name in value.path] for value in found.payload] == [
        [word],
        ["a", word, "b"],
    ]
    member = on_line(f"on e when ctx.{word} -> x").when
    assert isinstance(member, Member) and member.name.text == word


@pytest.mark.parametrize("word", sorted(set(KEYWORDS) - TARGETS))
def test_a_keyword_is_a_target_but_for_those_in_capitals(word: str) -> None:
    target = on_line(f"on e -> {word}").target
    assert isinstance(target, ToState) and target.state.text == word


@pytest.mark.parametrize("word", sorted(set(KEYWORDS) - RESERVED))
def test_a_keyword_is_a_bare_name_in_an_expression(word: str) -> None:
    found = on_line(f"on e when ctx.a == {word} -> x").when
    assert isinstance(found, Comparison)
    assert found.operands[1] == NameExpr(word, span=found.span)


@pytest.mark.parametrize("word", sorted(set(KEYWORDS) - {"one", "list", "map"}))
def test_a_keyword_is_a_type_but_for_three(word: str) -> None:
    found = type_of(word).type
    assert isinstance(found, NamedType) and found.name.text == word


@pytest.mark.parametrize("word", KEYWORDS)
def test_backquotes_make_any_word_a_name(word: str) -> None:
    target = on_line(f"on `{word}` -> `{word}`").target
    assert isinstance(target, ToState) and target.state.text == word
    assert isinstance(type_of(f"`{word}`").type, NamedType)
    writes = state(f"writes `{word}`").writes
    assert writes is not None and [field.text for field in writes.fields] == [word]
    event = step(f"when `{word}` `{word}` = 1")
    assert isinstance(event, WhenEvent) and event.event.text == word
    bare = step(f"then ctx.a == `{word}`")
    assert isinstance(bare, ThenCondition) and isinstance(bare.condition, Comparison)
    assert bare.condition.operands[1] == NameExpr(word, span=bare.span)


def test_a_keyword_wins_where_both_fit() -> None:
    nothing = state("writes nothing").writes
    assert nothing is not None and nothing.fields == ()
    quoted = state("writes `nothing`").writes
    assert quoted is not None and [field.text for field in quoted.fields] == ["nothing"]
    fails = step("when fails fails")
    assert isinstance(fails, WhenFails) and fails.state.text == "fails"
    event = step("when e fails = 1")
    assert isinstance(event, WhenEvent) and event.event.text == "e"


def test_functions_are_names_unless_called() -> None:
    for word in ("any", "all", "count", "visited", "len"):
        found = on_line(f"on e when ctx.a == {word} -> x").when
        assert isinstance(found, Comparison) and isinstance(found.operands[1], NameExpr)
    counted = on_line("on e when count (e) > 1 -> x").when
    assert isinstance(counted, Comparison) and isinstance(counted.operands[0], Count)


@pytest.mark.parametrize("word", ["whenever", "when2", "when-ready", "onwards", "in-hand"])
def test_a_name_may_begin_with_a_keyword(word: str) -> None:
    assert on_line(f"on {word} -> {word}").event.text == word
    assert workflow(f"state {word}").states[0].name.text == word


def test_hyphens_belong_to_workflows_states_and_events_alone() -> None:
    flow = workflow("event a-b-c2", "state s-1", "  on a-b-c2 when count(a-b-c2) > 1 -> s-1")
    assert flow.events[0].name.text == "a-b-c2"
    for text in ("type a-b\n  c: int\n", "type T\n  a-b: int\n", "enum a-b\n  c\n"):
        (line,) = report(read(text))
        assert " ST0020 `a-b` " in line
