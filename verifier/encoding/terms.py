"""The solver's questions as plain values: terms over bools, ints, reals and texts.

Terms know nothing of a solver; `verifier.encoding.solver` alone translates them. They are built
by the smart constructors of `verifier.encoding.term_builder`, which simplify on the way.
"""

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from stateous.compiler.values.pattern import Node


class Sort(Enum):
    """What a term stands for."""

    BOOL = "bool"
    INT = "int"
    REAL = "real"
    TEXT = "text"


class Op(Enum):
    """The form of a term; the comment gives the arguments and, after `;`, the value."""

    CONST = "const"  # ; the constant
    VARIABLE = "variable"  # ; its name
    NOT = "not"  # bool
    AND = "and"  # bools
    OR = "or"  # bools
    AT_LEAST = "at least"  # bools ; how many
    ITE = "ite"  # bool, then, else
    EQUAL = "="  # two of one sort
    LESS = "<"  # two of one sort, not bool
    LESS_EQUAL = "<="  # two of one sort, not bool
    ADD = "+"  # numbers of one sort
    SCALE = "*"  # a number ; the factor
    FLOOR = "floor"  # a real; an int
    FLOOR_DIVIDE = "//"  # an int ; the positive divisor
    MODULO = "%"  # an int ; the positive divisor
    TO_REAL = "to real"  # an int
    LENGTH = "length"  # a text; an int
    PREFIX = "prefix"  # a text, what it starts with
    SUFFIX = "suffix"  # a text, what it ends with
    CONTAINS = "contains"  # a text, what it contains
    IN_REGEX = "in regex"  # a text ; the tree of a regular expression


LARGEST_CHARACTER = 0x2FFFF
"""The last code point that a text of the solver can hold."""

Constant = bool | int | Fraction | str


@dataclass(frozen=True, slots=True)
class Term:
    """One term; `value` belongs to the form (see `Op`)."""

    op: Op
    sort: Sort
    args: tuple["Term", ...] = ()
    value: Constant | Node | None = None
    # Terms share parts, so a part is hashed once and not once for each whole it is in.
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.op, self.sort, self.args, self.value)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def is_constant(self) -> bool:
        """Whether it is a constant."""
        return self.op is Op.CONST
