"""What is not known is said to be unknown, and a fault of ours to be one: never proved."""

from collections.abc import Iterable

import pytest

from stateous.compiler.verdict import Answer
from stateous.grammar.diagnostic import Diagnostic, Kind
from stateous.verifier import inquiry
from stateous.verifier.decoding.case import Case
from stateous.verifier.encoding import term_builder
from stateous.verifier.encoding.solver import Solver, SolverFault, Undecided
from stateous.verifier.verify import Verified, verify
from tests.spec_text import checked


def _verified(context: str, *guards: str) -> Verified:
    fields = "".join(f"    {field.strip()}\n" for field in context.split(";"))
    lines = "".join(f"    on e when {guard} -> END\n" for guard in guards)
    compiled = checked(
        f"workflow w\n  context Ctx\n{fields}  event e\n  START -> s\n  state s\n"
        f"{lines}    on error -> END\n"
    )
    assert compiled.program is not None, compiled.diagnostics
    return verify(compiled)


def _answers(verified: Verified, check: str) -> set[Answer]:
    return {v.answer for v in verified.verdicts if v.check == check}


def _kinds(diagnostics: Iterable[Diagnostic]) -> set[Kind]:
    return {diagnostic.kind for diagnostic in diagnostics}


def test_json_values_that_are_equal_for_a_reason_left_open_are_not_proved_unequal() -> None:
    verified = _verified("a: json; b: json", "ctx.a == ctx.b", "ctx.a != ctx.b")
    assert verified.diagnostics == ()


def test_what_hangs_on_the_equality_of_maps_is_unknown() -> None:
    verified = _verified("a: map of int; b: map of int; c: map of int",
        "ctx.a == ctx.b and ctx.b == ctx.c and ctx.a != ctx.c", "len(ctx.a) < 0")  # fmt: skip
    (unknown,) = [d for d in verified.diagnostics if d.code == "ST9501"]
    assert unknown.kind is Kind.UNKNOWN
    assert unknown.notes == ("whether two lists, maps or JSON values are equal was left open",)
    live = {v.subject: v.answer for v in verified.verdicts if v.check == "live"}
    assert list(live.values()) == [Answer.UNKNOWN, Answer.VIOLATED]


def test_a_list_model_that_may_be_too_small_proves_nothing() -> None:
    growing = "all(x in ctx.t: any(y in ctx.t: x < y))"
    verified = _verified("t: list of int items 1..", growing, f"not {growing}")
    assert {d.code for d in verified.diagnostics} == {"ST9501"}
    assert _answers(verified, "live") == {Answer.UNKNOWN, Answer.PROVED}


def test_a_list_that_is_too_long_to_be_shown_is_not_made() -> None:
    verified = _verified("t: list of int", "len(ctx.t) > 1000000", "len(ctx.t) <= 1000000")
    assert _answers(verified, "exclusive") == {Answer.PROVED}
    assert _answers(verified, "live") == {Answer.UNKNOWN, Answer.PROVED}


def test_a_character_that_the_solver_lacks_proves_nothing() -> None:
    verified = _verified("t: text", 'ctx.t > "\U0003ffff"', 'ctx.t <= "\U0003ffff"')
    assert Kind.FINDING not in _kinds(verified.diagnostics)
    assert Answer.UNKNOWN in _answers(verified, "exclusive")


def test_the_last_character_of_the_solver_is_not_taken_for_the_last_there_is() -> None:
    last = "\U0002ffff"
    verified = _verified(
        "t: text", f'len(ctx.t) == 1 and ctx.t > "{last}"', f'len(ctx.t) != 1 or ctx.t <= "{last}"'
    )
    assert _kinds(verified.diagnostics) == {Kind.UNKNOWN}
    assert Answer.VIOLATED not in _answers(verified, "live")


_OVERLAPPING = ("ctx.n > 0", "ctx.n > 1", "ctx.n < -5", "ctx.n < -6")


def _hard_together(monkeypatch: pytest.MonkeyPatch, *, apart: bool) -> None:
    """Let the solver give up on what comes behind the first pair; one by one too if `apart`."""
    ask = inquiry.Inquiry.ask
    asked: list[None] = []

    def giving_up(self: inquiry.Inquiry, question: inquiry.Question) -> inquiry.Answer:
        asked.append(None)
        if len(asked) == 2 or (apart and 2 < len(asked) < 8):
            return Undecided("too hard")
        return ask(self, question)

    monkeypatch.setattr(inquiry.Inquiry, "ask", giving_up)


def test_pairs_that_are_too_hard_together_are_asked_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _hard_together(monkeypatch, apart=False)
    verified = _verified("n: int", *_OVERLAPPING, "-5 <= ctx.n <= 0")
    overlaps = [d.labels[-1].span.text for d in verified.diagnostics if d.code == "ST5001"]
    assert sorted(overlaps) == ["ctx.n < -6", "ctx.n > 1"]
    assert {d.code for d in verified.diagnostics} == {"ST5001"}


def test_pairs_that_stay_open_are_reported_beside_those_that_were_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _hard_together(monkeypatch, apart=True)
    verified = _verified("n: int", *_OVERLAPPING, "-5 <= ctx.n <= 0")
    codes = [d.code for d in verified.diagnostics]
    assert codes.count("ST5001") >= 1
    assert "ST9501" in codes
    assert _answers(verified, "exclusive") == {Answer.VIOLATED}


def test_a_fault_is_not_lost_where_each_pair_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = inquiry.Inquiry.ask

    def at_odds(self: inquiry.Inquiry, question: inquiry.Question) -> inquiry.Answer:
        monkeypatch.setattr(inquiry.Inquiry, "ask", ask)
        return inquiry.Disagreement(Case("s", "e", {"n": 1}))

    monkeypatch.setattr(inquiry.Inquiry, "ask", at_odds)
    verified = _verified("n: int", "ctx.n < 3", "ctx.n >= 3")
    assert [d.code for d in verified.diagnostics] == ["ST9502"]
    assert _answers(verified, "exclusive") == {Answer.UNKNOWN}


def test_a_budget_that_runs_out_is_unknown_and_never_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inquiry, "Solver", lambda *, fresh: Solver(fresh=fresh, resources=1))
    verified = _verified("a: int; b: int", "ctx.a * 3 + ctx.b * 7 == 5", "ctx.a + ctx.b > 4")
    assert _answers(verified, "exclusive") == {Answer.UNKNOWN}
    assert {d.code for d in verified.diagnostics} == {"ST9501"}
    assert {d.notes for d in verified.diagnostics} == {("the solver's budget ran out",)}


def test_a_solver_that_breaks_down_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise SolverFault("out of memory")

    monkeypatch.setattr(Solver, "ask", break_down)
    verified = _verified("n: int", "ctx.n < 3", "ctx.n >= 3")
    (fault,) = verified.diagnostics
    assert (fault.code, fault.kind, fault.notes) == ("ST9503", Kind.INTERNAL, ("out of memory",))
    assert _answers(verified, "exclusive") == _answers(verified, "live") == {Answer.UNKNOWN}


def test_an_encoding_that_the_engine_contradicts_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("stateous.verifier.encoding.encode.less", term_builder.less_equal)
    verified = _verified("n: int", "ctx.n < 3", "ctx.n >= 3")
    assert _kinds(verified.diagnostics) == {Kind.INTERNAL}
    assert {d.code for d in verified.diagnostics} == {"ST9502"}
    assert Answer.VIOLATED not in {v.answer for v in verified.verdicts}
