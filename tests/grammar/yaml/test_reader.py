"""The YAML notation: forms, scalars as text, places, limits."""

import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stateous.cli.spec_files import find_specs
from stateous.grammar.parsed import Parsed
from stateous.grammar.printer import print_flow
from stateous.grammar.reader import read
from stateous.grammar.source import Source
from stateous.grammar.syntax import DurationLiteral, StateDecl, WorkflowDecl
from stateous.grammar.yaml.reader import read_yaml
from tests.flow_text import report
from tests.flow_text import sound as sound_flow

EXAMPLE = (
    (Path(__file__).parents[3] / "docs" / "yaml.md")
    .read_text()
    .split("```")[1]
    .removeprefix("yaml\n")
)
_MANGLED = st.text(max_size=6) | st.sampled_from(
    ["[", "{", "'", '"', "|", ">", ": ", " #", "- ", "&a ", "*a", "!!str ", "\t", "`", "->", "\n"]
)


def _read(text: str) -> Parsed:
    return read_yaml(Source("test.flow.yaml", text))


def _sound(text: str) -> Parsed:
    parsed = _read(text)
    assert report(parsed) == []
    return parsed


def _workflow(text: str) -> WorkflowDecl:
    """Return the workflow whose keys are these rows."""
    rows = "".join(f"    {row}\n" for row in text.splitlines())
    return _sound(f"workflows:\n  w:\n{rows}").tree.workflows[0]


def _state(text: str) -> StateDecl:
    rows = "".join(f"    {row}\n" for row in text.splitlines())
    return _workflow(f"states:\n  a:\n{rows}").states[0]


def _same(yaml: str, flow: str) -> None:
    tree = _sound(yaml).tree
    assert print_flow(tree) == print_flow(sound_flow(flow).tree)
    assert tree == sound_flow(flow).tree


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n", "---\n", "~\n", "workflows:\n"])
def test_an_empty_file_declares_nothing(text: str) -> None:
    parsed = _sound(text)
    assert parsed.tree.workflows == ()


# -------------------------------------------------------------- short and long forms


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("timeout: 6h", "timeout: {is: 6h}"),
        ("retries: 2 backoff 1s..1m", "retries: {is: 2 backoff 1s..1m}"),
        ("writes: a, b", "writes: [a, b]"),
        ("writes: nothing", "writes: []"),
        ("wait: 3d", "wait: 3d"),
        ("wait: A, B", "wait: [A, B]"),
        ("ensures: ctx.a > 1", "ensures: [{is: ctx.a > 1}]"),
        ("foreach: ctx.l as item runs w", "foreach: {over: ctx.l, as: item, runs: w}"),
        ("with: a = 1, b = ctx.c", "with: {a: 1, b: ctx.c}"),
        ("with: [a = 1, b = 2]", "with: [{fields: {a: 1}}, {fields: {b: 2}}]"),
        ("gather: {k: payload.f}", "gather: [k = payload.f]"),
        ("after: 2h E f = 1", "after: [{is: 2h E f = 1}]"),
        ("on: {e: END}", "on: [{event: e, to: END}]"),
        ("on: {e: [{otherwise: END}]}", "on: {e: {otherwise: END}}"),
    ],
)
def test_every_short_form_has_a_long_form(short: str, long: str) -> None:
    assert _state(short) == _state(long)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("types: {T: {a: int}}", "types: {T: {fields: {a: int}}}"),
        ("types: {T: {a: int}}", "types: [{name: T, fields: [{name: a, type: int}]}]"),
        ("enums: {E: [a, in work]}", "enums: {E: {members: [a, in work]}}"),
        ("roles: [R]", "roles: {R: }"),
        ("roles: {R: Boss}", "roles: {R: {title: Boss}}"),
        ("use: a.flow", "use: [{path: a.flow}]"),
        ("workflows: {w: {events: [e]}}", "workflows: {w: {events: {e: }}}"),
        (
            "workflows: {w: {events: {e: T into k}}}",
            "workflows: {w: {events: {e: {payload: T, into: k}}}}",
        ),
        (
            "workflows: {w: {context: {T: {a: int}}}}",
            "workflows: {w: {context: {name: T, fields: {a: int}}}}",
        ),
        ("workflows: {w: {start: a}}", "workflows: {w: {start: [{to: a}]}}"),
        (
            "workflows: {w: {triggers: [every 15m -> a]}}",
            "workflows: {w: {triggers: {every: 15m, to: a}}}",
        ),
        (
            "workflows: {w: {deadlines: 30d -> END}}",
            "workflows: {w: {deadlines: [{after: 30d, to: END}]}}",
        ),
        (
            "specifications: {s: [given context]}",
            "specifications: {s: {steps: [{is: given context}]}}",
        ),
    ],
)
def test_declarations_have_short_and_long_forms(short: str, long: str) -> None:
    assert _sound(short).tree == _sound(long).tree


