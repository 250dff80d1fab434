"""What is reported about guards: where it stands, the example, and the fix."""

from pathlib import Path

import pytest

from stateous.compiler.check import check_path
from stateous.compiler.verdict import Answer
from stateous.grammar.diagnostic import Diagnostic, Severity
from stateous.verifier.verify import Verified, verify
from tests.flow_text import mended
from tests.spec_text import checked

SDLC = (Path(__file__).parent.parent.parent / "specs" / "sdlc.flow").read_text(encoding="utf-8")
GUARDED = "    on failed when count(failed) < 3 -> coding\n"
OTHERWISE = "    on failed otherwise -> END\n"


def _verified(text: str) -> Verified:
    compiled = checked(text)
    assert compiled.program is not None, compiled.diagnostics
    return verify(compiled, specifications=False)


def _sdlc(*lines: str) -> Verified:
    """Verify `specs/sdlc.flow` with these lines on `failed` in `testing`."""
    assert GUARDED + OTHERWISE in SDLC
    return _verified(SDLC.replace(GUARDED + OTHERWISE, "".join(f"    {x}\n" for x in lines)))


def _routing(*lines: str, context: str = "", payload: str = "") -> Verified:
    """Verify lines of a state `s` on the events `e` and `other`, with fields split by `;`."""

    def fields(text: str, indent: int) -> str:
        return "".join(f"{' ' * indent}{field.strip()}\n" for field in text.split(";"))

    return _verified(
        (f"type Data\n{fields(payload, 2)}" if payload else "")
        + "workflow w\n"
        + (f"  context Ctx\n{fields(context, 4)}" if context else "")
        + f"  event e{': Data' if payload else ''}\n  event other\n  START -> s\n"
        + "  state s\n    on other -> END\n    on error -> END\n"
        + "".join(f"    {line}\n" for line in lines)
    )


def _only(verified: Verified, code: str) -> Diagnostic:
    (found,) = [d for d in verified.diagnostics if d.code == code]
    return found


def _example(diagnostic: Diagnostic) -> dict[str, str]:
    assert diagnostic.witness is not None
    return dict(diagnostic.witness.values)


def _mended(diagnostic: Diagnostic) -> Verified:
    """Verify the file again with the fix of a diagnostic applied."""
    assert diagnostic.fix is not None and not diagnostic.fix.safe
    return _verified(mended(diagnostic.span.source.text, diagnostic.fix))


def test_the_first_example_is_proved() -> None:
    verified = _verified(SDLC)
    assert verified.diagnostics == ()
    assert {verdict.answer for verdict in verified.verdicts} == {Answer.PROVED}
    assert [(v.check, v.subject) for v in verified.verdicts if v.method == "z3"] == [
        ("exclusive", "testing on failed"),
        ("complete", "testing on failed"),
        ("live", "testing on failed when count(failed) < 3"),
        ("live", "testing on failed otherwise"),
    ]


def test_an_overlap_shows_both_lines_and_the_smallest_example() -> None:
    first, later = "count(failed) < 3", "count(failed) < 5"
    verified = _sdlc(f"on failed when {first} -> coding", f"on failed when {later} -> END")
    overlap = _only(verified, "ST5001")
    assert overlap.span.text == first
    assert [(label.span.text, label.text) for label in overlap.labels] == [
        (first, "this guard"),
        (later, "also holds"),
    ]
    assert _example(overlap) == {"count(failed)": "1"}


def test_a_gap_stands_at_the_first_line_with_the_smallest_example() -> None:
    gap = _only(_sdlc("on failed when count(failed) < 3 -> coding"), "ST5002")
    assert gap.span.first.line == SDLC[: SDLC.index(GUARDED)].count("\n") + 1
    assert gap.span.text == "failed"
    assert _example(gap) == {"count(failed)": "3"}
    assert gap.help is not None and "`on failed otherwise -> FAIL`" in gap.help


