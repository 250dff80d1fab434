"""The examples of the language reference are right."""

import re
from pathlib import Path

import pytest

from stateous.compiler.check import check_path
from stateous.verifier.verify import verify

REFERENCE = Path(__file__).parent.parent / "docs" / "language.md"
FILES = {"flow": "example.flow", "python": "flow.py"}
FENCED = re.compile(r"^```(flow|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = FENCED.findall(REFERENCE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("notation", "text"), EXAMPLES)
def test_an_example_is_proved_from_end_to_end(notation: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / FILES[notation]
    path.write_text(text, encoding="utf-8")
    verified = verify(check_path(path, path.name))
    errors = [
        diagnostic
        for diagnostic in (*verified.compiled.diagnostics, *verified.diagnostics)
        if diagnostic.is_error
    ]
    assert errors == []


def test_the_reference_has_examples_in_both_notations() -> None:
    assert {notation for notation, _ in EXAMPLES} == set(FILES)
