"""Hypothesis strategies for whole files as trees: every node that a reader can produce.

The trees can be written in each notation. They need not make sense to the compiler.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stateous.grammar.syntax import (
    ActionKind,
    After,
    Anywhere,
    ApprovalKind,
    At,
    AtOnce,
    Attempts,
    Backoff,
    Branches,
    CallEffect,
    CommandDecl,
    ContextDecl,
    Deadline,
    DecideKind,
    DecideLine,
    DurationLiteral,
    Effect,
    EmitEffect,
    Ensures,
    Entering,
    EnumDecl,
    EventDecl,
    Every,
    Expires,
    Expr,
    FactDecl,
    File,
    Fold,
    ForeachKind,
    Gather,
    Join,
    Key,
    Lookup,
    MachineDecl,
    MachineStateDecl,
    Member,
    Name,
    NameExpr,
    Occasion,
    OnEntry,
    OnFact,
    OnLine,
    ParallelKind,
    Passing,
    PropertyDecl,
    ReadModelDecl,
    Retries,
    RoleDecl,
    SetEffect,
    SpecificationDecl,
    StartLine,
    StateDecl,
    Subject,
    Target,
    TaskKind,
    TextLiteral,
    Timeout,
    ToEnd,
    ToFail,
    ToRefuse,
    ToState,
    ToStay,
    Trigger,
    TypeDecl,
    Until,
    Use,
    WaitForEvents,
    WaitForTime,
    WithClause,
    WorkflowDecl,
    Writes,
)
from tests.expressions import GUARDS, LITERALS, NOWHERE, PROPERTIES, TEXTS
from tests.tree_parts import (
    ALLOWS,
    DECLARED,
    DURATION,
    HYPHENATED,
    INTEGER,
    MEMBERS,
    TEXT,
    TITLE,
    TYPE,
    WORD,
    assigns,
    fields,
    first_of_each,
    line,
    named,
    part,
    some,
)
from tests.tree_steps import FUNCTIONS, specifications

T = TypeVar("T")

# ------------------------------------------------------------- targets and effects

_TO_STATE: SearchStrategy[Target] = part(ToState, HYPHENATED)
_LEAVING: SearchStrategy[Target] = (
    _TO_STATE | part(ToEnd, st.none() | TEXTS) | part(ToFail, st.none() | TEXTS)
)
_TARGET: SearchStrategy[Target] = _LEAVING | part(ToStay) | part(ToRefuse, TEXTS)


def _read_from(*names: str) -> SearchStrategy[Expr]:
    """Return `name.field` for one of these names."""
    base = st.sampled_from(names).map(lambda name: NameExpr(name, span=NOWHERE))
    return part(Member, base, WORD)


def _payload_of_first(branch: Expr, field: Name) -> Expr:
    payload = Name("payload", span=NOWHERE)
    return Member(Member(branch, payload, span=NOWHERE), field, span=NOWHERE)


_FIRST: SearchStrategy[Expr] = st.builds(
    _payload_of_first, part(Branches, st.just("first"), GUARDS), WORD
)
_SET = line(SetEffect, some(WORD, 1, 2), GUARDS | _FIRST)
_EFFECT: SearchStrategy[Effect] = st.one_of(
    _SET, line(EmitEffect, HYPHENATED, assigns(GUARDS)), line(CallEffect, FUNCTIONS)
)
_EFFECTS = some(_EFFECT)
_WITH = line(WithClause, assigns(GUARDS, least=1, most=4))
_MAPPINGS = some(_WITH)

# --------------------------------------------------------------------------- lines


def _guarded(
    node: Callable[..., T], *parts: SearchStrategy[Any], **more: SearchStrategy[Any]
) -> SearchStrategy[T]:
    """Return lines `… [when c | otherwise] -> T`."""
    plain = (st.none(), st.booleans())
    when = (GUARDS, st.just(False))
    target = more.pop("target")
    return line(node, *parts, *plain, target, **more) | line(node, *parts, *when, target, **more)


_START = _guarded(StartLine, target=_LEAVING, effects=_EFFECTS)
_ON = _guarded(OnLine, HYPHENATED, target=_TARGET, first=st.booleans(), effects=_EFFECTS)
_CHOICE = _guarded(DecideLine, target=_LEAVING, effects=_EFFECTS).filter(
    lambda choice: choice.when is not None or choice.otherwise
)
_MACHINE_ON = _guarded(OnLine, HYPHENATED, target=_TO_STATE, first=st.booleans())
_ONS = some(_ON)

# -------------------------------------------------------------------------- states

_TIME: SearchStrategy[Expr] = DURATION | _read_from("ctx")
_BACKOFF = st.tuples(st.integers(1, 99), st.integers(0, 10_000)).map(
    lambda both: Backoff(
        DurationLiteral(both[0], span=NOWHERE),
        DurationLiteral(sum(both), span=NOWHERE),
        span=NOWHERE,
    )
)
_TIMEOUT = st.none() | line(Timeout, DURATION)
_WRITES = st.none() | line(Writes, some(WORD))
_ENSURES = some(line(Ensures, st.none() | HYPHENATED, GUARDS))
_AFTER = some(line(After, DURATION, HYPHENATED, assigns(LITERALS)), most=1)
_JOIN = line(Join, st.sampled_from(("all", "any"))) | line(Join, st.just("at least"), INTEGER)
_CHILDREN = {
    "join": st.none() | _JOIN,
    "passing": st.none() | line(Passing, some(WORD, 1)),
    "mappings": _MAPPINGS,
    "gathers": some(line(Gather, WORD, _read_from("payload")), most=1),
    "timeout": _TIMEOUT,
}
_TASKS = {"timeout": _TIMEOUT, "writes": _WRITES, "ensures": _ENSURES, "after": _AFTER}


def _state(kind: SearchStrategy[Any], **clauses: SearchStrategy[Any]) -> SearchStrategy[StateDecl]:
    return line(StateDecl, DECLARED, TITLE, kind, **clauses)


_STATE: SearchStrategy[StateDecl] = st.one_of(
    _state(
        st.just(TaskKind()),
        retries=st.none() | line(Retries, INTEGER, st.none() | _BACKOFF),
        lines=_ONS,
        **_TASKS,
    ),
    _state(
        st.builds(ActionKind, WORD),
        attempts=st.none() | line(Attempts, INTEGER),
        mappings=_MAPPINGS,
        lines=_ONS,
        timeout=_TIMEOUT,
    ),
    _state(st.builds(DecideKind, st.booleans()), choices=some(_CHOICE, 1)),
    _state(
        st.builds(WaitForEvents, some(HYPHENATED, 1)),
        until=st.none() | line(Until, _TIME),
        lines=_ONS,
    ),
    _state(st.builds(WaitForTime, _TIME), lines=_ONS),
    _state(st.builds(ApprovalKind, WORD), expires=st.none() | line(Expires, _TIME), lines=_ONS),
    _state(st.builds(ParallelKind, some(HYPHENATED, 1)), lines=_ONS, **_CHILDREN),
    _state(
        st.builds(ForeachKind, _read_from("ctx"), WORD, HYPHENATED),
        key=st.none() | line(Key, _read_from("item", "a")),
        at_once=st.none() | line(AtOnce, INTEGER),
        lines=_ONS,
        **_CHILDREN,
    ),
)

# ----------------------------------------------------------------------- workflows

_AT = st.builds(
    At,
    named(st.sampled_from(("08:00", "23:59"))),
    st.none() | named(st.sampled_from(("Monday", "Sunday"))),
    st.none() | named(st.sampled_from(("Europe/Zurich", "UTC"))),
)
_OCCASION: SearchStrategy[Occasion] = st.one_of(
    st.builds(OnFact, HYPHENATED),
    st.builds(OnEntry, WORD, HYPHENATED),
    st.builds(Every, DURATION),
    _AT,
)
_PROPERTY: SearchStrategy[PropertyDecl] = st.one_of(
    line(PropertyDecl, st.sampled_from(("invariant", "never")), WORD, PROPERTIES),
    line(PropertyDecl, st.just("eventually"), st.none() | WORD, PROPERTIES),
    line(
        PropertyDecl,
        st.sampled_from(("leads to", "until")),
        st.none() | WORD,
        PROPERTIES,
        PROPERTIES,
    ),
)
_CONTEXT = line(ContextDecl, WORD, st.none() | fields(1))
_EVENT = line(EventDecl, DECLARED, TITLE, st.none() | TYPE, st.none() | WORD).map(
    # What goes into the context is a payload.
    lambda event: (
        event
        if event.payload
        else EventDecl(event.name, event.title, None, None, allows=event.allows, span=event.span)
    )
)
_WORKFLOW_PARTS: SearchStrategy[Any] = st.one_of(
    _EVENT,
    _STATE,
    _STATE,
    _STATE,
    _START,
    line(Subject, WORD),
    line(Trigger, _OCCASION, _TO_STATE, _MAPPINGS),
    line(Deadline, DURATION, _LEAVING, _EFFECTS),
    line(Anywhere, some(HYPHENATED), some(_ON, 1)),
    _PROPERTY,
    specifications(),
)


def _sort(parts: list[Any], kind: type[T]) -> tuple[T, ...]:
    return tuple(part for part in parts if isinstance(part, kind))


def _own_name(node: Any) -> str:
    name = node.name
    return name.value if isinstance(name, TextLiteral) else str(name.text)


@st.composite
def workflows(draw: st.DrawFn) -> WorkflowDecl:
    """Return workflows of a few parts of any sort."""
    parts = draw(st.lists(_WORKFLOW_PARTS, max_size=8))
    subjects = _sort(parts, Subject)
    return WorkflowDecl(
        draw(DECLARED),
        draw(TITLE),
        context=draw(st.none() | _CONTEXT),
        events=first_of_each(_sort(parts, EventDecl), _own_name),
        start=_sort(parts, StartLine),
        states=first_of_each(_sort(parts, StateDecl), _own_name),
        specifications=first_of_each(_sort(parts, SpecificationDecl), _own_name),
        subject=subjects[0] if subjects else None,
        triggers=_sort(parts, Trigger),
        deadlines=_sort(parts, Deadline),
        anywhere=_sort(parts, Anywhere),
        properties=_sort(parts, PropertyDecl),
        allows=draw(ALLOWS),
        span=NOWHERE,
    )


# --------------------------------------------------------------------------- files

_ENTERING = line(Entering, st.sampled_from(("starts", "invokes")), HYPHENATED, _MAPPINGS).map(
    # A command's name has no hyphen.
    lambda entering: (
        entering
        if "-" not in entering.name.text
        else Entering(
            "starts", entering.name, entering.mappings, allows=entering.allows, span=entering.span
        )
    )
)
_MACHINE_STATE = line(
    MachineStateDecl,
    DECLARED,
    TITLE,
    st.booleans(),
    st.booleans(),
    some(_ENTERING),
    some(_MACHINE_ON),
)
_MACHINE = line(
    MachineDecl,
    WORD,
    TITLE,
    WORD,
    some(_MACHINE_STATE, 1, by=_own_name),
    st.none() | line(Lookup),
    some(specifications(), most=1),
)
_DECLARATIONS: SearchStrategy[Any] = st.one_of(
    workflows(),
    workflows(),
    line(EnumDecl, WORD, TITLE, MEMBERS),
    line(TypeDecl, WORD, TITLE, fields(1)),
    line(Use, TEXT),
    line(CommandDecl, WORD, TITLE, fields()),
    line(FactDecl, DECLARED, TITLE, fields()),
    line(RoleDecl, WORD, TITLE),
    line(ReadModelDecl, WORD, TITLE, WORD, fields(), some(line(Fold, HYPHENATED, some(_SET, 1)))),
    _MACHINE,
    specifications(),
)


@st.composite
def files(draw: st.DrawFn) -> File:
    """Return whole files of up to four declarations of any sort."""
    found = draw(st.lists(_DECLARATIONS, max_size=4))

    def each(kind: type[T]) -> tuple[T, ...]:
        return first_of_each(_sort(found, kind), _own_name)

    return File(
        enums=each(EnumDecl),
        types=each(TypeDecl),
        workflows=each(WorkflowDecl),
        uses=_sort(found, Use),
        commands=each(CommandDecl),
        facts=each(FactDecl),
        roles=each(RoleDecl),
        readmodels=each(ReadModelDecl),
        machines=each(MachineDecl),
        specifications=each(SpecificationDecl),
        span=NOWHERE,
    )
