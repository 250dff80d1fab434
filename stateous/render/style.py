"""Colours of the terminal, by the role that a piece of text has."""

from collections.abc import Callable
from typing import Literal

Role = Literal[
    "plain", "strong", "error", "warning", "note", "label", "gutter", "added", "removed", "good"
]
Paint = Callable[[str, Role], str]

_CODES: dict[Role, str] = {
    "strong": "1",
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "label": "34",
    "gutter": "34",
    "added": "32",
    "removed": "31",
    "good": "32",
}


def plain(text: str, role: Role) -> str:
    """Return `text` as it is."""
    return text


def coloured(text: str, role: Role) -> str:
    """Return `text` between the escape sequences of `role`."""
    code = _CODES.get(role)
    return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


def paint(colour: bool) -> Paint:
    """Return how to paint: with colours or without."""
    return coloured if colour else plain
