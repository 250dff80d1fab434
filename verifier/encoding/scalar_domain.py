"""Variables and constants of scalars and enums."""

from decimal import Decimal
from fractions import Fraction
from typing import Final
from uuid import UUID

from stateous.compiler.types import EnumType, Json, ScalarType
from stateous.compiler.types import Scalar as ScalarKind
from stateous.compiler.values import numbers
from stateous.verifier.encoding.ranges import POINTS, Bound, point_of, range_of
from stateous.verifier.encoding.symbols import NULL, Kind, Scalar
from stateous.verifier.encoding.term_builder import (
    FALSE,
    boolean,
    disjunction,
    equal,
    integer,
    less,
    less_equal,
    rational,
    scale,
    variable,
)
from stateous.verifier.encoding.terms import Sort, Term
from stateous.verifier.encoding.world import Choice, World

KINDS: Final[dict[ScalarKind, Kind]] = {
    "bool": "bool",
    "int": "number",
    "number": "number",
    "decimal": "number",
    "text": "text",
    "date": "date",
    "datetime": "time",
    "duration": "time",
    "uuid": "uuid",
}
"""What the term of each scalar but `json` stands for."""

_UUIDS: Final = integer(2**128)
_SMALLEST: Final = Fraction(1, 10**numbers.FRACTION_DIGITS)


def scalar(world: World, type_: ScalarType, name: str, null: Term, present: Term) -> Scalar:
    """Return a variable of a scalar type; what the type says holds where `present` does."""
    match type_.kind:
        case "bool":
            return Scalar("bool", null, world.flag(name, present))
        case "uuid":
            term = variable(name, Sort.INT)
            world.know(present, less_equal(integer(0), term), less(term, _UUIDS))
        case "text":
            term = world.texts.variable(name, type_, present)
        case _:
            term = _point(world, type_, name, present)
    choice: Choice = "text" if type_.kind == "text" else "point"
    return Scalar(KINDS[type_.kind], null, world.knob(choice, term, type_, present))


def _point(world: World, type_: ScalarType, name: str, present: Term) -> Term:
    limits = range_of(type_)
    term = _unbounded(world, name, limits.step)
    world.know(
        present,
        *(_below(end, point_term(end.point, term.sort), term) for end in limits.lows),
        *(_below(end, term, point_term(end.point, term.sort)) for end in limits.highs),
    )
    return term


def _unbounded(world: World, name: str, step: Fraction | None) -> Term:
    if step is not None:
        factor = step.numerator if step.denominator == 1 else step
        return scale(factor, variable(name, Sort.INT))
    if world.scaled:
        return scale(_SMALLEST, variable(name, Sort.INT))
    return variable(name, Sort.REAL)


def _below(end: Bound, low: Term, high: Term) -> Term:
    return less(low, high) if end.excluded else less_equal(low, high)


def point_term(point: Fraction, sort: Sort) -> Term:
    """Return the constant of a point: an int where that is exact and wanted."""
    if sort is Sort.INT and point.denominator == 1:
        return integer(point.numerator)
    return rational(point)


def enum(world: World, type_: EnumType, name: str, null: Term, present: Term) -> Scalar:
    """Return a variable of an enum type: the code of a member."""
    term = world.knob("member", variable(name, Sort.INT), type_, present)
    codes = [world.code(member) for member in type_.members]
    if codes == list(range(codes[0], codes[0] + len(codes))):
        world.know(
            present, less_equal(integer(codes[0]), term), less_equal(term, integer(codes[-1]))
        )
    else:
        world.know(present, disjunction(*(equal(term, integer(code)) for code in codes)))
    return Scalar("member", null, term)


def scalar_constant(world: World, value: Json, type_: ScalarType | EnumType) -> Scalar:
    """Return a constant in canonical form."""
    if value is None:
        return NULL
    if isinstance(type_, EnumType):
        return Scalar("member", FALSE, integer(world.code(str(value))))
    if type_.kind in POINTS:
        point = point_of(type_.kind, value)
        return Scalar(KINDS[type_.kind], FALSE, point_term(point, Sort.INT))
    match value:
        case bool():
            return Scalar("bool", FALSE, boolean(value))
        case str() if type_.kind == "uuid":
            return Scalar("uuid", FALSE, integer(UUID(value).int))
        case str():
            return Scalar("text", FALSE, world.texts.constant(value))
        case int() | Decimal():
            return Scalar("number", FALSE, point_term(Fraction(value), Sort.INT))
        case _:
            raise AssertionError(value)
