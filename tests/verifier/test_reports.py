"""Reports on small faulty specs, word for word."""

from pathlib import Path

import pytest

from tests.verifier.reports.regenerate import report, specs


@pytest.mark.parametrize("spec", specs(), ids=lambda spec: spec.stem)
def test_a_report_is_the_one_beside_its_spec(spec: Path) -> None:
    assert report(spec) == spec.with_suffix(".expected").read_text(encoding="utf-8")
