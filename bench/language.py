"""How long the language takes: `python -m bench.language`.

Reading, checking (names, structure, types) and formatting a file of so many workflows, about
50 lines each, with most constructs among them, in CPU milliseconds: the best of some rounds.
Then how much longer four times the lines take.
"""

from collections.abc import Callable
from time import process_time

from stateous.compiler.check import check
from stateous.grammar.flow.formatter import format_flow
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Source

ROUNDS = 3
SIZES = (100, 400)
LIMIT = 2_000
"""How many milliseconds reading and checking 5,000 lines may take."""


def shared() -> str:
    """Return what all workflows share: types, commands, facts, a read model and its machine."""
    return """\
enum Currency "A currency"
  CHF
  EUR

type Money "An amount in a currency"
  amount: decimal >= 0 multiple of 0.01
  currency: Currency = CHF

command Pay "Pay an amount"
  identifier order: uuid
  secret account: text length 1..34
  amount: decimal >= 0

event Placed
  order: uuid
  total: decimal >= 0
event Paid
  order: uuid
  amount: decimal > 0

role clerk "Decides by hand"

readmodel Order key order
  total: decimal = 0
  paid: decimal = 0
  from Placed
    set total = payload.total
  from Paid
    set paid = paid + payload.amount

statemachine Life follows Order
  state Open initial
    on Paid when paid >= total -> Closed
  state Closed final

workflow leaf
  context Leaf
    input k: int
    rows: int?
  event loaded
  START -> loading
  state loading
    timeout 1h
    on loaded -> END as "loaded"
    on timeout -> FAIL "too slow"
    on error -> FAIL "cannot load"

"""


def workflow(number: int) -> str:
    """Return a workflow with most constructs, or a plain one of less than half its lines."""
    return _plain(number) if number % 2 else _rich(number)


def _plain(number: int) -> str:
    return f"""\
workflow w{number}
  context Ticket{number}
    k: int>=0
  event done
  event failed: Money
  START -> first

  state first
    timeout 6h
    on done when ctx.k<{number} -> second   # a comment
    on done otherwise -> END
    on failed when count(failed)<3 -> first
    on failed otherwise -> FAIL "three times"
    on timeout -> END
    on error -> END

  state second
    on done -> first
    on failed -> STAY
    on error -> END

"""


def _rich(number: int) -> str:
    return f"""\
workflow w{number} 'workflow {number}'
  for Order
  context Ticket{number}
    input k: int>=0
    input parts: list of int items 0..9 unique
    input account: text length 1..34
    local note: text? = null
    summary: text?

  event done
  event sized: Money into size
  START when ctx.k > 0 -> working
    set note = "first"
  START otherwise -> choosing

  state working "An agent writes code"
    timeout 6h
    retries 2 backoff 1s..1m
    writes summary
    ensures on done: ctx.summary is not null
    after 2h sized amount = 1
    on done when count(done)<3 and len(ctx.summary) > {number % 9} -> choosing   # again
    on done otherwise -> fanning
    on sized when payload.currency == CHF or not (payload.amount < 10 * 2) -> STAY
    on sized otherwise -> REFUSE "in another currency"
    on timeout -> FAIL "no code"
    on error -> FAIL

  decide choosing first
    when ctx.k // 2 >= {number} and ctx.k not in [1, 2, {number}] -> paying
    when any(x in ctx.parts: x > 3) -> resting
    otherwise -> asking

  action paying invokes Pay
    attempts 3
    with amount = subject.total - subject.paid + 5
    with order = subject.order
    on next -> watching
    on refused -> asking
    on failed -> FAIL "not paid"

  wait watching for Paid
    until 3d
    on Paid -> END as "paid"
    on expired -> asking

  wait resting for 3d
    on elapsed -> fanning

  approval asking by clerk
    expires after 2d
    on approved -> END
    on rejected -> fanning
    on expired -> FAIL "forgotten"

  foreach fanning over ctx.parts as part runs leaf
    with k = part
    join at least 1
    gather got = payload.rows
    on joined when branches.all(status == completed) -> END
    on joined otherwise -> FAIL "a part is missing"

  invariant few: count(done) <= 1000
  always in working leads to in choosing or ended
  eventually ended

  specification "it ends"
    given context k = <k>, parts = [], account = "CH1"
    when done with summary = "x"
    # then it goes on
    then in <state>
    cases
      k | state
      5 | choosing
      7 | choosing

"""


def best(work: Callable[[], object]) -> float:
    """Return the CPU milliseconds of the best of some rounds."""
    found = float("inf")
    for _ in range(ROUNDS):
        started = process_time()
        work()
        found = min(found, process_time() - started)
    return found * 1_000


def measured(text: str) -> tuple[float, float, float]:
    """Return the milliseconds of reading, of checking what was read, and of formatting it."""
    source = Source("bench.flow", text)
    read: Parsed = read_flow(source)
    faults = [found for found in check(read).diagnostics if found.is_error]
    assert not faults, faults[:3]
    return (
        best(lambda: read_flow(source)),
        best(lambda: check(read)),
        best(lambda: format_flow(read)),
    )


def main() -> None:
    """Print a line for each size, and the ratio of the two."""
    read_flow(Source("bench.flow", ""))  # the tables of the parser are made or loaded once
    totals: list[float] = []
    for size in SIZES:
        text = shared() + "".join(map(workflow, range(size)))
        reading, checking, formatting = measured(text)
        totals.append(reading + checking)
        print(
            f"{text.count(chr(10)):7,} lines: read {reading:6.0f} ms, check {checking:6.0f} ms"
            f" ({totals[-1] / LIMIT:.0%} of {LIMIT:,} ms), format {formatting:6.0f} ms"
        )
    print(f"{SIZES[1] // SIZES[0]} times the workflows: {totals[1] / totals[0]:.1f} times as long")


if __name__ == "__main__":
    main()
