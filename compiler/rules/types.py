"""Rules on declared types, contexts and payloads: ST30xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)

RECURSIVE_TYPE = _refusal(
    code="ST3001",
    name="recursive-type",
    summary="A type contains itself.",
    explanation="""\
A value of such a type would have no end that a proof could count on. Keep what identifies
the inner value instead of the value, or use `json` where the shape does not matter.

```flow
type Task
  id: text
  parent: text?
```
""",
    example="""\
type Task
  id: text
  parent: Task?
workflow sdlc
  event done: Task
  START -> coding
  state coding
    on done -> END
""",
)

TYPE_TOO_LARGE = _refusal(
    code="ST3002",
    name="type-too-large",
    summary="A type nests too deep or holds too many fields.",
    explanation="""\
Types nest at most 50 deep and hold at most 10,000 fields, those of the types inside them
counted each time. Use `json` for data that no guard reads.
""",
    example="""\
type A
  a: int
  b: int
  c: int
  d: int
  e: int
  f: int
  g: int
  h: int
  i: int
  j: int
type B
  a: A
  b: A
  c: A
  d: A
  e: A
  f: A
  g: A
  h: A
  i: A
  j: A
type C
  a: B
  b: B
  c: B
  d: B
  e: B
  f: B
  g: B
  h: B
  i: B
  j: B
type D
  a: C
  b: C
  c: C
  d: C
  e: C
  f: C
  g: C
  h: C
  i: C
  j: C
workflow sdlc
  event done: D
  START -> coding
  state coding
    on done -> END
""",
)

CONSTRAINT_MISPLACED = _refusal(
    code="ST3003",
    name="constraint-misplaced",
    summary="A constraint stands on a type that it says nothing about.",
    explanation="""\
Bounds (`>= 0`, `between 1 and 5`) go on numbers, dates, datetimes and durations,
`multiple of` on numbers, `length` and `matching` on `text`, `items` and `unique` on lists.
Parentheses put a constraint on the items of a list:

```flow
names: list of (text length 1..20) items 1..10
```
""",
    example="""\
type Tests
  failed: int length 1..3
workflow sdlc
  event done: Tests
  START -> coding
  state coding
    on done -> END
""",
)

CONSTRAINT_MALFORMED = _refusal(
    code="ST3004",
    name="constraint-malformed",
    summary="The limit of a constraint is no value that it can have.",
    explanation="""\
The bound of an `int` is a whole number, that of a `date` a text such as `"2026-01-31"`, that
of a `duration` one such as `36h`; the step of `multiple of` is more than 0.

```flow
due: date >= "2026-01-01"
```
""",
    example="""\
type Tests
  failed: int >= 0.5
workflow sdlc
  event done: Tests
  START -> coding
  state coding
    on done -> END
""",
)

CONSTRAINT_REPEATED = _refusal(
    code="ST3005",
    name="constraint-repeated",
    summary="Two constraints on one type set the same limit.",
    explanation="""\
Only one of them could count. Keep the one that is meant; `between 1 and 5` sets both ends.
""",
    example="""\
type Tests
  failed: int >= 0 >= 1
workflow sdlc
  event done: Tests
  START -> coding
  state coding
    on done -> END
""",
)

NO_VALUE_FITS = _refusal(
    code="ST3006",
    name="no-value-fits",
    summary="The constraints on a type leave no value at all.",
    explanation="""\
No value lies within limits that cross each other, so the field could never be given. The
lower limit comes first: `between 1 and 5`, `length 1..80`.
""",
    example="""\
type Tests
  failed: int between 5 and 1
workflow sdlc
  event done: Tests
  START -> coding
  state coding
    on done -> END
""",
)

BAD_PATTERN = _refusal(
    code="ST3007",
    name="bad-pattern",
    summary="A pattern is outside the small regular language.",
    explanation="""\
`matching` and `matches` are whole matches of literals, `.`, ASCII classes, groups and
`| * + ? {m,n}`. They run in linear time, and a proof treats them just as a run does, so
there are no back references, no look-around and no anchors inside.

```flow
code: text matching "[A-Z]{3}-[0-9]+"
```
""",
    example="""\
type Tests
  code: text matching "[A-Z"
workflow sdlc
  event done: Tests
  START -> coding
  state coding
    on done -> END
