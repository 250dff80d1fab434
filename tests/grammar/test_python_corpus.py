"""Files in Python with one mistake each get the report that stands beside them."""

from pathlib import Path

import pytest

from stateous.grammar.python.reader import read_python
from stateous.grammar.syntax import File
from tests.corpus.regenerate import actual_python, python_cases

CASES = python_cases()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_mistake_gets_the_report_that_was_reviewed(path: Path) -> None:
    assert actual_python(path) == path.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_one_mistake_is_one_diagnostic_and_no_half_tree(path: Path) -> None:
    parsed = read_python(path, path.name)
    assert len(parsed.diagnostics) == 1
    assert parsed.tree == File(span=parsed.tree.span)


def test_there_are_files() -> None:
    assert len(CASES) > 25
