"""Rules of single words: names, texts, numbers, durations, signs: ST0020 up to ST0029."""

from stateous.grammar.flow.layout_rules import reading_rule

BAD_NAME = reading_rule(
    "ST0020",
    "bad-name",
    "A name is not made of the characters that a name may have, or is too long.",
    """\
A name is a letter, followed by letters, digits and `_`, at most 64 characters. The names of
workflows, states and events may also have single hyphens; other names may not, because in
an expression `a-b` would look like a subtraction. What stands in backquotes is a name as
well: backquotes only keep a word from being read as a keyword.

```flow
event tests-failed: Report into last_run
```
""",
    """\
workflow w
  context Ticket
    summary: text?
  event done
  START -> a
  state a
    writes `the summary`
    on done -> END
""",
)

BAD_ESCAPE = reading_rule(
    "ST0021",
    "bad-escape",
    "A backslash in a text begins no escape.",
    """\
In a text, `\\"`, `\\'`, `\\\\`, `\\n`, `\\r`, `\\t` and `\\uXXXX` have a meaning. Any other
backslash might be a slip or meant as itself, so it has to be doubled; the fix does that.
This matters most for patterns, where the backslash belongs to the pattern:

```flow
code: text matching "\\\\d{4}"
```
""",
    """\
workflow w
  event done
  START -> a
  state a "C:\\data"
    on done -> END
""",
)

BAD_NUMBER = reading_rule(
    "ST0022",
    "bad-number",
    "A number is written in a form that does not exist here.",
    """\
A number is digits, and more digits behind a point if it has a fraction. There are no
exponents, no separators and no other bases, and nothing is left out before or behind the
point. Where a whole number is asked for, there is no point.

```flow
on failed when ctx.total > 1000.5 -> review
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    retries 2.5
    on done -> END
""",
)

BAD_DURATION = reading_rule(
    "ST0023",
    "bad-duration",
    "A duration is spelt wrongly, or is too short or too long.",
    """\
A duration is a whole number with one of the units `s`, `m`, `h` and `d`, or a sum of them,
each unit once and the larger first. It lies between `1s` and `3650d`. There are no weeks,
months or years: their length depends on the calendar.

```flow
timeout 1d12h
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    timeout 90 minutes
    on done -> END
""",
)

MINUS = reading_rule(
    "ST0024",
    "minus-spacing",
    "A minus has a space on one side alone.",
    """\
`a - b` is a subtraction and `-b` a negative value. With a space on both sides of the one
and none behind the other, a name with a hyphen, such as the event `tests-failed`, is never
mistaken for a subtraction.

```flow
on done when ctx.limit - ctx.used > -5 -> coding
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done when count(done) -1 > 2 -> END
    on done otherwise -> a
""",
)

TOO_DEEP = reading_rule(
    "ST0025",
    "too-deep",
    "An expression or a type nests deeper than 100.",
    """\
Brackets may nest 100 deep, and so may operators; a sum or a product counts each further
operand as one level. No condition that somebody should understand comes near it. Split it
over several transitions, or let a routine work the value out and write it to a field.

```flow
on failed when ctx.score > 10 -> review
```
""",
    f"""\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when {"not " * 101}count(done) > 1 -> END
""",
)

LEXICAL_RULES = (BAD_NAME, BAD_ESCAPE, BAD_NUMBER, BAD_DURATION, MINUS, TOO_DEEP)
