"""Rules of the form of lines and blocks: ST1xxx."""

from stateous.grammar.diagnostic import Severity
from stateous.grammar.flow.layout_rules import reading_rule

SYNTAX = reading_rule(
    "ST1001",
    "syntax",
    "A line is not formed as its first word asks for.",
    """\
The diagnostic stands where the line could no longer be read and says what could have come
next, or what is missing where the line ends. The reference shows the form of each line. In
short:

```flow
on failed when count(failed) < 3 -> coding
event failed "The tests failed": Tests into last_run
note: text? length 1..80 = "none"
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when count(done) 3 -> END
""",
)

UNKNOWN_LINE = reading_rule(
    "ST1002",
    "unknown-line",
    "A line begins with a word that no line of its block begins with.",
    """\
The first word of a line says what the line is, and each block knows a few such words. The
help names the one that was probably meant, the block that the word belongs to, or all the
words of this block.

```flow
state coding
  timeout 6h
  retries 2
  writes summary
  on done -> testing
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    timeot 6h
    on done -> END
""",
)

# ST1004 said that a word was not yet part of the language; it is retired.

FOREIGN_SPELLING = reading_rule(
    "ST1005",
    "foreign-spelling",
    "A sign or a word is spelt as in another language.",
    """\
Conditions are written with `and`, `or`, `not`, `==`, `!=`, `true`, `false` and `null`;
transitions with `when`, `otherwise` and `->`; comments with `#`. The fix writes the word or
the sign that is used here.

```flow
on failed when count(failed) < 3 and ctx.urgent -> coding
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done when count(done) < 3 && count(done) > 1 -> END
    on done otherwise -> a
""",
)

MISSING_ARROW = reading_rule(
    "ST1006",
    "missing-arrow",
    "The `->` before a target is missing.",
    """\
The arrow keeps the condition and the target apart.

```flow
on failed when count(failed) < 3 -> coding
START -> coding
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when count(done) > 3 END
""",
)

MISSING_TARGET = reading_rule(
    "ST1007",
    "missing-target",
    "A transition has no target.",
    """\
A target is the name of a state, `END` when the work is done, `FAIL`, with a reason in quotes
if you like, `STAY`, or `REFUSE` with its reason.

```flow
on stuck -> END
on error -> FAIL "the agent failed three times"
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when count(done) > 3 ->
""",
)

UNQUOTED_TEXT = reading_rule(
    "ST1008",
    "unquoted-text",
    "A title, a reason or the name of a specification stands without quotes.",
    """\
Text stands in quotes, so that it may hold any words, keywords too.

```flow
state coding "An agent writes code"
  on error -> FAIL "the agent failed three times"
```
""",
    """\
workflow w
  event done
  START -> a
  state a An agent writes code
    on done -> END
""",
)

TWICE = reading_rule(
    "ST1009",
    "said-twice",
    "A line that may stand once in its block stands there again.",
    """\
A workflow has one `context` and one `for`, a specification one `cases`, and a state says
each of `timeout`, `retries`, `writes`, `join` and the like once. If the second line counted,
the first would mislead; so neither wins.

```flow
state coding
  timeout 6h
  writes summary, notes
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    timeout 6h
    timeout 7h
    on done -> END
    on timeout -> END
""",
)

CLAUSE_AFTER_ON = reading_rule(
    "ST1010",
    "clause-after-on",
    "A clause of a state stands behind the state's first `on`.",
    """\
What holds for the whole state comes first, in any order; the transitions follow. A clause
between transitions would look as if it belonged to the one above it.

```flow
state coding
  timeout 6h
  on done -> testing
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on timeout -> END
    timeout 6h
""",
)

EMPTY_BLOCK = reading_rule(
    "ST1011",
    "empty-block",
    "A block that needs at least one line has none.",
    """\
An enum without members has no values, a specification without steps shows nothing, and a
fold, a table or an `anywhere` without lines does nothing. Often the lines are there, but not
indented below the head.

```flow
enum Level
  low
  high
```
""",
    """\
enum Level
workflow w
  event done
  START -> a
  state a
    on done -> END
""",
)

UNKNOWN_REFUSAL = reading_rule(
    "ST1014",
    "unknown-refusal",
    "The word behind `then refused` is no reason of the engine.",
    """\
The engine refuses a step for one of these reasons: `no_transition`, `guards_overlap`,
`ensures`, `writes`, `type`, `ended`. Without a word, any refusal will do. A text in quotes is
compared with the reason that the author gave.

```flow
then refused no_transition
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
  specification "nothing comes after the end"
    given context
    when done
    when fired done
    then refused endet
""",
)

VISIT_WITHOUT_STATE = reading_rule(
    "ST1015",
    "visit-without-state",
    "`visit` stands behind something else than `in` with one state.",
    """\
`then in S, visit 2` says that this is the second stay in S. With several states, or with
another condition, there is no one stay that could be counted.

```flow
then in coding, visit 2
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
  specification "the work ends"
    given context
    when done
    then completed
    then ended, visit 2
""",
)

OLD_SPELLING = reading_rule(
    "ST1016",
    "old-spelling",
    "A word is spelt as in the predecessor of this notation.",
    """\
`sends`, `entering send`, `entering start` and `then sends` are read as `invokes`, `entering
invokes`, `entering starts` and `then invokes`. They mean the same; the formatter and the
fix write the new form.

```flow
action receipt invokes SendReceipt
```
""",
    """\
command Ship
workflow w
  START -> ship
  action ship sends Ship
    on next -> END
    on refused -> END
    on failed -> END
""",
    severity=Severity.WARNING,
)

ALLOW_NOTHING = reading_rule(
    "ST1017",
    "allow-covers-nothing",
    "An `allow` stands above no line that it could cover.",
    """\
A waiver stands directly above the line at which the finding is reported, in the same block
and at the same column. Several may be stacked. At the end of a block, above the header of a
table and above a member of an enum there is nothing to waive.

```flow
allow ST4013 "a person stops it by hand" until "2027-01-01"
state waiting
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    allow ST4013 "known"
""",
)

SYNTAX_RULES = (
    SYNTAX,
    UNKNOWN_LINE,
    FOREIGN_SPELLING,
    MISSING_ARROW,
    MISSING_TARGET,
    UNQUOTED_TEXT,
    TWICE,
    CLAUSE_AFTER_ON,
    EMPTY_BLOCK,
    UNKNOWN_REFUSAL,
    VISIT_WITHOUT_STATE,
    OLD_SPELLING,
    ALLOW_NOTHING,
)
