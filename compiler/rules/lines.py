"""Rules on lines and what stands below them: ST40xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)

FIRST_MISPLACED = _refusal(
    code="ST4026",
    name="first-misplaced",
    summary="`first` stands on a later line of its group.",
    explanation="""\
`first` asks that the lines on one event be tried in order. It stands on the first of them and
holds for all.

```flow
on rated first when payload.stars < 2 -> calling
on rated when payload.stars < 4 -> asking
on rated otherwise -> END
```
""",
    example="""\
workflow rate
  event rated
  START -> rating
  state rating
    on rated when count(rated) < 2 -> rating
    on rated first when count(rated) < 4 -> rating
    on rated otherwise -> END
""",
)

STAY_MISPLACED = _refusal(
    code="ST4027",
    name="stay-misplaced",
    summary="STAY or REFUSE stands where a token must move on.",
    explanation="""\
STAY and REFUSE answer a declared event. A timeout, an error, the outlets of special kinds, a
`decide` and a deadline move the token on, so their lines lead to a state, to END or to FAIL.

```flow
on remind -> STAY
on timeout -> FAIL
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
    on error -> STAY
""",
)

EFFECT_OF_REFUSAL = _refusal(
    code="ST4028",
    name="effect-of-refusal",
    summary="A line that refuses its event has effects.",
    explanation="""\
A refusal undoes everything, so nothing that stands below the line would ever happen.

```flow
on cancel -> REFUSE "it is shipped"
```
""",
    example="""\
workflow ship
  context Parcel
    asked: bool = false
  event cancel
  event done
  START -> shipping
  state shipping
    on done -> END
    on cancel -> REFUSE "it is shipped"
      set asked = true
""",
)

DECIDE_CYCLE = _refusal(
    code="ST4029",
    name="decide-cycle",
    summary="States that decide at once lead to each other in a cycle.",
    explanation="""\
A `decide` takes no time, so a token in a cycle of them would never come to rest. Let one of the
lines lead to a state that does something, or to an end.
""",
    example="""\
workflow pay
  context Bill
    total: int
  START -> sorting
  decide sorting
    when ctx.total > 100 -> checking
    otherwise -> END
  decide checking
    when ctx.total > 200 -> sorting
    otherwise -> END
""",
)

DEADLINE_TWICE = _refusal(
    code="ST4030",
    name="deadline-twice",
    summary="A workflow has two deadlines.",
    explanation="""\
A deadline fires once, so long after the start. Keep one; what is to happen earlier in one state is
that state's `timeout`.

```flow
deadline 30d -> FAIL "a month is over"
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  deadline 30d -> FAIL
  deadline 60d -> FAIL
  state coding
    on done -> END
""",
)

ANYWHERE_NOWHERE = _refusal(
    code="ST4031",
    name="anywhere-nowhere",
    summary="A line of `anywhere` stands in no state.",
    explanation="""\
A line of `anywhere` stands in each state that has none of its own on the event. Where every state
has one, or can never have the event, the line says nothing.

```flow
anywhere except shipped
  on cancel -> END
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  anywhere
    on done -> FAIL
  state coding
    on done -> END
""",
)

ANYWHERE_TWICE = _refusal(
    code="ST4032",
    name="anywhere-twice",
    summary="Two `anywhere` stand for the same event in one state.",
    explanation="""\
The lines on one event in one state form a group, which is written in one place.

```flow
anywhere
  on cancel when ctx.paid -> refunding
  on cancel otherwise -> END
```
""",
    example="""\
workflow sdlc
  event done
  event cancel
  START -> coding
  anywhere
    on cancel -> FAIL
  anywhere
    on cancel -> END
  state coding
    on done -> END
""",
)

SET_CLOSED = _refusal(
    code="ST4033",
    name="set-closed",
    summary="A `set` writes a field that never changes by itself.",
    explanation="""\
An `input` field is given at the start, the field of an `into` keeps an event's payload, and that of
a `gather` what children gave. `set` writes plain fields, and `local` ones.

```flow
on done -> END
  set rounds = ctx.rounds + 1
```
""",
    example="""\
workflow sdlc
  context Ticket
    input repo: text
  event done
  START -> coding
  state coding
    on done -> END
      set repo = "acme/api"
""",
)

CALL_FORM = _refusal(
    code="ST4034",
    name="call-form",
    summary="What `call` names is not of the form `module:function`.",
    explanation="""\
A callback is a Python function, named by its module and its own name:

```flow
call "billing.rules:total"
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
      call "total"
""",
)

LINE_RULES = (
    FIRST_MISPLACED,
    STAY_MISPLACED,
    EFFECT_OF_REFUSAL,
    DECIDE_CYCLE,
    DEADLINE_TWICE,
    ANYWHERE_NOWHERE,
    ANYWHERE_TWICE,
    SET_CLOSED,
    CALL_FORM,
)
