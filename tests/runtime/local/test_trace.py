"""The path of a token: each step it took, by the line that was taken."""

from stateous.runtime.kernel.definition import prepare
from stateous.runtime.kernel.step import step
from stateous.runtime.kernel.token import Entry, Fire, Start, Stepped
from stateous.runtime.local.ledger import Row
from stateous.runtime.local.trace import path_of
from tests.spec_text import checked

TWO_LINES_TO_ONE_STATE = """\
type Answer
  n: int?
workflow w
  event answered: Answer
  START -> asking
  state asking
    on answered when payload.n is null -> done
    on answered when payload.n > 0 -> done
    on answered otherwise -> asking
    on error -> FAIL
  state done
    on answered -> END
    on error -> FAIL
"""


def _rows(*steps: Stepped) -> list[Row]:
    entries = [e for stepped in steps for e in stepped.effects if isinstance(e, Entry)]
    return [Row("T", n, 0, e.kind, e.data, "") for n, e in enumerate(entries, 1)]


def test_of_two_lines_to_one_state_the_one_that_held_is_counted() -> None:
    program = checked(TWO_LINES_TO_ONE_STATE).program
    assert program is not None
    definition = prepare(program.workflows[0])
    started = step(definition, None, Start("T", {}), 0)
    again = step(definition, started.token, Fire("answered", {"n": -1}), 1)
    moved = step(definition, again.token, Fire("answered", {"n": 7}), 2)
    assert moved.token is not None
    path = path_of(moved.token, _rows(started, again, moved))
    assert path.taken == {0: 1, 2: 1, 3: 1}
    assert path.current == "done"
