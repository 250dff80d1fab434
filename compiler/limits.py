"""Whether the limits on a type leave any value at all."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import cast

from stateous.compiler.types import ListType, ScalarType, Type
from stateous.compiler.values import times
from stateous.compiler.values.regex import automaton

_Bound = int | Decimal | str


def is_empty(type_: Type) -> bool:
    """Tell whether no value can keep the limits of the type itself; its pattern is known to be sound."""
    match type_:
        case ListType(min_items=low, max_items=high):
            return low is not None and high is not None and low > high
        case ScalarType(kind="text", min_length=low, max_length=high, pattern=pattern):
            if low is not None and high is not None and low > high:
                return True
            return pattern is not None and not automaton(pattern).has_length(low or 0, high)
        case ScalarType():
            return _no_value_between(type_)
        case _:
            return False


def _no_value_between(type_: ScalarType) -> bool:
    lows = _positions(type_, type_.minimum, type_.above)
    highs = _positions(type_, type_.maximum, type_.below)
    if not lows or not highs:
        return False
    low, low_is_out = max(lows)
    high, high_is_out = min(highs, key=lambda bound: (bound[0], not bound[1]))
    step = _step(type_)
    if step is None:
        return low > high or (low == high and (low_is_out or high_is_out))
    first = floor(low / step) + 1 if low_is_out else ceil(low / step)
    last = ceil(high / step) - 1 if high_is_out else floor(high / step)
    return first > last


def _positions(
    type_: ScalarType, within: _Bound | None, outside: _Bound | None
) -> list[tuple[Fraction, bool]]:
    """Return the bounds there are as numbers, each with whether it lies outside itself."""
    bounds = ((within, False), (outside, True))
    return [(_position(type_, bound), out) for bound, out in bounds if bound is not None]


def _position(type_: ScalarType, bound: _Bound) -> Fraction:
    if type_.kind == "date" or type_.kind == "datetime" or type_.kind == "duration":
        return Fraction(times.to_microseconds(type_.kind, cast(str, bound)))
    return Fraction(bound)


def _step(type_: ScalarType) -> Fraction | None:
    """Return how far apart the values lie; None where one lies between any two.

    Multiples of a step are counted from 0, as days and microseconds are.
    """
    match type_:
        case ScalarType(multiple_of=step) if step is not None:
            return Fraction(step)
        case ScalarType(kind="date"):
            return Fraction(times.DAY)
        case ScalarType(kind="int" | "datetime" | "duration"):
            return Fraction(1)
        case _:
            return None
