"""Codes that only a large file, or many files, can yield."""

from pathlib import Path

from stateous.compiler.check import check_path
from stateous.grammar.uses import MOST_USED

_FLOW = "workflow w\n  event done\n  START -> a\n  state a\n    on done -> END\n"


def test_a_file_of_more_than_a_thousand_errors_is_left_there(tmp_path: Path) -> None:
    path = tmp_path / "many.flow"
    path.write_text(_FLOW + "    on done when §\n" * 1_200, encoding="utf-8")
    said = check_path(path, path.name).diagnostics
    assert [diagnostic.code for diagnostic in said].count("ST0015") == 1
    assert said[-1].code == "ST0015"


def test_one_file_too_many_is_said_once_in_each_notation(tmp_path: Path) -> None:
    names = [f"f{number}.flow" for number in range(MOST_USED + 1)]
    for name in names:
        (tmp_path / name).write_text("role R\n".replace("R", f"R_{name[1:-5]}"), encoding="utf-8")
    flow = tmp_path / "all.flow"
    flow.write_text("".join(f'use "{name}"\n' for name in names) + _FLOW, encoding="utf-8")
    yaml = tmp_path / "all.flow.yaml"
    yaml.write_text(
        f"use: [{', '.join(names)}]\nworkflows:\n  w:\n    events: [done]\n    start: a\n"
        "    states:\n      a:\n        on:\n          done: END\n",
        encoding="utf-8",
    )
    python = tmp_path / "all.py"
    python.write_text(
        'from stateous import END, START, Workflow, use\n\nw = Workflow("w")\na = w.state("a")\n'
        f'w.transition(START, a)\nw.transition(a, END, on=w.event("done"))\nfor name in {names!r}:\n'
        "    use(name)\n",
        encoding="utf-8",
    )
    for path in (flow, yaml, python):
        codes = [said.code for said in check_path(path, path.name).diagnostics]
        assert codes == ["ST8024"], path.name
