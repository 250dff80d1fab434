"""Hypothesis strategies for specifications: every step, with and without a table."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stateous.grammar.syntax import (
    Expr,
    GivenCall,
    GivenClock,
    GivenContext,
    GivenFact,
    GivenState,
    InState,
    ListLiteral,
    Membership,
    Name,
    NameExpr,
    Row,
    SpecificationDecl,
    Step,
    Table,
    TextLiteral,
    ThenCompleted,
    ThenCondition,
    ThenEmitted,
    ThenFailed,
    ThenInvokes,
    ThenNothing,
    ThenOtherIn,
    ThenRefused,
    ThenStarts,
    ThenWaitingFor,
    ThenWaitingUntil,
    WhenChild,
    WhenDecided,
    WhenEvent,
    WhenFact,
    WhenFails,
    WhenOutlet,
    WhenPass,
)
from tests.expressions import (
    COLUMN,
    COLUMNS,
    CONDITIONS_OF_ROWS,
    LITERALS,
    NOWHERE,
    PROPERTIES,
)
from tests.tree_parts import DURATION, HYPHENATED, INTEGER, TEXT, WORD, assigns, line, named, some

FUNCTIONS = st.sampled_from(("project.mail:send", "a:b")).map(
    lambda text: TextLiteral(text, span=NOWHERE)
)
"""Functions that a callback may name."""
_REFUSALS = ("no_transition", "guards_overlap", "ensures", "writes", "type", "ended")
_COLUMN_NAME = st.sampled_from(COLUMNS).map(lambda name: Name(name, column=True, span=NOWHERE))


def _steps(
    name: SearchStrategy[Name],
    value: SearchStrategy[Expr],
    text: SearchStrategy[Expr],
    duration: SearchStrategy[Expr],
    reason: SearchStrategy[Name | Expr | None],
    condition: SearchStrategy[Expr],
    number: SearchStrategy[Expr],
) -> SearchStrategy[Step]:
    """Return every kind of step; the arguments say what may stand where a table gives values."""
    values = assigns(value)
    optional = st.none() | text
    child = st.just("completes"), optional, values
    given: SearchStrategy[Step] = st.one_of(
        line(GivenContext, values),
        line(GivenFact, name, values),
        line(GivenState, name),
        line(GivenClock, text),
        line(GivenCall, FUNCTIONS, assigns(value, least=1)),
    )
    when: SearchStrategy[Step] = st.one_of(
        line(WhenEvent, name, values, values, st.booleans()),
        line(WhenFact, name, values),
        line(WhenPass, duration),
        line(WhenFails, name, optional),
        line(WhenOutlet, name, name),
        line(WhenDecided, st.sampled_from(("approved", "rejected")), WORD),
        line(WhenChild, HYPHENATED, optional, *child),
        line(WhenChild, HYPHENATED, optional, st.just("fails")),
    )
    then: SearchStrategy[Step] = st.one_of(
        line(ThenCompleted, optional),
        line(ThenFailed, optional),
        line(ThenRefused, reason),
        line(ThenEmitted, name, values),
        line(ThenNothing, st.sampled_from(("emitted", "invoked", "started"))),
        line(ThenInvokes, WORD, values),
        line(ThenStarts, HYPHENATED),
        line(ThenWaitingUntil, text),
        line(ThenWaitingFor, some(name, 1)),
        line(ThenOtherIn, HYPHENATED, some(name, 1)),
        line(ThenCondition, condition.filter(_is_condition), st.none()),
        line(
            ThenCondition,
            name.map(lambda state: InState((state,), span=NOWHERE)),
            st.none() | number,
        ),
    )
    return given | when | then


def _is_condition(condition: Expr) -> bool:
    """Tell whether this is not what `W in S` means behind `then`: the state of another token."""
    if not isinstance(condition, Membership) or condition.negated:
        return True
    container = condition.container
    states = container.items if isinstance(container, ListLiteral) else (container,)
    return not (
        isinstance(condition.item, NameExpr)
        and states
        and all(isinstance(state, NameExpr) for state in states)
    )


_REASON = st.none() | named(st.sampled_from(_REFUSALS)) | TEXT
_PLAIN = _steps(HYPHENATED, LITERALS, TEXT, DURATION, _REASON, PROPERTIES, INTEGER)
_OF_ROWS = _steps(
    HYPHENATED | _COLUMN_NAME,
    LITERALS | COLUMN,
    TEXT | COLUMN,
    DURATION | COLUMN,
    _REASON | _COLUMN_NAME,
    CONDITIONS_OF_ROWS,
    INTEGER | COLUMN,
)

# A cell of one name is a NameExpr, also where it has a hyphen.
_CELL: SearchStrategy[Expr] = LITERALS | HYPHENATED.map(
    lambda name: NameExpr(name.text, span=NOWHERE)
)
_ROW = line(Row, st.tuples(*(_CELL for _ in COLUMNS)))
_TABLE = line(
    Table,
    st.permutations(COLUMNS).map(lambda names: tuple(Name(name, span=NOWHERE) for name in names)),
    some(_ROW, 1, 3),
)


def specifications() -> SearchStrategy[SpecificationDecl]:
    """Return specifications; only where there is a table do steps name its columns."""
    return line(SpecificationDecl, TEXT, some(_PLAIN, 1, 4)) | line(
        SpecificationDecl, TEXT, some(_OF_ROWS, 1, 4), cases=_TABLE
    )
