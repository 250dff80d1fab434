"""What is still read of a file with mistakes, and what is held back from later passes."""

import pytest

from stateous.grammar.parsed import Parsed
from tests.flow_text import SOUND, read, report

MANY = "workflow w\n  event e\n" + "".join(
    f'  state s{number} "A state"\n    timeout 6h\n    on e when count(e) < {number} -> s1\n'
    for number in range(1, 400)
)


def _states(parsed: Parsed) -> list[str]:
    return [state.name.text for flow in parsed.tree.workflows for state in flow.states]


def test_each_bad_line_costs_one_diagnostic() -> None:
    lines = MANY.splitlines()
    broken = range(4, len(lines), 30)
    slips = (
        "    on e when -> s1",
        "    timeout 6",
        "    frob",
        "    on e when (a -> b",
        "    on 'e",
    )
    for turn, number in enumerate(broken):
        lines[number] = slips[turn % len(slips)]
    parsed = read("\n".join(lines))
    assert [diagnostic.span.first.line - 1 for diagnostic in parsed.diagnostics] == list(broken)
    assert len(_states(parsed)) == 399


@pytest.mark.parametrize(
    "head",
    [
        "state b The second",
        "state b: ",
        'state b "open',
        "state b -> c",
        'state b "B" timeout 6h',
    ],
)
def test_a_broken_head_still_owns_its_lines(head: str) -> None:
    parsed = read(f"{SOUND}  {head}\n    on done -> a\n  state c\n    on done -> b\n")
    assert len(parsed.diagnostics) == 1
    assert _states(parsed) == ["a", "b", "c"]
    assert len(parsed.tree.workflows[0].states[1].lines) == 1


def test_a_bracket_that_a_head_leaves_open_ends_with_its_block() -> None:
    parsed = read(f"{SOUND}  state b (\n    on done -> a\n  state c\n    on done -> b\n")
    assert len(parsed.diagnostics) == 1
    assert _states(parsed) == ["a", "b", "c"]


def test_a_misspelt_head_costs_one_diagnostic_and_its_lines_are_still_checked() -> None:
    text = f"{SOUND}  stat b\n    on done => a\n  state c\n    on done -> b\n"
    parsed = read(text)
    assert [line.split()[1] for line in report(parsed)] == ["ST1002", "ST1005"]
    assert _states(parsed) == ["a", "c"]


def test_names_on_unreadable_lines_are_doubtful() -> None:
    parsed = read(
        f"{SOUND}  event late: \n  stat lost\n    on gone -> away\n  state b\n"
        "    on `not one` -> END\n    on done when visited(never) -> END\n"
    )
    assert {"late", "lost", "gone", "away", "not one", "never"} <= parsed.doubtful
    assert "done" in parsed.doubtful
    assert "a" not in parsed.doubtful


def test_nothing_is_doubtful_in_a_sound_file() -> None:
    assert read(SOUND).doubtful == frozenset()


def test_a_line_that_means_nothing_is_left_out() -> None:
    parsed = read(f"{SOUND}    on done when in a -> END\n")
    assert len(parsed.diagnostics) == 1
    assert len(parsed.tree.workflows[0].states[0].lines) == 1


def test_literals_of_python_are_members_where_an_enum_declares_them() -> None:
    guard = "    on done when ctx.a == None -> END\n"
    assert [line.split()[1] for line in report(read(SOUND + guard))] == ["ST1005"]
    assert report(read(f"enum E\n  None\n{SOUND}{guard}")) == []
    assert report(read(f"{SOUND}{guard.replace('None', '`None`')}")) == []
    inline = SOUND.replace("  event", "  context C\n    a: one of None, Some\n  event")
    assert report(read(inline + guard)) == []
