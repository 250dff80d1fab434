"""Rules on specifications, as far as no run is needed: ST41xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)

_WORKFLOW = """\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END
"""

GIVEN_LATE = _refusal(
    code="ST4101",
    name="given-late",
    summary="A `given` stands behind a `when` or a `then`.",
    explanation="""\
What is given is there before anything happens, so it comes first.

```flow
specification "done ends it"
  given context repo = "acme/api"
  when done
  then completed
```
""",
    example=_WORKFLOW
    + """\
  specification "done ends it"
    when done
    given in coding
    then completed
""",
)

GIVEN_TWICE = _refusal(
    code="ST4102",
    name="given-twice",
    summary="A specification gives the context, the state or the clock twice.",
    explanation="""\
A specification is one run, which begins once. Write a second specification for a second
beginning.
""",
    example=_WORKFLOW
    + """\
  specification "done ends it"
    given in coding
    given in coding
    when done
    then completed
""",
)

CLOCK = _refusal(
    code="ST4103",
    name="clock",
    summary="The clock of a specification is not a datetime.",
    explanation="""\
A datetime has a date, a time and an offset:

```flow
given clock "2026-01-01T08:00:00Z"
```
""",
    example=_WORKFLOW
    + """\
  specification "done ends it"
    given clock "2026-01-01"
    when done
    then completed
""",
)

ENGINE_EVENT = _refusal(
    code="ST4104",
    name="engine-event",
    summary="A step fires an event that only the engine fires.",
    explanation="""\
`timeout` comes when time passes, `error` when the attempts of a task fail. Let that happen:

```flow
when 6h pass
when coding fails "out of memory"
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    timeout 6h
    on done -> END
    on timeout -> FAIL
  specification "it may hang"
    when timeout
    then failed
""",
)

WITH_ON_FIRED = _refusal(
    code="ST4105",
    name="with-on-fired",
    summary="An event from outside is said to write fields.",
    explanation="""\
`with` says what a routine wrote when it reported its event. An event that is fired from
outside carries a payload, and writes nothing.

```flow
when done with summary = "it works"
```
""",
    example="""\
workflow sdlc
  context Ticket
    summary: text?
  event done
  START -> coding
  state coding
    on done -> END
  specification "done ends it"
    when fired done with summary = "x"
    then completed
""",
)

VISIT_RANGE = _refusal(
    code="ST4106",
    name="visit-range",
    summary="The number of a visit is less than 1.",
    explanation="""\
Visits are counted from 1, for each state by itself:

```flow
then in coding, visit 2
```
""",
    example=_WORKFLOW
    + """\
  specification "it starts"
    then in coding, visit 0
""",
)

STEP_MISPLACED = _refusal(
    code="ST4107",
    name="step-misplaced",
    summary="A step stands in a specification that it says nothing about.",
    explanation="""\
The specification of a workflow drives one of its tokens. That of a state machine speaks of facts:
`given fact`, `when fact`, `then in S`, `then invokes`, `then starts`. One at the top level speaks of facts,
of what they start and of the tokens of workflows: `then w in S`.

```flow
specification "a placed order is fulfilled"
  when fact OrderPlaced order = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
  then fulfil in packing
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END

specification "done ends it"
  when done
""",
)

NO_SUCH_APPROVAL = _refusal(
    code="ST4108",
    name="no-such-approval",
    summary="A role answers that no approval of the workflow asks.",
    explanation="""\
`when approved by Role` answers the approval that waits for that role, so the workflow has one.
""",
    example="""\
role Manager
role Clerk
workflow review
  START -> reading
  approval reading by Manager
    on approved -> END
    on rejected -> END

  specification "a clerk may not"
    when approved by Clerk
    then completed
""",
)

NO_SUCH_CHILD = _refusal(
    code="ST4109",
    name="no-such-child",
    summary="A child ends that no state of the workflow runs.",
    explanation="""\
`when child w completes` speaks of a child that a `parallel` or a `foreach` of this workflow runs.
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END

workflow other
  event done
  START -> coding
  state coding
    on done -> END
  specification "a child ends"
    when child sdlc completes
    then completed
""",
)

NO_SUCH_CALL = _refusal(
    code="ST4110",
    name="no-such-call",
    summary="What a callback returns is given, but no line calls it.",
    explanation="""\
`given call` says what a callback updates in this run. Its name is that of a `call` of the workflow.

```flow
given call "billing:total" returns total = 12
```
""",
    example="""\
workflow sdlc
  event done
  START -> coding
  state coding
    on done -> END

  specification "done ends it"
    given call "billing:total" returns total = 12
    when done
    then completed
""",
)

NOTHING_FAILS = _refusal(
    code="ST4111",
    name="nothing-fails",
    summary="An attempt fails in a state that makes none.",
    explanation="""\
Attempts are made by a state with a task, and by an action. An approval, a wait and the like make none.
""",
    example="""\
role Manager
role Clerk
workflow review
  START -> reading
  approval reading by Manager
    on approved -> END
    on rejected -> END

  specification "reading fails"
    when reading fails
    then failed
""",
)

SPECIFICATION_RULES = (
    GIVEN_LATE,
    GIVEN_TWICE,
    CLOCK,
    ENGINE_EVENT,
    WITH_ON_FIRED,
    VISIT_RANGE,
    STEP_MISPLACED,
    NO_SUCH_APPROVAL,
    NO_SUCH_CHILD,
    NO_SUCH_CALL,
    NOTHING_FAILS,
)
