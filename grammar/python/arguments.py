"""What the methods of the Python notation are given, checked and made into syntax nodes.

Each function takes the argument's place and its value, and raises `DefinitionError` at
that place when the value can mean nothing.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stateous.grammar.diagnostic import Diagnostic, Fix, Rule
from stateous.grammar.durations import LONGEST, seconds
from stateous.grammar.python.call_site import Argument
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.rules import (
    BAD_DURATION,
    BAD_NAME,
    BAD_RETRIES,
    NOT_A_MODEL,
    RESERVED_WORD,
    WRONG_ARGUMENT,
)
from stateous.grammar.syntax import (
    Backoff,
    DurationLiteral,
    Expr,
    FieldDecl,
    Name,
    NumberLiteral,
    Retries,
    TypeUse,
)

if TYPE_CHECKING:
    from pydantic import BaseModel

OWN_EVENTS = ("timeout", "error", "joined")
RESERVED = frozenset({"START", "END", "FAIL", "STAY", "REFUSE", *OWN_EVENTS})
LONGEST_NAME = 64

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_HYPHENATED = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")


def refuse(
    rule: Rule,
    argument: Argument,
    message: str,
    help: str | None = None,
    fix: Fix | None = None,
) -> DefinitionError:
    """Return the error of `rule` at the place of an argument."""
    return DefinitionError(rule.at(argument.text, message, help=help, fix=fix))


def text(argument: Argument, value: object, what: str) -> str:
    """Return `value`, which must be a text."""
    if not isinstance(value, str):
        raise refuse(WRONG_ARGUMENT, argument, f"{what} is a text, not {_kind(value)}")
    return value


def optional_text(argument: Argument, value: object, what: str) -> str | None:
    """Return `value`, which must be a text or None."""
    return None if value is None else text(argument, value, what)


def _kind(value: object) -> str:
    """Return how a message names what a value is."""
    if isinstance(value, type):
        return f"`{value.__name__}`"
    return f"`{value!r}`" if value is None or isinstance(value, bool) else type(value).__name__


def declared_name(argument: Argument, value: object, kind: str) -> Name:
    """Return the name of a workflow, a state or an event that is being declared."""
    name = text(argument, value, f"the name of a {kind}")
    if name in RESERVED:
        raise refuse(
            RESERVED_WORD,
            argument,
            f"`{name}` is a word of the language and cannot be declared",
            f'use it by name, as in `on="{name}"`' if name in OWN_EVENTS else f"rename the {kind}",
        )
    return _checked_name(argument, name, _HYPHENATED, "letters, digits, `_` and `-`")


def plain_name(argument: Argument, value: object, kind: str) -> Name:
    """Return the name of anything else that is being declared: it has no hyphens."""
    name = text(argument, value, f"the name of a {kind}")
    return _checked_name(argument, name, _NAME, "letters, digits and `_`")


def field_name(argument: Argument, value: object) -> Name:
    """Return the name of a field."""
    name = text(argument, value, "the name of a field")
    return _checked_name(argument, name, _NAME, "letters, digits and `_`")


def _hyphenated_name(argument: Argument, name: str) -> Name:
    return _checked_name(argument, name, _HYPHENATED, "letters, digits, `_` and `-`")


def _checked_name(argument: Argument, name: str, form: re.Pattern[str], made_of: str) -> Name:
    if form.fullmatch(name) is None:
        message = f"`{name}` is not a name" if name.strip() else "the name is empty"
        help = f"a name begins with a letter and has ASCII {made_of}"
        raise refuse(BAD_NAME, argument, message, help)
    if len(name) > LONGEST_NAME:
        message = f"the name has {len(name)} characters"
        raise refuse(BAD_NAME, argument, message, f"use at most {LONGEST_NAME}")
    return Name(name, span=argument.text)


def duration(argument: Argument, value: object) -> DurationLiteral:
    """Return a duration such as `6h`, from one second to ten years."""
    spelt = text(argument, value, "a duration")
    length = seconds(spelt)
    if length is None:
        help = "write a number and a unit, as in `30s`, `10m`, `6h` or `1d12h`"
        raise refuse(BAD_DURATION, argument, f"`{spelt}` is not a duration", help)
    if not 1 <= length <= LONGEST:
        help = "a duration is at least `1s` and at most `3650d`"
        raise refuse(BAD_DURATION, argument, f"`{spelt}` is out of range", help)
    return DurationLiteral(length, span=argument.text)


def whole(argument: Argument, value: object, what: str, least: int = 0) -> NumberLiteral:
    """Return a whole number that is not below `least`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise refuse(WRONG_ARGUMENT, argument, f"{what} is a whole number, not {_kind(value)}")
    if value < least:
        raise refuse(WRONG_ARGUMENT, argument, f"{what} is at least {least}")
    return NumberLiteral(value, span=argument.span)


def truth(argument: Argument, value: object, what: str) -> bool:
    """Return `value`, which must be True or False."""
    if not isinstance(value, bool):
        raise refuse(WRONG_ARGUMENT, argument, f"{what} is True or False")
    return value


def retries(
    argument: Argument, number: object, backoff_argument: Argument, backoff: object
) -> Retries | None:
    """Return how often a failed task is tried again; None where nothing is said."""
    if number is None and backoff is None:
        return None
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        message = f"`retries` is a whole number, not {_kind(number)}"
        raise refuse(BAD_RETRIES, argument, message)
    if number is not None and number < 0:
        raise refuse(BAD_RETRIES, argument, "`retries` is negative", "write 0 for one attempt")
    if number is None:
        message = "a `backoff` needs `retries`"
        raise refuse(BAD_RETRIES, backoff_argument, message, "say how often to try again")
    waits = None if backoff is None else _backoff(backoff_argument, backoff)
    literal = NumberLiteral(number, span=argument.span)
    end = argument.span if waits is None else argument.span.to(waits.span)
    return Retries(literal, waits, span=end)


