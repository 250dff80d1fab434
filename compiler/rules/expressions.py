"""Rules on the kinds of values in expressions: ST31xx."""

from functools import partial

from stateous.grammar.diagnostic import Kind, Rule, Severity

_refusal = partial(Rule, severity=Severity.ERROR, kind=Kind.REFUSAL)

KINDS_NEVER_EQUAL = _refusal(
    code="ST3101",
    name="kinds-never-equal",
    summary="Two values are compared that can never be equal.",
    explanation="""\
Kinds never mix: `true` is not 1, `"1"` is not 1, and a date is not a datetime. `int`,
`number` and `decimal` are one family; every other kind compares only with itself. A text in
quotes opposite a date, a datetime, a uuid, a decimal or an enum is read as that.

```flow
on done when ctx.age >= 18 -> END
```
""",
    example="""\
workflow intake
  context Case
    age: int
  event done
  START -> triage
  state triage
    on done when ctx.age == "18" -> END
    on done otherwise -> triage
""",
)

NO_ORDER = _refusal(
    code="ST3102",
    name="no-order",
    summary="Values are ordered that have no order.",
    explanation="""\
`<` and its like stand between numbers, texts, dates, datetimes and durations. The members of
an enum, booleans, uuids, lists, maps and records have no order: name the ones that are meant.

```flow
on done when ctx.level in [mid, high] -> END
```
""",
    example="""\
workflow intake
  context Case
    level: one of low, mid, high
  event done
  START -> triage
  state triage
    on done when ctx.level >= mid -> END
    on done otherwise -> triage
""",
)

NOT_A_CONDITION = _refusal(
    code="ST3103",
    name="not-a-condition",
    summary="A value stands as a condition that is neither true nor false.",
    explanation="""\
A bare value is a condition only when it is a `bool`; null then counts as false. Compare any
other value with something:

```flow
on done when len(ctx.items) > 0 -> END
```
""",
    example="""\
workflow intake
  context Case
    visits: int
  event done
  START -> triage
  state triage
    on done when ctx.visits -> END
    on done otherwise -> triage
""",
)

MALFORMED_LITERAL = _refusal(
    code="ST3104",
    name="malformed-literal",
    summary="A literal cannot be of the kind that stands opposite.",
    explanation="""\
A text opposite a date, a datetime, a uuid or a decimal is read as one, and must be one. A
datetime carries an offset.

```flow
on done when ctx.due < "2026-01-31" -> END
```
""",
    example="""\
workflow intake
  context Case
    due: date
  event done
  START -> triage
  state triage
    on done when ctx.due < "2026-02-30" -> END
    on done otherwise -> triage
""",
)

NOT_SEARCHABLE = _refusal(
    code="ST3105",
    name="not-searchable",
    summary="`in` searches something that holds no items.",
    explanation="""\
`x in e` asks whether a list holds x, or a map has the key x. Parts of a text are found by
`contains`:

```flow
on done when contains(ctx.title, "urgent") -> END
```
""",
    example="""\
workflow intake
  context Case
    title: text
  event done
  START -> triage
  state triage
    on done when "urgent" in ctx.title -> END
    on done otherwise -> triage
""",
)

BAD_OPERAND = _refusal(
    code="ST3106",
    name="bad-operand",
    summary="An operator stands between kinds that it does not join.",
    explanation="""\
Numbers go with numbers. Of times there are `datetime - datetime`, `datetime + duration`,
`datetime - duration`, sums of durations, and a whole number times a duration. Texts are not
joined, and dates have no arithmetic.

```flow
on done when now - ctx.opened > 36h -> END
```
""",
    example="""\
workflow intake
  context Case
    name: text
  event done
  START -> triage
  state triage
    on done when ctx.name + "x" == "yx" -> END
    on done otherwise -> triage
""",
)

PRODUCT_OF_VALUES = _refusal(
    code="ST3107",
    name="product-of-values",
    summary="A guard multiplies two values that are not literals.",
    explanation="""\
One side of `*` is a literal in a guard, so that a proof can always decide it. Let the routine
compute the product, and compare that.

```flow
on done when ctx.price * 3 > 100 -> END
```
""",
    example="""\
workflow shop
  context Order
    price: int
    number: int
  event done
  START -> picking
  state picking
    on done when ctx.price * ctx.number > 100 -> END
    on done otherwise -> picking
""",
)

BAD_DIVISOR = _refusal(
    code="ST3108",
    name="bad-divisor",
    summary="The right side of `//` or `%` is not a positive whole number.",
    explanation="""\
`//` and `%` take a positive int literal on the right, so that no guard can ever divide by
zero. `//` rounds down.

```flow
on done when visit % 2 == 0 -> END
```
""",
    example="""\
workflow intake
  context Case
    visits: int
  event done
  START -> triage
  state triage
    on done when ctx.visits % 0 == 1 -> END
    on done otherwise -> triage
""",
)

BAD_ARGUMENT = _refusal(
    code="ST3109",
    name="bad-argument",
    summary="A function is called with an argument that it does not take.",
    explanation="""\
`len` takes a text, a list or a map. `startswith`, `endswith`, `contains` and `matches` take a
text, and a text in quotes behind it.

```flow
on done when startswith(ctx.title, "urgent") -> END
```
""",
    example="""\
workflow intake
  context Case
    visits: int
  event done
  START -> triage
  state triage
    on done when len(ctx.visits) > 2 -> END
    on done otherwise -> triage
""",
)

