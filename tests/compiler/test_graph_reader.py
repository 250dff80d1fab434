"""Graph files from outside: each fault has a code and a place, and none is a traceback."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stateous.codegen import graph_file
from stateous.compiler.graph.json_node import GraphFault
from stateous.compiler.graph.reader import read_graph
from stateous.compiler.ir import Workflow
from stateous.runtime.kernel.definition import prepare
from tests.packages import compiled

SPEC = """
enum Level
  low
  high

type Line
  sku: text
  size: int >= 0

type Report
  score: number
  lines: list of Line
  level: Level
  at: datetime?

workflow w "Titled"
  context Case
    input due: datetime = "2026-01-01T00:00:00Z"
    budget: decimal = 0
    tags: map of int = {}
    raw: json?

  event report: Report into last
  event stop

  START -> work

  state work
    on report when payload.score * 2 + 1 > count(report) and ctx.raw.a == 1 -> work
    on report when any(x in payload.lines: x.size > 3 and startswith(x.sku, "a")) -> END
    on report when payload.level in [low] and not matches(payload.lines[0], "x") -> END
    on report otherwise -> END
    on stop when now - ctx.due > 1d or "k" in ctx.tags or ctx.budget == "1.5" -> END
    on stop when visit // 2 == -attempt and len(ctx.tags) is not null -> FAIL "odd"
    on stop otherwise -> FAIL
"""
SPEC = SPEC.replace(' and not matches(payload.lines[0], "x")', "")


def document(workflow: Workflow | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(graph_file.text_of(workflow or compiled(SPEC)))
    return found


def fault_of(graph: object) -> GraphFault:
    with pytest.raises(GraphFault) as raised:
        read_graph(graph if isinstance(graph, str) else json.dumps(graph))
    return raised.value


def put(graph: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return a copy of a graph with one value at a path changed; None takes it out."""
    changed = deepcopy(graph)
    *way, last = (int(part) if part.isdigit() else part for part in path.split("/")[1:])
    inner: Any = changed
    for part in way:
        inner = inner[part]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return changed


def test_every_form_of_a_guard_is_read_back() -> None:
    workflow = compiled(SPEC)
    assert read_graph(graph_file.text_of(workflow)).workflow == workflow


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "ST9101"),
        ("{", "ST9101"),
        ("[" * 100_000, "ST9101"),
        ('{"stateous": 1, "stateous": 1}', "ST9101"),
        ('{"stateous": NaN}', "ST9101"),
        ("9" * 10_000, "ST9101"),
        ("[]", "ST9103"),
        ("{}", "ST9102"),
        ('{"stateous": 3}', "ST9102"),
        ('{"stateous": true}', "ST9102"),
        ('{"stateous": {}}', "ST9102"),
        ('{"stateous": 1}', "ST9103"),
    ],
)
def test_a_text_that_is_no_graph_has_a_code(text: str, code: str) -> None:
    assert fault_of(text).code == code


GUARD = "/transitions/1/guard"


