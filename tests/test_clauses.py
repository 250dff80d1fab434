"""Each clause of the language is kept: what it allows compiles, what it forbids has its code."""

from collections import Counter
from pathlib import Path

import pytest

from stateous.compiler.check import check_path
from tests.clause_text import Clause, clauses, part, said

CLAUSES = clauses()


@pytest.mark.parametrize("clause", CLAUSES, ids=str)
def test_a_clause_is_kept(clause: Clause, tmp_path: Path) -> None:
    compiled = clause.compiled(tmp_path)
    assert said(compiled) == clause.said, [d.message for d in compiled.diagnostics]
    for path, value in clause.facts:
        assert part(compiled.program, path) == value


def test_the_line_ends_of_windows_are_accepted(tmp_path: Path) -> None:
    plain = next(clause for clause in CLAUSES if not clause.said)
    path = tmp_path / "spec.flow"
    path.write_text(plain.files["spec.flow"], encoding="utf-8", newline="\r\n")
    assert said(check_path(path, path.name)) == ()


def test_no_clause_is_named_twice() -> None:
    assert [title for title, times in Counter(map(str, CLAUSES)).items() if times > 1] == []


def test_there_is_a_clause_for_each_part_of_the_language() -> None:
    assert len(CLAUSES) >= 150
    assert all(count >= 5 for count in Counter(clause.group for clause in CLAUSES).values())
