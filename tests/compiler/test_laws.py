"""Laws of the compiler: order of declarations is free, and no text brings it down."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy

from stateous.compiler import ir
from stateous.compiler.check import check
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Source
from stateous.grammar.syntax import File, StateDecl, WorkflowDecl
from tests.spec_text import checked

T = TypeVar("T")

FOLDER = Path(__file__).parent.parent / "corpus" / "invalid"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("compiler-*.flow"))]
SOUND = """\
enum Level
  low
  high
type Inner
  level: Level = low
type Tests
  passed: int >= 0
  inner: Inner?
workflow sdlc
  context Ticket
    repo: text
    levels: list of Level = [low, high]
  event done
  event passed: Tests into last
  event failed: Tests into last
  START when ctx.repo == "a" -> coding
  START otherwise -> testing
  state coding
    timeout 6h
    on done -> testing
    on timeout -> FAIL
    on error -> FAIL
  state testing
    on passed when payload.inner.level in [low] -> END
    on passed when payload.inner.level == high -> coding
    on passed otherwise -> coding
    on failed -> coding
  specification "a"
    given context repo = "a"
    when done
  specification "b"
    given in testing
    then in testing
"""
PARSED = [read_flow(Source("spec.flow", text)) for text in (SOUND, *TEXTS)]


class _Shuffle:
    """Puts parts of a tree into an order that hypothesis draws."""

    def __init__(self, data: DataObject) -> None:
        self.data = data

    def parsed(self, parsed: Parsed) -> Parsed:
        return replace(parsed, tree=self._file(parsed.tree))

    def _file(self, file: File) -> File:
        return replace(
            file,
            enums=self._some(file.enums),
            types=self._some(file.types),
            workflows=self._some([self._workflow(w) for w in file.workflows]),
        )

    def _workflow(self, workflow: WorkflowDecl) -> WorkflowDecl:
        return replace(
            workflow,
            events=self._some(workflow.events),
            start=self._some(workflow.start),
            states=self._some([self._state(state) for state in workflow.states]),
            specifications=self._some(workflow.specifications),
        )

    def _state(self, state: StateDecl) -> StateDecl:
        return replace(state, lines=self._some(state.lines))

    def _some(self, parts: Sequence[T]) -> tuple[T, ...]:
        return tuple(self.data.draw(st.permutations(list(parts))))


def _without_order(program: ir.Program | None) -> object:
    if program is None:
        return None
    return sorted(map(repr, program.records)), sorted(map(_parts, program.workflows))


def _parts(workflow: ir.Workflow) -> tuple[object, ...]:
    lists = (
        workflow.events,
        workflow.states,
        workflow.transitions,
        workflow.specifications,
        workflow.context.fields if workflow.context is not None else (),
    )
    return (workflow.name, *(tuple(sorted(map(repr, parts))) for parts in lists))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_order_of_declarations_is_free(data: DataObject) -> None:
    parsed = data.draw(st.sampled_from(PARSED))
    plain, shuffled = check(parsed), check(_Shuffle(data).parsed(parsed))
    assert sorted(d.code for d in shuffled.diagnostics) == sorted(d.code for d in plain.diagnostics)
    assert _without_order(shuffled.program) == _without_order(plain.program)


def test_checking_twice_gives_the_same() -> None:
    for parsed in PARSED:
        assert check(parsed) == check(parsed)


PIECES = st.sampled_from(
    sorted(
        {word for text in (SOUND, *TEXTS) for word in text.split()} | {"\n", "  ", "(", "[", "\t"}
    )
)


@st.composite
def _damaged(draw: st.DrawFn) -> str:
    """Return a spec of which a part is missing, doubled, or replaced by something else."""
    text = draw(st.sampled_from((SOUND, *TEXTS)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        text = text[:start] + draw(PIECES | st.just(text[start:end] * 2)) + text[end:]
    return text


@settings(max_examples=150, deadline=None)
@given(_damaged())
def test_a_damaged_spec_gets_diagnostics_and_never_a_traceback(text: str) -> None:
    compiled = checked(text)
    assert (compiled.program is None) == any(d.is_error for d in compiled.diagnostics)
    assert all(0 <= d.span.start <= d.span.end <= len(text) for d in compiled.diagnostics)


def _expressions(inner: SearchStrategy[str]) -> SearchStrategy[str]:
    binary = st.sampled_from(
        ["and", "or", "+", "-", "*", "//", "%", "<", "<=", ">", ">=", "==", "!=", "in", "not in"]
    )
    return st.one_of(
        st.tuples(inner, binary, inner).map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(st.sampled_from(("not ", "-")), inner).map("".join).map("({})".format),
        inner.map("len({})".format),
        inner.map("startswith({}, 'a')".format),
        inner.map("({} is null)".format),
        st.lists(inner, max_size=3).map(", ".join).map("[{}]".format),
        st.tuples(st.sampled_from(("any", "all")), inner, inner).map(
            lambda parts: f"{parts[0]}(x in {parts[1]}: {parts[2]})"
        ),
    )


CONDITIONS = st.recursive(
    st.sampled_from(
        [
            "ctx.repo",
            "ctx.levels",
            "ctx.nothing",
            "payload.passed",
            "payload.inner.level",
            "visit",
            "now",
            "1",
            "2.5",
            "-3",
            "'a'",
            "'2026-01-01'",
            "true",
            "null",
            "1h",
            "low",
            "Level.low",
            "x",
            "x.y",
            "count(done)",
            "[]",
            "ctx",
        ]
    ),
    _expressions,
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(CONDITIONS)
def test_any_expression_is_typed_or_refused(condition: str) -> None:
    compiled = checked(SOUND.replace("payload.inner.level in [low]", condition))
    guards = (
        [t.guard for w in compiled.program.workflows for t in w.transitions]
        if (compiled.program is not None)
        else []
    )
    assert compiled.has_errors or len([guard for guard in guards if guard is not None]) == 3


def _large(states: int) -> str:
    """Return a spec of about five lines for each state."""
    types = "type Tests\n  passed: int >= 0\n  failed: int >= 0\n"
    head = "workflow large\n  context Ticket\n    repo: text\n    level: one of low, high = low\n"
    events = "  event done\n  event failed: Tests\n  START -> s0\n"
    body = "".join(
        f"  state s{n}\n    timeout 6h\n    on done -> s{(n + 1) % states}\n"
        f"    on failed when count(failed) < 3 and ctx.level == low and payload.failed > {n} -> s0\n"
        "    on failed otherwise -> END\n"
        for n in range(states)
    )
    return types + head + events + body


@pytest.mark.parametrize("states", [1_000])
def test_five_thousand_lines_are_compiled_within_the_budget(states: int) -> None:
    parsed = read_flow(Source("large.flow", _large(states)))
    assert not parsed.diagnostics
    start = process_time()
    compiled = check(parsed)
    assert process_time() - start < 0.7
    assert compiled.program is not None
