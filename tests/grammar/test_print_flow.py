"""Whole files: what is printed reads as the same tree, and printing it again changes nothing."""

import pytest
from hypothesis import HealthCheck, given, settings

from stateous.grammar.printer import print_flow
from stateous.grammar.printer.lines import LINE_LENGTH
from stateous.grammar.source import Source
from stateous.grammar.syntax import (
    EventDecl,
    File,
    Member,
    Membership,
    Name,
    NameExpr,
    SpecificationDecl,
    StateDecl,
    TextLiteral,
    ThenCondition,
    WorkflowDecl,
)
from tests.expressions import NOWHERE
from tests.flow_text import read, sound
from tests.trees import files


@given(files())
@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_what_is_printed_reads_as_the_same_tree(tree: File) -> None:
    once = print_flow(tree)
    parsed = read(once)
    assert [found for found in parsed.diagnostics if found.is_error] == []
    assert parsed.tree == tree
    assert print_flow(parsed.tree) == once


def _name(text: str) -> Name:
    return Name(text, span=NOWHERE)


def test_old_spellings_are_printed_as_the_new_ones() -> None:
    parsed = read(
        """\
command Charge
workflow w
  START -> pay
  action pay sends Charge
    on next -> END
"""
    )
    assert not [found for found in parsed.diagnostics if found.is_error]
    assert "  action pay invokes Charge\n" in print_flow(parsed.tree)


def test_declarations_stand_in_the_order_of_their_source() -> None:
    text = """\
workflow w
  state b
    on e -> END

  event e

  START -> b

  state a

role Clerk

enum E
  one
"""
    assert print_flow(sound(text).tree) == text


def test_a_tree_of_several_sources_is_printed_sort_by_sort() -> None:
    here, there = Source("here", "x" * 9), Source("there", "x" * 9)
    state = StateDecl(_name("a"), None, span=here.span(0, 1))
    event = EventDecl(_name("e"), None, None, None, span=there.span(5, 6))
    workflow = WorkflowDecl(
        _name("w"), None, events=(event,), states=(state,), span=here.span(0, 1)
    )
    assert print_flow(File(workflows=(workflow,), span=here.span(0, 0))) == (
        "workflow w\n  event e\n\n  state a\n"
    )


def test_nodes_that_their_source_has_in_another_order_stay_in_theirs() -> None:
    source = Source("flow.py", "x" * 9)
    states = tuple(
        StateDecl(_name(name), None, span=source.span(at, at + 1))
        for name, at in (("a", 5), ("b", 1))
    )
    workflow = WorkflowDecl(_name("w"), None, states=states, span=source.span(0, 1))
    assert print_flow(File(workflows=(workflow,), span=source.span(0, 0))) == (
        "workflow w\n  state a\n\n  state b\n"
    )


@pytest.mark.parametrize("container", ["b", "Low"])
def test_a_name_in_a_name_gets_brackets_behind_then(container: str) -> None:
    condition = Membership(
        NameExpr("a", span=NOWHERE), NameExpr(container, span=NOWHERE), False, span=NOWHERE
    )
    step = ThenCondition(condition, None, span=NOWHERE)
    specification = SpecificationDecl(TextLiteral("s", span=NOWHERE), (step,), span=NOWHERE)
    tree = File(specifications=(specification,), span=NOWHERE)
    assert f"then (a in {container})\n" in print_flow(tree)
    assert sound(print_flow(tree)).tree == tree


def test_only_what_cannot_be_broken_is_longer_than_a_line() -> None:
    context = NameExpr("ctx", span=NOWHERE)
    fields = [Member(context, _name(f"{letter * 40}"), span=NOWHERE) for letter in "abc"]
    text = "workflow w\n  event e\n  START -> a\n  state a\n    on e when "
    guard = " and ".join(f"ctx.{field.name.text}" for field in fields)
    printed = print_flow(sound(f"{text}{guard} -> END\n").tree)
    assert max(map(len, printed.splitlines())) <= LINE_LENGTH
