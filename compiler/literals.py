"""Literals as plain JSON: defaults, bounds of constraints, values in specifications.

Whether a value fits its type is the door's to say (`compiler.values.door`). Here only what can
never be a value is refused: a word that names nothing, a key twice, a duration where none is.
"""

from collections.abc import Mapping
from typing import NamedTuple

from stateous.compiler.names import unknown
from stateous.compiler.rules.expressions import MALFORMED_LITERAL, NOT_A_LITERAL
from stateous.compiler.rules.names import (
    ASSIGNED_TWICE,
    UNKNOWN_FIELD,
    UNKNOWN_MEMBER,
    UNKNOWN_NAME,
)
from stateous.compiler.types import EnumType, Json, ListType, MapType, RecordType, Type, described
from stateous.compiler.typing.kinds import BROKEN, JSON, is_kind
from stateous.compiler.typing.scope import Report
from stateous.compiler.values import times
from stateous.compiler.values.numbers import canonical
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    BooleanLiteral,
    DurationLiteral,
    Expr,
    ListLiteral,
    MapLiteral,
    Member,
    Name,
    NameExpr,
    Negative,
    NullLiteral,
    NumberLiteral,
    TextLiteral,
)

Enums = Mapping[str, EnumType]
"""The declared enums by name."""


class Plain(NamedTuple):
    """A literal's value as JSON, before any door has seen it."""

    value: Json


def plain(expr: Expr, expected: Type, enums: Enums, report: Report) -> Plain | None:
    """Return the JSON of a literal that stands where a value of `expected` is wanted.

    Returns None when it can be no value at all; why has then been reported.
    """
    return _Reader(enums, report).plain(expr, expected)


def duration_json(literal: DurationLiteral) -> str:
    """Return the canonical text of a duration."""
    return times.duration_text(literal.seconds * times.SECOND)


def no_member(name: Name, enum: EnumType) -> Diagnostic:
    """Return that `name` is not a member of `enum`, with the nearest one."""
    what = f"a member of `{enum.name}`" if enum.name else f"in `{described(enum)}`"
    return unknown(UNKNOWN_MEMBER, name, what, enum.members)


def unknown_word(word: NameExpr, wanted: Type | None, enums: Enums) -> Diagnostic:
    """Return that a bare word names nothing here: where a text is wanted, it lacks quotes."""
    help_, meant = _meant(word, wanted, enums)
    fix = Fix(f"write `{meant}`", (Edit(word.span, meant),)) if meant else None
    return UNKNOWN_NAME.at(word.span, f"`{word.name}` is not known here", help=help_, fix=fix)


def _meant(word: NameExpr, wanted: Type | None, enums: Enums) -> tuple[str, str | None]:
    """Return the way out for an unknown word, and what to write when that is certain enough."""
    if is_kind(wanted, "text", "json"):
        return f'a text stands in quotes: "{word.name}"', f'"{word.name}"'
    owner = next((name for name, enum in enums.items() if word.name in enum.members), None)
    if owner is None:
        return "a bare name is a member of the enum that stands opposite", None
    if wanted is not None:
        opposite = f"what stands opposite is `{described(wanted)}`"
        return f"it is a member of `{owner}`, and {opposite}", None
    return f"write `{owner}.{word.name}`", f"{owner}.{word.name}"


class _Reader(NamedTuple):
    enums: Enums
    report: Report

    def plain(self, expr: Expr, expected: Type) -> Plain | None:
        match expr:
            case NumberLiteral(value=value):
                return Plain(canonical(value))
            case Negative(value=NumberLiteral(value=value)):
                return Plain(canonical(-value))
            case TextLiteral(value=value) | BooleanLiteral(value=value):
                return Plain(value)
            case NullLiteral():
                return Plain(None)
            case DurationLiteral():
                return self._duration(expr, expected)
            case NameExpr():
                return self._word(expr, expected)
            case Member(base=NameExpr(name=enum), name=member) if enum in self.enums:
                return self._member_of(enum, member, expected)
            case ListLiteral():
                return self._list(expr, expected)
            case MapLiteral():
                return self._map(expr, expected)
            case _:
                return self._refuse(expr.span)

    def _refuse(self, span: Span) -> None:
        self.report(
            NOT_A_LITERAL.at(
                span,
                "this is not a literal",
                help="write the value itself: a text, a number, a list",
            )
        )

    def _duration(self, literal: DurationLiteral, expected: Type) -> Plain | None:
        if is_kind(expected, "duration") or expected is BROKEN:
            return Plain(duration_json(literal))
        self.report(_misfit(literal.span, "a duration", expected))
        return None

    def _word(self, word: NameExpr, expected: Type) -> Plain | None:
        if expected is BROKEN:
            return None
        if not isinstance(expected, EnumType):
            self.report(unknown_word(word, expected, self.enums))
            return None
        return self._known_member(Name(word.name, span=word.span), expected)

    def _known_member(self, name: Name, enum: EnumType) -> Plain | None:
        if name.text in enum.members:
            return Plain(name.text)
        self.report(no_member(name, enum))
        return None

    def _member_of(self, enum: str, member: Name, expected: Type) -> Plain | None:
        own = self.enums[enum]
        if isinstance(expected, EnumType) and set(expected.members) != set(own.members):
            self.report(_misfit(member.span, f"a member of `{enum}`", expected))
            return None
        if not isinstance(expected, EnumType) and expected is not BROKEN:
            self.report(_misfit(member.span, f"a member of `{enum}`", expected))
            return None
        return self._known_member(member, own)

    def _list(self, literal: ListLiteral, expected: Type) -> Plain | None:
        inner = expected.item.type if isinstance(expected, ListType) else _inside_any(expected)
        items = [self.plain(item, inner) for item in literal.items]
        found = [item.value for item in items if item is not None]
        return Plain(found) if len(found) == len(items) else None

    def _map(self, literal: MapLiteral, expected: Type) -> Plain | None:
        found: dict[str, Json] = {}
        for key, expr in literal.items:
            if key.text in found:
                self.report(ASSIGNED_TWICE.at(key.span, f"`{key.text}` is given twice"))
                continue
            value = self._entry(key, expr, expected)
            if value is not None:
                found[key.text] = value.value
        return Plain(found) if len(found) == len(literal.items) else None

    def _entry(self, key: Name, expr: Expr, expected: Type) -> Plain | None:
        if isinstance(expected, MapType):
            return self.plain(expr, expected.value.type)
        if not isinstance(expected, RecordType) or expected is BROKEN:
            return self.plain(expr, _inside_any(expected))
        field = expected.field(key.text)
        if field is None:
            names = [field.name for field in expected.fields]
            self.report(unknown(UNKNOWN_FIELD, key, f"a field of `{expected.name}`", names))
            return None
        return self.plain(expr, field.slot.type)


def _inside_any(expected: Type) -> Type:
    """Return what to expect inside a value whose kind the door will refuse, or any JSON."""
    return BROKEN if expected is BROKEN else JSON


def _misfit(span: Span, given: str, expected: Type) -> Diagnostic:
    kind = described(expected)
    return MALFORMED_LITERAL.at(
        span, f"{given} is never `{kind}`", help=f"write a value of `{kind}`"
    )
