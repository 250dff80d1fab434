"""Rules on names: ST20xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)

UNKNOWN_EVENT = _refusal(
    code="ST2001",
    name="unknown-event",
    summary="An event is named that the workflow does not declare.",
    explanation="""\
A line, a `count( )` and a step of a specification may name only the events that their
workflow declares, and the engine's own `timeout`, `error` and `joined` where those can
come. Declare the event, or mend the name:

```flow
event failed
```
""",
    example="""\
workflow sdlc
  event failed
  START -> testing
  state testing
    on failed when count(fialed) < 3 -> END
    on failed otherwise -> END
""",
)

UNKNOWN_STATE = _refusal(
    code="ST2002",
    name="unknown-state",
    summary="A state is named that the workflow does not declare.",
    explanation="""\
The target of a line, and the state in `in`, `visited( )` and the steps of a specification,
is a state of the same workflow, or one of the words `END` and `FAIL` where a token may end.

```flow
on done -> testing
```
""",
    example="""\
workflow sdlc
  event done
  START -> codign
  state coding
    on done -> END
""",
)

UNKNOWN_TYPE = _refusal(
    code="ST2003",
    name="unknown-type",
    summary="A type is named that is neither built in nor declared.",
    explanation="""\
The built-in types are `text`, `int`, `number`, `decimal`, `bool`, `date`, `datetime`,
`duration`, `uuid` and `json`. Every other name is that of an `enum` or a `type` in the file:

```flow
type Tests
  failed: int >= 0
```
""",
    example="""\
workflow sdlc
  context Ticket
    repo: string
  event done
  START -> coding
  state coding
    on done -> END
""",
)

UNKNOWN_FIELD = _refusal(
    code="ST2004",
    name="unknown-field",
    summary="A field is named that its type does not have.",
    explanation="""\
A path goes through the declared fields of a type: those of the context behind `ctx`, those
of the event's payload behind `payload`. Declare the field, or mend its name:

```flow
context Ticket
  repo: text
```
""",
    example="""\
workflow sdlc
  context Ticket
    urgent: bool
  event done
  START -> coding
  state coding
    on done when ctx.urgnet -> END
    on done otherwise -> coding
""",
)

UNKNOWN_MEMBER = _refusal(
    code="ST2005",
    name="unknown-member",
    summary="A value is named that is no member of its enum.",
    explanation="""\
Where an enum stands opposite, a bare name or a text is one of its members; no other value
can ever be there.

```flow
enum Level
  low
  high
```
""",
    example="""\
workflow intake
  context Case
    level: one of low, high
  event done
  START -> triage
  state triage
    on done when ctx.level == hihg -> END
    on done otherwise -> triage
""",
)

UNKNOWN_NAME = _refusal(
    code="ST2006",
    name="unknown-name",
    summary="A bare name means nothing where it stands.",
    explanation="""\
A bare name is a variable of `any` or `all`, or a member of the enum that stands opposite.
Fields are read through `ctx.` and `payload.`, and texts stand in quotes:

```flow
on done when ctx.repo == "acme" -> END
```
""",
    example="""\
workflow sdlc
  context Ticket
    repo: text
  event done
  START -> coding
  state coding
    on done when ctx.repo == acme -> END
    on done otherwise -> coding
""",
)

UNKNOWN_FUNCTION = _refusal(
    code="ST2007",
    name="unknown-function",
    summary="A function is called that the language does not have.",
    explanation="""\
Guards have `len`, `startswith`, `endswith`, `contains`, `matches`, `any`, `all` and
`count`, so that whatever a guard says can be decided by a proof. Compute anything else in a
routine, and let the guard read the result.

```flow
on done when startswith(ctx.repo, "acme/") -> END
```
""",
    example="""\
workflow sdlc
  context Ticket
    repo: text
  event done
  START -> coding
  state coding
    on done when upper(ctx.repo) == "ACME" -> END
    on done otherwise -> coding
""",
)

UNKNOWN_OUTLET = _refusal(
    code="ST2008",
    name="unknown-outlet",
    summary="An outlet is counted that its state does not have.",
    explanation="""\
`count(state.outlet)` counts the ways out that a state has by its kind, such as `refused` of an
action or `expired` of a wait. A state with a task has none of its own: it is left by events, and
these are counted over all states.

```flow
on failed when count(failed) < 3 -> coding
```
""",
    example="""\
workflow sdlc
  event failed
  START -> testing
  state testing
    on failed when count(testing.failed) < 3 -> testing
    on failed otherwise -> END
