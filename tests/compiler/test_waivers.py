"""Waivers: which lines an `allow` covers, and what it can waive."""

from datetime import date

import pytest

from stateous.compiler.waivers import Waiver, apply, stale_findings
from stateous.grammar.diagnostic import Diagnostic, Kind, Rule, Severity
from tests.spec_text import checked

TEXT = """\
workflow sdlc
  event done
  event failed
  START -> coding
  allow ST6006 "known"
  state coding
    allow ST5001 "the group is known"
    on done when count(done) > 1 -> END
    on failed -> END
    allow ST7001 "this line alone" until "2027-01-01"
    on done when count(done) > 2 -> END
"""
TODAY = date(2026, 6, 1)


def _rule(code: str, severity: Severity, kind: Kind) -> Rule:
    return Rule(code, code.lower(), severity, kind, "", "", None)


RULES = {
    rule.code: rule
    for rule in (
        _rule("ST5001", Severity.ERROR, Kind.FINDING),
        _rule("ST7001", Severity.ERROR, Kind.FINDING),
        _rule("ST6006", Severity.WARNING, Kind.FINDING),
        _rule("ST4021", Severity.WARNING, Kind.REFUSAL),
        _rule("ST4005", Severity.ERROR, Kind.REFUSAL),
    )
}


def waivers(text: str = TEXT) -> tuple[Waiver, ...]:
    return checked(text).waivers


def finding(code: str, line: int, text: str = TEXT) -> Diagnostic:
    source = checked(text).parsed.source
    return RULES[code].at(source.line_span(line), "found")


def test_the_allow_lines_of_a_file_are_collected_in_order() -> None:
    found = [(waiver.code, waiver.reason, waiver.until) for waiver in waivers()]
    assert found == [
        ("ST6006", "known", None),
        ("ST5001", "the group is known", None),
        ("ST7001", "this line alone", date(2027, 1, 1)),
    ]


@pytest.mark.parametrize(
    ("code", "line", "waived"),
    [
        ("ST6006", 6, True),
        ("ST6006", 8, False),
        ("ST5001", 6, False),
        ("ST5001", 8, True),
        ("ST5001", 9, False),
        ("ST5001", 11, True),
        ("ST7001", 11, True),
        ("ST7001", 8, False),
    ],
)
def test_a_waiver_covers_its_line_and_above_a_group_the_group(
    code: str, line: int, waived: bool
) -> None:
    found = finding(code, line)
    applied = apply([found], waivers(), RULES, TODAY)
    assert applied.kept == (() if waived else (found,))
    assert [waiver.code for waiver in applied.used] == ([code] if waived else [])


def test_a_waiver_that_waives_nothing_is_stale() -> None:
    applied = apply([finding("ST6006", 6)], waivers(), RULES, TODAY)
    assert [waiver.code for waiver in applied.stale] == ["ST5001", "ST7001"]
    said = stale_findings(applied.stale)
    assert [(one.code, one.severity, one.span.text) for one in said] == [
        ("ST4305", Severity.WARNING, "ST5001"),
        ("ST4305", Severity.WARNING, "ST7001"),
    ]


@pytest.mark.parametrize(("day", "waived"), [(date(2027, 1, 1), True), (date(2027, 1, 2), False)])
def test_a_waiver_counts_up_to_its_last_day(day: date, waived: bool) -> None:
    found = finding("ST7001", 11)
    applied = apply([found], waivers(), RULES, day)
    assert (found not in applied.kept) is waived
    assert ["ST4307" for one in applied.kept if one.code == "ST4307"] == (
        [] if waived else ["ST4307"]
    )
    assert all(waiver.code != "ST7001" for waiver in applied.stale)


def allowing(code: str) -> str:
    return TEXT.replace("ST6006", code)


@pytest.mark.parametrize(
    ("code", "said"), [("ST6007", "ST4304"), ("ST4005", "ST4306"), ("ST4021", None)]
)
def test_a_code_is_known_and_can_be_waived(code: str, said: str | None) -> None:
    applied = apply([], waivers(allowing(code)), RULES, TODAY)
    assert [one.code for one in applied.kept] == ([said] if said else [])


def test_an_error_of_the_compiler_stays() -> None:
    text = allowing("ST4005")
    found = finding("ST4005", 6, text)
    assert found in apply([found], waivers(text), RULES, TODAY).kept


def test_an_unknown_code_is_answered_with_the_nearest() -> None:
    (said,) = apply([], waivers(allowing("ST6007")), RULES, TODAY).kept
    assert said.help is not None
    assert "ST6006" in said.help or "ST" in said.help
    assert said.span.text == "ST6007"