@pytest.mark.parametrize(
    ("context", "guards", "example"),
    [
        ("n: int", ("ctx.n > 7", "ctx.n > 40"), {"ctx.n": "41"}),
        ("n: int", ("ctx.n < 7", "ctx.n < -40"), {"ctx.n": "-41"}),
        ("n: int", ("ctx.n != 0", "ctx.n != 1"), {"ctx.n": "-1"}),
        ("n: int", ("ctx.n > 1000000000000", "ctx.n != 2"), {"ctx.n": "1000000000001"}),
        ("n: int multiple of 5", ("ctx.n > 7", "ctx.n > 11"), {"ctx.n": "15"}),
        ("n: number", ("ctx.n > 2", "ctx.n < 3"), {"ctx.n": "2.1"}),
        ("n: number", ("ctx.n > 2.5", "ctx.n > 0"), {"ctx.n": "3"}),
        ("d: decimal", ("ctx.d > 0.001", "ctx.d < 0.002"), {"ctx.d": "0.0011"}),
        ("n: int?", ("not ctx.n < 3", "not ctx.n >= 3"), {"ctx.n": "null"}),
        ("n: int?", ("not ctx.n < 3", "ctx.n is null or ctx.n > 1"), {"ctx.n": "3"}),
        ("f: bool; g: bool", ("ctx.f or ctx.g", "ctx.g or not ctx.f"), {"ctx.f": "false", "ctx.g": "true"}),
        ("s: one of low, mid, high", ("ctx.s != low", "ctx.s in [mid, high]"), {"ctx.s": "mid"}),
        ("s: text", ('ctx.s != "x"', 'ctx.s != "y"'), {"ctx.s": '""'}),
        ("s: text", ('startswith(ctx.s, "ab")', "len(ctx.s) > 2"), {"ctx.s": '"aba"'}),
        ("s: text length 3..9", ('ctx.s != "x"', 'ctx.s != "y"'), {"ctx.s": '"aaa"'}),
        ("d: date", ('ctx.d > "2026-03-01"', 'ctx.d != "2026-03-02"'), {"ctx.d": '"2026-03-03"'}),
        ("d: duration", ("ctx.d > 6h", "ctx.d > 1h"), {"ctx.d": "6h1s"}),
        ("t: list of text", ('"a" in ctx.t', '"b" in ctx.t'), {"ctx.t": '["a", "b"]'}),
        ("t: list of int", ("any(x in ctx.t: x > 1)", "len(ctx.t) > 0"), {"ctx.t": "[2]"}),
        ("m: map of int", ("ctx.m.a > 1", "len(ctx.m) > 1"), {"ctx.m.a": "2", "ctx.m": "{a: 2, b: 0}"}),
    ],
    ids=str,
)  # fmt: skip
def test_an_example_is_the_simplest_there_is(
    context: str, guards: tuple[str, str], example: dict[str, str]
) -> None:
    lines = [f"on e when {guard} -> END" for guard in guards]
    overlap = _only(_routing(*lines, context=context), "ST5001")
    shown = _example(overlap)
    assert {name: shown[name] for name in example} == example


def test_only_what_the_two_guards_read_is_shown() -> None:
    verified = _routing(
        "on e when ctx.n > 1 -> END",
        "on e when payload.m == 3 -> END",
        "on e when ctx.k == 1 and ctx.n == 0 and payload.m == 0 -> END",
        context="n: int; k: int; unread: text",
        payload="m: int",
    )
    assert _example(_only(verified, "ST5001")) == {"ctx.n": "2", "payload.m": "3"}


@pytest.mark.parametrize(
    "lines",
    [
        ("on e when ctx.n < 3 -> END", "on e when ctx.n < 5 -> s"),
        ("on e when ctx.n < 3 -> END", "on e when ctx.n < 5 -> s", "on e otherwise -> s"),
        ("on e when ctx.n < 5 -> END", "on e when ctx.n < 3 -> s", "on e otherwise -> s"),
        ("on e when ctx.n < 5 -> END", "on e when ctx.n < 5 -> s", "on e otherwise -> s"),
        ("on e when ctx.n < 3 or ctx.f -> END", "on e when (ctx.n > 5 or ctx.f) -> s", "on e otherwise -> s"),
        ("on e when ctx.f -> END", "on e when (", "        ctx.n > 5", "      ) -> s", "on e otherwise -> s"),
    ],
    ids=str,
)  # fmt: skip
def test_with_its_fix_applied_an_overlap_is_gone_and_nothing_else_is_wrong(
    lines: tuple[str, ...],
) -> None:
    overlap = _only(_routing(*lines, context="n: int; f: bool"), "ST5001")
    assert not _mended(overlap).diagnostics


@pytest.mark.parametrize(
    ("earlier", "exclusion"),
    [
        ('ctx.t == "a  b"', 'not (ctx.t == "a  b")'),
        ("(\n      ctx.f  # the first\n      and ctx.n > 5\n    )", "not (ctx.f and ctx.n > 5)"),
    ],
)
def test_a_fix_repeats_a_guard_as_it_is_meant_and_not_as_it_is_laid_out(
    earlier: str, exclusion: str
) -> None:
    lines = (f"on e when {earlier} -> END", "on e when ctx.n > 0 -> s", "on e otherwise -> s")
    overlap = _only(_routing(*lines, context="n: int; f: bool; t: text"), "ST5001")
    assert overlap.fix is not None
    assert overlap.fix.edits[-1].text == f" and {exclusion}"
    assert not _mended(overlap).diagnostics


def test_an_edit_that_leaves_a_text_unreadable_is_no_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stateous.verifier.fixes.flow", lambda _: "ctx.n >")
    lines = ("on e when ctx.n < 5 -> END", "on e when ctx.n < 9 -> s", "on e otherwise -> s")
    assert _only(_routing(*lines, context="n: int"), "ST5001").fix is None


