"""What could have come next on a line, in words that an author knows."""

from collections.abc import Collection

_VALUE = "BARE"
_OPERATORS = frozenset(
    ("OR", "AND", "ORDER", "EQUAL", "IN", "NOT", "IS", "PLUS", "MINUS", "TIMES", "FLOOR")
) | {"REMAINDER", "DOT", "LSQB", "LPAR"}
_CONSTRAINTS = frozenset(
    ("NULLABLE", "ORDER", "BETWEEN", "MULTIPLE", "LENGTH", "ITEMS", "UNIQUE", "MATCHING")
)
# Closing signs and separators are named only where nothing else could stand.
_QUIET = frozenset(("COMMA", "RPAR", "RSQB", "RBRACE"))
_WORDS = {
    "$END": "the end of the line",
    "ARROW": "`->`",
    "BECOMES": "`=`",
    "TIME_OF_DAY": "a time of day such as `08:00`",
    "COLON": "`:`",
    "COLUMN": "a column such as `<name>`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "DOTS": "`..`",
    "DURATION": "a duration such as `6h`",
    "FIELD": "`name:`",
    "HYPHENATED": "a name",
    "INTEGER": "a whole number",
    "LBRACE": "`{`",
    "LPAR": "`(`",
    "LSQB": "`[`",
    "LABELLED": "`END`",
    "MACHINE_WIDE": "`machine-wide`",
    "NAME": "a name",
    "NULLABLE": "`?`",
    "NUMBER": "a number",
    "OTHER": "a workflow",
    "PATH": "`field = value`",
    "PLACED": "a name",
    "RBRACE": "`}`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "SENDS_OLD": "`sends`",
    "SEND_OLD": "`send`",
    "START_OLD": "`start`",
    "TEXT": "text in quotes",
    "VBAR": "`|`",
    "WORD": "a field's name",
}
# Named only where nothing else could stand: older spellings, and what few need.
_RARE = frozenset(("COLUMN", "DECIDED", "LABELLED", "OTHER", "SENDS_OLD", "SEND_OLD", "START_OLD"))
_MOST_NAMED = 5
# The keywords that are written in capitals.
_TARGETS = ("END", "FAIL", "REFUSE", "START", "STAY")


def expectation(expected: Collection[str]) -> str | None:
    """Return what could have come next, as words; None where that is too much to say."""
    left = set(expected) - _RARE or set(expected)
    said: list[str] = []
    if {"BETWEEN", "LENGTH"} <= left:
        left -= _CONSTRAINTS
        said.append("a constraint")
    if _VALUE in left or {"NUMBER", "TEXT"} <= left:
        return "a value"
    if {"NAME", "LIST"} <= left:
        return "a type"
    if {"AND", "OR"} <= left:
        left -= _OPERATORS
        said.append("an operator")
    if "LPAR" in left and "PATH" in left:
        left.remove("LPAR")
    loud = left - _QUIET or (left if not said else set())
    said.extend(dict.fromkeys(_WORDS.get(name) or f"`{_keyword(name)}`" for name in sorted(loud)))
    return _joined(said) if 0 < len(said) <= _MOST_NAMED else None


def closing(expected: Collection[str]) -> str | None:
    """Return the closing bracket that could have come next, where a value has just ended."""
    if "AND" not in expected:
        return None
    return next((_WORDS[sign] for sign in ("RPAR", "RSQB", "RBRACE") if sign in expected), None)


def keywords(expected: Collection[str]) -> list[str]:
    """Return the keywords that could have come next."""
    known = set(expected) - _RARE
    return [_keyword(name) for name in sorted(known) if name not in _WORDS and name.isalpha()]


def _keyword(terminal: str) -> str:
    return terminal if terminal in _TARGETS else terminal.lower()


def _joined(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
