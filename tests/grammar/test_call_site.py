"""Diagnostics of the Python notation stand at the exact place in the author's file."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stateous.compiler.check import check
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.reader import read_python
from stateous.grammar.python.workflow import Workflow
from stateous.grammar.source import Span
from stateous.grammar.syntax import Comparison, OnLine
from tests.python_spec import PRELUDE, Said, only, read, said, workflow


def _last_line(folder: Path, added: str) -> OnLine:
    (packing,) = workflow(folder, PRELUDE + added).states
    return packing.lines[-1]


def _guard(folder: Path, argument: str, before: str = "") -> tuple[Span, Span]:
    """Return the places of a guard `visit < 3`, and of its right side."""
    line = _last_line(
        folder, f"{before}flow.transition(packing, packing, on=lost, when={argument})\n"
    )
    assert isinstance(line.when, Comparison)
    return line.when.span, line.when.operands[1].span


@pytest.mark.parametrize(
    "argument",
    ['"visit < 3"', "'visit < 3'", 'r"visit < 3"', '"""visit < 3"""', '("visit < 3")'],
)
def test_places_inside_a_guard_are_exact_in_a_plain_literal(tmp_path: Path, argument: str) -> None:
    whole, three = _guard(tmp_path, argument)
    assert whole.text == "visit < 3"
    assert three.text == "3"
    assert three.first.line == 9


def test_columns_count_characters_also_behind_wide_ones(tmp_path: Path) -> None:
    before = 'ä = "💶"; '
    whole, three = _guard(tmp_path, '"visit < 3"', before)
    start = len(before) + len("flow.transition(packing, packing, on=lost, when=") + 2
    assert (whole.first.line, whole.first.column) == (9, start)
    assert three.first.column == start + len("visit < ")


def test_a_guard_over_several_lines_has_places_on_each(tmp_path: Path) -> None:
    whole, three = _guard(tmp_path, '"""visit\n< 3"""')
    assert whole.text == "visit\n< 3"
    assert (three.first.line, three.first.column) == (10, 3)


@pytest.mark.parametrize(
    ("argument", "before"),
    [
        ('"visit \\x3c 3"', ""),
        ('"visit" " < 3"', ""),
        ('f"visit < {3}"', ""),
        ("LIMIT", 'LIMIT = "visit < 3"\n'),
        ('"visit" + " < 3"', ""),
    ],
)
def test_a_guard_that_is_not_one_plain_literal_stands_at_the_whole_argument(
    tmp_path: Path, argument: str, before: str
) -> None:
    whole, three = _guard(tmp_path, argument, before)
    assert whole.text == three.text == argument
    assert whole.edits == three.edits == "none"


def test_an_argument_that_is_spread_stands_at_the_call(tmp_path: Path) -> None:
    line = _last_line(
        tmp_path,
        'rest = {"on": lost, "when": "visit < 3"}\nflow.transition(packing, packing, **rest)\n',
    )
    assert line.when is not None
    assert line.when.span.text == "flow.transition(packing, packing, **rest)"


def test_a_call_from_a_loop_stands_where_it_is_written(tmp_path: Path) -> None:
    added = 'for name in ("sorting", "sending"):\n    flow.state(name)\n'
    declaration = workflow(tmp_path, PRELUDE + added)
    assert [state.name.span.text for state in declaration.states[1:]] == ["name", "name"]
    assert {state.span.first.line for state in declaration.states[1:]} == {10}


def test_a_call_through_a_function_of_the_file_stands_in_that_function(tmp_path: Path) -> None:
    added = "def add(name):\n    return flow.state(name)\n\n\nadd('sorting')\n"
    state = workflow(tmp_path, PRELUDE + added).states[-1]
    assert (state.span.first.line, state.span.text) == (10, "flow.state(name)")


def test_a_call_that_python_makes_by_itself_stands_at_the_call_that_it_comes_from(
    tmp_path: Path,
) -> None:
    state = workflow(tmp_path, PRELUDE + "made = list(map(flow.state, ['sorting']))\n").states[-1]
    assert state.span.text == "list(map(flow.state, ['sorting']))"


def test_each_call_of_a_chain_stands_from_its_own_name_on(tmp_path: Path) -> None:
    added = """\
