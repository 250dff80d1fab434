"""Specifications as checks: each with a verdict, a failing one at the step that fails."""

from stateous.compiler.verdict import Answer
from stateous.verifier.verify import Verified, verify
from tests.spec_text import checked

SPEC = """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on error -> FAIL
  state lost
    on done -> END
    on error -> FAIL
"""


def _verified(specification: str, *, specifications: bool = True) -> Verified:
    compiled = checked(f"{SPEC}\n{specification}")
    assert compiled.program is not None, compiled.diagnostics
    return verify(compiled, specifications=specifications)


def test_one_that_holds_is_proved_by_its_run() -> None:
    verified = _verified('  specification "it ends"\n    when done\n    then completed\n')
    (verdict,) = [v for v in verified.verdicts if v.check == "specification"]
    assert (verdict.subject, verdict.answer, verdict.method) == ("it ends", Answer.PROVED, "run")


def test_one_that_does_not_hold_fails_at_its_step_with_the_run() -> None:
    verified = _verified(
        '  specification "it ends"\n    when done\n    then completed\n    then in a\n'
    )
    (failure,) = [d for d in verified.diagnostics if d.code == "ST7001"]
    assert failure.span.text == "then in a"
    assert failure.notes[0] == 'in the specification "it ends"'
    assert failure.witness is not None
    assert failure.witness.run == ("start", "report done")
    (verdict,) = [v for v in verified.verdicts if v.check == "specification"]
    assert (verdict.answer, verdict.diagnostic) == (Answer.VIOLATED, failure)


def test_one_that_begins_where_no_path_leads_is_vacuous_and_not_run() -> None:
    verified = _verified('  specification "lost"\n    given in lost\n    then in a\n')
    codes = [(d.code, d.span.text) for d in verified.diagnostics if d.is_error]
    assert codes == [("ST6001", "lost"), ("ST7002", "given in lost")]


def test_they_are_left_out_where_they_are_not_asked_for() -> None:
    verified = _verified('  specification "no"\n    then completed\n', specifications=False)
    assert not any(v.check == "specification" for v in verified.verdicts)
    assert not any(d.code == "ST7001" for d in verified.diagnostics)


def test_each_one_has_its_own_verdict() -> None:
    steps = "    when done\n    then completed\n"
    verified = _verified(
        f'  specification "one"\n{steps}  specification "two"\n    then completed\n'
        f'  specification "three"\n{steps}'
    )
    answers = [(v.subject, v.answer) for v in verified.verdicts if v.check == "specification"]
    assert answers == [
        ("one", Answer.PROVED),
        ("two", Answer.VIOLATED),
        ("three", Answer.PROVED),
    ]