def _backoff(argument: Argument, value: object) -> Backoff:
    spelt = text(argument, value, "`backoff`")
    first, dots, longest = spelt.partition("..")
    if not dots:
        help = "write the first and the longest wait, as in `1s..1m`"
        raise refuse(BAD_DURATION, argument, f"`{spelt}` is not a backoff", help)
    middle = len(first)
    return Backoff(
        duration(argument.part(0, middle), first),
        duration(argument.part(middle + 2, len(spelt)), longest),
        span=argument.text,
    )


def sequence(argument: Argument, value: object, what: str) -> Sequence[object]:
    """Return `value`, which must be a list or tuple."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        help = f"write `[{value!r}]`" if isinstance(value, str) else None
        raise refuse(WRONG_ARGUMENT, argument, f"{what}, not {_kind(value)}", help)
    return value


def mapping(argument: Argument, value: object, what: str) -> Mapping[object, object]:
    """Return `value`, which must be a dictionary."""
    if not isinstance(value, Mapping):
        raise refuse(WRONG_ARGUMENT, argument, f"{what} is a dictionary, not {_kind(value)}")
    return value


def field_names(argument: Argument, value: object, what: str) -> tuple[Name, ...]:
    """Return the names of fields that a list holds."""
    items = sequence(argument, value, f"{what} is a list of field names")
    return tuple(field_name(argument.item(index), name) for index, name in enumerate(items))


def path(argument: Argument, value: object) -> tuple[Name, ...]:
    """Return the names of a dotted path."""
    names: list[Name] = []
    start = 0
    parts = text(argument, value, "the path of a field").split(".")
    for number, part in enumerate(parts):
        place = argument.part(start, start + len(part))
        # A longer path may begin with a child that a `parallel` runs, which may have `-`.
        child = number == 0 and len(parts) > 1
        names.append(_hyphenated_name(place, part) if child else field_name(place, part))
        start += len(part) + 1
    return tuple(names)


def reference(argument: Argument, value: object, *kinds: str) -> Name:
    """Return the name of something that is given by its handle, or by its name.

    `kinds` are what it may be, by `declared_kind` of the handles; a text may name what is
    declared later, or in another file.
    """
    kind = getattr(value, "declared_kind", None)
    if kind in kinds:
        return Name(str(getattr(value, "name")), span=argument.span)  # noqa: B009
    if not isinstance(value, str):
        message = f"a {kinds[0]} is what declared it, or its name, not {_kind(value)}"
        raise refuse(WRONG_ARGUMENT, argument, message)
    return _hyphenated_name(argument, value)


def expression(
    argument: Argument,
    value: object,
    what: str,
    said: list[Diagnostic],
    *,
    states_allowed: bool = False,
    columns_allowed: bool = False,
) -> Expr:
    """Return the expression that a text spells, and add to `said` what is to be said of it.

    `states_allowed`: `in S`, `ended` and the like may stand in it; `columns_allowed`: columns.
    """
    from stateous.grammar.flow.guard_reader import read_expression

    expr, diagnostics = read_expression(
        text(argument, value, what),
        argument.at,
        states_allowed=states_allowed,
        columns_allowed=columns_allowed,
    )
    _settle(diagnostics, said)
    assert expr is not None
    return expr


def field(argument: Argument, value: object, said: list[Diagnostic]) -> FieldDecl:
    """Return the field that a line such as `input repo: text` declares."""
    from stateous.grammar.flow.guard_reader import read_field

    found, diagnostics = read_field(text(argument, value, "a field"), argument.at)
    _settle(diagnostics, said)
    assert found is not None
    return found


def type_use(argument: Argument, value: object, said: list[Diagnostic]) -> TypeUse:
    """Return the type that a text such as `list of Tests` spells."""
    from stateous.grammar.flow.guard_reader import read_type

    found, diagnostics = read_type(text(argument, value, "a type"), argument.at)
    _settle(diagnostics, said)
    assert found is not None
    return found


def _settle(diagnostics: tuple[Diagnostic, ...], said: list[Diagnostic]) -> None:
    """Raise the first error, or keep what else is to be said."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.is_error]
    if errors:
        raise DefinitionError(errors[0])
    said.extend(diagnostics)


def model(argument: Argument, value: object, what: str) -> "type[BaseModel]":
    """Return `value`, which must be a pydantic model class with fields."""
    from pydantic import BaseModel, RootModel

    if not isinstance(value, type) or not issubclass(value, BaseModel):
        help = "give the class itself" if isinstance(value, BaseModel) else None
        message = f"{what} is a pydantic model class, not {_kind(value)}"
        raise refuse(NOT_A_MODEL, argument, message, help)
    if issubclass(value, RootModel):
        message = f"`{value.__name__}` is a root model, which has no fields"
        raise refuse(NOT_A_MODEL, argument, message, "put its value in a field of a model")
    return value


def model_name(model: "type[BaseModel]") -> str:
    """Return the name that a model's type has in a spec: that of its class.

    The brackets of a model with parameters, such as `Page[int]`, become `_`.
    """
    return re.sub(r"[^A-Za-z0-9_]", "_", model.__name__)