(
    flow.specification("lost")
    .when(lost)
    .fails(packing, "why")
    .then_completed()
)
"""
    (specification,) = workflow(tmp_path, PRELUDE + added).specifications
    places = [(s.span.first.line, s.span.first.column, s.span.text) for s in specification.steps]
    assert places == [
        (11, 6, "when(lost)"),
        (12, 6, 'fails(packing, "why")'),
        (13, 6, "then_completed()"),
    ]


def test_names_and_durations_stand_at_the_characters_between_the_quotes(tmp_path: Path) -> None:
    added = 'sorting = flow.state("sorting", timeout="6h", retries=1, backoff="5s..1m")\n'
    state = workflow(tmp_path, PRELUDE + added).states[-1]
    assert state.timeout is not None and state.retries is not None
    assert state.retries.backoff is not None
    assert state.name.span.text == "sorting"
    assert state.timeout.span.text == "6h"
    assert state.retries.number.span.text == "1"
    assert state.retries.backoff.longest.span.text == "1m"


def test_only_places_inside_a_literal_take_an_edit_and_no_quote(tmp_path: Path) -> None:
    line = _last_line(tmp_path, 'flow.transition(packing, END, on="lost", when="visit < 3")\n')
    assert not line.span.takes("x")
    assert line.event.span.takes("found")
    assert line.when is not None
    assert line.when.span.takes("visit < 4")
    assert not line.when.span.takes('visit < "4"')


def test_a_misspelt_event_in_a_guard_is_mended_inside_the_literal(tmp_path: Path) -> None:
    added = 'flow.transition(packing, END, on=lost, when="count(lots) < 3")\n'
    parsed = read(tmp_path, PRELUDE + added)
    (unknown,) = [d for d in check(parsed).diagnostics if d.is_error]
    assert said(unknown) == Said(unknown.code, 9, 52, "lots")
    assert unknown.fix is not None
    (edit,) = unknown.fix.edits
    assert (edit.span.text, edit.text) == ("lots", "lost")


def test_a_guard_built_by_code_gets_no_edit(tmp_path: Path) -> None:
    added = "flow.transition(packing, END, on=lost, when=f\"count({'lots'}) < 3\")\n"
    (unknown,) = [d for d in check(read(tmp_path, PRELUDE + added)).diagnostics if d.is_error]
    assert unknown.span.text == "f\"count({'lots'}) < 3\""
    assert unknown.fix is None


def test_a_call_from_text_that_no_file_holds_still_says_what_is_wrong() -> None:
    names: dict[str, object] = {"Workflow": Workflow}
    with pytest.raises(DefinitionError, match="declared twice") as caught:
        exec(  # noqa: S102
            "flow = Workflow('parcel'); flow.state('s'); flow.state('s')", names
        )
    assert caught.value.diagnostic.span.source.name == "<string>"


def test_without_columns_a_mistake_is_told_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "flow.py"
    path.write_text(PRELUDE + 'flow.transition(packing, END, on="paked")\n', encoding="utf-8")
    code = (
        "from pathlib import Path\n"
        "from stateous.grammar.reader import read\n"
        f"(found,) = read(Path({str(path)!r}), 'flow.py').diagnostics\n"
        "print(found.code, found.span.first.line, found.span.text)\n"
    )
    command = [sys.executable, "-X", "no_debug_ranges", "-c", code]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert run.stdout == 'ST8107 9 flow.transition(packing, END, on="paked")\n'


def test_a_file_with_windows_line_ends_has_the_same_places(tmp_path: Path) -> None:
    added = 'flow.transition(packing, END, on="paked")\n'
    path = tmp_path / "flow.py"
    path.write_bytes((PRELUDE + added).replace("\n", "\r\n").encode())
    assert said(only(read_python(path, "flow.py"))) == Said("ST8107", 9, 35, "paked")


def test_a_file_with_a_byte_order_mark_has_the_same_places(tmp_path: Path) -> None:
    added = 'flow.transition(packing, END, on="paked")\n'
    path = tmp_path / "flow.py"
    path.write_bytes((PRELUDE + added).encode("utf-8-sig"))
    assert said(only(read_python(path, "flow.py"))) == Said("ST8107", 9, 35, "paked")


def test_a_file_in_a_declared_encoding_is_read_in_it(tmp_path: Path) -> None:
    path = tmp_path / "flow.py"
    text = "# coding: latin-1\nname = 'ä'; " + PRELUDE.replace("\n\n", "\n", 1)
    path.write_bytes((text + 'flow.state("é")\n').encode("latin-1"))
    diagnostic = only(read_python(path, "flow.py"))
    assert (diagnostic.code, diagnostic.span.text) == ("ST8109", "é")


FRAGMENTS = st.sampled_from(["ä", "💶", "x", " ", "(", ")", "#", "[", "]", "\n"])


@given(st.lists(FRAGMENTS, max_size=8).map("".join), st.integers(1, 3))
def test_the_place_of_a_text_is_where_it_stands_whatever_is_before_it(
    noise: str, lines: int
) -> None:
    guard = "visit" + "\n" * lines + "< 3"
    call = f'flow.transition(s, s, on="lost", when="""{guard}""")'
    text = f'noise = """{noise}"""; {call}\n'
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flow.py"
        head = "from stateous import Workflow\nflow = Workflow('w')\ns = flow.state('s')\n"
        path.write_text(head + "flow.event('lost')\n" + text, encoding="utf-8")
        (found,) = read_python(path, "flow.py").tree.workflows
    (line,) = found.states[0].lines
    assert line.span.text == call
    assert line.when is not None
    assert line.when.span.text == guard
