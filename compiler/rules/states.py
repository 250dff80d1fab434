"""Rules on the clauses, outlets and children of states: ST40xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)
_warning = partial(Rule, severity=Severity.WARNING, kind=Kind.REFUSAL)

STATE_LACKS_OUTLET = _refusal(
    code="ST4012",
    name="outlet-of-another-kind",
    summary="A line waits for an outlet that its kind of state does not have.",
    explanation="""\
Each kind of state has its own outlets: an approval `approved` and `rejected`, an action `next`,
`refused` and `failed`, a wait for time `elapsed`. Declared events may stand there too.

```flow
approval review by Manager
  on approved -> END
  on rejected -> END
```
""",
    example="""\
role Manager
workflow review
  START -> reading
  approval reading by Manager
    on approved -> END
    on rejected -> END
    on elapsed -> END
""",
)

EXPIRY_NOT_SET = _refusal(
    code="ST4013",
    name="expiry-not-set",
    summary="A line waits for `expired` in a state that does not expire.",
    explanation="""\
`expired` comes only where a wait says `until`, or an approval `expires after`:

```flow
approval review by Manager
  expires after 2d
  on expired -> FAIL
```
""",
    example="""\
role Manager
workflow review
  START -> reading
  approval reading by Manager
    on approved -> END
    on rejected -> END
    on expired -> END
""",
)

OUTLET_UNROUTED = _refusal(
    code="ST4014",
    name="outlet-unrouted",
    summary="An outlet of a state leads nowhere.",
    explanation="""\
A state of a special kind is left by its outlets, so each of them needs a line. The clauses that a
state has decide which these are: with `until` or `expires after` it has `expired`, too.

```flow
on approved -> paying
on rejected -> FAIL "not approved"
```
""",
    example="""\
role Manager
workflow review
  START -> reading
  approval reading by Manager
    on approved -> END
""",
)

NOT_GATHERED = _refusal(
    code="ST4015",
    name="not-gathered",
    summary="Nothing takes what a state has run.",
    explanation="""\
A `parallel` is left by `joined`. A `foreach` is left by `joined`, or by `completed` (no child
failed) and `partial`. Without such a line the children run for nothing.

```flow
parallel checking runs lint, test
  on joined -> END
```
""",
    example="""\
workflow test
  event done
  START -> testing
  state testing
    on done -> END
workflow release
  START -> checking
  parallel checking runs test
    join all
""",
)

JOINED_BESIDE_PARTS = _refusal(
    code="ST4016",
    name="joined-beside-parts",
    summary="A `foreach` has `joined` beside `completed` or `partial`.",
    explanation="""\
`joined` comes whatever has become of the children; `completed` and `partial` tell whether one has
failed. A state takes the one or the other two.

```flow
on completed -> END
on partial -> mending
```
""",
    example="""\
workflow test
  event done
  START -> testing
  state testing
    on done -> END
workflow release
  context Release
    parts: list of text
  START -> checking
  foreach checking over ctx.parts as part runs test
    on joined -> END
    on partial -> FAIL
""",
)

CLAUSE_MISPLACED = _refusal(
    code="ST4017",
    name="clause-misplaced",
    summary="A state has a clause that its kind cannot have.",
    explanation="""\
`retries` and `writes` are about a routine, `attempts` about an action, `join` about children. Each
clause has its kinds of state; in another it would say nothing.

```flow
action paying invokes Pay
  attempts 3
```
""",
    example="""\
role Manager
workflow review
  START -> reading
  approval reading by Manager
    retries 2
    on approved -> END
    on rejected -> END
""",
)

NUMBER_RANGE = _refusal(
    code="ST4018",
    name="clause-number",
    summary="A number in a clause is out of range.",
    explanation="""\
`attempts` is a whole number from 1 to 1000. How many children run at once, and how many a join
waits for, is 1 at least; a join waits for no more children than there are.

```flow
parallel checking runs lint, test
  join at least 1
  on joined -> END
```
""",
    example="""\
workflow test
  event done
  START -> testing
  state testing
    on done -> END
workflow release
  START -> checking
  parallel checking runs test
    join at least 2
    on joined -> END
