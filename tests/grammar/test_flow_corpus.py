"""Files with one mistake each get the report that stands beside them, and can be mended."""

from pathlib import Path

import pytest

from stateous.grammar.diagnostic import Diagnostic
from tests.corpus.regenerate import AREAS, actual, cases, text_of
from tests.flow_text import mended, read

CASES = cases()
# One mistake in several lines: each of them is reported.
SEVERAL = {"layout-file-indented-by-tabs"}
MENDABLE = [
    (path, diagnostic)
    for path in CASES
    if path.stem not in SEVERAL
    for diagnostic in read(text_of(path)).diagnostics
    if diagnostic.fix is not None
]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_mistake_gets_the_report_that_was_reviewed(path: Path) -> None:
    assert actual(path) == path.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_one_mistake_is_one_diagnostic(path: Path) -> None:
    count = len(read(text_of(path)).diagnostics)
    assert count == 1 or (path.stem in SEVERAL and count > 1)


@pytest.mark.parametrize(
    ("path", "diagnostic"), MENDABLE, ids=lambda value: getattr(value, "stem", "")
)
def test_a_safe_fix_mends_the_file(path: Path, diagnostic: Diagnostic) -> None:
    fix = diagnostic.fix
    after = read(mended(text_of(path), fix)).diagnostics
    assert diagnostic not in after
    assert fix is not None and not (fix.safe and after)


def test_each_area_has_its_files() -> None:
    assert {path.name.split("-")[0] for path in CASES} == set(AREAS)
    assert len(CASES) > 150
