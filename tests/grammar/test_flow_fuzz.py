"""Whatever the text is, it is read without a failure and every report lies inside it."""

from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.flow.guard_reader import read_expression
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import File, SpecificationDecl
from stateous.grammar.tables import rows_of
from tests.flow_text import read, report

SPEC = (Path(__file__).parents[2] / "specs" / "sdlc.flow").read_text(encoding="utf-8")
EVERY = (Path(__file__).parents[1] / "corpus" / "every-construct.flow").read_text("utf-8")
PIECES = (
    *(" ", "  ", "\t", "\n", "\r", "\r\n", "    ", "(", ")", "[", "]", "{", "}", '"', "'", "`"),
    *("#", "\\", "->", "=", "==", "-", ".", "..", ",", ":", "?", "<", "not ", "in ", "1", "6h"),
    *("|", "<x>", "allow ", "cases\n", "with ", "set a = 1", "END as ", "08:00", " as ", " for "),
    *("state x", "on ", "when ", "then ", "END", "\u201c", "\u00e9", "\u00a0", "\ufeff", "\x00"),
)

EDITS = st.lists(
    st.tuples(st.integers(0, len(EVERY)), st.integers(0, 12), st.sampled_from(PIECES) | st.text()),
    max_size=6,
)


def _spans(diagnostic: Diagnostic) -> list[Span]:
    labels = [label.span for label in diagnostic.labels]
    edits = [edit.span for edit in diagnostic.fix.edits] if diagnostic.fix else []
    return [diagnostic.span, *labels, *edits]


def _specifications(tree: File) -> list[SpecificationDecl]:
    inner = [found for flow in tree.workflows for found in flow.specifications]
    of_machines = [found for machine in tree.machines for found in machine.specifications]
    return [*tree.specifications, *inner, *of_machines]


def _check(text: str) -> None:
    parsed = read(text)
    for found in _specifications(parsed.tree):
        rows_of(found, lambda _: None)
    for diagnostic in parsed.diagnostics:
        assert diagnostic.message.isprintable()
        assert 0 < len(diagnostic.message) < 200
        for span in _spans(diagnostic):
            assert 0 <= span.start <= span.end <= len(text)


def test_the_specs_themselves_are_sound() -> None:
    assert report(read(SPEC)) == []
    assert report(read(EVERY)) == []


@given(EDITS, st.sampled_from((SPEC, EVERY)))
@settings(max_examples=250, deadline=None)
def test_an_edited_spec_never_fails(edits: list[tuple[int, int, str]], text: str) -> None:
    for start, length, piece in edits:
        text = text[:start] + piece + text[start + length :]
    _check(text)


@given(st.lists(st.sampled_from(f"{SPEC}{EVERY}".splitlines(keepends=True)), max_size=30))
@settings(max_examples=100, deadline=None)
def test_lines_in_any_order_never_fail(lines: list[str]) -> None:
    _check("".join(lines))


@given(
    st.lists(st.sampled_from((*PIECES, *SPEC.split(), *EVERY.split())), max_size=40).map(" ".join)
)
@settings(max_examples=150, deadline=None)
def test_words_in_any_order_never_fail(text: str) -> None:
    _check(text)


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
@example(b"\xff\xfe\x00state")
def test_bytes_of_any_kind_never_fail(data: bytes) -> None:
    _check(data.decode("utf-8", errors="replace"))
    _check(data.decode("latin-1"))


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=15).map("".join))
@settings(max_examples=150, deadline=None)
def test_an_expression_of_any_kind_never_fails(text: str) -> None:
    source = Source("test", text)
    expr, diagnostics = read_expression(text, source.span)
    assert expr is not None or diagnostics
    for diagnostic in diagnostics:
        for span in _spans(diagnostic):
            assert 0 <= span.start <= span.end <= len(text)


def test_long_and_deep_texts_take_no_longer_than_they_are_long() -> None:
    for text in (
        "(" * 50_000,
        "state a\n  on " + "x" * 100_000,
        "\n".join(" " * (depth % 300) + "on e -> f" for depth in range(3_000)),
        "type T\n  a: " + "list of " * 10_000 + "int",
        "type T\n  a: json = " + "[" * 10_000 + "]" * 10_000,
        "".join(f"{' ' * depth}state s\n" for depth in range(2_000)),
        "workflow w\n  specification 's'\n    cases\n      a\n      |" + "|" * 50_000,
        "\t on\n" * 3_000,
        "workflow w\n  state s\n    on e when " + "a.b and " * 10_000 + "c -> END",
    ):
        _check(text)
