"""Rules of the form of expressions: the part of ST10xx that guards and values can break."""

from stateous.grammar.flow.layout_rules import reading_rule

NO_METHOD = reading_rule(
    "ST1003",
    "no-method",
    "A function stands behind a point.",
    """\
Functions stand before their arguments, and there are no others than `len`, `startswith`,
`endswith`, `contains` and `matches`; `any`, `all`, `count` and `visited` have forms of their
own. Only `branches.all`, `branches.any`, `branches.count` and `branches.first`
stand behind a point.

```flow
on done when startswith(ctx.repo, "acme/") -> coding
```
""",
    """\
workflow w
  context Ticket
    input repo: text
  event done
  START -> a
  state a
    on done -> END
    on done when ctx.repo.startswith("acme/") -> END
""",
)

NO_CHAIN = reading_rule(
    "ST1012",
    "no-chain",
    "Tests are chained that do not chain, or `not` follows an operator.",
    """\
`0 < x <= 9` means `0 < x and x <= 9`, and only orderings, `==` and `!=` chain like that.
`in`, `not in` and `is null` do not, since a chain of them would be read in two ways. Put one
of the tests in brackets, or join two by `and`. `not` binds looser than comparisons and so
needs brackets behind one.

```flow
on done when ctx.level in [low, high] and ctx.urgent -> coding
on done when ctx.urgent == (not ctx.paid) -> coding
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when "a" in ["a"] == true -> END
""",
)

STATE_IN_GUARD = reading_rule(
    "ST1013",
    "state-in-guard",
    "A guard asks which state the token is in.",
    """\
A transition already stands in its state, so its guard has nothing to ask there. What
happened before is known to the guard by `count(event)`. `in S`, `visited(S)` and `END as
"label"` stand in the `then` of a specification and in properties.

```flow
then in coding, visit 2
then visited(testing)
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when visited(a) -> END
""",
)

COLUMN_ELSEWHERE = reading_rule(
    "ST1018",
    "column-elsewhere",
    "A `<column>` stands outside the steps of a specification.",
    """\
`<name>` stands for what each row of a table has in that column, and only the steps of a
specification are repeated for the rows. If a comparison was meant, write a space behind its
sign.

```flow
on done when ctx.used < ctx.limit -> coding
```
""",
    """\
workflow w
  event done
  START -> a
  state a
    on done -> END
    on done when count(done) > <limit> -> END
""",
)

EXPRESSION_RULES = (NO_METHOD, NO_CHAIN, STATE_IN_GUARD, COLUMN_ELSEWHERE)
