"""Files in YAML with one mistake each get the report that stands beside them."""

from pathlib import Path

import pytest

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Source
from stateous.grammar.yaml.reader import read_yaml
from stateous.grammar.yaml.rules import RULES
from tests.corpus.regenerate import (
    actual_compiled_yaml,
    actual_yaml,
    compiled_yaml_cases,
    text_of,
    yaml_cases,
)
from tests.flow_text import mended

CASES = yaml_cases()


def _read(text: str) -> Parsed:
    return read_yaml(Source("test.flow.yaml", text))


MENDABLE = [
    (path, diagnostic)
    for path in CASES
    for diagnostic in _read(text_of(path)).diagnostics
    if diagnostic.fix is not None
]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_mistake_gets_the_report_that_was_reviewed(path: Path) -> None:
    assert actual_yaml(path) == path.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_one_mistake_is_one_diagnostic(path: Path) -> None:
    assert len(_read(text_of(path)).diagnostics) == 1


@pytest.mark.parametrize("path", compiled_yaml_cases(), ids=lambda path: path.stem)
def test_a_mistake_of_meaning_gets_its_place_in_the_file(path: Path) -> None:
    said = actual_compiled_yaml(path)
    assert said == path.with_suffix(".expected").read_text(encoding="utf-8")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("path", "diagnostic"), MENDABLE, ids=lambda value: getattr(value, "stem", "")
)
def test_a_fix_mends_the_file(path: Path, diagnostic: Diagnostic) -> None:
    assert _read(mended(text_of(path), diagnostic.fix)).diagnostics == ()


def test_each_rule_of_the_notation_has_two_files() -> None:
    found = [_read(text_of(path)).diagnostics[0].code for path in CASES]
    assert {rule.code for rule in RULES if found.count(rule.code) < 2} == set()
    assert len(MENDABLE) >= 3
