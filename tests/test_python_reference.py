"""The page on the Python notation is right."""

import re
from pathlib import Path

import pytest

from stateous.compiler.check import check, check_path
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source
from stateous.grammar.syntax import WorkflowDecl
from stateous.verifier.verify import verify
from tests.python_spec import read

PAGE = (Path(__file__).parent.parent / "docs" / "python.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
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


ROWS = re.findall(r"^\| `(.+?)` \| `(.+?)` \|$", PAGE, re.MULTILINE)
STEPS = [(flow, python) for flow, python in ROWS if python.startswith(".")]
HEAD = """\
from stateous import END, FAIL, START, Workflow
flow = Workflow("parcel")
e = flow.event("e")
s = flow.state("s")
run = flow.specification("name")
"""


def _only(folder: Path, text: str) -> WorkflowDecl:
    parsed = read(folder, text)
    assert parsed.diagnostics == ()
    return parsed.tree.workflows[0]


@pytest.mark.parametrize(("flow", "python"), STEPS)
def test_each_row_of_a_step_says_the_same_on_both_sides(
    flow: str, python: str, tmp_path: Path
) -> None:
    (left, *_) = flow.split("`, `")
    for call in re.split("`, `|` or `", python)[: 1 if "`, `" in flow else None]:
        (found,) = _only(tmp_path, f"{HEAD}run{call}\n").specifications
        text = f'workflow parcel\n  specification "name"\n    {left}\n'
        assert found == read_flow(Source("s.flow", text)).tree.workflows[0].specifications[0]


def test_the_table_has_rows_for_steps() -> None:
    assert len(STEPS) == 11
