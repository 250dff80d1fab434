"""Files with one mistake each get the report beside them; each code has its files."""

from collections import Counter
from pathlib import Path

import pytest

from stateous.compiler.check import check_path
from stateous.grammar.diagnostic import Diagnostic, Fix, Kind
from stateous.grammar.python.reader import read_python
from stateous.grammar.syntax import File
from stateous.rule_table import RULES
from tests.corpus.occurrence import ELSEWHERE, NOWHERE, where
from tests.corpus.reports import (
    INVALID,
    NOTATIONS,
    cases,
    expected,
    found,
    found_in,
    notation,
    report,
)
from tests.flow_text import mended

CASES = cases()
PYTHON = [case for case in CASES if notation(case) == "python"]
FEWEST = 2
"""Files of each code, in each notation."""


def _fixes() -> list[tuple[Path, Diagnostic, Fix]]:
    return [(case, said, said.fix) for case in CASES for said in found(case) if said.fix]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_mistake_gets_the_report_that_was_reviewed(case: Path) -> None:
    assert report(case) == expected(case).read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_one_mistake_is_one_diagnostic(case: Path) -> None:
    assert [said.code for said in found(case)] == [found(case)[0].code]


@pytest.mark.parametrize("case", PYTHON, ids=lambda case: case.name)
def test_a_python_file_that_is_stopped_leaves_no_half_tree(case: Path) -> None:
    parsed = read_python(case, case.name)
    if any(said.code < "ST82" and said.code > "ST80" for said in parsed.diagnostics):
        assert parsed.tree == File(span=parsed.tree.span)


@pytest.mark.parametrize(
    ("case", "said", "fix"), _fixes(), ids=lambda value: getattr(value, "name", "")
)
def test_a_fix_mends_the_file(case: Path, said: Diagnostic, fix: Fix, tmp_path: Path) -> None:
    text = mended(case.read_bytes().decode("utf-8"), fix)
    path = tmp_path / case.name
    path.write_bytes(text.encode("utf-8"))
    after = found_in(check_path(path, case.name))
    same = (said.code, said.message, said.span.start)
    assert same not in {(other.code, other.message, other.span.start) for other in after}
    refused = [other for other in after if other.is_error and other.kind is Kind.REFUSAL]
    assert not fix.safe or refused == []


def test_each_code_has_its_files_in_each_notation() -> None:
    have = Counter((said.code, notation(case)) for case in CASES for said in found(case))
    wanted = {
        (rule.code, name)
        for rule in RULES
        if rule.code not in {*ELSEWHERE, *NOWHERE}
        for name in where(rule.code)
    }
    assert {pair for pair in wanted if have[pair] < FEWEST} == set()
    assert {pair for pair in have if pair not in wanted} == set()


def test_each_report_belongs_to_a_file() -> None:
    reports = {path for path in INVALID.iterdir() if path.suffix == ".expected"}
    assert reports == {expected(case) for case in CASES}
    others = {path.suffix for path in INVALID.iterdir() if path.is_file()} - {".expected"}
    assert others == set(NOTATIONS)
    assert len(CASES) > 120


def test_what_is_excused_is_a_rule() -> None:
    codes = {rule.code for rule in RULES}
    assert set(ELSEWHERE) | set(NOWHERE) <= codes
    root = Path(__file__).parents[2]
    for code, (path, _) in ELSEWHERE.items():
        assert code in (root / path).read_text(encoding="utf-8")
