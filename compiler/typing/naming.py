"""What an expression names without reading it: events that are counted, states, outcomes."""

from stateous.compiler import guards
from stateous.compiler.ir import OWN_EVENTS
from stateous.compiler.names import unknown
from stateous.compiler.rules.names import (
    UNKNOWN_EVENT,
    UNKNOWN_LABEL,
    UNKNOWN_OUTLET,
    UNKNOWN_STATE,
)
from stateous.compiler.typing.kinds import INT
from stateous.compiler.typing.reading import may_read
from stateous.compiler.typing.scope import Scope
from stateous.compiler.typing.typed import Typed
from stateous.grammar.source import Span
from stateous.grammar.syntax import Count, Ended, Name


def counted(expr: Count, scope: Scope) -> Typed | None:
    """Return `count(event)` or `count(state.outlet)`.

    Counted are declared events, facts that a wait names, and the engine's own events; an
    outlet is one of a state of a special kind.
    """
    if not may_read("count", expr.span, scope):
        return None
    if expr.state is not None:
        return _counted_outlet(expr.state, expr.event, scope)
    vocabulary = scope.vocabulary
    known = (*vocabulary.events, *vocabulary.facts, *OWN_EVENTS)
    if expr.event.text not in known:
        scope.report(
            unknown(
                UNKNOWN_EVENT,
                expr.event,
                f"an event of {vocabulary.owner}",
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
            f"a state of {vocabulary.owner}",
            vocabulary.states,
            known_as={"an event": vocabulary.events},
        )
    )
    return None


def ended(expr: Ended, scope: Scope) -> guards.Expr | None:
    """Return `ended`, `END`, `FAIL` or `END as "label"`, whose label an END must have."""
    label, labels = expr.label, scope.vocabulary.labels
    if label is None or label in labels:
        return guards.Ended(expr.how, label)
    if not scope.vocabulary.incomplete:
        what = f"an outcome of {scope.vocabulary.owner}"
        scope.report(unknown(UNKNOWN_LABEL, _label(label, expr.span), what, sorted(labels)))
    return None


def _label(label: str, whole: Span) -> Name:
    """Return the label of `END as "label"` with its own place where it stands there as it is."""
    found = whole.text.rfind(label)
    start = whole.start + found
    exact = Span(whole.source, start, start + len(label), whole.edits)
    return Name(label, span=whole if found < 0 else exact)


def _counted_outlet(state: Name, outlet: Name, scope: Scope) -> Typed | None:
    if known_state(state, scope) is None:
        return None
    outlets = scope.vocabulary.outlets.get(state.text, ())
    if outlet.text in outlets:
        return Typed(guards.Count(outlet.text, state.text), INT)
    what = f"an outlet of `{state.text}`"
    if outlets:
        scope.report(unknown(UNKNOWN_OUTLET, outlet, what, outlets))
        return None
    message = f"`{state.text}` has no outlet `{outlet.text}`"
    help_ = f"events are counted over all states: `count({outlet.text})`"
    scope.report(UNKNOWN_OUTLET.at(outlet.span, message, help=help_))
    return None
