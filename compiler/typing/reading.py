"""Names and paths in expressions: what they read in their place."""

from typing import Final, Literal

from stateous.compiler import guards
from stateous.compiler.ir import OWN_EVENTS
from stateous.compiler.literals import no_member, unknown_word
from stateous.compiler.names import unknown
from stateous.compiler.rules.expressions import NO_FIELDS
from stateous.compiler.rules.names import (
    AMBIGUOUS_NAME,
    NAME_OUT_OF_PLACE,
    NO_PAYLOAD,
    UNKNOWN_FIELD,
    UNKNOWN_NAME,
)
from stateous.compiler.types import (
    EnumType,
    Field,
    ListType,
    MapType,
    RecordType,
    Slot,
    Type,
    described,
)
from stateous.compiler.typing.kinds import BROKEN, DATETIME, INT, JSON, is_kind
from stateous.compiler.typing.scope import DESCRIBED, READABLE, ROOTS, Root, Scope, Word
from stateous.compiler.typing.typed import Typed
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.source import Span
from stateous.grammar.syntax import Expr, Member, Name, NameExpr

ReadRoot = Root | Literal["ctx", "payload", "subject"]

_FEW_FIELDS: Final = 9
"""How many fields that may be read bare a message lists."""


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
    return (
        isinstance(expr, NameExpr)
        and scope.bare(expr.name) is None
        and (expr.quoted or expr.name not in ROOTS)
    )


def word(expr: NameExpr, opposite: Type | None, scope: Scope) -> Typed | None:
    """Return what a bare name means: a variable or field, `visit`, `now`, an enum member."""
    if _reads_bare(expr, scope):
        return _bare(expr, (), scope, opposite)
    if is_free(expr, scope):
        return _free_word(expr, opposite, scope)
    match expr.name:
        case "visit" | "attempt" | "now" as name:
            return _clock(name, expr.span, scope)
        case "ctx" | "payload" | "subject" as root:
            _report_bare_root(root, expr.span, scope)
        case other:
            _report_out_of_place(other, expr.span, scope)
    return None


def _reads_bare(expr: NameExpr, scope: Scope) -> bool:
    """Tell whether the name is a variable or a field; a word that may be read here goes first."""
    is_word = not expr.quoted and expr.name in ROOTS
    return scope.bare(expr.name) is not None and not (
        is_word and expr.name in READABLE[scope.position]
    )


def member(expr: Member, scope: Scope) -> Typed | None:
    """Return what a path reads: from the context, the payload, a variable, or an enum."""
    base, names = path_of(expr)
    if not isinstance(base, NameExpr):
        scope.report(NO_FIELDS.at(names[0].span, f"nothing here has a field `{names[0].text}`"))
        return None
    if _reads_bare(base, scope):
        return _bare(base, names, scope, None)
    if not base.quoted:
        match base.name:
            case "ctx":
                return _context(base, names, scope)
            case "payload":
                return _payload(base, names, scope)
            case "subject":
                return _subject(base, names, scope)
    if base.name in scope.vocabulary.types:
        return _type_member(scope.vocabulary.types[base.name], base, names, scope)
    _report_unknown_base(base, scope)
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
        else f"declare `{event}` with a type, such as `T`"
    )
    return NO_PAYLOAD.at(span, f"`{event}` has no payload", help=help_)


def _without_payload(span: Span, scope: Scope) -> Diagnostic:
    if scope.position == "trigger":
        return NO_PAYLOAD.at(span, "the clock gives no payload", help="only facts carry data")
    return no_payload(span, scope.event or "START")


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


def _read(root: ReadRoot, slot: Slot, names: tuple[Name, ...], scope: Scope) -> Typed | None:
    end = follow(slot, names, scope)
    if end is None:
        return None
    type_, nullable = end
    path = tuple(name.text for name in names)
    return Typed(guards.Read(root, path, type_, nullable), type_)


def _context(base: NameExpr, names: tuple[Name, ...], scope: Scope) -> Typed | None:
    if not may_read("ctx", base.span, scope):
        return None
    any_key = scope.open_context and scope.context.field(names[0].text) is None
    return _read("ctx", Slot(JSON if any_key else scope.context), names, scope)


