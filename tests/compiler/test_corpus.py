"""Whole specs with one mistake each, and what is said about them.

`python -m tests.compiler.test_corpus` writes the expected reports anew, to be reviewed as a
diff.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from stateous.compiler.check import Compiled, check_path
from tests.flow_text import mended, report
from tests.spec_text import checked

INVALID = Path(__file__).parent.parent / "corpus" / "invalid"
AREAS = (
    *("compiler", "state", "outlet", "effect", "target", "join", "anywhere"),
    *("property", "waiver", "specification"),
)
CASES = sorted(case for area in AREAS for case in INVALID.glob(f"{area}-*.flow"))


def _compiled(case: Path) -> Compiled:
    return check_path(case, case.name)


def _report(case: Path) -> str:
    compiled = _compiled(case)
    said = report(replace(compiled.parsed, diagnostics=compiled.diagnostics))
    return "".join(f"{line}\n" for line in said)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_mistake_gets_the_report_that_was_reviewed(case: Path) -> None:
    assert _report(case) == case.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_one_mistake_is_one_diagnostic(case: Path) -> None:
    assert len(_compiled(case).diagnostics) == 1


MENDABLE = [case for case in CASES if _compiled(case).diagnostics[0].fix is not None]


@pytest.mark.parametrize("case", MENDABLE, ids=lambda case: case.stem)
def test_a_fix_mends_the_file(case: Path) -> None:
    compiled = _compiled(case)
    text = mended(compiled.parsed.source.text, compiled.diagnostics[0].fix)
    assert checked(text).diagnostics == ()


def test_the_corpus_is_there() -> None:
    assert len(CASES) > 100
    assert len(MENDABLE) >= 20


if __name__ == "__main__":
    for path in CASES:
        path.with_suffix(".expected").write_text(_report(path), encoding="utf-8")
