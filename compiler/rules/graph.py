"""The rules of graph files. Codes ST91xx.

A graph file comes from outside, so a host checks all that it relies on before it runs one.
"""

from stateous.grammar.diagnostic import Kind, Rule, Severity


def _rule(code: str, name: str, summary: str, explanation: str) -> Rule:
    """A rule about a file that no author writes, so that it has no example."""
    return Rule(
        code=code,
        name=name,
        severity=Severity.ERROR,
        kind=Kind.REFUSAL,
        summary=summary,
        explanation=explanation,
        example=None,
    )


NOT_JSON = _rule(
    "ST9101",
    "graph-not-json",
    "A graph file is not JSON.",
    "The file was cut off, edited by hand, or is another file. A key given twice, NaN and "
    "nesting without end count as faults too. Generate it again from its spec.",
)
UNKNOWN_FORMAT = _rule(
    "ST9102",
    "graph-format-unknown",
    "A graph file is of a format that this version does not read.",
    "`stateous` in a graph file is the number of its format: 1 or 2. A file of a later format "
    "says things that this version would not understand. Use a later version, or generate "
    "the file again with this one.",
)
MALFORMED = _rule(
    "ST9103",
    "graph-malformed",
    "Something in a graph file is not as its format says.",
    "The message names the place, as a path from the top of the file: `/states/coding/retries`. "
    "A key that the format does not have is a fault, since it might change the meaning. "
    "Generate the file again from its spec.",
)
UNKNOWN_NAME = _rule(
    "ST9104",
    "graph-unknown-name",
    "A graph file uses a name that it does not declare, or declares one twice.",
    "Every state, event and schema that a graph file mentions must be in it. Generate the "
    "file again from its spec.",
)
BAD_GUARD = _rule(
    "ST9105",
    "graph-bad-guard",
    "A guard in a graph file cannot be evaluated.",
    "A guard must be a condition over fields that the schemas declare, with kinds that may "
    "meet. A compiled spec has no other guards, so the file was changed after it was written. "
    "Generate it again.",
)
BAD_SCHEMA = _rule(
    "ST9106",
    "graph-bad-schema",
    "A schema in a graph file does not describe a type of the language.",
    "The schemas of a graph file are the types of its context and payloads, as JSON Schema "
    "2020-12. Generate the file again from its spec.",
)

NOT_RUN = _rule(
    "ST9107",
    "graph-not-run",
    "A graph file uses a construct that this version does not run.",
    "`requires` in a graph file names the constructs that go beyond states with a task, guards, "
    "timeouts and retries. A host that left one out would run another process than the one that "
    "was proved, so it refuses the file.",
)

RULES: tuple[Rule, ...] = (
    NOT_JSON,
    UNKNOWN_FORMAT,
    MALFORMED,
    UNKNOWN_NAME,
    BAD_GUARD,
    BAD_SCHEMA,
    NOT_RUN,
)
