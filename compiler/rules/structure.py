"""Rules on the shape of workflows: ST40xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)

NO_WORKFLOW = _refusal(
    code="ST4001",
    name="no-workflow",
    summary="A file declares no workflow.",
    explanation="""\
A file is there for its workflows, its state machines, or what it declares for other files; types
alone say nothing about what a process may do.

```flow
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
```
""",
    example="""\
enum Level
  low
  high
""",
)

NO_START = _refusal(
    code="ST4002",
    name="no-start",
    summary="A workflow does not say where a token begins.",
    explanation="""\
Write a line with `START`, or several with guards:

```flow
START -> coding
```
""",
    example="""\
workflow sdlc
  event done
  state coding
    on done -> END
""",
)

NO_STATES = _refusal(
    code="ST4003",
    name="no-states",
    summary="A workflow has no states.",
    explanation="""\
A token is always in a state, so a workflow has one at least.

```flow
state coding
  on done -> END
```
""",
    example="""\
workflow sdlc
  event done
  START -> END
""",
)

START_TARGET = _refusal(
    code="ST4004",
    name="start-target",
    summary="START leads to END or FAIL.",
    explanation="""\
A token begins in a state. A start that must not happen is refused when no START line holds:
give the lines guards.

```flow
START when ctx.total > 0 -> paying
```
""",
    example="""\
workflow sdlc
  event done
  START -> END
  state coding
    on done -> END
""",
)

TWO_ALWAYS = _refusal(
    code="ST4005",
    name="two-always",
    summary="Two lines of one state and event both hold whatever the data.",
    explanation="""\
At most one line may hold for an event. Give each a guard, or remove one.

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
    on failed -> testing
    on failed -> END
""",
)

ALWAYS_BESIDE_OTHERS = _refusal(
    code="ST4006",
    name="always-beside-others",
    summary="A line without a guard stands beside others on the same event.",
    explanation="""\
A line without a guard always holds, so whenever a guarded one holds there are two, and an
`otherwise` beside it never holds. Write `otherwise` for what is left:

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
    on failed -> END
""",
)

OTHERWISE_TWICE = _refusal(
    code="ST4007",
    name="otherwise-twice",
    summary="One state and event has two `otherwise` lines.",
    explanation="""\
`otherwise` is what is left when no guard holds; two lines would both take it.
""",
    example="""\
workflow sdlc
  event failed
  START -> testing
  state testing
    on failed when count(failed) < 3 -> testing
    on failed otherwise -> END
    on failed otherwise -> FAIL
""",
)

TIMEOUT_NOT_SET = _refusal(
    code="ST4008",
    name="timeout-not-set",
    summary="A line waits for `timeout` in a state without one.",
    explanation="""\
The engine fires `timeout` only where the state says how long it may last:

```flow
state coding
  timeout 6h
  on timeout -> FAIL
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
    on timeout -> FAIL
""",
)

OUTLET_NOT_OPENED = _refusal(
    code="ST4009",
    name="outlet-not-opened",
    summary="A line waits for an event that its state can never have.",
    explanation="""\
`joined`, `completed` and `partial` come when the children of a state have ended, and `join` and
`gather` say what becomes of them. Only a `parallel` and a `foreach` run children.
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
    on joined -> END
""",
)

RETRIES_RANGE = _refusal(
    code="ST4010",
    name="retries-range",
    summary="A number of retries is out of range.",
    explanation="""\
`retries` counts the attempts after the first: a whole number from 0 to 1000.

```flow
retries 2
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    retries 5000
    on done -> END
""",
)

WRITES_CLOSED = _refusal(
    code="ST4011",
    name="writes-closed",
    summary="A state is to write a field that no routine may write.",
    explanation="""\
An `input` field is given at the start and never changes; the field of an `into` keeps the
payload of its event. `writes` names plain fields, and `local` ones.

```flow
writes summary
```
""",
    example="""\
workflow sdlc
  context Ticket
    input repo: text
  event done
  START -> coding
  state coding
    writes repo
    on done -> END
""",
)

STRUCTURE_RULES = (
    NO_WORKFLOW,
    NO_START,
    NO_STATES,
    START_TARGET,
    TWO_ALWAYS,
    ALWAYS_BESIDE_OTHERS,
    OTHERWISE_TWICE,
    TIMEOUT_NOT_SET,
    OUTLET_NOT_OPENED,
    RETRIES_RANGE,
    WRITES_CLOSED,
)