NO_FIELDS = _refusal(
    code="ST3110",
    name="no-fields",
    summary="A field is read from a value that has none, or none is read where one must be.",
    explanation="""\
A path goes through types with fields, maps and `json`. The items of a list are asked by `any`
and `all`; `ctx` and `payload` are read field by field.

```flow
on done when any(item in ctx.items: item.price > 100) -> END
```
""",
    example="""\
workflow intake
  context Case
    title: text
  event done
  START -> triage
  state triage
    on done when ctx.title.size == 3 -> END
    on done otherwise -> triage
""",
)

NOT_A_LITERAL = _refusal(
    code="ST3111",
    name="not-a-literal",
    summary="A value that is computed stands where only literals may.",
    explanation="""\
A list in brackets holds literals, and so do defaults and the values in a specification. Ask
for several values one by one:

```flow
on done when ctx.a == ctx.b or ctx.a == ctx.c -> END
```
""",
    example="""\
workflow intake
  context Case
    a: int
    b: int
  event done
  START -> triage
  state triage
    on done when ctx.a in [1, ctx.b] -> END
    on done otherwise -> triage
""",
)

MISPLACED_LITERAL = _refusal(
    code="ST3112",
    name="misplaced-literal",
    summary="A list or a map is written where it can be compared with nothing.",
    explanation="""\
A list in brackets stands behind `in`, or opposite a list in `==`. A map stands in the values
of a specification and in defaults only.

```flow
on done when ctx.level in [mid, high] -> END
```
""",
    example="""\
workflow intake
  context Case
    visits: int
  event done
  START -> triage
  state triage
    on done when ctx.visits == [1, 2] -> END
    on done otherwise -> triage
""",
)

NOT_A_LIST = _refusal(
    code="ST3113",
    name="not-a-list",
    summary="`any` or `all` goes over something that is not a list.",
    explanation="""\
`any(x in e: condition)` and `all(x in e: condition)` go over a field that is a list.

```flow
on done when all(item in ctx.items: item.ready) -> END
```
""",
    example="""\
workflow intake
  context Case
    title: text
  event done
  START -> triage
  state triage
    on done when any(c in ctx.title: c == "x") -> END
    on done otherwise -> triage
""",
)

CONDITION_AS_VALUE = _refusal(
    code="ST3114",
    name="condition-as-value",
    summary="A condition stands where only a value may.",
    explanation="""\
Conditions are joined by `and`, `or` and `not`; they may be compared with `true` and `false`,
and with nothing else. Say what is meant by two conditions that shall agree:

```flow
on done when (ctx.a > 1 and ctx.b > 1) or (ctx.a <= 1 and ctx.b <= 1) -> END
```
""",
    example="""\
workflow intake
  context Case
    a: int
    b: int
  event done
  START -> triage
  state triage
    on done when (ctx.a > 1) == (ctx.b > 1) -> END
    on done otherwise -> triage
""",
)

QUANTIFIERS_TOO_DEEP = _refusal(
    code="ST3115",
    name="quantifiers-too-deep",
    summary="`any` and `all` stand inside each other more than three deep.",
    explanation="""\
Each `any` or `all` looks at every item of a list, and each one inside it at every item of
its own list again: deeper than three, neither the engine nor a proof could bear it. Let a
routine work it out, and let the guard read what it found:

```flow
on done when ctx.found -> END
```
""",
    example="""\
workflow intake
  context Case
    deep: list of list of list of list of int
  event done
  START -> triage
  state triage
    on done when any(a in ctx.deep: any(b in a: any(c in b: any(d in c: d > 1)))) -> END
    on done otherwise -> triage
""",
)

BRANCH_OF_FIRST = _refusal(
    code="ST3116",
    name="branch-as-value",
    summary="A question to branches is read in a way that has no meaning.",
    explanation="""\
`branches.all(…)` and `branches.any(…)` are conditions, `branches.count(…)` is a number. The
first branch for which a condition holds may be read on the right of a `set` only, and only
its payload:

```flow
on joined -> done
  set score = branches.first(status == completed).payload.score
```
""",
    example="""\
workflow rate
  context Rating
    local score: int = 0
  event done
  START -> rating
  state rating
    on done -> END
workflow review
  event done
  START -> rating
  parallel rating runs rate
    on joined when branches.first(status == completed).payload.score > 3 -> END
    on joined otherwise -> FAIL
""",
)

VALUE_OF_ANOTHER_KIND = _refusal(
    code="ST3117",
    name="value-of-another-kind",
    summary="A field is given a value of a kind that it can never hold.",
    explanation="""\
What `set`, `with`, `emit` and `gather` give has to be of the kind of the field that gets it:
a number for a number, a text for a text. A literal text may stand for a date, a datetime, a
uuid, a decimal or a member of an enum. Whether a value keeps the other limits of the field is
for a proof to say.

```flow
on done -> END
  set rounds = ctx.rounds + 1
```
""",
    example="""\
workflow intake
  context Case
    title: text
    local rounds: int = 0
  event done
  START -> triage
  state triage
    on done -> END
      set rounds = ctx.title
""",
)

EXPRESSION_RULES = (
    KINDS_NEVER_EQUAL,
    NO_ORDER,
    NOT_A_CONDITION,
    MALFORMED_LITERAL,
    NOT_SEARCHABLE,
    BAD_OPERAND,
    PRODUCT_OF_VALUES,
    BAD_DIVISOR,
    BAD_ARGUMENT,
    NO_FIELDS,
    NOT_A_LITERAL,
    MISPLACED_LITERAL,
    NOT_A_LIST,
    CONDITION_AS_VALUE,
    QUANTIFIERS_TOO_DEEP,
    BRANCH_OF_FIRST,
    VALUE_OF_ANOTHER_KIND,
)
