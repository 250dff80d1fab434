"""Symbolic values: what a value of each type is to the solver, as terms.

Every symbol has `null`, the term that says when the value is null or missing. The other
terms of a symbol mean something only where it is not; `domain` makes them.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from stateous.compiler.types import Json
from stateous.verifier.encoding.term_builder import FALSE, TRUE, integer
from stateous.verifier.encoding.terms import Term

Kind = Literal["bool", "number", "text", "member", "date", "time", "uuid", "null"]
"""What the term of a scalar stands for.

`number` is an int, number or decimal; `member` the code of an enum's member; `date` days
and `time` microseconds since 1970 (a duration: microseconds); `uuid` its 128 bits.
"""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar or an enum."""

    kind: Kind
    null: Term
    value: Term


NULL = Scalar("null", TRUE, integer(0))


@dataclass(frozen=True, slots=True)
class Record:
    """A record; `field` gives a field's symbol, made when first asked for."""

    null: Term
    names: tuple[str, ...]
    field: Callable[[str], "Symbol"]


@dataclass(frozen=True, slots=True)
class Items:
    """A list of `length` items.

    Either by slots: slot i is the item i as long as i is less than `length`; a longer
    list repeats the first. Or by `members`: whether each value that a guard looks for is
    in it, by the value's identity; `held` has the same by the values as items.
    """

    null: Term
    length: Term
    slots: tuple["Symbol", ...] = ()
    members: Mapping[Hashable, Term] | None = None
    held: tuple[tuple[Json, Term], ...] = ()

    def slot(self, index: int) -> "Symbol":
        """Return the item at `index` of a list that is long enough."""
        return self.slots[index if index < len(self.slots) else 0]


@dataclass(frozen=True, slots=True)
class Entries:
    """A map of `length` entries: the keys that guards name, and loose ones.

    `named` says of each named key whether it is there, and its value; `loose` are other
    keys, each with whether it is there.
    """

    null: Term
    length: Term
    named: Mapping[str, tuple[Term, "Symbol"]]
    loose: tuple[tuple[Term, Term], ...] = ()


def _no_member(key: Hashable) -> Term:
    raise AssertionError(key)


def _no_entry(key: str) -> tuple[Term, "Tagged"]:
    raise AssertionError(key)


@dataclass(frozen=True, slots=True)
class Tagged:
    """Any JSON value: `tag` says which of the parts counts (see `Tag`).

    `member` says of a value that guards look for, by identity, whether a list holds it;
    `entry` whether a map has a key, and its value.
    """

    null: Term
    tag: Term
    boolean: Term
    number: Term
    text: Term
    member: Callable[[Hashable], Term] = _no_member
    entry: Callable[[str], tuple[Term, "Tagged"]] = _no_entry


class Tag:
    """The values of a tag."""

    NULL: Final = integer(0)
    BOOL: Final = integer(1)
    NUMBER: Final = integer(2)
    TEXT: Final = integer(3)
    LIST: Final = integer(4)
    MAP: Final = integer(5)


Symbol = Scalar | Record | Items | Entries | Tagged


def condition(term: Term) -> Scalar:
    """Return the symbol of a condition, which is never null."""
    return Scalar("bool", FALSE, term)
