"""What is said of constructs that are checked but not yet run: honestly, and nothing is dropped."""

from datetime import date
from pathlib import Path

import pytest

from stateous.codegen import graph_file
from stateous.compiler.beyond import beyond_core
from stateous.compiler.graph.json_node import GraphFault
from stateous.compiler.graph.reader import read_graph
from stateous.compiler.verdict import Answer
from stateous.rule_table import BY_CODE
from stateous.verifier.verify import Verified, verify
from stateous.verifier.waived import waive
from tests.spec_text import checked

SPECS = Path(__file__).parent.parent.parent / "specs"

DECIDE = """\
workflow w
  context C
    n: int
  START -> route
  decide route
    when ctx.n > 5 -> END
    when ctx.n < {limit} -> FAIL "small"
{rest}"""

ORDERED = """\
type Rating
  score: int
workflow w
  event rated: Rating
  START -> open
  state open
    on rated first when payload.score >= {first} -> END
    on rated when payload.score >= 90 -> FAIL "never"
    on rated otherwise -> FAIL "poor"
    on error -> FAIL
"""

WAIVED = """\
workflow w
  event done
  {allow}
  event unused
  START -> a
  state a
    on done -> END
    on error -> FAIL
"""


def _verified(text: str) -> Verified:
    compiled = checked(text)
    assert compiled.program is not None, compiled.diagnostics
    return verify(compiled)


def _codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in _verified(text).diagnostics]


def test_the_guards_of_a_decide_are_proved() -> None:
    rest = "    otherwise -> FAIL\n"
    assert _codes(DECIDE.format(limit=5, rest=rest)) == []


def test_two_guards_of_a_decide_that_overlap_are_shown_at_the_first() -> None:
    verified = _verified(DECIDE.format(limit=7, rest="    otherwise -> FAIL\n"))
    (overlap,) = (found for found in verified.diagnostics if found.code == "ST5001")
    assert overlap.span.text == "ctx.n > 5"
    assert overlap.witness is not None
    assert overlap.witness.values == (("ctx.n", "6"),)


def test_a_gap_of_a_decide_stands_at_its_head() -> None:
    (gap,) = _verified(DECIDE.format(limit=5, rest="")).diagnostics
    assert (gap.code, gap.span.text) == ("ST5002", "route")


def test_an_ordered_group_may_overlap_and_reports_the_line_that_is_never_taken() -> None:
    assert _codes(ORDERED.format(first=95)) == []
    (shadowed,) = _verified(ORDERED.format(first=50)).diagnostics
    assert (shadowed.code, shadowed.span.text) == ("ST5005", "payload.score >= 90")


@pytest.mark.parametrize(
    "name", ["fulfilment", "import", "refund", "release", "reminder", "support", "survey"]
)
def test_what_is_not_run_is_unknown_and_never_proved(name: str) -> None:
    text = (SPECS / f"{name}.flow").read_text(encoding="utf-8")
    compiled = checked(text) if "use " not in text else None
    if compiled is None:
        from stateous.compiler.check import check_path

        compiled = check_path(SPECS / f"{name}.flow")
    verified = verify(compiled)
    assert compiled.program is not None
    for workflow in compiled.program.workflows:
        answers = {
            verdict.answer
            for verdict in verified.verdicts
            if verdict.workflow == workflow.name and verdict.check in ("specification", "property")
        }
        if beyond_core(workflow):
            assert answers <= {Answer.UNKNOWN}
    machines = {machine.name for machine in compiled.program.machines}
    assert {v.answer for v in verified.verdicts if v.workflow in machines} <= {Answer.UNKNOWN}


def test_a_graph_names_what_it_requires_and_a_host_refuses_it() -> None:
    compiled = checked((SPECS / "support.flow").read_text(encoding="utf-8"))
    assert compiled.program is not None
    (workflow,) = compiled.program.workflows
    text = graph_file.text_of(workflow)
    required = graph_file.graph(workflow)["requires"]
    assert required == [found.what for found in beyond_core(workflow)]
    with pytest.raises(GraphFault) as fault:
        read_graph(text)
    assert fault.value.rule.code == "ST9107"


@pytest.mark.parametrize(
    ("allow", "codes"),
    [
        ('allow ST6004 "for later"', []),
        ('allow ST6004 "for later" until "2026-06-30"', []),
        ('allow ST6004 "for later" until "2026-06-29"', ["ST4307", "ST6004"]),
        ('allow ST6005 "another"', ["ST4305", "ST6004"]),
    ],
)
def test_a_waiver_takes_out_what_it_covers_until_its_last_day(allow: str, codes: list[str]) -> None:
    verified = _verified(WAIVED.format(allow=allow))
    left = waive(verified, BY_CODE, date(2026, 6, 30), whole=True)
    assert [found.code for found in left.diagnostics] == codes


def test_a_finding_that_is_waived_makes_its_verdict_waived() -> None:
    text = DECIDE.format(limit=5, rest="").replace("  decide", '  allow ST5002 "n"\n  decide')
    left = waive(_verified(text), BY_CODE, date(2026, 6, 30), whole=True)
    assert [found.code for found in left.diagnostics] == []
    assert Answer.WAIVED in {verdict.answer for verdict in left.verdicts}
    assert Answer.VIOLATED not in {verdict.answer for verdict in left.verdicts}
