"""The graph file: its two formats, and the way back."""

import json
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings

from stateous.codegen import graph_file
from stateous.compiler.graph.format import checksum, structure
from stateous.compiler.graph.reader import read_graph
from stateous.compiler.ir import Workflow
from stateous.compiler.values.json_text import pretty
from tests.codegen import golden
from tests.packages import compiled
from tests.repository_specs import core_specs
from tests.strategies import workflows

FLOWS = [path for path in core_specs() if path.suffix == ".flow"]

PLAIN = """
type Tests
  failed: int >= 0

workflow w
  context Ticket
    repo: text

  event done
  event failed: Tests into last_run

  START -> coding

  state coding
    timeout {timeout}
    {retries}
    on done -> END
    on failed when count(failed) < 3 and payload.failed > 0 -> coding
    on failed otherwise -> END
"""


def plain(timeout: str = "6h", retries: str = "retries 2") -> Workflow:
    return compiled(PLAIN.format(timeout=timeout, retries=retries))


def test_a_plain_workflow_has_the_documented_keys_and_no_others() -> None:
    graph = graph_file.graph(plain())
    assert list(graph) == [
        "stateous",
        "workflow",
        "context",
        "states",
        "events",
        "transitions",
        "schemas",
    ]
    assert graph["stateous"] == 1
    assert graph["states"] == {
        "coding": {"timeout": "6h", "retries": 2, "emits": ["done", "failed"]}
    }
    assert graph["events"] == {"done": {}, "failed": {"payload": "Tests", "into": "last_run"}}
    assert graph["transitions"] == [
        {"from": "__start__", "to": "coding"},
        {"from": "coding", "to": "__end__", "on": "done"},
        {
            "from": "coding",
            "to": "coding",
            "on": "failed",
            "when": "count('failed') < 3 and payload.failed > 0",
        },
        {"from": "coding", "to": "__end__", "on": "failed", "otherwise": True},
    ]


@pytest.mark.parametrize(
    ("spec", "more"),
    [
        ("START -> s\n  state s\n    on e -> FAIL", {"to": "__fail__"}),
        ('START -> s\n  state s\n    on e -> FAIL "why"', {"reason": "why"}),
        ('START -> s\n  state s "Title"\n    on e -> END', {"title": "Title"}),
        ("START -> s\n  state s\n    writes nothing\n    on e -> END", {"writes": []}),
        (
            "START -> s\n  state s\n    retries 1 backoff 5s..2m\n    on e -> END",
            {"backoff": ["5s", "2m"]},
        ),
        (
            "context C\n    input a: int\n  START -> s\n  state s\n    on e -> END",
            {"role": "input"},
        ),
        (
            "context C\n    secret a: int\n  START -> s\n  state s\n    on e -> END",
            {"secret": True},
        ),
    ],
)
def test_what_goes_beyond_is_in_the_full_format(spec: str, more: dict[str, object]) -> None:
    graph = graph_file.graph(compiled(f"workflow w\n  event e\n  {spec}\n"))
    assert graph["stateous"] == 2
    text = json.dumps(graph)
    assert all(json.dumps({key: value})[1:-1] in text for key, value in more.items())


def test_the_full_format_holds_each_guard_as_a_typed_tree_too() -> None:
    text = PLAIN.format(timeout="6h", retries="").replace("workflow w", 'workflow w "Titled"')
    graph = json.loads(graph_file.text_of(compiled(text)))
    guarded = [line for line in graph["transitions"] if "when" in line]
    assert [line["guard"]["op"] for line in guarded] == ["and"]
    assert guarded[0]["guard"]["operands"][0] == {
        "op": "compare",
        "operator": "<",
        "left": {"op": "count", "event": "failed"},
        "right": {"op": "const", "value": 3, "type": "int"},
    }


def test_the_checksum_is_the_hash_of_sorted_keys_without_spaces() -> None:
    graph = graph_file.graph(plain())
    canonical = json.dumps(graph, sort_keys=True, separators=(",", ":"))
    assert checksum(graph) == f"sha256:{sha256(canonical.encode()).hexdigest()}"


def test_timeouts_and_retries_change_the_checksum_and_not_the_structure() -> None:
    one, other = graph_file.graph(plain()), graph_file.graph(plain("5h", "retries 7"))
    assert checksum(one) != checksum(other)
    assert structure(one) == structure(other)


def test_a_guard_changes_the_structure() -> None:
    text = PLAIN.format(timeout="6h", retries="retries 2")
    one = graph_file.graph(compiled(text))
    other = graph_file.graph(compiled(text.replace("< 3", "< 4")))
    assert structure(one) != structure(other)


def test_the_schemas_are_json_schemas_that_take_what_the_workflow_takes() -> None:
    schemas = json.loads(graph_file.text_of(plain()))["schemas"]
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate({"failed": 0}, schemas["Tests"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"failed": -1}, schemas["Tests"])


@pytest.mark.parametrize("name", golden.SPECS)
def test_the_first_example_has_the_graph_file_in_the_golden_folder(name: str) -> None:
    expected = golden.FOLDER / f"{name}.json"
    assert golden.graph_of(name) == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.name)
def test_reading_the_graph_file_of_a_real_spec_gives_the_workflow_back(path: Path) -> None:
    workflow = compiled(path.read_text(encoding="utf-8"))
    assert read_graph(graph_file.text_of(workflow)).workflow == workflow


def test_reading_a_plain_graph_file_gives_the_workflow_back() -> None:
    assert read_graph(graph_file.text_of(plain())).workflow == plain()


@given(workflows())
@settings(max_examples=60, deadline=None)
def test_writing_what_was_read_writes_the_same(workflow: Workflow) -> None:
    graph = graph_file.graph(workflow)
    again = read_graph(pretty(graph)).workflow
    assert graph_file.graph(again) == graph
    assert read_graph(graph_file.text_of(again)).workflow == again
