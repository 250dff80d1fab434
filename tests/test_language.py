"""The examples of the language reference are right."""

from pathlib import Path

import pytest

from stateous.grammar.diagnostic import Kind
from stateous.verifier.verify import verify
from tests.doc_examples import DOCS, Example, examples

PAGES = (DOCS / "language.md", *sorted((DOCS / "language").glob("*.md")))
EXAMPLES = [example for page in PAGES for example in examples(page)]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_compiles_or_is_refused_as_it_says(example: Example, tmp_path: Path) -> None:
    compiled = example.compiled(tmp_path)
    assert [d.code for d in compiled.diagnostics] == ([example.code] if example.code else [])
    if not example.code:
        found = verify(compiled).diagnostics
        assert [d.message for d in found if d.is_error and d.kind is not Kind.UNKNOWN] == []


@pytest.mark.parametrize("page", PAGES[1:], ids=lambda page: page.stem)
def test_each_page_has_an_example_and_is_linked(page: Path) -> None:
    assert any(example.notation == "flow" for example in examples(page))
    assert f"(language/{page.name})" in PAGES[0].read_text(encoding="utf-8")


def test_the_first_example_is_the_same_in_yaml_and_in_the_specs(tmp_path: Path) -> None:
    (text, *_), (yaml, *_) = examples(PAGES[0]), examples(DOCS / "yaml.md")
    assert text.text == (DOCS.parent / "specs" / "sdlc.flow").read_text(encoding="utf-8")
    assert yaml.compiled(tmp_path).program == text.compiled(tmp_path).program


def test_the_reference_has_examples_in_text_and_in_python() -> None:
    assert {"flow", "python"} <= {example.notation for example in EXAMPLES}
