"""What the methods of the Python notation are given, checked and made into syntax nodes.

Each function takes the argument's place and its value, and raises `DefinitionError` at
that place when the value can mean nothing.
"""

import re
from collections.abc import Sequence
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
    Name,
    NumberLiteral,
    Retries,
    Writes,
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
    """Return the name of a workflow, state or event that is being declared."""
    name = text(argument, value, f"the name of a {kind}")
    if name in RESERVED:
        raise refuse(
            RESERVED_WORD,
            argument,
            f"`{name}` is a word of the language and cannot be declared",
            f'use it by name, as in `on="{name}"`' if name in OWN_EVENTS else f"rename the {kind}",
        )
    return _checked_name(argument, name, _HYPHENATED, "letters, digits, `_` and `-`")


def field_name(argument: Argument, value: object) -> Name:
    """Return the name of a field."""
    name = text(argument, value, "the name of a field")
    return _checked_name(argument, name, _NAME, "letters, digits and `_`")


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


def retries(
    argument: Argument, number: object, backoff_argument: Argument, backoff: object
) -> Retries | None:
    """Return how often a failed task is tried again; None for never."""
    if not isinstance(number, int) or isinstance(number, bool):
        message = f"`retries` is a whole number, not {_kind(number)}"
        raise refuse(BAD_RETRIES, argument, message)
    if number < 0:
        raise refuse(BAD_RETRIES, argument, "`retries` is negative", "write 0 for one attempt")
    if number == 0 and backoff is not None:
        message = "a `backoff` needs `retries`"
        raise refuse(BAD_RETRIES, backoff_argument, message, "say how often to try again")
    waits = None if backoff is None else _backoff(backoff_argument, backoff)
    literal = NumberLiteral(number, span=argument.span)
    end = argument.span if waits is None else argument.span.to(waits.span)
    return Retries(literal, waits, span=end) if number else None


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


def writes(argument: Argument, value: object) -> Writes | None:
    """Return the fields that a state's routine may write; None when it does not say."""
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Sequence):
        message = f"`writes` is a list of field names, not {_kind(value)}"
        help = f'write `writes=["{value}"]`' if isinstance(value, str) else None
        raise refuse(WRONG_ARGUMENT, argument, message, help)
    names = (field_name(argument.item(index), name) for index, name in enumerate(value))
    return Writes(tuple(names), span=argument.span)


def expression(
    argument: Argument, value: object, what: str, *, states_allowed: bool = False
) -> tuple[Expr, list[Diagnostic]]:
    """Return the expression that a text spells, and what is to be said of it.

    `states_allowed`: `in S`, `ended` and the like may stand in it.
    """
    from stateous.grammar.flow.guard_reader import read_expression

    spelt = text(argument, value, what)
    expr, diagnostics = read_expression(spelt, argument.at, states_allowed=states_allowed)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.is_error]
    if errors:
        raise DefinitionError(errors[0])
    assert expr is not None
    return expr, list(diagnostics)


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