def test_what_has_no_title_in_flow_takes_none() -> None:
    for text in (
        "types: {T: {a: {type: int, title: An a}}}",
        "specifications: {s: {steps: [given context], title: An s}}",
    ):
        (found,) = _read(text).diagnostics
        assert (found.code, found.span.text) == ("ST8302", "title")


@pytest.mark.parametrize(
    "text",
    [
        "events: [[a]]",
        "roles: {R: [a]}",
        "enums: {E: low}",
        "types: {T: int}",
        "types: {T: {a: [int]}}",
        "workflows: {w: []}",
        "workflows: {w: {events: {e: [a]}}}",
        "workflows: {w: {context: [T]}}",
        "workflows: {w: {states: {a: END}}}",
        "workflows: {w: {states: {a: {on: END}}}}",
        "workflows: {w: {states: {a: {timeout: [6h]}}}}",
        "workflows: {w: {states: {a: {timeout: }}}}",
        "workflows: {w: {anywhere: x}}",
        "readmodels: {M: {key: k, from: x}}",
        "specifications: {s: {steps: [given context], cases: x}}",
    ],
)
def test_nothing_of_the_wrong_kind_is_left_out_in_silence(text: str) -> None:
    (found,) = _read(text).diagnostics
    assert found.code == "ST8303"


def test_a_table_is_a_list_of_mappings_or_has_columns_and_rows() -> None:
    head = "specifications:\n  s:\n    steps: [given context a = <a>, 'then <what>']\n"
    columns = "    cases:\n      columns: [a, what]\n      rows: [[1, completed], [null, failed]]\n"
    by_column = "    cases:\n    - {a: 1, what: completed}\n    - {what: failed}\n"
    assert _sound(head + columns).tree == _sound(head + by_column).tree


def test_machines_and_read_models_say_the_same_as_in_flow() -> None:
    _same(
        """\
events:
  OrderPlaced: {order: uuid, total: decimal >= 0}
readmodels:
  Order:
    key: order
    fields: {total: decimal = 0}
    from:
      OrderPlaced: {total: payload.total}
statemachines:
  Life:
    title: The life of an order
    follows: Order
    states:
      Placed:
        initial: true
        entering: [starts Fulfil, {invokes: Send, with: {a: total}}]
        on:
          Paid:
            when: total > 0
            to: Paid
      Paid: {final: true}
""",
        """\
event OrderPlaced
  order: uuid
  total: decimal >= 0
readmodel Order key order
  total: decimal = 0
  from OrderPlaced
    set total = payload.total
statemachine Life "The life of an order" follows Order
  state Placed initial
    entering starts Fulfil
    entering invokes Send
      with a = total
    on Paid when total > 0 -> Paid
  state Paid final
""",
    )


# ---------------------------------------------------------------- scalars are texts


@pytest.mark.parametrize("name", ["yes", "no", "on", "off", "y", "null_", "when", "state"])
def test_names_are_taken_as_they_are_written(name: str) -> None:
    workflow = _workflow(f"events: [{name}]\nstates:\n  {name}:\n    on:\n      {name}: {name}")
    assert workflow.events[0].name.text == workflow.states[0].name.text == name
    assert workflow.states[0].lines[0].event.text == name


def test_numbers_durations_and_times_are_the_words_of_flow() -> None:
    state = _state("retries: 2\ntimeout: 6h\nwait: 3d")
    assert state.retries is not None and state.retries.number.value == 2
    assert state.timeout is not None and state.timeout.duration == DurationLiteral(
        21_600, span=state.timeout.span
    )
    workflow = _workflow("triggers: [at 08:00 on Monday -> a, {at: 08:00, to: a}]")
    assert len(workflow.triggers) == 2


@pytest.mark.parametrize("title", ["007", "1.0", "08:00", "2026-01-01", "yes", "null", '"', "\\d"])
def test_titles_are_texts_whatever_they_look_like(title: str) -> None:
    assert _state(f"title: '{title}'").title == title


def test_quotes_around_words_make_no_difference() -> None:
    assert _state("timeout: 6h") == _state("timeout: '6h'") == _state('timeout: "6h"')


def test_anchors_repeat_a_part() -> None:
    text = "states:\n  a: &x {timeout: 6h}\n  b: *x"
    one, other = _workflow(text).states
    assert one.timeout == other.timeout


