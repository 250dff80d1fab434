"""Names and paths in expressions: what they read in their place."""

from typing import Literal

from stateous.compiler import guards
from stateous.compiler.ir import OWN_EVENTS
from stateous.compiler.literals import no_member, unknown_word
from stateous.compiler.names import unknown
from stateous.compiler.rules.expressions import NO_FIELDS
from stateous.compiler.rules.names import (
    AMBIGUOUS_NAME,
    NAME_OUT_OF_PLACE,
    NO_PAYLOAD,
    UNKNOWN_EVENT,
    UNKNOWN_FIELD,
    UNKNOWN_NAME,
    UNKNOWN_OUTLET,
    UNKNOWN_STATE,
)
from stateous.compiler.types import EnumType, ListType, MapType, RecordType, Slot, Type, described
from stateous.compiler.typing.kinds import BROKEN, DATETIME, INT, JSON, is_kind
from stateous.compiler.typing.scope import DESCRIBED, READABLE, ROOTS, Scope, Word
from stateous.compiler.typing.typed import Typed
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Span
from stateous.grammar.syntax import Count, Expr, Member, Name, NameExpr


def path_of(expr: Member) -> tuple[Expr, tuple[Name, ...]]:
    """Return what a chain of members begins with, and the names behind it."""
    names: list[Name] = []
    base: Expr = expr
    while isinstance(base, Member):
        names.append(base.name)
        base = base.base
    return base, tuple(reversed(names))


def is_free(expr: Expr, scope: Scope) -> bool:
    """Tell whether a bare name has no meaning of its own: it may be an enum member."""
    if not isinstance(expr, NameExpr) or expr.name in scope.variables:
        return False
    return expr.quoted or expr.name not in ROOTS


def word(expr: NameExpr, opposite: Type | None, scope: Scope) -> Typed | None:
    """Return what a bare name means: a variable, `visit`, `attempt`, `now`, an enum member."""
    if expr.name in scope.variables:
        return _variable(expr, (), scope, opposite)
    if is_free(expr, scope):
        return _free_word(expr, opposite, scope)
    match expr.name:
        case "visit" | "attempt" | "now" as name:
            return _clock(name, expr.span, scope)
        case "ctx" | "payload" as root:
            _report_bare_root(root, expr.span, scope)
        case other:
            _report_out_of_place(other, expr.span, scope)
    return None


def member(expr: Member, scope: Scope) -> Typed | None:
    """Return what a path reads: from the context, the payload, a variable, or an enum."""
    base, names = path_of(expr)
    if not isinstance(base, NameExpr):
        scope.report(NO_FIELDS.at(names[0].span, f"nothing here has a field `{names[0].text}`"))
        return None
    if base.name in scope.variables:
        return _variable(base, names, scope, None)
    if base.name == "ctx" and not base.quoted:
        return _context(base, names, scope)
    if base.name == "payload" and not base.quoted:
        return _payload(base, names, scope)
    if base.name in scope.vocabulary.types:
        return _type_member(scope.vocabulary.types[base.name], base, names, scope)
    _report_unknown_base(base, scope)
    return None


def counted(expr: Count, scope: Scope) -> Typed | None:
    """Return `count(event)`, of a declared event or one of the engine's own."""
    if not may_read("count", expr.span, scope):
        return None
    if expr.state is not None:
        _refuse_outlet(expr.state, expr.event, scope)
        return None
    vocabulary = scope.vocabulary
    known = (*vocabulary.events, *OWN_EVENTS)
    if expr.event.text not in known:
        scope.report(
            unknown(
                UNKNOWN_EVENT,
                expr.event,
                f"an event of `{vocabulary.workflow}`",
                known,
                known_as={"a state": vocabulary.states},
            )
        )
        return None
    return Typed(guards.Count(expr.event.text), INT)


def known_state(name: Name, scope: Scope) -> str | None:
    """Return the name of a state of the workflow, or None after reporting that it is none."""
    vocabulary = scope.vocabulary
    if name.text in vocabulary.states:
        return name.text
    scope.report(
        unknown(
            UNKNOWN_STATE,
            name,
            f"a state of `{vocabulary.workflow}`",
            vocabulary.states,
            known_as={"an event": vocabulary.events},
        )
    )
    return None


def may_read(word: Word, span: Span, scope: Scope) -> bool:
    """Tell whether the place may read `word`; report it when it may not."""
    if scope.may_read(word):
        return True
    _report_out_of_place(word, span, scope)
    return False


def no_payload(span: Span, event: str) -> Diagnostic:
    """Return that an event carries no data."""
    help_ = (
        "the engine fires it without one"
        if event in OWN_EVENTS
        else f"declare it with a type: `event {event}: T`"
    )
    return NO_PAYLOAD.at(span, f"`{event}` has no payload", help=help_)


def follow(slot: Slot, names: tuple[Name, ...], scope: Scope) -> tuple[Type, bool] | None:
    """Return the type at the end of a path from `slot`, and whether it can be null."""
    type_, nullable = slot.type, slot.nullable
    for name in names:
        inner = _inside(type_, name, scope)
        if inner is None:
            return None
        type_, nullable = inner.type, nullable or inner.nullable
    return None if _core(type_) is BROKEN else (type_, nullable or is_kind(type_, "json"))


def _core(type_: Type) -> Type:
    """Return what a list or map is made of, however deep."""
    match type_:
        case ListType(item=Slot(type=inner)) | MapType(value=Slot(type=inner)):
            return _core(inner)
        case _:
            return type_


