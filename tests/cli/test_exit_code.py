"""Which exit code a report leads to."""

from itertools import combinations

import pytest

from stateous.cli.exit_code import exit_code
from stateous.grammar.diagnostic import Diagnostic, Kind, Severity
from stateous.grammar.source import Source

PLACE = Source("a.flow", "x").span(0, 1)


def _one(kind: Kind, severity: Severity = Severity.ERROR) -> Diagnostic:
    return Diagnostic("ST9001", severity, "it is wrong", PLACE, kind=kind)


ALONE = {Kind.FINDING: 1, Kind.REFUSAL: 2, Kind.UNKNOWN: 3, Kind.INTERNAL: 4}
WEIGHT = [Kind.INTERNAL, Kind.REFUSAL, Kind.FINDING, Kind.UNKNOWN]


def test_nothing_wrong_is_zero() -> None:
    assert exit_code([]) == 0


@pytest.mark.parametrize("kind", ALONE)
def test_each_kind_has_a_code_of_its_own(kind: Kind) -> None:
    assert exit_code([_one(kind)]) == ALONE[kind]


@pytest.mark.parametrize(("heavier", "lighter"), list(combinations(WEIGHT, 2)))
def test_of_several_the_heaviest_counts(heavier: Kind, lighter: Kind) -> None:
    assert exit_code([_one(lighter), _one(heavier)]) == ALONE[heavier]
    assert exit_code([_one(heavier), _one(lighter)]) == ALONE[heavier]


def test_warnings_count_only_when_asked_for() -> None:
    warning = _one(Kind.FINDING, Severity.WARNING)
    assert exit_code([warning]) == 0
    assert exit_code([warning], strict=True) == 1


def test_notes_never_count() -> None:
    notes = [_one(kind, Severity.NOTE) for kind in Kind]
    assert exit_code(notes, strict=True) == 0


def test_what_stays_unknown_counts_unless_it_was_said_that_it_need_not() -> None:
    for severity in (Severity.ERROR, Severity.WARNING):
        unknown = _one(Kind.UNKNOWN, severity)
        assert exit_code([unknown]) == 3
        assert exit_code([unknown], unknown_is_error=False) == 0
