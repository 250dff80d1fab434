"""What `tests.valid_specs` gives compiles."""

from hypothesis import given

from stateous.compiler.check import check
from stateous.grammar.syntax import File
from tests.laws.stages import often, said, through_flow
from tests.valid_specs import valid_files


@often(20)
@given(valid_files())
def test_valid_files_compile(tree: File) -> None:
    parsed = through_flow(tree)
    errors = said(check(parsed))
    assert errors == [], "\n".join([*errors[:1], parsed.source.text])
