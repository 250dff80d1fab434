"""A value in a JSON document from outside, with its place, read piece by piece.

Each method returns what was asked for, or raises `GraphFault` with the place and a phrase.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from stateous.compiler.rules.graph import MALFORMED
from stateous.compiler.types import Json
from stateous.grammar.diagnostic import Rule

Word = TypeVar("Word", bound=str)


class GraphFault(Exception):
    """A graph file is at fault. `pointer` is the path from its top: `/states/coding`."""

    def __init__(self, rule: Rule, pointer: str, message: str) -> None:
        super().__init__(f"{rule.code}: {message}" + (f", at {pointer}" if pointer else ""))
        self.rule = rule
        self.pointer = pointer
        self.message = message

    @property
    def code(self) -> str:
        """The code of the rule."""
        return self.rule.code


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place."""

    value: Json
    pointer: str = ""

    def fault(self, message: str, rule: Rule = MALFORMED) -> GraphFault:
        """Return a fault at this place."""
        return GraphFault(rule, self.pointer, message)

    def members(self) -> Mapping[str, "Node"]:
        """Return the members of an object."""
        if not isinstance(self.value, dict):
            raise self.fault(f"an object is wanted, not {_kind(self.value)}")
        return {key: Node(value, f"{self.pointer}/{key}") for key, value in self.value.items()}

    def record(self, required: Iterable[str], optional: Iterable[str] = ()) -> Mapping[str, "Node"]:
        """Return the members of an object that has these keys and no others."""
        members = self.members()
        for key in required:
            if key not in members:
                raise self.fault(f"the key `{key}` is missing")
        known = {*required, *optional}
        for key, node in members.items():
            if key not in known:
                raise node.fault(f"`{key}` is no key of the format here")
        return members

    def items(self, least: int = 0) -> tuple["Node", ...]:
        """Return the items of a list of at least `least`."""
        if not isinstance(self.value, list):
            raise self.fault(f"a list is wanted, not {_kind(self.value)}")
        if len(self.value) < least:
            raise self.fault(f"the list needs at least {least} items")
        return tuple(Node(value, f"{self.pointer}/{i}") for i, value in enumerate(self.value))

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.fault(f"a text is wanted, not {_kind(self.value)}")
        return self.value

    def texts(self) -> tuple[str, ...]:
        """Return the texts of a list."""
        return tuple(item.text() for item in self.items())

    def one_of(self, *options: Word) -> Word:
        """Return the one of `options` that stands here."""
        for option in options:
            if self.value == option:
                return option
        raise self.fault(f"one of {', '.join(f'`{option}`' for option in options)} is wanted")

    def whole(self, least: int = 0) -> int:
        """Return an int that is at least `least`."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.fault(f"a whole number is wanted, not {_kind(self.value)}")
        if self.value < least:
            raise self.fault(f"the number must be at least {least}")
        return self.value

    def yes(self) -> bool:
        """Return true, which is the only value allowed: the key is absent otherwise."""
        if self.value is not True:
            raise self.fault("only `true` may stand here")
        return True


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case str():
            return "a text"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return "a number"
