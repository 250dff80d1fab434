"""What groups of guards cost, counted in questions to the solver, which time depends on."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stateous.verifier.encoding.solver import Solver
from stateous.verifier.verify import verify
from tests.spec_text import checked


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[None]]:
    """Count the questions: the list grows by one with each."""
    asked: list[None] = []
    check = Solver._check

    def counted(self: Solver) -> object:
        asked.append(None)
        return check(self)

    monkeypatch.setattr(Solver, "_check", counted)
    yield asked


def _verify(context: str, guards: list[str]) -> list[str]:
    lines = "".join(f"    on e when {guard} -> END\n" for guard in guards)
    compiled = checked(
        f"workflow w\n  context Ctx\n    {context}\n  event e\n  START -> s\n"
        f"  state s\n{lines}    on error -> END\n"
    )
    assert compiled.program is not None, compiled.diagnostics
    return [diagnostic.code for diagnostic in verify(compiled).diagnostics]


def test_a_sound_group_costs_a_question_for_each_guard_and_two_more(
    questions: list[None],
) -> None:
    guards = [f"{10 * i} <= ctx.n < {10 * i + 10}" for i in range(1, 63)]
    assert _verify("n: int", ["ctx.n < 10", *guards, "ctx.n >= 630"]) == []
    assert len(questions) <= 64 + 2


def test_the_common_pair_of_a_guard_and_otherwise_costs_two(questions: list[None]) -> None:
    compiled = checked(
        "workflow w\n  event e\n  START -> s\n  state s\n    on e when count(e) < 3 -> s\n"
        "    on e otherwise -> END\n    on error -> END\n"
    )
    assert verify(compiled).diagnostics == ()
    assert len(questions) == 2


def test_a_workflow_without_guards_costs_none(questions: list[None]) -> None:
    compiled = checked(
        "workflow w\n  event e\n  START -> s\n  state s\n    on e -> END\n    on error -> END\n"
    )
    assert verify(compiled).diagnostics == ()
    assert questions == []


def test_a_workflow_without_guards_does_not_load_the_solver() -> None:
    code = (
        "import sys; from tests.spec_text import checked; from stateous.verifier.verify import verify;"
        "text = 'workflow w\\n  event e\\n  START -> s\\n  state s\\n    on e -> END\\n';"
        "verify(checked(text)); sys.exit('z3' in sys.modules)"
    )
    root = Path(__file__).parent.parent.parent
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


def test_a_group_in_which_all_overlap_ends_after_a_bounded_number(questions: list[None]) -> None:
    guards = [f"ctx.n != {number}" for number in range(64)]
    codes = _verify("n: int", guards)
    assert codes.count("ST5001") == 16
    assert len(questions) < 1_000


def test_many_members_of_one_list_do_not_multiply(questions: list[None]) -> None:
    members = " and ".join(f"'m{i}' in ctx.t" for i in range(24))
    assert _verify("t: list of text items 0..23", [members, f"not ({members})"]) == ["ST5003"]
    assert len(questions) <= 4
