"""Every rule that the verifier reports: guards ST50xx, paths ST60xx, specifications ST70xx.

What stays without an answer, and what is a fault of the verifier's own, is ST95xx.
"""

from functools import partial
from typing import Final

from stateous.grammar.diagnostic import Kind, Rule, Severity

_finding = partial(Rule, severity=Severity.ERROR, kind=Kind.FINDING)
_warning = partial(Rule, severity=Severity.WARNING, kind=Kind.FINDING)

OVERLAP: Final = _finding(
    code="ST5001",
    name="guards-overlap",
    summary="Two guards of one state on one event can hold together.",
    explanation="""\
At run time at most one line may take an event. Where two hold, the event is refused and the
token stays where it is (a routine that reported it has used up an attempt); there is no order
that decides. The example shows the smallest data for which both hold. Make the guards exclude each other, or let one of them be `otherwise`:

```flow
on failed when count(failed) < 3 -> coding
on failed otherwise -> END
```
""",
    example="""\
workflow sdlc
  event failed
  START -> testing
  state testing
    on failed when count(failed) < 5 -> testing
    on failed when count(failed) > 3 -> END
    on error -> END
""",
)

GAP: Final = _finding(
    code="ST5002",
    name="guards-gap",
    summary="An event can come with data that no guard of its state takes.",
    explanation="""\
Where no guard holds and there is no `otherwise`, the event is refused and the token stays; a
`timeout` or an `error` that no line takes fails the token. The example shows the smallest data
that is left over. Take it by one more guard, or by `otherwise`:

```flow
on failed when count(failed) < 3 -> coding
on failed otherwise -> END
```
""",
    example="""\
workflow sdlc
  event failed
  START -> testing
  state testing
    on failed when count(failed) < 3 -> testing
    on error -> END
""",
)

DEAD_GUARD: Final = _finding(
    code="ST5003",
    name="guard-never-holds",
    summary="A guard can never hold.",
    explanation="""\
No data that the types allow makes the guard true, so its line is never taken. Mostly a bound is
the wrong way round, or the types already rule the case out. Repair the guard or remove the line.

```flow
on failed when count(failed) >= 3 -> END
```
""",
    example="""\
workflow sdlc
  event failed
  START -> testing
  state testing
    on failed when count(failed) < 1 -> testing
    on failed otherwise -> END
    on error -> END
""",
)

IDLE_OTHERWISE: Final = _warning(
    code="ST5004",
    name="otherwise-never-taken",
    summary="An `otherwise` can never be taken: the guards before it take everything.",
    explanation="""\
For all data that the types allow, one of the guards holds. The line is never taken; remove
it, or see whether a guard takes more than it should.

```flow
on rated when payload.stars < 3 -> repairing
on rated when payload.stars >= 3 -> END
```
""",
    example="""\
workflow sdlc
  event failed
  START -> testing
  state testing
    on failed when count(failed) < 3 -> testing
    on failed when count(failed) >= 3 -> END
    on failed otherwise -> FAIL
    on error -> END
""",
)

SHADOWED: Final = _finding(
    code="ST5005",
    name="line-shadowed",
    summary="A line of an ordered group is never taken: the lines above it take all that it would.",
    explanation="""\
With `first`, the first line of a group that holds is taken. Whatever this guard lets through,
an earlier one has taken already. Move it up, repair it, or remove the line.

```flow
on rated first when payload.score >= 90 -> excellent
on rated when payload.score >= 50 -> good
on rated otherwise -> poor
```
""",
    example="""\
type Rating
  score: int

workflow review
  event rated: Rating
  START -> open
  state open
    on rated first when payload.score >= 50 -> END
    on rated when payload.score >= 90 -> FAIL "impossible"
    on rated otherwise -> FAIL "poor"
    on error -> FAIL
""",
)

UNREACHABLE: Final = _finding(
    code="ST6001",
    name="state-unreachable",
    summary="No path leads from START to a state.",
    explanation="""\
Even if every guard held, no token would ever come there. Lead a line to the state, or remove it.

```flow
on failed -> repairing
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
    on error -> END
  state repairing
    on done -> coding
    on error -> END
""",
)

TRAP: Final = _finding(
    code="ST6002",
    name="state-without-exit",
    summary="Nothing can leave a state.",
    explanation="""\
The state has no line, so a token that comes there stays for ever; all that can end it is a
failure of its task. Say what happens next:

```flow
on done -> END
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> waiting
    on error -> END
  state waiting
""",
)