""",
)

LINES_MISPLACED = _refusal(
    code="ST4019",
    name="lines-misplaced",
    summary="A state has lines of another kind of state.",
    explanation="""\
A `decide` chooses at once, by lines that begin with `when` or `otherwise`. Every other state is
left on events, by lines that begin with `on`.

```flow
decide sorting
  when ctx.total > 100 -> checking
  otherwise -> paying
```
""",
    example="""\
workflow pay
  event paid
  START -> sorting
  decide sorting
    otherwise -> END
    on paid -> END
""",
)

DECIDE_EMPTY = _refusal(
    code="ST4020",
    name="decide-empty",
    summary="A `decide` has no lines.",
    explanation="""\
A token does not stay in a `decide`: its lines say where it goes.

```flow
decide sorting
  when ctx.total > 100 -> checking
  otherwise -> paying
```
""",
    example="""\
workflow pay
  START -> sorting
  decide sorting
""",
)

RUNS_ITSELF = _warning(
    code="ST4021",
    name="runs-itself",
    summary="A workflow runs itself, directly or through others.",
    explanation="""\
Each token begins further tokens of the same workflow, which begin further ones. That ends only
where a guard, or an empty list, sees to it. Nothing proves that here.
""",
    example="""\
workflow walk
  context Walk
    parts: list of text
  START -> walking
  foreach walking over ctx.parts as part runs walk
    with parts = []
    on joined -> END
""",
)

MOMENT_KIND = _refusal(
    code="ST4022",
    name="moment-kind",
    summary="A time is a field of another kind.",
    explanation="""\
How long a state waits is a duration, or a field of kind `duration`. Behind `until` a field may be a
`datetime`, too.

```flow
wait cooling for ctx.pause
  on elapsed -> END
```
""",
    example="""\
workflow cool
  context Cooling
    pause: int
  START -> cooling
  wait cooling for ctx.pause
    on elapsed -> END
""",
)

KEY_KIND = _refusal(
    code="ST4023",
    name="key-kind",
    summary="The key of a `foreach` is no text, int or uuid.",
    explanation="""\
A key names a child in its token's id, so it is a `text`, an `int` or a `uuid` of the item that is
always there.

```flow
key item.sku
```
""",
    example="""\
type Part
  weight: number
workflow test
  event done
  START -> testing
  state testing
    on done -> END
workflow release
  context Release
    parts: list of Part
  START -> checking
  foreach checking over ctx.parts as part runs test
    key part.weight
    on joined -> END
""",
)

EVENT_NOT_TAKEN = _refusal(
    code="ST4024",
    name="event-not-taken",
    summary="A clause of a state speaks of an event that no line of the state takes.",
    explanation="""\
`after` fires an event, and `ensures on` promises something about one. Both need a line on that
event in the state.

```flow
state coding
  after 2h remind
  on remind -> STAY
  on done -> END
```
""",
    example="""\
workflow sdlc
  event done
  event remind
  START -> coding
  state coding
    after 2h remind
    on done -> END
  state other
    on remind -> END
""",
)

GATHER_FORM = _refusal(
    code="ST4025",
    name="gather-form",
    summary="`gather` collects something else than a field of the children.",
    explanation="""\
`gather` collects one field of each completed child, read behind `payload`:

```flow
gather results = payload.result
```
""",
    example="""\
workflow test
  context Test
    result: text?
  event done
  START -> testing
  state testing
    on done -> END
workflow release
  START -> checking
  parallel checking runs test
    gather results = 1
    on joined -> END
""",
)

STATE_RULES = (
    STATE_LACKS_OUTLET,
    EXPIRY_NOT_SET,
    OUTLET_UNROUTED,
    NOT_GATHERED,
    JOINED_BESIDE_PARTS,
    CLAUSE_MISPLACED,
    NUMBER_RANGE,
    LINES_MISPLACED,
    DECIDE_EMPTY,
    RUNS_ITSELF,
    MOMENT_KIND,
    KEY_KIND,
    EVENT_NOT_TAKEN,
    GATHER_FORM,
)