""",
)

BAD_DEFAULT = _refusal(
    code="ST3008",
    name="bad-default",
    summary="A default breaks the type of its own field.",
    explanation="""\
A default is filled in where the value enters, and must be a value of its type there.

```flow
priority: int between 1 and 5 = 3
```
""",
    example="""\
type Tests
  failed: int >= 0 = -1
workflow sdlc
  event done: Tests
  START -> coding
  state coding
    on done -> END
""",
)

UNIQUE_BY = _refusal(
    code="ST3009",
    name="unique-by",
    summary="`unique by` stands on a list whose items have no fields.",
    explanation="""\
`unique by f` compares the items of a list by their field f, so the items are of a `type`
that has it. A list of other values takes `unique`.

```flow
lines: list of Line unique by sku
```
""",
    example="""\
type Order
  labels: list of text unique by name
workflow shop
  event done: Order
  START -> picking
  state picking
    on done -> END
""",
)

ROLE_MISPLACED = _refusal(
    code="ST3010",
    name="role-misplaced",
    summary="`input`, `local` or `identifier` stands where it means nothing.",
    explanation="""\
`input` and `local` say how a field of a context comes by its value; a payload or a value
inside another has no such thing. `identifier` marks a field of a command.

```flow
context Ticket
  input repo: text
```
""",
    example="""\
type Tests
  input failed: int
workflow sdlc
  event done: Tests
  START -> coding
  state coding
    on done -> END
""",
)

LOCAL_WITHOUT_VALUE = _refusal(
    code="ST3011",
    name="local-without-value",
    summary="A `local` field has neither a default nor a `?`.",
    explanation="""\
A `local` field is not given at the start, so it starts with its default, or at null.

```flow
context Ticket
  local rounds: int = 0
```
""",
    example="""\
workflow sdlc
  context Ticket
    local rounds: int
  event done
  START -> coding
  state coding
    on done -> END
""",
)

PAYLOAD_NOT_A_RECORD = _refusal(
    code="ST3012",
    name="payload-not-a-record",
    summary="The payload of an event is not a type with fields.",
    explanation="""\
A payload is always there and always has fields, so that guards can name what they read.
Give a single value a field of its own:

```flow
type Vote
  score: int
event voted: Vote
```
""",
    example="""\
workflow poll
  event voted: int
  START -> open
  state open
    on voted -> END
""",
)

INTO_WITHOUT_PAYLOAD = _refusal(
    code="ST3013",
    name="into-without-payload",
    summary="An event without a payload is to be kept in a field.",
    explanation="""\
`into k` keeps the payload of an event in the context field k. Give the event a type, or
leave `into` out.

```flow
event failed: Tests into last_run
```
""",
    # Text has no place for `into` without a type; only the Python notation can say it.
    example=None,
)

INTO_CONFLICT = _refusal(
    code="ST3014",
    name="into-conflict",
    summary="The field that `into` declares is declared otherwise too.",
    explanation="""\
`event e: T into k` declares the context field k, which nothing but e writes. The context may
not declare it again, and two events may share it only when their payloads have one type.
""",
    example="""\
type Tests
  failed: int
workflow sdlc
  context Ticket
    last_run: text?
  event failed: Tests into last_run
  START -> testing
  state testing
    on failed -> END
""",
)

CONTEXT_NOT_A_RECORD = _refusal(
    code="ST3015",
    name="context-not-a-record",
    summary="The context of a workflow is not a type with fields.",
    explanation="""\
`context T` names a `type`, or declares one with the fields below it. Without a context, any
JSON object may be one.

```flow
context Ticket
  repo: text
```
""",
    example="""\
enum Level
  low
  high
workflow sdlc
  context Level
  event done
  START -> coding
  state coding
    on done -> END
""",
)

TYPE_RULES = (
    RECURSIVE_TYPE,
    TYPE_TOO_LARGE,
    CONSTRAINT_MISPLACED,
    CONSTRAINT_MALFORMED,
    CONSTRAINT_REPEATED,
    NO_VALUE_FITS,
    BAD_PATTERN,
    BAD_DEFAULT,
    UNIQUE_BY,
    ROLE_MISPLACED,
    LOCAL_WITHOUT_VALUE,
    PAYLOAD_NOT_A_RECORD,
    INTO_WITHOUT_PAYLOAD,
    INTO_CONFLICT,
    CONTEXT_NOT_A_RECORD,
)
