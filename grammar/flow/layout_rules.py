"""Rules of layout and of single characters: ST00xx up to ST0019."""

from stateous.grammar.diagnostic import Kind, Rule, Severity


def reading_rule(
    code: str,
    name: str,
    summary: str,
    explanation: str,
    example: str,
    *,
    severity: Severity = Severity.ERROR,
) -> Rule:
    """Return a rule that a `.flow` text can break: about the input, mostly an error."""
    return Rule(code, name, severity, Kind.REFUSAL, summary, explanation, example)


TAB = reading_rule(
    "ST0001",
    "tab",
    "A tab stands outside text and comments.",
    """\
How wide a tab looks depends on the editor, so that two people would read two different
blocks. Blocks are indented by spaces, two for each level by custom, and words are
separated by spaces. A tab inside a text is written `\\t`.

```flow
state coding
  on done -> END
```

The fix turns each tab into two spaces. It is safe where the whole file is indented by tabs
alone, since the blocks then stay what they are.
""",
    """\
workflow w
  event done
  START -> a
  state a
\t\ton done -> END
""",
)

FOREIGN_SPACE = reading_rule(
    "ST0002",
    "foreign-space",
    "A space that is not the plain one stands outside text and comments.",
    """\
Word processors and web pages put in spaces that look like the plain one, or like nothing:
a no-break space, a space of zero width. They are not accepted as indentation or between
words, because nobody can see that they differ. The fix writes plain spaces.

```flow
on done -> END
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done\u00a0-> END
""",
)

CONTROL = reading_rule(
    "ST0003",
    "control-character",
    "A character that cannot be seen stands in the file.",
    """\
Control characters do not show in an editor, and some change the order in which a line is
shown, so that a reviewer sees another text than the tools. They may stand nowhere, not
even in a comment. Inside a text, write the escape that the fix gives:

```flow
state coding "first\\tsecond"
```
""",
    """\
workflow w
  event done
  START -> a
  state a "one\ttwo"
    on done -> END
""",
)

FOREIGN_CHARACTER = reading_rule(
    "ST0004",
    "foreign-character",
    "A character outside ASCII stands outside text and comments.",
    """\
Names become names in JSON, in Python and in tables of a database; with ASCII names, nobody
has to ask whether two of them that look alike are the same. Write the name as you like it
read in the title, which is text and takes any character:

```flow
state pruefen "Prüfen"
```
""",
    """\
workflow w
  event done
  START -> prüfen
  state pruefen "Prüfen"
    on done -> END
""",
)

LOOKALIKE = reading_rule(
    "ST0005",
    "lookalike-character",
    "A typographic character stands where a plain one is meant.",
    """\
Word processors replace straight quotes by curly ones, `->` by an arrow and `-` by a dash.
The fix writes the plain characters. Inside a text in straight quotes all of them may stand.

```flow
on timeout -> FAIL "no code within six hours"
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done \u2192 END
""",
)

STRAY_INDENTATION = reading_rule(
    "ST0006",
    "stray-indentation",
    "A line stands at a column that belongs to no open block.",
    """\
The lines of one block stand at one column, and a line that ends a block goes back to the
column of an outer one. A line between two columns could belong to either. The help lists
the columns at which a line can go on, and the fix moves it to the one that its first word
belongs to, or else to the nearest.

```flow
state coding
  timeout 6h
  on done -> END
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    timeout 6h
   on done -> END
""",
)

FIRST_LINE = reading_rule(
    "ST0007",
    "first-line-indented",
    "The first line of the file is indented.",
    """\
Nothing stands above the first line that it could belong to. Often a whole example has been
pasted with the indentation of the page it came from. The fix moves all lines to the left
down to the next one that is indented less.

```flow
workflow w
```
""",
    """\
  workflow w
    event done
    START -> a
    state a
      on done -> END
""",
)