""",
)

DECLARED_TWICE = _refusal(
    code="ST2010",
    name="declared-twice",
    summary="Two things of one sort have the same name.",
    explanation="""\
States and events are named once in their workflow, fields and members once in their type. What
stands at the top level is named once in all files that are compiled together: types, enums,
contexts, commands, facts, roles and read models share one space of names, workflows and state
machines another. Rename one of the two, or remove it. A state and an event may share a name.
""",
    example="""\
workflow sdlc
  event done
  event done
  START -> coding
  state coding
    on done -> END
""",
)

RESERVED_NAME = _refusal(
    code="ST2011",
    name="reserved-name",
    summary="A word of the language is declared as a workflow, a state or an event.",
    explanation="""\
`START`, `END`, `FAIL`, `STAY`, `REFUSE`, `timeout`, `error` and `joined` mean something by
themselves. The engine fires `timeout` and `error`: a line may use them, and none declares
them.

```flow
state testing
  timeout 1h
  on timeout -> FAIL
```
""",
    example="""\
workflow sdlc
  event error
  START -> coding
  state coding
    on error -> END
""",
)

HIDES_OUTER = _refusal(
    code="ST2012",
    name="hides-outer",
    summary="A declaration hides a name that already means something there.",
    explanation="""\
A type may not have the name of a built-in one, an event of a workflow not that of a fact, and
the variable of `any` or `all` not that of a type, of another variable around it, of a field that
may be read bare, or of a word such as `ctx`: a reader could not tell which is meant. Choose
another name.

```flow
on done when any(item in ctx.items: item.ready) -> END
```
""",
    example="""\
type text
  value: int
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
""",
)

AMBIGUOUS_NAME = _refusal(
    code="ST2013",
    name="ambiguous-name",
    summary="A bare name has two meanings.",
    explanation="""\
A name that is a variable, or a field of a read model, and also a member of the enum opposite
could mean either. Write `Enum.member` for the member, or rename the variable.

```flow
on done when any(item in ctx.levels: item == Level.high) -> END
```
""",
    example="""\
enum Level
  low
  high
workflow intake
  context Case
    level: Level
    levels: list of Level
  event done
  START -> triage
  state triage
    on done when any(high in ctx.levels: ctx.level == high) -> END
    on done otherwise -> triage
""",
)

NAME_OUT_OF_PLACE = _refusal(
    code="ST2014",
    name="name-out-of-place",
    summary="A word is read where it has no meaning.",
    explanation="""\
A START line reads `ctx` and `now`; a line of a `decide` also `subject` and `count`; a line on an
event reads `ctx`, `subject`, `payload`, `count`, `visit`, `attempt` and `now`, and on `joined` also
`branches`. A property, and the `then` of a specification, read `ctx`, `count`, `in`, `visited` and
`ended`; a state machine reads the fields of its read model alone. Nothing has happened at START,
for example, so there is no payload.
""",
    example="""\
workflow sdlc
  event done
  START when visit == 1 -> coding
  START otherwise -> coding
  state coding
    on done -> END
""",
)

NO_PAYLOAD = _refusal(
    code="ST2015",
    name="no-payload",
    summary="The payload of an event is used, and the event has none.",
    explanation="""\
An event carries data only when it is declared with a type. `timeout` carries none; `error`
carries `reason: text` and `attempts: int`.

```flow
event failed: Tests
```
""",
    example="""\
workflow sdlc
  event failed
  START -> testing
  state testing
    on failed when payload.number > 3 -> END
    on failed otherwise -> testing
""",
)

NAMED_TWICE = _refusal(
    code="ST2016",
    name="named-twice",
    summary="A list of names holds one of them twice.",
    explanation="""\
One mention is enough; a second is most often a slip for another name.

```flow
writes summary, branch
```
""",
    example="""\
workflow sdlc
  context Ticket
    summary: text?
  event done
  START -> coding
  state coding
    writes summary, summary
    on done -> END
""",
)

ASSIGNED_TWICE = _refusal(
    code="ST2017",
    name="assigned-twice",
    summary="A step of a specification, or a map, gives one field two values.",
    explanation="""\
Only one of the values could count. Keep it; a field and a part of it (`a` and `a.b`) cannot
both be given either.
""",
    example="""\
workflow sdlc
  context Ticket
    repo: text
  event done
  START -> coding
  state coding
    on done -> END
  specification "it starts"
    given context repo = "a", repo = "b"
    then in coding