ENDLESS: Final = _finding(
    code="ST6003",
    name="no-end-reachable",
    summary="From a state no path leads to END or FAIL.",
    explanation="""\
A token that comes there can go on, but can never end. Guards do not matter here: no line of
these states, and of those that they lead to, has END or FAIL as its target. Give one of them a
way out:

```flow
on stuck -> END
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> testing
    on error -> testing
  state testing
    on done -> coding
    on error -> coding
""",
)

UNUSED_EVENT: Final = _warning(
    code="ST6004",
    name="event-unused",
    summary="An event is declared, but no state has a line on it.",
    explanation="""\
Whoever fires it is always refused. Give a state a line on the event, or remove its declaration.

```flow
on stuck -> END
```
""",
    example="""\
workflow sdlc
  event done
  event stuck
  START -> coding
  state coding
    on done -> END
    on error -> END
""",
)

UNROUTED_TIMEOUT: Final = _warning(
    code="ST6005",
    name="timeout-unrouted",
    summary="A state has a timeout, but no line on it.",
    explanation="""\
When the time is over, the token fails, with the state and the timeout as the reason. Where that
is what you want, say so, with a reason of your own:

```flow
on timeout -> FAIL "no code within six hours"
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    timeout 6h
    on done -> END
    on error -> FAIL
""",
)

UNROUTED_ERROR: Final = _warning(
    code="ST6006",
    name="error-unrouted",
    summary="A state's task can fail for good, but the state has no line on `error`.",
    explanation="""\
When the last attempt of the task has failed, `error` comes. Without a line on it the token
fails, with the state and the error as the reason. Where that is what you want, say so:

```flow
on error -> FAIL "the agent failed three times"
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
""",
)

SPECIFICATION_FAILS: Final = _finding(
    code="ST7001",
    name="specification-fails",
    summary="A specification does not hold.",
    explanation="""\
The steps ran on the step function that serves real tokens, up to the one that is shown. Either
the workflow does not do what was meant, or the specification says something else than was meant.

```flow
specification "done ends it"
  when done
  then completed
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
    on error -> FAIL

  specification "done ends it"
    when done
    then in coding
""",
)

VACUOUS: Final = _finding(
    code="ST7002",
    name="specification-vacuous",
    summary="A specification begins in a state that no path leads to.",
    explanation="""\
What it says is about nothing: no token ever comes there. Begin in a state that can be reached.

```flow
given in testing
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
    on error -> FAIL
  allow ST6001 "it comes later"
  state testing
    on done -> END
    on error -> FAIL

  specification "testing is short"
    given in testing
    when done
    then completed
""",
)

UNDECIDED: Final = Rule(
    code="ST9501",
    name="undecided",
    severity=Severity.ERROR,
    kind=Kind.UNKNOWN,
    summary="A check has neither a proof nor an example against it.",
    explanation="""\
The note says why. Either this version does not do it yet: it proves no properties of runs, asks no
solver about `branches`, and runs the specifications of workflows that use the core of the
language alone. Or the solver's budget ran out, or the question is outside what it can be asked exactly:
whether two maps are equal, what a `json` value holds. Then declare `json` fields with their type, or
make the guard simpler. `--unknown warn` lets such checks pass.
""",
    example=None,
)

DISAGREEMENT: Final = Rule(
    code="ST9502",
    name="verifier-disagrees",
    severity=Severity.ERROR,
    kind=Kind.INTERNAL,
    summary="The verifier and the engine disagree about an example.",
    explanation="""\
This is a fault of ours, not of the spec: the solver took an example for certain that the engine
decides otherwise. Neither answer is reported. Please send us the guards and the example.
""",
    example=None,
)

SOLVER_FAULT: Final = Rule(
    code="ST9503",
    name="solver-fault",
    severity=Severity.ERROR,
    kind=Kind.INTERNAL,
    summary="The solver broke down on a question about guards.",
    explanation="""\
It neither answered nor gave up, so nothing is known about the guards of this group. This is a
fault of ours, not of the spec. Please send us the guards, and the note.
""",
    example=None,
)

RULES: Final[tuple[Rule, ...]] = (
    OVERLAP,
    GAP,
    DEAD_GUARD,
    IDLE_OTHERWISE,
    SHADOWED,
    UNREACHABLE,
    TRAP,
    ENDLESS,
    UNUSED_EVENT,
    UNROUTED_TIMEOUT,
    UNROUTED_ERROR,
    SPECIFICATION_FAILS,
    VACUOUS,
    UNDECIDED,
    DISAGREEMENT,
    SOLVER_FAULT,
)
