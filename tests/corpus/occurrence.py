"""In which notations a code can occur, and why not in all of them."""

from collections.abc import Mapping
from typing import Final

ALL: Final = frozenset(("flow", "yaml", "python"))

_LAYOUT = "only `.flow` has lines that own others, or continue"
_ONLY: Final[Mapping[str, tuple[frozenset[str], str]]] = {
    **dict.fromkeys(
        ("ST0006", "ST0007", "ST0008", "ST0009", "ST0013", "ST0014", "ST1010"),
        (frozenset(("flow",)), _LAYOUT),
    ),
    "ST0010": (
        frozenset(("flow",)),
        "a text in YAML or Python ends where its quotes do, so what is missing is said (ST1001)",
    ),
    "ST1009": (
        frozenset(("flow",)),
        "a key that stands twice is ST8304 in YAML, and a keyword is no Python (ST8011)",
    ),
    "ST1017": (frozenset(("flow",)), "elsewhere an `allow` stands in what it covers"),
    **dict.fromkeys(
        ("ST1002", "ST1006", "ST1007", "ST1008"),
        (
            frozenset(("flow", "yaml")),
            "a line of Python is a call, its target an argument, its text a string",
        ),
    ),
    "ST1016": (frozenset(("flow", "yaml")), "the methods of Python never had the old names"),
    "ST2011": (frozenset(("flow", "yaml")), "raised at its line as ST8108"),
    **dict.fromkeys(
        ("ST4017", "ST4206"),
        (
            frozenset(("flow", "yaml")),
            "the method of a kind has no such argument (ST8012), or takes no such value (ST8113)",
        ),
    ),
    "ST4019": (frozenset(("flow", "yaml")), "raised at its line as ST8106 or ST8117"),
}

ELSEWHERE: Final[Mapping[str, tuple[str, str]]] = {
    "ST0015": ("tests/corpus/test_large.py", "a file of more than a thousand errors is made there"),
    "ST8024": ("tests/corpus/test_large.py", "hundreds of files are made there"),
    **dict.fromkeys(
        ("ST8001", "ST8002", "ST8003", "ST8004", "ST8005", "ST8006", "ST8007"),
        ("tests/grammar/test_reader.py", "what is wrong is the file itself, not its text"),
    ),
}
"""Codes that no small text yields: the test that has them, and why."""

NOWHERE: Final[Mapping[str, str]] = {
    "ST3013": "each reader refuses it first: ST1001 in `.flow`, ST8309 in YAML, ST8115 in Python",
}
"""Codes that no file yields: they guard trees that code builds by itself."""


def where(code: str) -> frozenset[str]:
    """Return the notations in which an author can cause a code."""
    if code >= "ST9":
        return frozenset()  # caused by commands, hosts and what they find, not by a spec
    if code in _ONLY:
        return _ONLY[code][0]
    if "ST8011" <= code < "ST8020" or "ST81" <= code < "ST83":
        return frozenset(("python",))  # the file that runs, the `Workflow` class, models
    return frozenset(("yaml",)) if code >= "ST83" else ALL
