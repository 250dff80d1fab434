"""The diagram: what the graph says, in text that Mermaid takes."""

from stateous.compiler.graph.diagram import Path, diagram
from tests.packages import compiled

SPEC = """
workflow w
  context C
    name: text
  event go
  event no
  START -> code-review
  state code-review
    on go when ctx.name == "a: b; \\"c\\" #1" -> end
    on go otherwise -> code-review
    on no -> FAIL "why"
  state end
    on go -> END
"""


def test_names_and_guards_are_written_so_that_they_cannot_end_a_line() -> None:
    assert diagram(compiled(SPEC)) == (
        "stateDiagram-v2\n"
        "    direction LR\n"
        '    state "code-review" as s__code_2d_review\n'
        '    state "end" as s__end\n'
        "    [*] --> s__code_2d_review\n"
        "    s__code_2d_review --> s__end: go [ctx['name'] == 'a#58; b#59; #34;c#34; #35;1']\n"
        "    s__code_2d_review --> s__code_2d_review: go [otherwise]\n"
        "    s__code_2d_review --> FAIL: no\n"
        "    s__end --> [*]: go\n"
    )


def test_the_path_of_a_token_is_marked() -> None:
    path = Path({0: 1, 2: 3}, frozenset({"code-review", "end"}), "end")
    lines = diagram(compiled(SPEC), path).splitlines()
    assert "    [*] --> s__code_2d_review: x1" in lines
    assert "    s__code_2d_review --> s__code_2d_review: go [otherwise] x3" in lines
    assert lines[-4:] == [
        "    classDef visited fill:#dbeafe,stroke:#1d4ed8",
        "    class s__code_2d_review visited",
        "    classDef current fill:#bbf7d0,stroke:#15803d,stroke-width:3px",
        "    class s__end current",
    ]
