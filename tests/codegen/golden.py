"""The expected output for the first example, from its two notations.

`python -m tests.codegen.golden` writes the files anew; the difference is for review.
"""

from pathlib import Path

from stateous.codegen import contract, graph_file
from stateous.compiler.check import check_path
from stateous.compiler.ir import Workflow
from tests.packages import ROOT

FOLDER = Path(__file__).parent / "golden"
SPECS = {"sdlc-seed": ROOT / "tests/seeds/sdlc/flow.py", "sdlc-flow": ROOT / "specs/sdlc.flow"}


def graph_of(name: str) -> str:
    """Return the graph file of a spec."""
    return graph_file.text_of(_workflow(name))


def contract_of(name: str) -> str:
    """Return the contract of a spec."""
    return contract.emit(_workflow(name), SPECS[name].name)["contract.py"]


def _workflow(name: str) -> Workflow:
    program = check_path(SPECS[name]).program
    assert program is not None
    return program.workflows[0]


if __name__ == "__main__":
    for spec in SPECS:
        (FOLDER / f"{spec}.json").write_text(graph_of(spec), encoding="utf-8")
        (FOLDER / f"{spec}-contract.txt").write_text(contract_of(spec), encoding="utf-8")
