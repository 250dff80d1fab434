"""JSON values as literals of the syntax tree."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    BooleanLiteral,
    Expr,
    ListLiteral,
    MapLiteral,
    Name,
    Negative,
    NullLiteral,
    NumberLiteral,
    TextLiteral,
)

_LONGEST_INT = 100
"""From how many digits on a whole number stays as it is written, `1e400`."""


def exact(number: float | Decimal) -> int | Decimal:
    """Return a finite number exactly: an int when it is whole; a float by its shortest form."""
    value = Decimal(repr(number)) if isinstance(number, float) else number
    if not isinstance(value, Decimal) or value.adjusted() > _LONGEST_INT:
        return value
    return int(value) if value == value.to_integral_value() else value


def number_literal(number: float | Decimal, span: Span) -> Expr:
    """Return the literal of a finite number."""
    value = exact(number)
    # `abs` and `-` would round a Decimal to the precision of the context.
    absolute = value.copy_abs() if isinstance(value, Decimal) else abs(value)
    size = NumberLiteral(absolute, span=span)
    return Negative(size, span=span) if value < 0 else size


def json_literal(value: object, span: Span) -> Expr:
    """Return the literal of a JSON value. Raises ValueError for anything else."""
    match value:
        case None:
            return NullLiteral(span=span)
        case bool() as truth:
            return BooleanLiteral(truth, span=span)
        case int() | float() | Decimal() as number if Decimal(number).is_finite():
            return number_literal(number, span)
        case str() as text:
            return TextLiteral(text, span=span)
        case Mapping() as entries:
            found = ((Name(str(k), span=span), json_literal(v, span)) for k, v in entries.items())
            return MapLiteral(tuple(found), span=span)
        case Sequence() as items:
            return ListLiteral(tuple(json_literal(item, span) for item in items), span=span)
    raise ValueError(f"a {type(value).__name__} is not a JSON value")
