"""Literals given to fields by path, as plain JSON."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from stateous.compiler.literals import Plain, plain
from stateous.compiler.rules.expressions import MALFORMED_LITERAL
from stateous.compiler.rules.names import ASSIGNED_TWICE
from stateous.compiler.types import Json, RecordType, Slot
from stateous.compiler.typing.kinds import JSON
from stateous.compiler.typing.reading import follow
from stateous.compiler.typing.scope import Report, Scope
from stateous.compiler.values.door import Breach, admit_record
from stateous.grammar.syntax import Assign, Name

_Where = Callable[[Name], Slot]
"""Gives the record, or any JSON, that a path with this first name goes through."""


def values_of(assigns: Iterable[Assign], record: RecordType, scope: Scope) -> Mapping[str, Json]:
    """Return the literals given to the fields of a record."""
    return _values(assigns, lambda first: Slot(record), scope)


def context_values(assigns: Iterable[Assign], scope: Scope) -> Mapping[str, Json]:
    """Return the literals given to fields of the context, or any key where it is open."""

    def where(first: Name) -> Slot:
        declared = scope.context.field(first.text) is not None
        return Slot(JSON if scope.open_context and not declared else scope.context)

    return _values(assigns, where, scope)


def json_values(assigns: Iterable[Assign], scope: Scope) -> Mapping[str, Json]:
    """Return the literals given to fields of which nothing is known."""
    return _values(assigns, lambda first: Slot(JSON), scope)


def admit_given(
    assigns: Sequence[Assign],
    given: Mapping[str, Json],
    record: RecordType,
    name: Name,
    report: Report,
) -> None:
    """Report literals that the type of a payload does not admit, or a field that is missing."""
    if len(given) < len({assign.path[0].text for assign in assigns}):
        return  # what is wrong with a value has been reported
    try:
        admit_record(record, given, where="payload")
    except Breach as breach:
        parts = [assign for assign in assigns if _path(assign) == breach.path]
        span = parts[0].value.span if parts else name.span
        report(MALFORMED_LITERAL.at(span, breach.message, help="give a value that fits its type"))


def _path(assign: Assign) -> str:
    return ".".join(("payload", *(part.text for part in assign.path)))


def _values(assigns: Iterable[Assign], where: _Where, scope: Scope) -> Mapping[str, Json]:
    found: dict[str, Json] = {}
    for assign in assigns:
        value = _value(assign, where, scope)
        if value is not None and not _put(found, assign.path, value.value):
            name = ".".join(part.text for part in assign.path)
            what = f"`{name}` is given twice"
            scope.report(ASSIGNED_TWICE.at(assign.path[-1].span, what, help="keep one of the two"))
    return found


def _value(assign: Assign, where: _Where, scope: Scope) -> Plain | None:
    end = follow(where(assign.path[0]), assign.path, scope)
    if end is None:
        return None
    type_, _ = end
    return plain(assign.value, type_, scope.vocabulary.enums, scope.report)


def _put(into: dict[str, Json], path: tuple[Name, ...], value: Json) -> bool:
    """Put a value at its path; tell whether the place was free."""
    *outer, last = path
    for name in outer:
        inner = into.setdefault(name.text, {})
        if not isinstance(inner, dict):
            return False
        into = inner
    if last.text in into:
        return False
    into[last.text] = value
    return True