BLOCK_UNDER_LINE = reading_rule(
    "ST0008",
    "block-under-line",
    "A line is indented below one that owns no block.",
    """\
Declarations own lines, such as `workflow`, `type`, `context`, `state` and `specification`, and
so does a transition, for its effects. A clause or an effect is one line; to go on with it on
the next, open a bracket:

```flow
on failed when (
  count(failed) < 3
  and ctx.budget > 0
) -> coding
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    timeout 6h
      on done -> END
""",
)

CONTINUATION = reading_rule(
    "ST0009",
    "continuation-indentation",
    "A line inside brackets is not indented deeper than the line that it continues.",
    """\
Inside brackets line ends do not count, but a continued line is still indented deeper, so
that it cannot be taken for the next statement. The closing bracket alone may stand at the
column of the line that opened it.

```flow
when failed (
  passed = 1,
  failed = 2,
)
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done when (
  count(done) > 0) -> END
    on done otherwise -> a
""",
)

UNCLOSED_BRACKET = reading_rule(
    "ST0010",
    "unclosed-bracket",
    "A bracket is opened and never closed.",
    """\
The diagnostic stands at the bracket; its label at the line where it became plain, because
that line is not indented deeper. Close the bracket, or indent the lines that were meant to
be inside.

```flow
on failed when (count(failed) < 3) -> coding
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when (count(done) > 3 -> END
""",
)

STRAY_BRACKET = reading_rule(
    "ST0011",
    "stray-bracket",
    "A closing bracket closes nothing, or another kind than was opened.",
    """\
Brackets close in the opposite order in which they were opened, each by its own kind.

```flow
on failed when (count(failed) < 3) -> coding
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when count(done) > 3) -> END
""",
)

UNCLOSED_TEXT = reading_rule(
    "ST0012",
    "unclosed-text",
    "A text, or a name in backquotes, does not end on its line.",
    """\
Text starts and ends with the same quote, `"` or `'`, on one line. A quote inside it is
escaped, or the other kind is used outside. A line end inside a text is written `\\n`.

```flow
on error -> FAIL "the agent's last try failed"
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on error -> FAIL "no more tries
""",
)

MISPLACED = reading_rule(
    "ST0013",
    "misplaced-line",
    "A line stands at the column of another block than its first word belongs to.",
    """\
The first word of a line tells which block it belongs to: `on` to a state, `state` to a
workflow. Where the column says something else, the line is read where the word belongs,
and only its column is reported. The fix moves it, with everything below it.

```flow
workflow w
  state coding
    on done -> END
```
""",
    """\
workflow w
  event done
  START -> a
state a
    on done -> END
""",
)

TOO_DEEP = reading_rule(
    "ST0014",
    "indented-too-deep",
    "Lines are indented below each other too often.",
    """\
Each line of this file stands below the one above it, dozens of times. A file of the language
has five levels at most: a workflow, a state, a transition, and what happens on it. The file
was probably made by a program, or holds something else than a spec.

```flow
workflow w
  state a
    on done -> END
      set total = 1
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
"""
    + "".join(f"{' ' * depth}and so on\n" for depth in range(6, 66)),
)

TOO_MANY = Rule(
    "ST0015",
    "too-many-errors",
    Severity.ERROR,
    Kind.REFUSAL,
    "The file has more errors than anybody would read.",
    """\
After a thousand errors reading stops: the rest of the file is not looked at. Such a file is
nearly always something else than a spec, or one fault near its top, such as a quote that is
not closed, has spoilt all below it. Mend the first errors and check again.
""",
    None,
)

LAYOUT_RULES = (
    TAB,
    FOREIGN_SPACE,
    CONTROL,
    FOREIGN_CHARACTER,
    LOOKALIKE,
    STRAY_INDENTATION,
    FIRST_LINE,
    BLOCK_UNDER_LINE,
    CONTINUATION,
    UNCLOSED_BRACKET,
    STRAY_BRACKET,
    UNCLOSED_TEXT,
    MISPLACED,
    TOO_DEEP,
    TOO_MANY,
)
