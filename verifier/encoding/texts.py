"""How the texts of a group are told to the solver.

Where guards only ask whether texts are equal, a text is a code: an int that stands for
one of the texts that the guards name, or for some other text. Else it is a text of the
solver, which knows order, length, parts and regular expressions, and takes its time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice, product
from string import ascii_lowercase
from typing import Final, Protocol

from stateous.compiler.guards import (
    Arith,
    Compare,
    Const,
    Expr,
    In,
    Len,
    Matches,
    Read,
    TextTest,
    parts,
)
from stateous.compiler.types import (
    EnumType,
    ListType,
    MapType,
    RecordType,
    ScalarType,
    Type,
)
from stateous.compiler.typing.kinds import is_kind, is_numeric
from stateous.compiler.values.regex import parse
from stateous.verifier.encoding.term_builder import (
    conjunction,
    disjunction,
    equal,
    implies,
    in_regex,
    integer,
    length,
    less,
    less_equal,
    negation,
    text,
    variable,
)
from stateous.verifier.encoding.terms import LARGEST_CHARACTER, Constant, Sort, Term

OTHER: Final = 1_000_000_000
"""The first code of a text that no guard names."""


class Texts(Protocol):
    """The texts of one group."""

    def constant(self, value: str) -> Term:
        """Return the term of a text."""
        ...

    def variable(self, name: str, type_: ScalarType, present: Term) -> Term:
        """Return a text of `type_` where `present` holds, any text elsewhere."""
        ...

    def facts(self) -> tuple[Term, ...]:
        """Return what is known of the variables, once the last constant is made."""
        ...

    def decode(self, value: Constant, type_: ScalarType) -> str:
        """Return the text that a value of the solver stands for."""
        ...


@dataclass
class SolverTexts:
    """Texts as the solver's own."""

    _facts: list[Term] = field(default_factory=list)

    def constant(self, value: str) -> Term:
        return text(value)

    def variable(self, name: str, type_: ScalarType, present: Term) -> Term:
        term = variable(name, Sort.TEXT)
        limits = []
        if type_.min_length is not None:
            limits.append(less_equal(integer(type_.min_length), length(term)))
        if type_.max_length is not None:
            limits.append(less_equal(length(term), integer(type_.max_length)))
        if type_.pattern is not None:
            limits.append(in_regex(term, parse(type_.pattern)))
        self._facts.append(implies(present, conjunction(*limits)))
        return term

    def facts(self) -> tuple[Term, ...]:
        return tuple(self._facts)

    def decode(self, value: Constant, type_: ScalarType) -> str:
        assert isinstance(value, str)
        return value


@dataclass
class CodedTexts:
    """Texts as codes, in the order in which the guards name them."""

    _codes: dict[str, int] = field(default_factory=lambda: {"": 0})
    _variables: list[tuple[Term, ScalarType, Term]] = field(default_factory=list)

    def constant(self, value: str) -> Term:
        return integer(self._codes.setdefault(value, len(self._codes)))

    def variable(self, name: str, type_: ScalarType, present: Term) -> Term:
        term = variable(name, Sort.INT)
        self._variables.append((term, type_, present))
        return term

    def facts(self) -> tuple[Term, ...]:
        return tuple(
            implies(present, self._fits(term, type_)) for term, type_, present in self._variables
        )

    def _fits(self, term: Term, type_: ScalarType) -> Term:
        known = conjunction(less_equal(integer(0), term), less(term, integer(len(self._codes))))
        unfit = (code for value, code in self._codes.items() if not _fits(value, type_))
        return conjunction(
            disjunction(known, less_equal(integer(OTHER), term)),
            *(negation(equal(term, integer(code))) for code in unfit),
        )

    def decode(self, value: Constant, type_: ScalarType) -> str:
        assert isinstance(value, int)
        known = next((name for name, code in self._codes.items() if code == value), None)
        if known is not None:
            return known
        unnamed = (other for other in words(type_.min_length or 1) if other not in self._codes)
        return next(islice(unnamed, max(value - OTHER, 0), None))

    def named(self, type_: ScalarType) -> tuple[int, ...]:
        """Return the codes of the texts that fit `type_`, the shortest text first."""
        fitting = sorted((value for value in self._codes if _fits(value, type_)), key=len)
        return tuple(self._codes[value] for value in fitting)


def words(least: int) -> Iterator[str]:
    """Yield texts of lower-case letters, the shortest first, none shorter than `least`."""
    for size in count(least):
        if size > 3:
            yield from (tail.rjust(size, "a") for tail in _letters(3))
        else:
            yield from _letters(size)


def _letters(size: int) -> Iterator[str]:
    return map("".join, product(ascii_lowercase, repeat=size))


def _fits(value: str, type_: ScalarType) -> bool:
    size = len(value)
    return size >= (type_.min_length or 0) and (
        type_.max_length is None or size <= type_.max_length
    )


def texts_for(exprs: Iterable[Expr]) -> CodedTexts | SolverTexts:
    """Return the simplest texts that the conditions of `exprs` can be told with."""
    found = [part for expr in exprs for part in parts(expr)]
    types = {type_ for part in found if isinstance(part, Read) for type_ in _scalars(part.type)}
    texts = [type_ for type_ in types if type_.kind in ("text", "json")]
    limits = {(type_.min_length, type_.max_length) for type_ in texts}
    plain = not any(map(_looks_inside, found)) and all(map(_has_codes, texts))
    apart = len(limits) <= 1 or not any(map(_relates, found))
    return CodedTexts() if plain and apart else SolverTexts()


def beyond_solver(exprs: Iterable[Expr]) -> bool:
    """Tell whether a text or a pattern names a character that texts of the solver lack.

    Its last character counts as one too: to the solver nothing comes behind it.
    """
    named: list[str] = []
    for expr in exprs:
        for part in parts(expr):
            match part:
                case Const(value=str(value)):
                    named.append(value)
                case Matches(pattern=pattern):
                    named.append(pattern)
                case Read(type=type_):
                    named += [scalar.pattern for scalar in _scalars(type_) if scalar.pattern]
    return any(ord(character) >= LARGEST_CHARACTER for text_ in named for character in text_)


def _relates(expr: Expr) -> bool:
    """Whether the condition may hold two texts of different types against each other."""
    match expr:
        case Compare(operator="==", left=left, right=right):
            return not isinstance(left, Const) and not isinstance(right, Const)
        case In(item=item):
            return not isinstance(item, Const)
        case _:
            return False


def _looks_inside(expr: Expr) -> bool:
    """Whether the condition asks more of a text than whether it equals another."""
    match expr:
        case TextTest() | Matches():
            return True
        case Compare(operator="<" | "<=", left=left, right=right):
            return not any(is_numeric(_type(side)) for side in (left, right)) and any(
                is_kind(_type(side), "text", "json") for side in (left, right)
            )
        case Len(value=value):
            return is_kind(_type(value), "text", "json")
        case _:
            return False


def _type(expr: Expr) -> Type | None:
    return expr.type if isinstance(expr, Read | Const | Arith) else None


def _has_codes(type_: ScalarType) -> bool:
    """Whether there are more texts of the type than guards can name."""
    return type_.pattern is None and (type_.max_length is None or type_.max_length > 2)


def _scalars(type_: Type) -> Iterator[ScalarType]:
    match type_:
        case ScalarType():
            yield type_
        case ListType(item=slot):
            yield from _scalars(slot.type)
        case MapType(value=slot):
            yield ScalarType("text")  # the keys
            yield from _scalars(slot.type)
        case RecordType(fields=fields):
            for each in fields:
                yield from _scalars(each.slot.type)
        case EnumType():
            return