""",
)

UNKNOWN_COMMAND = _refusal(
    code="ST2018",
    name="unknown-command",
    summary="A command is named that is not declared.",
    explanation="""\
An `action`, and `entering invokes` of a state machine, name a `command` of the file or of a
file that it uses:

```flow
command Capture
  amount: decimal
```
""",
    example="""\
command Capture
  amount: decimal = 0
workflow pay
  event done
  START -> paying
  action paying invokes Captrue
    on next -> END
    on refused -> FAIL
    on failed -> FAIL
""",
)

UNKNOWN_FACT = _refusal(
    code="ST2019",
    name="unknown-fact",
    summary="A fact is named that is not declared.",
    explanation="""\
Read models, state machines, triggers and the steps of specifications speak of facts: events
that are declared at the top level of the file, or of a file that it uses.

```flow
event OrderPlaced
  order: uuid
```
""",
    example="""\
event OrderPlaced
  order: uuid
workflow pay
  trigger when OrderPlcaed -> paying
  event done
  state paying
    on done -> END
""",
)

UNKNOWN_ROLE = _refusal(
    code="ST2020",
    name="unknown-role",
    summary="A role is named that is not declared.",
    explanation="""\
An `approval` names the role of the person who answers; each role is declared once at the
top level:

```flow
role Manager
```
""",
    example="""\
role Manager
workflow pay
  START -> asking
  approval asking by Manger
    on approved -> END
    on rejected -> FAIL
""",
)

UNKNOWN_READMODEL = _refusal(
    code="ST2021",
    name="unknown-read-model",
    summary="A read model is named that is not declared.",
    explanation="""\
`for` gives a workflow its subject, and `follows` a state machine its data: both name a
`readmodel` of the file or of a file that it uses.

```flow
readmodel Order key order
  total: decimal = 0
```
""",
    example="""\
event OrderPlaced
  order: uuid
readmodel Order key order
  total: decimal = 0
  from OrderPlaced
    set total = 1
workflow pay
  for Odrer
  event done
  START -> paying
  state paying
    on done -> END
""",
)

UNKNOWN_MACHINE = _refusal(
    code="ST2022",
    name="unknown-state-machine",
    summary="A state machine is named that is not declared.",
    explanation="""\
`trigger when M enters S` names a `statemachine` of the file or of a file that it uses.
""",
    example="""\
workflow pay
  trigger when Lifecycle enters Paid -> paying
  event done
  state paying
    on done -> END
""",
)

UNKNOWN_WORKFLOW = _refusal(
    code="ST2023",
    name="unknown-workflow",
    summary="A workflow is named that is not declared.",
    explanation="""\
`parallel`, `foreach` and `entering starts` name workflows of the file or of a file that it
uses; so do the steps of specifications.

```flow
parallel rating runs rate, check
```
""",
    example="""\
workflow rate
  event done
  START -> rating
  state rating
    on done -> END
workflow review
  START -> rating
  parallel rating runs rtae
    on joined -> END
""",
)

UNKNOWN_LABEL = _refusal(
    code="ST2024",
    name="unknown-outcome",
    summary="An outcome is named that no END of the workflow has.",
    explanation="""\
`END as "label"` ends a token with an outcome. Who asks for an outcome may name only those
that a line of the workflow gives:

```flow
on done -> END as "approved"
```
""",
    example="""\
workflow pay
  event done
  START -> paying
  state paying
    on done -> END as "paid"
  never early: END as "payed"
""",
)

UNKNOWN_NAMES = (
    UNKNOWN_EVENT,
    UNKNOWN_STATE,
    UNKNOWN_TYPE,
    UNKNOWN_FIELD,
    UNKNOWN_MEMBER,
    UNKNOWN_NAME,
    UNKNOWN_FUNCTION,
    UNKNOWN_OUTLET,
    UNKNOWN_COMMAND,
    UNKNOWN_FACT,
    UNKNOWN_ROLE,
    UNKNOWN_READMODEL,
    UNKNOWN_MACHINE,
    UNKNOWN_WORKFLOW,
    UNKNOWN_LABEL,
)
"""The rules on names that are not known, which a line that could not be read may declare."""

NAME_RULES = (
    *UNKNOWN_NAMES,
    DECLARED_TWICE,
    RESERVED_NAME,
    HIDES_OUTER,
    AMBIGUOUS_NAME,
    NAME_OUT_OF_PLACE,
    NO_PAYLOAD,
    NAMED_TWICE,
    ASSIGNED_TWICE,
)
