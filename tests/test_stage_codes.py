"""What becomes of a model of Cratis Stage: its codes, its situations, its older spellings."""

import re
from pathlib import Path

import pytest

from stateous.cli.fixes import apply_safe_fixes
from stateous.compiler.check import check_path
from stateous.grammar.diagnostic import Kind, Severity
from stateous.grammar.flow.formatter import format_flow
from stateous.grammar.flow.reader import read_flow
from stateous.verifier.verify import verify
from tests.doc_examples import DOCS, Example, examples

PAGE = DOCS / "stage-codes.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = examples(PAGE)
CODE = re.compile(r"STAGE-LIFECYCLE-(\d{3})")

NEW = """\
event Paid
  order: uuid
command Ship
  identifier order: uuid
readmodel Order key order
  seen: int = 0
  from Paid
    set seen = seen + 1
statemachine Life follows Order
  state Open initial
    on Paid -> Done
  state Done final
    entering invokes Ship
    entering starts pack
  specification "a payment ships"
    when fact Paid order = "9c858901-8a57-4791-81fe-4c455b099bc9"
    then invokes Ship
workflow pack
  context Parcel
    order: uuid
  START -> sending
  action sending invokes Ship
    on next -> END
    on refused -> FAIL
    on failed -> FAIL
"""
OLD = (
    NEW.replace("entering invokes", "entering send")
    .replace("entering starts", "entering start")
    .replace("then invokes", "then sends")
    .replace("sending invokes", "sending sends")
)


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_compiles_or_is_refused_with_the_code_it_names(
    example: Example, tmp_path: Path
) -> None:
    compiled = example.compiled(tmp_path)
    assert [d.code for d in compiled.diagnostics] == ([example.code] if example.code else [])
    if not example.code:
        found = verify(compiled).diagnostics
        assert [d.message for d in found if d.is_error and d.kind is not Kind.UNKNOWN] == []


def test_every_code_of_stage_has_a_section_and_a_line_of_the_table() -> None:
    codes = [f"{number:03}" for number in range(1, 11)]
    assert re.findall(r"^## STAGE-LIFECYCLE-(\d{3})", TEXT, re.MULTILINE) == codes
    assert re.findall(r"^\| (\d{3}) \|", TEXT, re.MULTILINE) == codes


def test_every_documented_code_has_an_example() -> None:
    shown = {found[1] for example in EXAMPLES if (found := CODE.match(example.heading))}
    assert shown == {f"{number:03}" for number in range(1, 11)} - {"002"}


def test_there_are_six_situations_that_compile() -> None:
    part = TEXT[TEXT.index("\n## Six situations") : TEXT.index("\n## Older spellings")]
    titles = re.findall(r"^### (.+)$", part, re.MULTILINE)
    assert len(titles) == 6
    assert [e.heading for e in EXAMPLES if e.heading in titles and not e.code] == titles


def test_the_older_spellings_are_warnings_that_a_fix_rewrites(tmp_path: Path) -> None:
    path = tmp_path / "old.flow"
    path.write_text(OLD, encoding="utf-8")
    old = check_path(path, str(path))
    assert [d.code for d in old.diagnostics] == ["ST1016"] * 4
    assert {d.severity for d in old.diagnostics} == {Severity.WARNING}
    assert apply_safe_fixes(old.diagnostics).fixes == 4
    assert path.read_text(encoding="utf-8") == NEW
    new = check_path(path, str(path))
    assert new.diagnostics == ()
    assert new.program == old.program


def test_the_formatter_writes_the_newer_spellings(tmp_path: Path) -> None:
    path = tmp_path / "old.flow"
    path.write_text(OLD, encoding="utf-8")
    formatted = format_flow(read_flow(check_path(path, str(path)).parsed.source))
    assert formatted is not None
    assert not re.search(r"\b(send|sends|start)\b", formatted)
    assert formatted.count("invokes") == NEW.count("invokes")
