"""Exact numbers: ints, and decimals that no operation rounds.

A number is an `int` when it is whole and a `Decimal` otherwise, so that equal numbers
have one form. `EXACT` is the context for every operation on decimals: it has no limit of
digits, and it must never be asked for a quotient that does not end.
"""

import re
from decimal import (
    MAX_EMAX,
    MAX_PREC,
    MIN_EMIN,
    Context,
    Decimal,
    DivisionByZero,
    Inexact,
    InvalidOperation,
    Overflow,
)
from typing import Final

Number = int | Decimal

EXACT = Context(
    prec=MAX_PREC,
    Emax=MAX_EMAX,
    Emin=MIN_EMIN,
    traps=[Inexact, InvalidOperation, DivisionByZero, Overflow],
)
"""The context in which arithmetic on decimals is exact."""

SIGNIFICANT_DIGITS = 40
"""The most significant digits of a `number` or `decimal` at the door."""

FRACTION_DIGITS = 18
"""The most digits after the point of a `number` or `decimal` at the door."""

WHOLE_DIGITS = 4000
"""The most digits of any number on each side of the point; Python writes no int beyond 4,300."""

_TOO_LARGE: Final[int] = 10**WHOLE_DIGITS

_DECIMAL_TEXT = re.compile(r"[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)


class NumberError(ValueError):
    """A number that no slot admits; the message is the rule that it breaks."""


def exact(raw: object) -> Number | None:
    """Return the number that `raw` is, or None when it is none.

    A float means its shortest decimal form. Raises NumberError for NaN, an infinity, and
    a number with more than `WHOLE_DIGITS` digits on one side of the point.
    """
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int):
        return _within_reach(int(raw))
    if isinstance(raw, float):
        return _from_decimal(Decimal(float.__repr__(raw)))
    if isinstance(raw, Decimal):
        return _from_decimal(raw)
    return None


def from_text(text: str) -> Number | None:
    """Return the number that a decimal text (`12.50`, `1e3`) means, or None when it is none.

    Raises NumberError as `exact` does.
    """
    if _DECIMAL_TEXT.fullmatch(text) is None:
        return None
    return _from_decimal(Decimal(text))


def fitting(number: Number) -> Number:
    """Return `number`; raise NumberError when it has more digits than the door lets in."""
    if isinstance(number, Decimal):
        digits, exponent = _digits(number)
        if -exponent > FRACTION_DIGITS:
            raise NumberError(f"must have at most {FRACTION_DIGITS} digits after the point")
    else:
        digits = len(str(abs(number)).rstrip("0"))
    if digits > SIGNIFICANT_DIGITS:
        raise NumberError(f"must have at most {SIGNIFICANT_DIGITS} significant digits")
    return number


def plain(number: Number) -> str:
    """Return the text of a number: no exponent, no trailing zeros, `0` for zero."""
    return f"{EXACT.normalize(Decimal(number)):f}" if number else "0"


def canonical(number: Number) -> Number:
    """Return the one form of a number: an int when whole, else without trailing zeros."""
    if isinstance(number, int):
        return number
    reduced = EXACT.normalize(number)
    return int(reduced) if _digits(reduced)[1] >= 0 else reduced


def is_multiple(number: Number, step: Number) -> bool:
    """Tell whether `number` is a whole multiple of `step`, which is not 0."""
    return not EXACT.remainder(Decimal(number), Decimal(step))


def floor_divide(number: Number, divisor: int) -> int:
    """Return the largest int that is at most `number / divisor`; `divisor` is positive."""
    if isinstance(number, int):
        return number // divisor
    quotient, rest = EXACT.divmod(number, Decimal(divisor))
    return int(quotient) - (rest < 0)


def modulo(number: Number, divisor: int) -> Number:
    """Return what `floor_divide` leaves over: never negative, less than `divisor`."""
    if isinstance(number, int):
        return number % divisor
    rest = EXACT.remainder(number, Decimal(divisor))
    return EXACT.add(rest, Decimal(divisor)) if rest < 0 else rest


def in_reach(number: Number) -> bool:
    """Tell whether a number is finite and its text no longer than Python is ready to write."""
    if isinstance(number, int):
        return -_TOO_LARGE < number < _TOO_LARGE
    return number.is_finite() and abs(number.adjusted()) < WHOLE_DIGITS


def _from_decimal(number: Decimal) -> Number:
    if not number.is_finite():
        raise NumberError("must be a finite number")
    return canonical(_within_reach(number)) if number else 0


def _within_reach(number: Number) -> Number:
    if not in_reach(number):
        raise NumberError(f"must have at most {WHOLE_DIGITS} digits on either side of the point")
    return number


def _digits(number: Decimal) -> tuple[int, int]:
    """Return how many digits a finite decimal has, and its exponent."""
    _, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    return len(digits), exponent
