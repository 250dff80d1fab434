"""The functions of the guard language: `len`, the text tests, `matches`."""

from collections.abc import Callable, Mapping
from typing import Final

from stateous.compiler import guards
from stateous.compiler.constraints import pattern_fault
from stateous.compiler.names import unknown
from stateous.compiler.rules.expressions import BAD_ARGUMENT
from stateous.compiler.rules.names import UNKNOWN_FUNCTION
from stateous.compiler.types import ListType, MapType, Type
from stateous.compiler.typing.kinds import INT, TEXT, is_kind
from stateous.compiler.typing.scope import Report
from stateous.compiler.typing.typed import Typed, holding
from stateous.grammar.syntax import Call, Expr, TextLiteral

_Function = Callable[[Call, Typed, Report], Typed | None]

_OTHER_FORMS: Final = ("any", "all", "count", "visited")
"""Words that stand before `(` too, with forms of their own."""


def is_known(call: Call, report: Report) -> bool:
    """Tell whether it calls a function with as many arguments as that takes; report it if not."""
    name = call.function
    if name.text not in _ARITY:
        known = (*_ARITY, *_OTHER_FORMS)
        report(unknown(UNKNOWN_FUNCTION, name, "a function of the language", known))
        return False
    wanted, given = _ARITY[name.text], len(call.arguments)
    if wanted == given:
        return True
    plural = "argument" if wanted == 1 else "arguments"
    what = f"`{name.text}` takes {wanted} {plural}, not {given}"
    report(BAD_ARGUMENT.at(call.span, what))
    return False


def called(call: Call, value: Typed, report: Report) -> Typed | None:
    """Return the call of a known function, whose first argument is `value`."""
    return _FUNCTIONS[call.function.text](call, value, report)


def _len(call: Call, value: Typed, report: Report) -> Typed | None:
    sized = value.type is None or isinstance(value.type, ListType | MapType)
    if sized or is_kind(value.type, "text"):
        return Typed(guards.Len(value.expr), INT)
    _report_kind(call, value, "a text, a list or a map", report)
    return None


def _text_test(call: Call, value: Typed, report: Report) -> Typed | None:
    if not _is_text(call, value, report):
        return None
    literal = _literal(call.arguments[1], call, report)
    if literal is None:
        return None
    text = guards.Const(literal.value, TEXT)
    match call.function.text:
        case "startswith" | "endswith" | "contains" as test:
            return holding(guards.TextTest(test, value.expr, text))
        case other:
            raise AssertionError(other)


def _matches(call: Call, value: Typed, report: Report) -> Typed | None:
    if not _is_text(call, value, report):
        return None
    literal = _literal(call.arguments[1], call, report)
    fault = pattern_fault(literal) if literal is not None else None
    if fault is not None:
        report(fault)
    if literal is None or fault is not None:
        return None
    return holding(guards.Matches(value.expr, literal.value))


def _is_text(call: Call, value: Typed, report: Report) -> bool:
    if value.type is None or is_kind(value.type, "text"):
        return True
    _report_kind(call, value, "a text", report)
    return False


def _literal(argument: Expr, call: Call, report: Report) -> TextLiteral | None:
    if isinstance(argument, TextLiteral):
        return argument
    what = f"the second argument of `{call.function.text}` is not a text in quotes"
    report(BAD_ARGUMENT.at(argument.span, what, help="write the text itself, in quotes"))
    return None


def _report_kind(call: Call, value: Typed, wanted: str, report: Report) -> None:
    name = call.function.text
    report(
        BAD_ARGUMENT.at(
            call.arguments[0].span,
            f"`{name}` asks for {wanted}, not `{value.kind}`",
            help=_advice(name, value.type),
        )
    )


def _advice(function: str, type_: Type | None) -> str | None:
    if is_kind(type_, "json"):
        return "`json` may hold anything: declare the field with its type"
    if function == "contains" and isinstance(type_, ListType | MapType):
        return "for a list or a map, write `x in e`"
    return None


_ARITY: Final[Mapping[str, int]] = {
    "len": 1,
    "startswith": 2,
    "endswith": 2,
    "contains": 2,
    "matches": 2,
}

_FUNCTIONS: Final[Mapping[str, _Function]] = {
    "len": _len,
    "startswith": _text_test,
    "endswith": _text_test,
    "contains": _text_test,
    "matches": _matches,
}
