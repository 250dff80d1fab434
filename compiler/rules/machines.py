"""Rules on read models, state machines, triggers and mappings: ST42xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)

FACT_WITHOUT_KEY = _refusal(
    code="ST4201",
    name="fact-without-key",
    summary="A fact does not carry the key of the read model that it tells of.",
    explanation="""\
A read model is kept for each subject, and the field that `key` names tells which subject a
fact is about. Every fact of `from`, and every fact that a machine over the read model waits for,
has that field, without `?`:

```flow
event OrderPaid
  order: uuid
readmodel Order key order
```
""",
    example="""\
event OrderPlaced
  number: int
readmodel Order key order
  total: int = 0
  from OrderPlaced
    set total = payload.number
workflow ship
  event done
  START -> packing
  state packing
    on done -> END
""",
)

MODEL_WITHOUT_VALUE = _refusal(
    code="ST4202",
    name="read-model-without-value",
    summary="A field of a read model starts without a value.",
    explanation="""\
Before any fact has told of it, a field of a read model has its default, or null. Give it
one of the two:

```flow
readmodel Order key order
  total: decimal = 0
  address: text?
```
""",
    example="""\
event OrderPlaced
  order: uuid
  total: decimal = 0
event OrderPaid
  order: uuid
readmodel Order key order
  total: decimal
  from OrderPlaced
    set total = payload.total
workflow ship
  event done
  START -> packing
  state packing
    on done -> END
""",
)

KEY_NOT_SETTLED = _refusal(
    code="ST4203",
    name="key-not-settled",
    summary="The key of a read model has no type, or several.",
    explanation="""\
The key is a field by itself, which facts give and nothing else does. Its type is that of the
field of this name in the facts that feed the read model, the same in each. It is not declared
again, and no `set` writes it.

```flow
readmodel Order key order
  from OrderPlaced
    set total = payload.total
```
""",
    example="""\
event OrderPlaced
  order: uuid
  total: decimal = 0
event OrderPaid
  order: uuid
readmodel Order key order
  order: uuid?
  from OrderPlaced
    set order = payload.order
workflow ship
  event done
  START -> packing
  state packing
    on done -> END
""",
)

INITIAL_STATE = _refusal(
    code="ST4204",
    name="initial-state",
    summary="A state machine does not begin in exactly one state.",
    explanation="""\
One state is `initial`: there each subject begins, with the first fact about it.

```flow
statemachine Lifecycle follows Order
  state Placed initial
```
""",
    example="""\
event OrderPlaced
  order: uuid
  total: decimal = 0
event OrderPaid
  order: uuid
readmodel Order key order
  total: decimal = 0
  from OrderPlaced
    set total = payload.total
statemachine Lifecycle follows Order
  state Placed
    on OrderPaid -> Paid
  state Paid final
workflow ship
  event done
  START -> packing
  state packing
    on done -> END
""",
)

FINAL_LEAVES = _refusal(
    code="ST4205",
    name="final-state-leaves",
    summary="A final state has a transition.",
    explanation="""\
A state machine stays in a `final` state, whatever comes. Remove the line, or the word.

```flow
state Paid final
```
""",
    example="""\
event OrderPlaced
  order: uuid
  total: decimal = 0
event OrderPaid
  order: uuid
readmodel Order key order
  total: decimal = 0
  from OrderPlaced
    set total = payload.total
statemachine Lifecycle follows Order
  state Placed initial
    on OrderPaid -> Paid
  state Paid final
    on OrderPaid -> Placed
workflow ship
  event done
  START -> packing
  state packing
    on done -> END
""",
)

MACHINE_LINE = _refusal(
    code="ST4206",
    name="machine-line",
    summary="A line of a state machine does what only a workflow can.",
    explanation="""\
A state machine observes facts: its lines lead to a state of the machine, and nothing stands
below them. What is to happen stands as `entering` in the state that is entered, or in a
workflow.

```flow
state Paid
  entering invokes SendReceipt
```
""",
    example="""\
event OrderPlaced
  order: uuid
  total: decimal = 0
event OrderPaid
  order: uuid
readmodel Order key order
  total: decimal = 0
  from OrderPlaced
    set total = payload.total
statemachine Lifecycle follows Order
  state Placed initial
    on OrderPaid -> END
workflow ship
  event done
  START -> packing
  state packing
    on done -> END
""",
)

STARTS_WITHOUT_START = _refusal(
    code="ST4207",
    name="starts-without-start",
    summary="A workflow is started that only its triggers start.",
    explanation="""\
`entering starts W`, `parallel` and `foreach` begin at the START of the workflow. Give it one:

```flow
START -> packing
```
""",
    example="""\
event OrderPlaced
  order: uuid
  total: decimal = 0
event OrderPaid
  order: uuid
readmodel Order key order
  total: decimal = 0
  from OrderPlaced
    set total = payload.total
