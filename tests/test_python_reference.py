"""The page on the Python notation is right."""

import re
from pathlib import Path
from typing import Any

import pytest

import stateous
from stateous.compiler.check import check, check_path
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from stateous.grammar.syntax import File
from stateous.verifier.verify import verify
from tests.python_spec import read

PAGE = (Path(__file__).parent.parent / "docs" / "python.md").read_text(encoding="utf-8")
(EXAMPLE, *_) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
AS_FLOW = """\
type Tests
  passed: int >= 0
  failed: int >= 0

workflow sdlc "Code a ticket until its tests pass"
  context Ticket
    input repo: text
    summary: text?
  event done
  event passed: Tests
  event failed: Tests into last_run
  START -> coding
  state coding
    timeout 6h
    retries 2 backoff 1s..1m
    writes summary
    on done -> testing
    on timeout -> FAIL "no code within six hours"
    on error -> FAIL
  state testing
    timeout 1h
    writes nothing
    on passed -> END
    on failed when count(failed) < 3 -> coding
    on failed otherwise -> END
    on timeout -> FAIL
    on error -> FAIL
  specification "a test that fails sends the ticket back"
    given context repo = "acme/api"
    when done
    when failed passed = 1, failed = 2
    then in coding, visit 2
    when 6h pass
    then failed
"""


def test_the_example_is_proved_from_end_to_end(tmp_path: Path) -> None:
    path = tmp_path / "flow.py"
    path.write_text(EXAMPLE, encoding="utf-8")
    verified = verify(check_path(path, path.name))
    assert (verified.compiled.diagnostics, verified.diagnostics) == ((), ())


def test_the_example_means_the_same_as_its_flow_text(tmp_path: Path) -> None:
    program = check(read(tmp_path, EXAMPLE)).program
    assert program is not None
    assert program == check(read_flow(Source("spec.flow", AS_FLOW))).program