@pytest.mark.parametrize(
    "lines",
    [
        ("on e when ctx.n < 3 -> END",),
        ("on e when ctx.n < 3 -> END  # enough",),
        ("on e when ctx.n < 3 -> END", "on e when ctx.n == 3 -> s"),
    ],
    ids=str,
)
def test_with_its_fix_applied_a_gap_is_gone_and_nothing_else_is_wrong(
    lines: tuple[str, ...],
) -> None:
    gap = _only(_routing(*lines, context="n: int"), "ST5002")
    assert not _mended(gap).diagnostics


def test_a_dead_guard_is_reported_with_a_fix_that_removes_its_line() -> None:
    verified = _sdlc("on failed when count(failed) < 1 -> coding", "on failed otherwise -> END")
    dead = _only(verified, "ST5003")
    assert dead.span.text == "count(failed) < 1"
    assert dead.notes == ("`count(failed)` includes the event at hand, so it is at least 1",)
    assert not _mended(dead).diagnostics


def test_an_otherwise_that_takes_nothing_is_a_warning() -> None:
    verified = _sdlc(
        "on failed when count(failed) < 3 -> coding",
        "on failed when count(failed) >= 3 -> END",
        "on failed otherwise -> END",
    )
    (idle,) = verified.diagnostics
    assert (idle.code, idle.severity, idle.span.text) == (
        "ST5004",
        Severity.WARNING,
        "otherwise",
    )
    assert not _mended(idle).diagnostics


def test_what_no_path_reaches_is_a_note_and_no_violation() -> None:
    verified = _verified(
        "workflow w\n  event e\n  START -> s\n  state s\n    on e -> END\n    on error -> END\n"
        "  state lost\n    on e when count(e) < 3 -> END\n    on e when count(e) < 5 -> END\n"
        "    on error -> END\n"
    )
    severities = {d.code: d.severity for d in verified.diagnostics}
    assert severities == {
        "ST6001": Severity.ERROR,
        "ST5001": Severity.NOTE,
        "ST5002": Severity.NOTE,
    }
    answers = {v.answer for v in verified.verdicts if v.subject.startswith("lost on e")}
    assert answers == {Answer.PROVED}


def test_a_start_is_examined_before_anything_has_been_written() -> None:
    verified = _verified(
        "type Data\n  n: int\nworkflow w\n  context Ctx\n    local k: int = 2\n    f: bool\n"
        "  event e: Data into last\n"
        "  START when ctx.k == 2 and ctx.f -> s\n  START when ctx.last is null and not ctx.f -> s\n"
        "  START when ctx.last.n > 3 -> s\n"
        "  state s\n    on e -> END\n    on error -> END\n"
    )
    (dead,) = verified.diagnostics
    assert (dead.code, dead.span.text) == ("ST5003", "ctx.last.n > 3")


def test_error_comes_when_the_last_attempt_has_failed() -> None:
    text = (
        "workflow w\n  event e\n  START -> s\n  state s\n    retries 2\n    on e -> END\n"
        "    on error when attempt < 3 -> s\n    on error when payload.attempts == 3 -> END\n"
    )
    (dead,) = _verified(text).diagnostics
    assert (dead.code, dead.span.text) == ("ST5003", "attempt < 3")


@pytest.mark.parametrize("event", ["timeout", "error"])
def test_examples_of_the_engines_own_events_replay(event: str) -> None:
    text = (
        "workflow w\n  event e\n  START -> s\n  state s\n    timeout 1h\n    retries 1\n"
        f"    on e -> END\n    on {event} when visit < 3 -> s\n    on {event} when visit == 2 -> END\n"
    )
    found = {d.code: _example(d) for d in _verified(text).diagnostics if d.witness is not None}
    assert found == {"ST5001": {"visit": "2"}, "ST5002": {"visit": "3"}}


def test_findings_come_in_source_order() -> None:
    verified = _routing(
        "on e when ctx.n < 0 -> END",
        "on e when ctx.n < 3 -> s",
        "on e when ctx.n < 5 -> s",
        context="n: int >= 0",
    )
    starts = [d.span.start for d in verified.diagnostics]
    assert starts == sorted(starts)
    assert [d.code for d in verified.diagnostics] == ["ST5002", "ST5003", "ST5001"]


def test_advice_is_in_the_notation_of_the_file(tmp_path: Path) -> None:
    spec = tmp_path / "flow.py"
    spec.write_text(
        "from stateous import END, START, Workflow\n"
        'flow = Workflow("w")\ns = flow.state("s")\ne = flow.event("e")\n'
        "flow.transition(START, s)\n"
        "flow.transition(s, END, on=e, when=\"count('e') < 3\")\n"
    )
    found = {d.code: d for d in verify(check_path(spec)).diagnostics}
    assert found["ST5002"].help == (
        'take the rest by one more line, such as `flow.transition(s, FAIL, on="e", otherwise=True)`'
    )
    assert found["ST5002"].fix is None
    assert 'flow.transition(s, FAIL, on="error")' in (found["ST6006"].help or "")
