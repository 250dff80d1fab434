"""The rules of the YAML notation: ST83xx."""

from stateous.grammar.diagnostic import Kind, Rule, Severity

_SOUND = """\
workflows:
  w:
    events: [done]
    start: a
    states:
      a:
        on:
          done: END
"""


def _rule(code: str, name: str, summary: str, explanation: str, example: str) -> Rule:
    return Rule(
        code, name, Severity.ERROR, Kind.REFUSAL, summary, explanation, example, notation="yaml"
    )


SYNTAX = _rule(
    "ST8301",
    "not-yaml",
    "The file is not YAML.",
    """\
The diagnostic stands where the text stops being YAML, with the words of the YAML parser. Most
often a text holds `: ` or ` #`, or begins with a character that YAML keeps for itself, and
stands without quotes; or a line is indented by a tab.

```yaml
title: "The third failure: the end"
```
""",
    "workflows:\n  w:\n    title: Tests: until they pass\n",
)

UNKNOWN_KEY = _rule(
    "ST8302",
    "unknown-key",
    "A key is not one of those that may stand there.",
    """\
Each mapping has its own keys, which follow the words of `.flow`. The help names the one that
was probably meant, or all of them.

```yaml
coding:
  timeout: 6h
  retries: 2
```
""",
    _SOUND.replace("        on:", "        timeot: 6h\n        on:"),
)

WRONG_KIND = _rule(
    "ST8303",
    "wrong-kind",
    "A text, a list or a mapping stands where something else is asked for.",
    """\
YAML has three kinds of values: a text, a list (`- item`, or `[a, b]`) and a mapping
(`key: value`). The message says which of them may stand in the place. A step or a condition
that holds `: ` or begins with `{` becomes a mapping by accident, unless it stands in quotes.

```yaml
states:
  coding:
    on:
      done: testing
```
""",
    _SOUND.replace("      a:\n        on:\n          done: END\n", "      - [a, b]\n"),
)

DUPLICATE_KEY = _rule(
    "ST8304",
    "duplicate-key",
    "A key stands twice in one mapping.",
    """\
Most YAML readers let the last one win in silence; here neither does. Lines that share an
event stand in a list below it.

```yaml
on:
  failed:
    - when: count(failed) < 3
      to: coding
    - otherwise: END
```
""",
    _SOUND + "          done: a\n",
)

TAG = _rule(
    "ST8305",
    "yaml-tag",
    "A value has a YAML tag.",
    """\
A tag such as `!!str` or `!!python/object` asks for a type of some programming language. A spec
names types in its own words, and reading one never makes anything else than a spec.

```yaml
timeout: 6h
```
""",
    _SOUND.replace("start: a", "start: !!str a"),
)

ALIAS = _rule(
    "ST8306",
    "yaml-alias",
    "An alias leads nowhere, into itself, or to too much; or keys are merged by `<<`.",
    """\
`&name` and `*name` may be used to repeat a part of a file. All aliases of a file may stand for
at most 10,000 nodes together, so that a small file cannot become a huge one. Merge keys (`<<`)
were dropped from YAML with version 1.2: readers disagree on them.

```yaml
coding: {timeout: &day 24h}
testing: {timeout: *day}
```
""",
    _SOUND.replace("start: a", "start: *first"),
)

TOO_DEEP = _rule(
    "ST8307",
    "yaml-too-deep",
    "Lists and mappings nest deeper than 64.",
    """\
A spec nests about ten deep. What nests deeper than 64 is data, or was made to bring down what
reads it.

```yaml
states:
  coding:
    on: {done: END}
```
""",
    "workflows: " + "[" * 65 + "]" * 65 + "\n",
)

SEVERAL_DOCUMENTS = _rule(
    "ST8308",
    "several-documents",
    "The file holds several YAML documents.",
    """\
A file is one document. Everything that it declares stands below one set of keys; what should
be apart goes into files of its own, which name each other by `use`.

```yaml
use: [types.flow.yaml]
```
""",
    _SOUND + "---\nroles: [manager]\n",
)

MISSING_KEY = _rule(
    "ST8309",
    "missing-key",
    "A mapping lacks a key that it must have.",
    """\
A line needs a target, a read model a key, a state machine the read model that it follows, and
an entry of a list its name. The message says which keys would do.

```yaml
on:
  failed:
    - when: count(failed) < 3
      to: coding
```
""",
    _SOUND.replace("done: END", "done: {when: count(done) < 3}"),
)

CONFLICTING_KEYS = _rule(
    "ST8310",
    "conflicting-keys",
    "Two keys stand in one mapping that exclude each other.",
    """\
A line has a condition or it is the `otherwise`; a state is of one kind. Two such keys would
ask for two things at once.

```yaml
failed:
  - when: count(failed) < 3
    to: coding
  - otherwise: END
```
""",
    _SOUND.replace("done: END", "done: {when: count(done) < 3, otherwise: END}"),
)

RULES = (
    SYNTAX,
    UNKNOWN_KEY,
    WRONG_KIND,
    DUPLICATE_KEY,
    TAG,
    ALIAS,
    TOO_DEEP,
    SEVERAL_DOCUMENTS,
    MISSING_KEY,
    CONFLICTING_KEYS,
)
