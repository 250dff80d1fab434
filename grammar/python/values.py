"""Python values in the steps of a specification, as literals of the syntax tree."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from uuid import UUID

from stateous.grammar import syntax
from stateous.grammar.durations import iso_text
from stateous.grammar.literals import number_literal
from stateous.grammar.python import arguments
from stateous.grammar.python.arguments import refuse
from stateous.grammar.python.call_site import Argument, call_site
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.rules import NO_VALUE
from stateous.grammar.schema.json_names import json_names
from stateous.grammar.source import Span
from stateous.grammar.syntax import (
    Assign,
    BooleanLiteral,
    DurationLiteral,
    Expr,
    ListLiteral,
    MapLiteral,
    Name,
    NameExpr,
    NullLiteral,
    TextLiteral,
)

_HYPHENATED = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)+")
_DOTTED = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+")


class Value:
    """A value in the words of `.flow`: `Value("high")`, `Value("Level.high")`, `Value("1d12h")`.

    For a member of an enum, the name of a state or an event in a row, and a duration.
    """

    def __init__(self, text: str) -> None:
        """Read the value. Raises DefinitionError."""
        from stateous.grammar.flow.guard_reader import read_value

        argument = call_site().argument("text", 0)
        spelt = arguments.text(argument, text, "a value")
        self.node: Expr
        if _HYPHENATED.fullmatch(spelt):
            self.node = NameExpr(spelt, span=argument.text)
            return
        found, diagnostics = read_value(spelt, argument.at)
        errors = [diagnostic for diagnostic in diagnostics if diagnostic.is_error]
        if errors or found is None:
            raise DefinitionError(errors[0])
        self.node = found


class Column:
    """A column of a table, where a step takes what each row gives: `<size>` in `.flow`."""

    def __init__(self, name: str) -> None:
        """Stand for the column of that name. Raises DefinitionError."""
        argument = call_site().argument("name", 0)
        self.name = arguments.plain_name(argument, name, "column").text

    def named(self, argument: Argument) -> Name:
        """Return the column where a name may stand."""
        return Name(self.name, column=True, span=argument.span)


def assignments(argument: Argument, values: object, what: str) -> tuple[Assign, ...]:
    """Return the fields that a dictionary, or a model, gives; none of None.

    Raises DefinitionError where a value has no literal in the language.
    """
    plain = _plain(values)
    if plain is None:
        return ()
    if not isinstance(plain, Mapping):
        raise refuse(NO_VALUE, argument, f"{what} is a dictionary, not {type(values).__name__}")
    return tuple(_assignment(argument, key, value) for key, value in plain.items())


def _assignment(argument: Argument, key: object, value: object) -> Assign:
    name, place = argument.entry(key)
    label = _key(name, key)
    dotted = _DOTTED.fullmatch(label.text)
    path = arguments.path(name, label.text) if dotted else (label,)
    return Assign(path, literal(place, value), span=label.span.to(place.span))


def _key(argument: Argument, key: object) -> Name:
    if not isinstance(key, str):
        raise refuse(NO_VALUE, argument, f"a key is a text, not {type(key).__name__}")
    return Name(key, span=argument.text)


def _plain(value: object) -> object:
    """Return the fields that a pydantic model was given, by their names in JSON."""
    given = getattr(value, "model_fields_set", None)
    if given is None or isinstance(value, type):
        return value
    if getattr(value, "__pydantic_root_model__", False):
        return _plain(getattr(value, "root"))  # noqa: B009 - the type is not known here
    names = json_names(type(value)).items()
    return {name: getattr(value, field) for field, name in names if field in given}


def literal(argument: Argument, value: object) -> Expr:
    """Return the literal that stands for `value`. Raises DefinitionError when none does."""
    span = argument.span
    match _plain(value):
        case Value(node=node):
            return node
        case Column(name=name):
            return syntax.Column(name, span=span)
        case None:
            return NullLiteral(span=span)
        case bool() as truth:
            return BooleanLiteral(truth, span=span)
        case Enum(value=member):
            return literal(argument, member)
        case int() | float() | Decimal() as number:
            return _number(argument, number)
        case str() as text:
            return TextLiteral(text, span=span)
        case timedelta() as length:
            return _duration(length, span)
        case datetime() | date() as moment:
            return TextLiteral(moment.isoformat(), span=span)
        case UUID() as identity:
            return TextLiteral(str(identity), span=span)
        case list() | tuple() as items:
            found = (literal(argument.item(index), item) for index, item in enumerate(items))
            return ListLiteral(tuple(found), span=span)
        case Mapping() as entries:
            return MapLiteral(tuple(_entries(argument, entries)), span=span)
    raise _refused(argument, value)


def _entries(argument: Argument, entries: Mapping[object, object]) -> list[tuple[Name, Expr]]:
    places = [(*argument.entry(key), key, value) for key, value in entries.items()]
    return [(_key(name, key), literal(place, value)) for name, place, key, value in places]


def _number(argument: Argument, number: float | Decimal) -> Expr:
    if not Decimal(number).is_finite():
        raise _refused(argument, number)
    return number_literal(number, argument.span)


def _duration(length: timedelta, span: Span) -> Expr:
    whole, rest = divmod(length, timedelta(seconds=1))
    if whole >= 1 and not rest:
        return DurationLiteral(whole, span=span)
    return TextLiteral(iso_text(length), span=span)


def _refused(argument: Argument, value: object) -> DefinitionError:
    shown = repr(value) if isinstance(value, float | Decimal) else f"a {type(value).__name__}"
    help = "a value is None, a truth, a number, a text, a time, a list or a dictionary"
    return refuse(NO_VALUE, argument, f"{shown} is no value of a specification", help)
