"""Constraints: each against the type that it stands on, and all against each other."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Final, cast

from stateous.compiler.limits import is_empty
from stateous.compiler.literals import duration_json
from stateous.compiler.names import unknown
from stateous.compiler.rules.names import UNKNOWN_FIELD
from stateous.compiler.rules.types import (
    BAD_PATTERN,
    CONSTRAINT_MALFORMED,
    CONSTRAINT_MISPLACED,
    CONSTRAINT_REPEATED,
    NO_VALUE_FITS,
    UNIQUE_BY,
)
from stateous.compiler.types import Json, ListType, RecordType, ScalarType, Type, described
from stateous.compiler.typing.kinds import BROKEN, is_kind
from stateous.compiler.typing.scope import Report
from stateous.compiler.values.regex import RegexError, parse
from stateous.compiler.values.scalars import RuleBroken, admit_scalar
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    Constraint,
    DurationLiteral,
    Expr,
    Negative,
    NullLiteral,
    NumberLiteral,
    TextLiteral,
)

Bound = int | Decimal | str

_SETS: Final[Mapping[str, frozenset[str]]] = {
    ">=": frozenset({"minimum"}),
    ">": frozenset({"above"}),
    "<=": frozenset({"maximum"}),
    "<": frozenset({"below"}),
    "between": frozenset({"minimum", "maximum"}),
}
"""The limits that a constraint sets, where they are not named as it is."""

_BELONGS: Final[Mapping[str, str]] = {
    "length": "a `text`; the size of a list is `items`",
    "items": "a list; the size of a text is `length`",
    "unique": "a list",
    "unique by": "a list",
    "matching": "a `text`",
    "multiple of": "a number",
}


def constrain(type_: Type, constraints: tuple[Constraint, ...], report: Report) -> Type:
    """Return `type_` with its constraints; BROKEN when one of them is at fault."""
    if type_ is BROKEN or not constraints:
        return type_
    faults: list[Diagnostic] = []
    constrained, taken = type_, set[str]()
    for constraint in constraints:
        limits = _SETS.get(constraint.kind, {constraint.kind})
        if taken & limits:
            faults.append(_repeated(constraint))
            continue
        taken |= limits
        constrained = _apply(constrained, constraint, faults.append)
    if not faults and is_empty(constrained):
        span = constraints[0].span.to(constraints[-1].span)
        what = f"no `{described(type_)}` keeps these constraints"
        patterned = any(constraint.kind == "matching" for constraint in constraints)
        help_ = (
            "no text that matches has such a length: change one of the two"
            if patterned
            else "the lower limit comes first"
        )
        faults.append(NO_VALUE_FITS.at(span, what, help=help_))
    for fault in faults:
        report(fault)
    return BROKEN if faults else constrained


def _repeated(constraint: Constraint) -> Diagnostic:
    return CONSTRAINT_REPEATED.at(
        constraint.span,
        f"`{constraint.kind}` sets a limit that is already set",
        help="keep one of the two",
    )


def _apply(type_: Type, constraint: Constraint, report: Report) -> Type:
    if not _belongs(type_, constraint.kind):
        report(_misplaced(type_, constraint))
        return type_
    match type_, constraint.kind:
        case ScalarType(), "length":
            low, high = _sizes(constraint, report)
            return replace(type_, min_length=low, max_length=high)
        case ScalarType(), "matching":
            return replace(type_, pattern=_pattern(constraint.arguments[0], report))
        case ScalarType(), _:
            return _limit(type_, constraint, report)
        case ListType(), "items":
            low, high = _sizes(constraint, report)
            return replace(type_, min_items=low, max_items=high)
        case ListType(), "unique":
            return replace(type_, unique=True)
        case ListType(), _:
            return _unique_by(type_, constraint, report)
    return type_


def _belongs(type_: Type, kind: str) -> bool:
    if kind in ("items", "unique", "unique by"):
        return isinstance(type_, ListType)
    if kind in ("length", "matching"):
        return is_kind(type_, "text")
    if kind == "multiple of":
        return is_kind(type_, "int", "number", "decimal")
    return is_kind(type_, "int", "number", "decimal", "date", "datetime", "duration")


def _misplaced(type_: Type, constraint: Constraint) -> Diagnostic:
    place = _BELONGS.get(constraint.kind, "a number, a date, a datetime or a duration")
    return CONSTRAINT_MISPLACED.at(
        constraint.span,
        f"`{constraint.kind}` cannot stand on `{described(type_)}`",
        help=f"`{constraint.kind}` belongs on {place}",
    )


def _limit(type_: ScalarType, constraint: Constraint, report: Report) -> Type:
    bounds = [_bound(type_, argument, report) for argument in constraint.arguments]
    limited = _limited(type_, constraint.kind, *bounds)
    step = limited.multiple_of
    if constraint.kind == "multiple of" and step is not None and Decimal(step) <= 0:
        report(CONSTRAINT_MALFORMED.at(constraint.arguments[0].span, "a step is more than 0"))
    return limited


def _limited(
    type_: ScalarType, kind: str, bound: Bound | None, upper: Bound | None = None
) -> ScalarType:
    match kind:
        case ">=":
            return replace(type_, minimum=bound)
        case ">":
            return replace(type_, above=bound)
        case "<=":
            return replace(type_, maximum=bound)
        case "<":
            return replace(type_, below=bound)
        case "between":
            return replace(type_, minimum=bound, maximum=upper)
        case _:
            return replace(type_, multiple_of=bound)


def _bound(type_: ScalarType, argument: Expr, report: Report) -> Bound | None:
    """Return a bound in canonical form, or None when it is no value of the type."""
    raw = _raw(argument)
    try:
        return cast(Bound, admit_scalar(type_.kind, raw))
    except RuleBroken as broken:
        report(
            CONSTRAINT_MALFORMED.at(
                argument.span, f"this bound is not a value of `{type_.kind}`: it {broken}"
            )
        )
        return None


def _raw(argument: Expr) -> Json:
    match argument:
        case NumberLiteral(value=value) | TextLiteral(value=value):
            return value
        case Negative(value=NumberLiteral(value=value)):
            return -value
        case DurationLiteral():
            return duration_json(argument)
        case _:
            return None


def _sizes(constraint: Constraint, report: Report) -> tuple[int | None, int | None]:
    low, high = (_size(argument, report) for argument in constraint.arguments)
    return low, high


def _size(argument: Expr, report: Report) -> int | None:
    match argument:
        case NullLiteral():
            return None
        case NumberLiteral(value=int(value)):
            return value
        case _:
            report(CONSTRAINT_MALFORMED.at(argument.span, "a size is a whole number from 0"))
            return None


def _pattern(argument: Expr, report: Report) -> str | None:
    if not isinstance(argument, TextLiteral):
        report(CONSTRAINT_MALFORMED.at(argument.span, "a pattern is a text"))
        return None
    fault = pattern_fault(argument)
    if fault is None:
        return argument.value
    report(fault)
    return None


def pattern_fault(pattern: TextLiteral) -> Diagnostic | None:
    """Return what is wrong with a regular expression, at the place inside the text."""
    try:
        parse(pattern.value)
    except RegexError as error:
        return BAD_PATTERN.at(
            _inside(pattern, error.offset),
            f"this is not a pattern of the language: {error.message}",
            help="a pattern has literals, `.`, ASCII classes, groups and `| * + ? {m,n}`",
        )
    return None


def _inside(literal: TextLiteral, offset: int) -> Span:
    """Return the place of one character of a text, or the whole of one that has escapes."""
    span = literal.span
    if span.text[1:-1] != literal.value or offset >= len(literal.value):
        return span
    return span.source.span(span.start + 1 + offset, span.start + 2 + offset)


def _unique_by(type_: ListType, constraint: Constraint, report: Report) -> Type:
    name, item = constraint.field, type_.item.type
    assert name is not None
    if item is BROKEN:
        return type_
    if not isinstance(item, RecordType):
        what = f"`unique by` needs a list of records, not of `{described(item)}`"
        report(UNIQUE_BY.at(constraint.span, what, help="write `unique`"))
    elif item.field(name.text) is None:
        names = [field.name for field in item.fields]
        report(unknown(UNKNOWN_FIELD, name, f"a field of `{item.name}`", names))
    return replace(type_, unique_by=name.text)