# ------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    "value",
    [
        "count(e) < 3 && true",
        "'count(e) < 3 && true'",
        '"count(e) < 3 && true"',
        '"count(e) < 3\\x20&& true"',
        "'''a'' == ctx.a && true'",
    ],
)
def test_a_mistake_in_words_stands_at_its_column(value: str) -> None:
    line = f"workflows: {{w: {{start: [{{when: {value}, to: a}}]}}}}"
    (found,) = _read(line).diagnostics
    assert found.code == "ST1005"
    assert found.span.text == "&&"
    assert found.span.first.column == line.index("&&") + 1


@pytest.mark.parametrize("style", ["|", ">", "|-", ">2-"])
def test_a_mistake_in_a_block_stands_on_its_line(style: str) -> None:
    text = (
        "workflows:\n  w:\n    start:\n      - to: a\n"
        f"        when: {style}\n          count(e) < 3\n          && true\n"
    )
    (found,) = _read(text).diagnostics
    assert (found.code, found.span.text) == ("ST1005", "&&")
    assert found.span.first.line == 7


def test_columns_are_right_behind_other_scripts_and_line_ends() -> None:
    text = "workflows:\r\n  w:\r\n    states:\r\n      a: {title: Über 😀, timeout: 6x}\r\n"
    (found,) = _read(text).diagnostics
    assert found.span.text == "6x"


def test_nodes_stand_where_they_are_written() -> None:
    state = _state("on:\n  e:\n    - when: ctx.a > 1\n      to: END\n    - otherwise: b")
    first, second = state.lines
    assert (state.span.text, first.span.text, second.span.text) == (
        "a",
        "when: ctx.a > 1",
        "otherwise: b",
    )
    assert first.when is not None and first.when.span.text == "ctx.a > 1"
    assert first.target.span.text == "END"


def test_a_fix_is_left_out_where_quotes_hold_escapes() -> None:
    plain = "workflows: {w: {states: {a: {timeout: '1h1d'}}}}"
    escaped = 'workflows: {w: {states: {a: {timeout: "1h\\x31d"}}}}'
    assert _read(plain).diagnostics[0].fix is not None
    (found,) = _read(escaped).diagnostics
    assert found.fix is None


def test_words_cannot_reach_out_of_their_value() -> None:
    for value in ("ctx.a > 1 -> END", "ctx.a # ", "(ctx.a", "ctx.a) or (true", "ctx.a\n  STAY"):
        text = f"workflows: {{w: {{start: [{{when: '{value}', to: a}}]}}}}"
        tree = _read(text).tree
        assert all(line.target.span.text == "a" for line in tree.workflows[0].start)


# --------------------------------------------------------------------------- limits


def _laughs(levels: int) -> str:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (_laughs(20), "ST8306"),
        ("[" * 10_000, "ST8307"),
        ("{a: " * 10_000, "ST8307"),
        ("[a, " * 10_000, "ST8307"),
        ("- " * 5_000, "ST8307"),
        ("? " * 5_000, "ST8307"),
    ],
)
def test_what_would_blow_up_is_refused_at_once(text: str, code: str) -> None:
    tracemalloc.start()
    start = time.process_time()
    found = _read(text).diagnostics
    seconds, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found[-1].code == code
    assert seconds < 5  # tracing makes it several times slower
    assert peak < 50_000_000


@pytest.mark.parametrize(
    "text",
    ["a: \0", 'a: "\\UFFFFFFFF"', 'a: "\\ud800"', "\t", "a: b: c", "&a", "*", "!", "%", "? ", "]"],
)
def test_reading_never_raises(text: str) -> None:
    _read(text)
    _read(f"workflows:\n  w: {text}\n")


def test_a_text_that_hides_what_it_is_is_reported() -> None:
    text = "workflows:\n  w:\n    title: pay\u202ekcab\n"
    (found,) = _read(text).diagnostics
    assert found.span.text == "\u202e"
    assert _workflow('title: "pay\\u202ekcab"').title == "pay\u202ekcab"


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_mangled_file_is_read_without_a_fault_of_ours(data: st.DataObject) -> None:
    text = EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(_MANGLED) + text[end:]
    parsed = _read(text)
    for found in parsed.diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(text)


def test_a_folder_gives_its_files_in_yaml(tmp_path: Path) -> None:
    for name in ("a.flow.yaml", "b.flow.yml", "other.yaml"):
        (tmp_path / name).write_text(EXAMPLE, encoding="utf-8")
    found = find_specs([tmp_path]).files
    assert [file.name for file in found] == ["a.flow.yaml", "b.flow.yml"]
    assert all(read(file).tree.workflows[0].name.text == "sdlc" for file in found)


def test_a_process_that_reads_no_yaml_does_not_load_its_parser() -> None:
    code = (
        "import sys; from pathlib import Path; from stateous.grammar.reader import read;"
        "import stateous, stateous.rule_table, stateous.cli.main;"
        "read(Path('specs/sdlc.flow')); print('ruamel.yaml' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "False\n"