def _inside(type_: Type, name: Name, scope: Scope) -> Slot | None:
    match type_:
        case MapType(value=value):
            return Slot(value.type, nullable=True)
        case RecordType():
            return _field(type_, name, scope)
        case _ if is_kind(type_, "json"):
            return Slot(JSON, nullable=True)
        case ListType():
            what = f"a list has no field `{name.text}`"
            scope.report(NO_FIELDS.at(name.span, what, help="ask of its items by `any` or `all`"))
        case _:
            what = f"`{described(type_)}` has no field `{name.text}`"
            help_ = "a path goes through types with fields, maps and `json`"
            scope.report(NO_FIELDS.at(name.span, what, help=help_))
    return None


def _field(record: RecordType, name: Name, scope: Scope) -> Slot | None:
    if record is BROKEN:
        return None
    field = record.field(name.text)
    if field is not None:
        return field.slot
    names = [field.name for field in record.fields]
    scope.report(unknown(UNKNOWN_FIELD, name, f"a field of `{record.name}`", names))
    return None


def _read(base: NameExpr, slot: Slot, names: tuple[Name, ...], scope: Scope) -> Typed | None:
    end = follow(slot, names, scope)
    if end is None:
        return None
    type_, nullable = end
    path = tuple(name.text for name in names)
    match base.name:
        case "ctx" | "payload" as root if not base.quoted:
            return Typed(guards.Read(root, path, type_, nullable), type_)
        case variable:
            return Typed(guards.Read("variable", path, type_, nullable, variable), type_)


def _context(base: NameExpr, names: tuple[Name, ...], scope: Scope) -> Typed | None:
    if not may_read("ctx", base.span, scope):
        return None
    declared = scope.context.field(names[0].text) is not None
    any_key = scope.open_context and not declared
    return _read(base, Slot(JSON if any_key else scope.context), names, scope)


def _payload(base: NameExpr, names: tuple[Name, ...], scope: Scope) -> Typed | None:
    if not may_read("payload", base.span, scope):
        return None
    if scope.payload is None:
        scope.report(no_payload(base.span, scope.event or "START"))
        return None
    return _read(base, Slot(scope.payload), names, scope)


def _variable(
    base: NameExpr, names: tuple[Name, ...], scope: Scope, opposite: Type | None
) -> Typed | None:
    if isinstance(opposite, EnumType) and base.name in opposite.members:
        scope.report(
            AMBIGUOUS_NAME.at(
                base.span,
                f"`{base.name}` is a variable here and a member of `{described(opposite)}`",
                help=f"write `{opposite.name}.{base.name}`"
                if opposite.name
                else "rename the variable",
            )
        )
        return None
    return _read(base, scope.variables[base.name], names, scope)


def _enum_member(enum: EnumType, name: Name, scope: Scope) -> Typed | None:
    if name.text in enum.members:
        return Typed(guards.Const(name.text, enum), enum)
    scope.report(no_member(name, enum))
    return None


def _type_member(
    type_: Type, base: NameExpr, names: tuple[Name, ...], scope: Scope
) -> Typed | None:
    if type_ is BROKEN:
        return None
    if not isinstance(type_, EnumType):
        scope.report(NO_FIELDS.at(base.span, f"`{base.name}` is a type and no value"))
        return None
    found = _enum_member(type_, names[0], scope)
    if found is None or len(names) == 1:
        return found
    what = f"`{type_.name}` has no field `{names[1].text}`"
    scope.report(NO_FIELDS.at(names[1].span, what))
    return None


def _free_word(expr: NameExpr, opposite: Type | None, scope: Scope) -> Typed | None:
    name = Name(expr.name, span=expr.span)
    if isinstance(opposite, EnumType):
        return _enum_member(opposite, name, scope)
    scope.report(unknown_word(expr, opposite, scope.vocabulary.enums))
    return None


def _clock(name: Literal["visit", "attempt", "now"], span: Span, scope: Scope) -> Typed | None:
    if not may_read(name, span, scope):
        return None
    return Typed(guards.Clock(name), DATETIME if name == "now" else INT)


def _refuse_outlet(state: Name, outlet: Name, scope: Scope) -> None:
    if known_state(state, scope) is None:
        return
    scope.report(
        UNKNOWN_OUTLET.at(
            outlet.span,
            f"`{state.text}` has no outlet `{outlet.text}`",
            help=f"events are counted over all states: `count({outlet.text})`",
        )
    )


def _report_bare_root(root: Literal["ctx", "payload"], span: Span, scope: Scope) -> None:
    if may_read(root, span, scope):
        help_ = f"read one of its fields: `{root}.field`"
        scope.report(NO_FIELDS.at(span, f"`{root}` is no value by itself", help=help_))


def _report_out_of_place(word: str, span: Span, scope: Scope) -> None:
    words = ", ".join(f"`{known}`" for known in READABLE[scope.position])
    where = DESCRIBED[scope.position]
    notes = {
        "subject": ("`subject` is the read model that a workflow is for; this one is for none",),
        "branches": ("`branches` may be read only on `joined`",),
    }
    scope.report(
        NAME_OUT_OF_PLACE.at(
            span,
            f"`{word}` cannot be read in {where}",
            notes=notes.get(word, ()),
            help=f"what may be read here: {words}",
        )
    )


def _report_unknown_base(base: NameExpr, scope: Scope) -> None:
    if base.name in ROOTS and not base.quoted:
        if base.name in ("subject", "branches"):
            _report_out_of_place(base.name, base.span, scope)
        else:
            scope.report(NO_FIELDS.at(base.span, f"`{base.name}` has no fields"))
        return
    roots = (word for word in READABLE[scope.position] if word in ("ctx", "payload"))
    known = (*roots, *scope.variables, *scope.vocabulary.enums)
    name = Name(base.name, span=base.span)
    scope.report(unknown(UNKNOWN_NAME, name, "known here", known))