statemachine Lifecycle follows Order
  state Placed initial
    on OrderPaid -> Paid
  state Paid final
    entering starts ship
workflow ship
  trigger when OrderPaid -> packing
  event done
  state packing
    on done -> END
""",
)

STARTED_TWICE = _refusal(
    code="ST4208",
    name="started-twice",
    summary="A machine's state and a workflow's trigger start the same workflow.",
    explanation="""\
`entering starts W` in a state, and a trigger of W on the entry of that state, would start two
tokens for one reason. Keep one of the two.

```flow
state Paid final
  entering starts ship
```
""",
    example="""\
event OrderPlaced
  order: uuid
  total: decimal = 0
event OrderPaid
  order: uuid
readmodel Order key order
  total: decimal = 0
  from OrderPlaced
    set total = payload.total
statemachine Lifecycle follows Order
  state Placed initial
    on OrderPaid -> Paid
  state Paid final
    entering starts ship
workflow ship
  trigger when Lifecycle enters Paid -> packing
  event done
  START -> packing
  state packing
    on done -> END
""",
)

TRIGGER_TIME = _refusal(
    code="ST4209",
    name="trigger-time",
    summary="The time of a trigger cannot be.",
    explanation="""\
A time of day is written as `08:00`, from `00:00` to `23:59`. A day is one of `Monday` to
`Sunday`, and a zone a name of the IANA time zone database:

```flow
trigger at 08:00 on Monday in "Europe/Zurich" -> packing
```
""",
    example="""\
workflow ship
  trigger at 25:00 -> packing
  event done
  START -> packing
  state packing
    on done -> END
""",
)

TRIGGER_TARGET = _refusal(
    code="ST4210",
    name="trigger-target",
    summary="A trigger leads to no state.",
    explanation="""\
A trigger starts a token, and a token begins in a state:

```flow
trigger every 15m -> packing
```
""",
    example="""\
workflow ship
  trigger every 15m -> END
  event done
  START -> packing
  state packing
    on done -> END
""",
)

MAPPING_KIND = _refusal(
    code="ST4211",
    name="mapping-of-another-kind",
    summary="A field would be taken by name from one of another kind.",
    explanation="""\
Fields without a `with` are taken by name: from the context, then the subject, then the payload
of the trigger. What is found first has to be of the same kind. Say what to give instead:

```flow
action paying invokes Capture
  with amount = ctx.total
```
""",
    example="""\
command Capture
  amount: decimal
workflow pay
  context Order
    amount: text
  event done
  START -> paying
  action paying invokes Capture
    on next -> END
    on refused -> FAIL
    on failed -> FAIL
""",
)

MAPPING_OPEN = _refusal(
    code="ST4212",
    name="mapping-open",
    summary="A field that needs a value gets none.",
    explanation="""\
A field without `?` and without a default must be given. It is taken by name where something
of that name is at hand, and otherwise by `with`; `emit` takes nothing by name.

```flow
action paying invokes Capture
  with amount = ctx.total
```
""",
    example="""\
command Capture
  amount: decimal
workflow pay
  context Order
    total: decimal
  event done
  START -> paying
  action paying invokes Capture
    on next -> END
    on refused -> FAIL
    on failed -> FAIL
""",
)

GIVEN_CLOSED = _refusal(
    code="ST4213",
    name="given-closed",
    summary="A field is given that nobody gives.",
    explanation="""\
A `local` field starts with its own default, and a field of `into` or `gather` is written by
the event or the join alone. Give another field, or take `local` away:

```flow
context Ticket
  rounds: int = 0
```
""",
    example="""\
workflow rate
  context Rating
    local score: int = 0
  event done
  START -> rating
  state rating
    on done -> END
workflow review
  START -> rating
  parallel rating runs rate
    with rate.score = 3
    on joined -> END
""",
)

PASSED_TO_NONE = _refusal(
    code="ST4214",
    name="passed-to-none",
    summary="A field is passed that no child has.",
    explanation="""\
`passing` gives children fields of the context by name. A name that no child has is most often
a slip:

```flow
parallel rating runs rate
  passing title
```
""",
    example="""\
workflow rate
  context Rating
    title: text
  event done
  START -> rating
  state rating
    on done -> END
workflow review
  context Review
    title: text
    author: text
  START -> rating
  parallel rating runs rate
    passing title, author
    on joined -> END
""",
)

MACHINE_RULES = (
    FACT_WITHOUT_KEY,
    MODEL_WITHOUT_VALUE,
    KEY_NOT_SETTLED,
    INITIAL_STATE,
    FINAL_LEAVES,
    MACHINE_LINE,
    STARTS_WITHOUT_START,
    STARTED_TWICE,
    TRIGGER_TIME,
    TRIGGER_TARGET,
    MAPPING_KIND,
    MAPPING_OPEN,
    GIVEN_CLOSED,
    PASSED_TO_NONE,
)