@pytest.mark.parametrize(
    ("path", "value", "code", "where"),
    [
        ("/surplus", 1, "ST9103", "/surplus"),
        ("/states/work/emits", ["stop"], "ST9103", "/states/work/emits"),
        ("/states/work/emits", None, "ST9103", "/states/work"),
        ("/states/work/timeout", "6 hours", "ST9103", "/states/work/timeout"),
        ("/states/work/timeout", "9999d", "ST9103", "/states/work/timeout"),
        ("/states/work/retries", -1, "ST9103", "/states/work/retries"),
        ("/states/work/retries", True, "ST9103", "/states/work/retries"),
        ("/states/work/backoff", ["5s", "1s"], "ST9103", "/states/work/backoff"),
        ("/states/__end__", {"emits": []}, "ST9104", "/states/__end__"),
        ("/events/error", {}, "ST9104", "/events/error"),
        ("/events/a b", {}, "ST9104", "/events/a b"),
        ("/events/\ud800", {}, "ST9104", "/events/\ud800"),
        ("/states/é", {"emits": []}, "ST9104", "/states/é"),
        ("/workflow", "../x", "ST9104", "/workflow"),
        ("/events/report/into", "a b", "ST9104", "/events/report/into"),
        ("/events/stop/into", "k", "ST9103", "/events/stop"),
        ("/events/report/payload", "Nothing", "ST9104", "/events/report/payload"),
        ("/events/report/payload", "Level", "ST9104", "/events/report/payload"),
        ("/events/report/into", "due", "ST9104", "/events"),
        ("/context", "Nothing", "ST9104", "/context"),
        ("/transitions", [], "ST9103", "/transitions"),
        ("/transitions/0/to", "nowhere", "ST9104", "/transitions/0/to"),
        ("/transitions/0/on", "stop", "ST9103", "/transitions/0"),
        ("/transitions/1/from", "nowhere", "ST9104", "/transitions/1/from"),
        ("/transitions/1/on", "nothing", "ST9104", "/transitions/1/on"),
        ("/transitions/1/on", None, "ST9103", "/transitions/1"),
        ("/transitions/1/otherwise", True, "ST9103", "/transitions/1"),
        ("/transitions/1/otherwise", False, "ST9103", "/transitions/1/otherwise"),
        ("/transitions/1/reason", "why", "ST9103", "/transitions/1/reason"),
        ("/transitions/1/when", None, "ST9103", GUARD),
        (GUARD, None, "ST9103", "/transitions/1"),
        (GUARD, 3, "ST9105", GUARD),
        (GUARD, {"op": "system"}, "ST9105", GUARD),
        (GUARD, {"op": "const", "value": True, "type": "bool"}, "ST9105", GUARD),
        (GUARD, {"op": "and", "operands": []}, "ST9105", f"{GUARD}/operands"),
        (GUARD, {"op": "not", "value": {"op": "clock", "name": "now"}}, "ST9105", f"{GUARD}/value"),
        ("/schemas/Line", {"properties": {"a b": {}}}, "ST9106", "/schemas/Line/properties/a b"),
        (
            "/schemas/Line",
            {"properties": {"l": {"$ref": "#/schemas/Line"}}},
            "ST9106",
            "/schemas/Line/properties/l",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(path: str, value: object, code: str, where: str) -> None:
    fault = fault_of(put(document(), path, value))
    assert (fault.code, fault.pointer) == (code, where)


TEXT = {"op": "const", "value": "x", "type": "text"}
ONE = {"op": "const", "value": 1, "type": "int"}
DUE = {"op": "read", "root": "ctx", "path": ["due"]}
LINES = {"op": "read", "root": "payload", "path": ["lines"]}
IS_NULL = {"op": "is_null", "value": ONE}


@pytest.mark.parametrize(
    "value",
    [
        {"op": "const", "value": "one", "type": "int"},
        {"op": "const", "value": 1},
        {"op": "const", "value": 1, "type": "integer"},
        {"op": "const", "value": 1, "type": {"kind": "record", "name": "Level"}},
        {"op": "read", "root": "ctx", "path": []},
        {"op": "read", "root": "ctx", "path": ["nothing"]},
        {"op": "read", "root": "ctx", "path": ["due", "year"]},
        {"op": "read", "root": "environment", "path": ["HOME"]},
        {"op": "read", "root": "variable", "path": [], "variable": "x"},
        {"op": "count", "event": "nothing"},
        {"op": "clock", "name": "today"},
        {"op": "arith", "operator": "+", "left": TEXT, "right": ONE},
        {"op": "arith", "operator": "+", "left": DUE, "right": DUE},
        {"op": "arith", "operator": "//", "left": ONE, "right": {**ONE, "value": 0}},
        {"op": "arith", "operator": "**", "left": ONE, "right": ONE},
        {"op": "negate", "value": TEXT},
        {"op": "len", "value": ONE},
        {"op": "list", "items": [DUE], "type": {"kind": "list", "item": "datetime"}},
        {"op": "list", "items": [], "type": "int"},
        IS_NULL,
    ],
)
def test_a_value_that_cannot_be_evaluated_is_refused(value: object) -> None:
    graph = put(document(), GUARD, {"op": "is_null", "value": value})
    assert fault_of(graph).code == "ST9105"


@pytest.mark.parametrize(
    "condition",
    [
        {"op": "compare", "operator": "<", "left": ONE, "right": TEXT},
        {"op": "compare", "operator": "!=", "left": ONE, "right": ONE},
        {"op": "in", "item": ONE, "container": ONE},
        {"op": "text_test", "test": "like", "value": TEXT, "text": TEXT},
        {"op": "matches", "value": TEXT, "pattern": "("},
        {"op": "truth", "value": ONE},
        {"op": "quantified", "kind": "any", "variable": "x", "over": ONE, "condition": IS_NULL},
        {"op": "quantified", "kind": "most", "variable": "x", "over": LINES, "condition": IS_NULL},
        {"op": "is_null", "value": ONE, "extra": 1},
    ],
)
def test_a_condition_that_cannot_be_evaluated_is_refused(condition: object) -> None:
    assert fault_of(put(document(), GUARD, condition)).code == "ST9105"


PLAIN = (
    "workflow w\n  event e\n  START -> s\n  state s\n    on e when count(e) < 3 -> s\n"
    "    on e otherwise -> END\n"
)


@pytest.mark.parametrize("text", ["", "count(", "count('e') < ", "payload.x == 1", "nothing", "1"])
def test_the_text_of_a_guard_in_a_plain_file_is_checked(text: str) -> None:
    fault = fault_of(put(document(compiled(PLAIN)), "/transitions/1/when", text))
    assert (fault.code, fault.pointer) == ("ST9105", "/transitions/1/when")


def _places(value: object, path: str = "") -> list[str]:
    """Return the path of every value inside a document."""
    inner: list[tuple[object, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    found = [f"{path}/{key}" for key, _ in inner]
    return found + [place for key, each in inner for place in _places(each, f"{path}/{key}")]


DOCUMENTS = [document(), document(compiled(PLAIN))]
ODD: st.SearchStrategy[object] = st.sampled_from(
    [None, True, -1, 0.5, 10**30, "", "x", "__start__", "int", [], {}, [[]], {"op": "not"}, ["x"]]
) | st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@given(st.sampled_from(DOCUMENTS), st.data(), ODD)
@settings(max_examples=300, deadline=None)
def test_a_graph_that_was_changed_anywhere_is_read_or_refused(
    graph: dict[str, Any], data: st.DataObject, value: object
) -> None:
    path = data.draw(st.sampled_from(_places(graph)))
    try:
        found = read_graph(json.dumps(put(graph, path, value)))
    except GraphFault as fault:
        assert fault.code.startswith("ST91")
    else:
        prepare(found.workflow)
