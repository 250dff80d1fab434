"""The values of numbers, dates and times as points of one line.

A point is the number itself, a date's days or a time's microseconds since 1970, or a
duration's microseconds. Values for a witness are chosen near `origin`, on the coarsest
grid that has one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import count
from math import ceil, floor
from typing import Final

from stateous.compiler.types import Json, Scalar, ScalarType
from stateous.compiler.values import numbers, times

POINTS: Final[frozenset[Scalar]] = frozenset(
    {"int", "number", "decimal", "date", "datetime", "duration"}
)
"""The scalars whose values are points."""

_FIRST_DAY: Final = times.parse_date("0001-01-01")
_LAST_DAY: Final = times.parse_date("9999-12-31")
_ORIGIN: Final = times.parse_date("2026-01-01")
_HOUR: Final = 3_600 * times.SECOND

_WORLD: Final[dict[Scalar, tuple[int, int]]] = {
    "date": (_FIRST_DAY, _LAST_DAY),
    "datetime": (_FIRST_DAY * times.DAY, (_LAST_DAY + 1) * times.DAY - 1),
    "duration": (-times.LONGEST_DURATION, times.LONGEST_DURATION),
}
"""What the door admits without any constraint: the first and the last point."""

_ORIGINS: Final[dict[Scalar, int]] = {"date": _ORIGIN, "datetime": _ORIGIN * times.DAY}

_GRIDS: Final[dict[Scalar, tuple[Fraction, ...]]] = {
    "int": (Fraction(1),),
    "date": (Fraction(1),),
    "datetime": tuple(map(Fraction, (times.DAY, _HOUR, times.SECOND, 1))),
    "duration": tuple(map(Fraction, (times.SECOND, 1))),
}
_DECIMAL_GRIDS: Final = tuple(
    Fraction(1, 10**digits) for digits in range(numbers.FRACTION_DIGITS + 1)
)


@dataclass(frozen=True, slots=True)
class Bound:
    """An end of a range; `excluded` when the point itself lies outside."""

    point: Fraction
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """The points of a type between `lows` and `highs`, all of which hold.

    `step` is what every point is a multiple of, None where points lie close.
    `grids` are the distances to try, the coarsest first; the last one has every point.
    """

    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]
    step: Fraction | None
    origin: int
    grids: tuple[Fraction, ...]

    def holds(self, point: Fraction) -> bool:
        """Tell whether `point` lies between the ends."""
        return all(
            end.point < point or (end.point == point and not end.excluded) for end in self.lows
        ) and all(
            point < end.point or (end.point == point and not end.excluded) for end in self.highs
        )

    def points(self) -> Iterator[Fraction]:
        """Yield the points, each once: those near the origin first, on the coarsest grid first."""
        for index, unit in enumerate(self.grids):
            coarser = self.grids[:index]
            for point in self._on(unit):
                if not any((point - self.origin) % other == 0 for other in coarser):
                    yield point

    def _on(self, unit: Fraction) -> Iterator[Fraction]:
        low = max((ceil((end.point - self.origin) / unit) for end in self.lows), default=None)
        high = min((floor((end.point - self.origin) / unit) for end in self.highs), default=None)
        for place in _outwards(low, high):
            point = self.origin + place * unit
            if self.holds(point):
                yield point


def range_of(type_: ScalarType) -> Range:
    """Return the range of a scalar whose values are points."""
    kind = type_.kind
    first, last = _WORLD.get(kind, (None, None))
    lows = ((first, False), (type_.minimum, False), (type_.above, True))
    highs = ((last, False), (type_.maximum, False), (type_.below, True))
    step = _step(type_)
    grids = (step,) if type_.multiple_of is not None and step else _GRIDS.get(kind, _DECIMAL_GRIDS)
    return Range(
        lows=_bounds(kind, lows),
        highs=_bounds(kind, highs),
        step=step,
        origin=_ORIGINS.get(kind, 0),
        grids=grids,
    )


def point_of(kind: Scalar, value: Json) -> Fraction:
    """Return the point of a value in canonical form."""
    match kind, value:
        case "date", str():
            return Fraction(times.parse_date(value))
        case ("datetime" | "duration") as temporal, str():
            return Fraction(times.to_microseconds(temporal, value))
        case _, int() | Decimal() | str():
            return Fraction(value)
    raise AssertionError(kind)


def value_of(kind: Scalar, point: Fraction) -> Json:
    """Return the canonical form of a point, whose fraction is a decimal one."""
    match kind:
        case "date":
            return times.date_text(int(point))
        case "datetime" | "duration":
            return times.from_microseconds(kind, int(point))
        case "decimal":
            return numbers.plain(_decimal(point))
        case _:
            return _decimal(point)


def is_decimal(point: Fraction) -> bool:
    """Tell whether the point has at most the digits after the point that the door admits."""
    return bool(10**numbers.FRACTION_DIGITS % point.denominator == 0)


def _decimal(point: Fraction) -> int | Decimal:
    scaled = point * 10**numbers.FRACTION_DIGITS
    exact = numbers.EXACT.scaleb(Decimal(int(scaled)), -numbers.FRACTION_DIGITS)
    return numbers.canonical(exact)


def _bounds(kind: Scalar, ends: tuple[tuple[Json, bool], ...]) -> tuple[Bound, ...]:
    return tuple(
        Bound(_end(kind, value), excluded) for value, excluded in ends if value is not None
    )


def _end(kind: Scalar, value: Json) -> Fraction:
    # The ends of the world are points already.
    return Fraction(value) if isinstance(value, int) else point_of(kind, value)


def _step(type_: ScalarType) -> Fraction | None:
    if type_.multiple_of is not None:
        step = Fraction(type_.multiple_of)
        return Fraction(step.numerator) if type_.kind == "int" else step
    return None if type_.kind in ("number", "decimal") else Fraction(1)


def _outwards(low: int | None, high: int | None) -> Iterator[int]:
    """Yield the ints from `low` to `high`, the nearest to 0 first, the positive one before."""
    if low is not None and high is not None and low > high:
        return
    for size in count(max(low or 0, -(high or 0), 0)):
        found = [at for at in ((size, -size) if size else (0,)) if _within(at, low, high)]
        yield from found
        if not found:
            return


def _within(at: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= at) and (high is None or at <= high)