TABLES = dict(
    re.findall(r"^\| `\.flow`, (.+?) \| Python \|\n\|---\|---\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
)


def _rows(table: str) -> list[tuple[str, str]]:
    """Return the two sides of each row of a table."""
    return [tuple(row.strip("| ").split(" | ")) for row in TABLES[table].splitlines()]


def _codes(cell: str) -> list[str]:
    """Return what stands in backquotes in a cell."""
    return re.findall(r"`([^`]+)`", cell)


PYTHON = f"""\
from stateous import {", ".join(sorted(stateous._HOMES))}
flow = Workflow("parcel")
s = flow.state("s")
t = flow.state("t")
e = flow.event("e")
f = flow.event("f")
"""
FLOW = """\
workflow parcel
  event e
  event f
"""
STATES = "  state s\n  state t\n"


def _lines(cell: str, depth: int) -> str:
    """Return what a cell says in `.flow`, with what is said to stand above or below it."""
    head, *more = _codes(cell)
    if " above " in cell:
        return f"{'  ' * depth}{head}\n{'  ' * depth}{more[0]}\n"
    below = more if " below" in cell else []
    lines = (f"{'  ' * (depth + 1)}{line}\n" for line in below)
    return f"{'  ' * depth}{head}\n{''.join(lines)}"


def _python(folder: Path, text: str) -> File:
    parsed = read(folder, PYTHON + text)
    assert parsed.diagnostics == ()
    return parsed.tree


def _flow(text: str) -> File:
    parsed = read_flow(Source("s.flow", text))
    assert [diagnostic.message for diagnostic in parsed.diagnostics] == []
    return parsed.tree


def _cells(table: str) -> list[Any]:
    return [pytest.param(*row, id=row[1]) for row in _rows(table)]


@pytest.mark.parametrize(("flow", "python"), _cells("in a workflow")[2:])
def test_each_row_of_a_workflow_says_the_same_on_both_sides(
    flow: str, python: str, tmp_path: Path
) -> None:
    (call,) = _codes(python)
    assert _python(tmp_path, f"{call}\n") == _flow(FLOW + _lines(flow, 1) + STATES)


def test_the_rows_of_a_workflows_head_say_the_same_on_both_sides(tmp_path: Path) -> None:
    (head, titled), (context, with_model), *_ = _rows("in a workflow")
    model = "from pydantic import BaseModel\n\nclass Ticket(BaseModel):\n    repo: str\n\n"
    calls = f"{model}a = {_codes(titled)[0]}\n".replace("Workflow(", "stateous.Workflow(")
    calls += f"b = {_codes(with_model)[0]}\n".replace('Workflow("w"', 'stateous.Workflow("v"')
    parsed = read(tmp_path, f"import stateous\n{calls}")
    assert parsed.diagnostics == ()
    expected = f"{_codes(head)[0]}\nworkflow v\n  {_codes(context)[0]}\n    repo: text\n"
    assert parsed.tree == _flow(expected)


@pytest.mark.parametrize(("flow", "python"), _cells("a state"))
def test_each_row_of_a_state_says_the_same_on_both_sides(
    flow: str, python: str, tmp_path: Path
) -> None:
    (call,) = _codes(python)
    assert _python(tmp_path, f"{call}\n") == _flow(FLOW + STATES + _lines(flow, 1))


@pytest.mark.parametrize(("flow", "python"), _cells("a line of the state `s`"))
def test_each_row_of_a_line_says_the_same_on_both_sides(
    flow: str, python: str, tmp_path: Path
) -> None:
    (call,) = _codes(python)
    state = f"  state s\n{_lines(flow, 2)}  state t\n"
    assert _python(tmp_path, f"{call}\n") == _flow(FLOW + state)


@pytest.mark.parametrize(("flow", "python"), _cells("at the top level")[:7])
def test_each_row_of_a_file_says_the_same_on_both_sides(
    flow: str, python: str, tmp_path: Path
) -> None:
    (call,) = _codes(python)
    assert _python(tmp_path, f"{call}\n") == _flow(_lines(flow, 0) + FLOW + STATES)


def test_the_rows_of_read_models_and_machines_say_the_same_together(tmp_path: Path) -> None:
    calls = [_codes(python) for _, python in _rows("at the top level")]
    (model,), (fold,), (machine,), (initial,), (starts,), (invokes,), (line,), (lookup,), last = (
        calls[6:]
    )
    text = "\n".join(
        (
            f"orders = {model}",
            fold,
            f"machine = {machine}",
            f"a = {initial}",
            f"b = {starts}",
            invokes,
            line,
            lookup,
            f"{last[0]}.given(clock='x')",
            f"{last[2]}.given(clock='x')",
        )
    )
    expected = """\
readmodel Order key order
  total: int = 0
  from OrderPlaced
    set total = payload.total
statemachine Orders follows Order
  lookup machine-wide
  state a initial
    on Paid when total > 0 -> b
  state b final
    entering starts w
  state c final
    entering invokes Pay
  specification "name"
    given clock "x"
specification "name"
  given clock "x"
"""
    assert _python(tmp_path, text) == _flow(expected + FLOW + STATES)


@pytest.mark.parametrize(("flow", "python"), _cells("a step"))
def test_each_row_of_a_step_says_the_same_on_both_sides(
    flow: str, python: str, tmp_path: Path
) -> None:
    (left,) = _codes(flow)
    for call in _codes(python):
        tree = _python(tmp_path, f"run = flow.specification('name')\nrun{call}\n")
        text = f'{FLOW}{STATES}  specification "name"\n    {left}\n'
        assert tree == _flow(text)


def test_a_table_of_rows_says_the_same(tmp_path: Path) -> None:
    tree = _python(
        tmp_path,
        """\
(
    flow.specification("name")
    .given(context={"size": Column("size")})
    .then("ctx.fee == <fee>")
    .then(Column("outcome"))
    .cases(["size", "fee", "outcome"], [[1, None, Value("failed")], [2, 9, Value("completed")]])
)
""",
    )
    text = """\
  specification "name"
    given context size = <size>
    then ctx.fee == <fee>
    then <outcome>
    cases
      size | fee | outcome
      1    |     | failed
      2    | 9   | completed
"""
    assert tree == _flow(FLOW + STATES + text)
