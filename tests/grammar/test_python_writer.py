"""What `write_python` writes reads as the same tree."""

import ast
import builtins
import keyword
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from stateous.grammar.flow.reader import read_flow
from stateous.grammar.python.reader import read_python
from stateous.grammar.python.writer import write_python
from stateous.grammar.source import Source
from stateous.grammar.syntax import File
from stateous.grammar.table_rules import TABLE_RULES
from tests.trees import files
from tests.whole_trees import made_whole, nodes

TABLE_CODES = {rule.code for rule in TABLE_RULES}
ROOT = Path(__file__).parent.parent.parent


def _read_back(folder: Path, text: str) -> File:
    path = folder / "flow.py"
    path.write_text(text, encoding="utf-8")
    parsed = read_python(path, "flow.py")
    # The columns of tables are arbitrary in `tests.trees`; they do not bear on the tree.
    said = [d for d in parsed.diagnostics if d.code not in TABLE_CODES]
    assert [f"{d.code} {d.message}: {d.span.text}" for d in said] == [], text
    return parsed.tree


def _from_flow(text: str) -> File:
    parsed = read_flow(Source("spec.flow", text))
    assert [f"{d.code} {d.message}" for d in parsed.diagnostics] == []
    return parsed.tree


SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


@settings(max_examples=120, deadline=None, suppress_health_check=SLOW)
@given(tree=files())
def test_a_written_tree_reads_as_itself(
    tree: File, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = made_whole(tree)
    if len(list(nodes(whole))) > 1:
        assert _read_back(tmp_path_factory.mktemp("spec"), write_python(whole)) == whole


@pytest.mark.parametrize("path", sorted((ROOT / "specs").glob("*.flow")), ids=lambda p: p.name)
def test_the_specs_of_the_project_read_as_themselves(path: Path, tmp_path: Path) -> None:
    tree = _from_flow(path.read_text(encoding="utf-8"))
    written = write_python(tree)
    assert _read_back(tmp_path, written) == tree
    # A text stays in one piece, however long it is.
    long = [line for line in written.splitlines() if len(line) > 100]
    assert all(line.endswith('",') and ast.parse(f"f({line.strip()})") for line in long)


def test_names_that_python_keeps_for_itself_get_variables_of_their_own(tmp_path: Path) -> None:
    tree = _from_flow("""\
role Set
workflow class "a title"
  event print
  event in-hand
  event in_hand
  START -> END
  state Workflow
    on print -> Workflow
    on in-hand -> STAY
    on in_hand -> REFUSE "no"
""")
    written = write_python(tree)
    assert _read_back(tmp_path, written) == tree
    body = ast.parse(written).body
    variables = [t.id for n in body if isinstance(n, ast.Assign) for t in n.targets]  # type: ignore[attr-defined]
    assert len(set(variables)) == len(variables) == 6
    assert not [name for name in variables if keyword.iskeyword(name) or name in dir(builtins)]


def test_no_text_of_a_tree_becomes_code(tmp_path: Path) -> None:
    tree = _from_flow("""\
workflow w "\\") or print(1) #"
  START -> FAIL "\\n\\"\\"\\"\\\\"
""")
    written = write_python(tree)
    calls = [n.func for n in ast.walk(ast.parse(written)) if isinstance(n, ast.Call)]
    assert {ast.unparse(call) for call in calls} == {"Workflow", "w.transition", "FAIL"}
    assert _read_back(tmp_path, written) == tree


def test_a_tree_without_declarations_is_written_too() -> None:
    assert ast.parse(write_python(File(span=Source("s", "").span(0, 0)))).body == []


def test_a_tree_that_names_no_state_of_its_own_is_refused_where_it_does(tmp_path: Path) -> None:
    path = tmp_path / "flow.py"
    path.write_text(write_python(_from_flow("workflow w\n  START -> nowhere\n")))
    (diagnostic,) = read_python(path, "flow.py").diagnostics
    assert (diagnostic.code, diagnostic.span.text) == ("ST8113", "nowhere")
