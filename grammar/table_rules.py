"""Rules of the tables of specifications, in every notation: ST1019 up to ST1022."""

from stateous.grammar.diagnostic import Kind, Rule, Severity

_SPECIFICATION = """\
workflow w
  context Ticket
    input urgent: bool
  event done
  START -> a
  state a
    on done -> END
  specification "the work ends"
    given context urgent = <urgent>
    when done
    then completed
    cases
"""

CELL_COUNT = Rule(
    "ST1019",
    "cell-count",
    Severity.ERROR,
    Kind.REFUSAL,
    "A row of a table has more or fewer cells than the table has columns.",
    """\
Each row gives one cell for each column of the header. An empty cell is null, and still has
its `|`.

```flow
cases
  passed | failed | state
  2      | 1      | coding
  3      |        | testing
```
""",
    _SPECIFICATION + "      urgent\n      true | false\n",
)

UNKNOWN_COLUMN = Rule(
    "ST1020",
    "unknown-column",
    Severity.ERROR,
    Kind.REFUSAL,
    "A step names a column that the table of its specification does not have.",
    """\
`<name>` stands for what each row has in the column of that name, so the header of `cases`
has to name it, once.

```flow
specification "tests decide"
  given in testing
  when failed passed = <passed>, failed = 1
  then in <state>
  cases
    passed | state
    1      | coding
```
""",
    (_SPECIFICATION + "      urgent\n      true\n").replace("<urgent>", "<urgnet>"),
)

COLUMN_HEADER = Rule(
    "ST1021",
    "column-header",
    Severity.WARNING,
    Kind.REFUSAL,
    "A column of a table has no use, or two columns have one name.",
    """\
Each column of the header stands for something in the steps. A column that no step names
changes nothing, though it looks as if the rows tried its values: name it as `<column>` in a
step, or leave it out. Of two columns with one name, nobody can say which is meant; that is
an error.

```flow
then in <state>
cases
  state
  coding
```
""",
    _SPECIFICATION + "      urgent | limit\n      true | 3\n",
)

CELL_KIND = Rule(
    "ST1022",
    "cell-kind",
    Severity.ERROR,
    Kind.REFUSAL,
    "A cell of a table is of another sort than its column stands for.",
    """\
What a column stands for is told by the steps: a state or an event is a name, a duration is
one such as `2h`, a label or a reason is text in quotes. A cell that the steps cannot take
is reported where it stands.

```flow
when <time> pass
then in <state>
cases
  time | state
  2h   | waiting
  3d   | reminded
```
""",
    _SPECIFICATION.replace("then completed", "then in <state>")
    + "      urgent | state\n      true | 3\n",
)

TABLE_RULES = (CELL_COUNT, UNKNOWN_COLUMN, COLUMN_HEADER, CELL_KIND)