def _payload(base: NameExpr, names: tuple[Name, ...], scope: Scope) -> Typed | None:
    if not may_read("payload", base.span, scope):
        return None
    if scope.payload is None:
        scope.report(_without_payload(base.span, scope))
        return None
    any_key = scope.open_payload and scope.payload.field(names[0].text) is None
    slot = Slot(JSON if any_key else scope.payload)
    if scope.position == "branch":
        payload = Name("payload", span=base.span)
        return _read("branch", Slot(_holding(payload, slot)), (payload, *names), scope)
    return _read("payload", slot, names, scope)


def _holding(name: Name, slot: Slot) -> RecordType:
    return RecordType("branch", (Field(name.text, slot),))


def _subject(base: NameExpr, names: tuple[Name, ...], scope: Scope) -> Typed | None:
    if not may_read("subject", base.span, scope):
        return None
    if scope.position == "entering" and scope.model is not None:
        return _read("model", Slot(scope.model), names, scope)
    if scope.subject is None:
        _report_out_of_place("subject", base.span, scope)
        return None
    return _read("subject", Slot(scope.subject), names, scope)


def _bare(
    base: NameExpr, names: tuple[Name, ...], scope: Scope, opposite: Type | None
) -> Typed | None:
    """Return what a variable, a field of the read model or a word of a branch reads."""
    found = scope.bare(base.name)
    assert found is not None
    root, slot = found
    if root != "branch" and isinstance(opposite, EnumType) and base.name in opposite.members:
        scope.report(_ambiguous(base, root, opposite))
        return None
    if root == "variable":
        end = follow(slot, names, scope)
        if end is None:
            return None
        path = tuple(name.text for name in names)
        return Typed(guards.Read("variable", path, *end, base.name), end[0])
    own = Name(base.name, span=base.span)
    return _read(root, Slot(RecordType(root, (Field(own.text, slot),))), (own, *names), scope)


def _ambiguous(base: NameExpr, root: Root, opposite: EnumType) -> Diagnostic:
    what = "a variable" if root == "variable" else "a field of the read model"
    return AMBIGUOUS_NAME.at(
        base.span,
        f"`{base.name}` is {what} here and a member of `{described(opposite)}`",
        help=f"write `{opposite.name}.{base.name}`"
        if opposite.name
        else "rename the variable"
        if root == "variable"
        else "give the enum a name, and write `Enum.member`",
    )


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


def _report_bare_root(root: Literal["ctx", "payload", "subject"], span: Span, scope: Scope) -> None:
    if may_read(root, span, scope):
        help_ = f"read one of its fields: `{root}.field`"
        scope.report(NO_FIELDS.at(span, f"`{root}` is no value by itself", help=help_))


def _report_out_of_place(word: str, span: Span, scope: Scope) -> None:
    notes = {
        "subject": ("`subject` is the read model that a workflow is for; this one is for none",)
        if scope.subject is None
        else (),
        "branches": ("`branches` may be read only on `joined`",),
    }
    scope.report(
        NAME_OUT_OF_PLACE.at(
            span,
            f"`{word}` cannot be read in {DESCRIBED[scope.position]}",
            notes=notes.get(word, ()),
            help=_readable(scope),
        )
    )


def _readable(scope: Scope) -> str:
    """Return what an expression in this place may read, as a message says it."""
    words = [word for word in READABLE[scope.position] if word != "subject" or scope.subject]
    fields = scope.bare_names[:_FEW_FIELDS]
    known = ", ".join(f"`{known}`" for known in (*words, *fields))
    return f"what may be read here: {known}" if known else "only literals may stand here"


def _report_unknown_base(base: NameExpr, scope: Scope) -> None:
    if base.name in ROOTS and not base.quoted:
        if base.name in ("subject", "branches"):
            _report_out_of_place(base.name, base.span, scope)
        else:
            scope.report(NO_FIELDS.at(base.span, f"`{base.name}` has no fields"))
        return
    with_fields = ("ctx", "payload", "subject")
    roots = (word for word in READABLE[scope.position] if word in with_fields)
    known = (*roots, *scope.bare_names, *scope.vocabulary.enums)
    name = Name(base.name, span=base.span)
    scope.report(unknown(UNKNOWN_NAME, name, "known here", known))
