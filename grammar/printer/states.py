"""States of a workflow, their clauses and lines, and what stands below lines."""

from collections.abc import Iterable
from typing import Any

from stateous.grammar.printer.expressions import flow
from stateous.grammar.printer.keywords import ENSURES, TARGET, WRITES, condition_at, name_at
from stateous.grammar.printer.lines import (
    Lines,
    Part,
    assignments,
    condition,
    in_order,
    names,
    path,
    statement,
    title,
)
from stateous.grammar.spelling import text
from stateous.grammar.syntax import (
    ActionKind,
    After,
    ApprovalKind,
    AtOnce,
    Attempts,
    CallEffect,
    DecideKind,
    DecideLine,
    EmitEffect,
    Ensures,
    Expires,
    Expr,
    ForeachKind,
    Gather,
    Join,
    Key,
    OnLine,
    ParallelKind,
    Passing,
    Retries,
    SetEffect,
    StartLine,
    StateDecl,
    StateKind,
    Target,
    Timeout,
    ToEnd,
    ToFail,
    ToRefuse,
    ToState,
    Until,
    WaitForEvents,
    WaitForTime,
    WithClause,
    Writes,
)


def target(node: Target) -> str:
    """Return the target of a transition, with its arrow."""
    return f"-> {_target(node)}"


def _target(node: Target) -> str:
    match node:
        case ToState(state):
            return name_at(TARGET, state)
        case ToEnd(label):
            return "END" if label is None else f"END as {text(label)}"
        case ToFail(reason):
            return "FAIL" if reason is None else f"FAIL {text(reason)}"
        case ToRefuse(reason):
            return f"REFUSE {text(reason)}"
    return "STAY"


# --------------------------------------------------------- transitions and effects


def transition(depth: int, node: StartLine | OnLine | DecideLine) -> Lines:
    """Return a line that leads to a target, and what stands below it."""
    below = effects(depth + 1, node.effects)
    guard = _guard(node.when, node.otherwise)
    return statement(depth, node, *_head(node), *guard, target(node.target), below=below)


def _head(node: StartLine | OnLine | DecideLine) -> tuple[str, ...]:
    if isinstance(node, OnLine):
        return "on", node.event.text, "first" if node.first else ""
    return ("START",) if isinstance(node, StartLine) else ()


def _guard(when: Expr | None, otherwise: bool) -> tuple[Part, ...]:
    if when is not None:
        return "when", condition(when)
    return ("otherwise" if otherwise else "",)


def effects(depth: int, nodes: Iterable[SetEffect | EmitEffect | CallEffect | WithClause]) -> Lines:
    """Return the lines that stand below a transition or a trigger."""
    return [line for node in nodes for line in statement(depth, node, *_effect(node))]


def _effect(node: SetEffect | EmitEffect | CallEffect | WithClause) -> tuple[Part, ...]:
    match node:
        case SetEffect():
            return "set", f"{path(node.path)} =", condition(node.value)
        case EmitEffect():
            return "emit", node.event.text, assignments(node.values)
        case CallEffect():
            return "call", flow(node.function)
    return "with", assignments(node.values)


# -------------------------------------------------------------------------- states


def state(depth: int, node: StateDecl) -> Lines:
    """Return the lines of a state of any kind: its clauses, then its transitions."""
    clauses = in_order(
        _given(node.timeout),
        _given(node.retries),
        _given(node.attempts),
        _given(node.until),
        _given(node.expires),
        _given(node.join),
        _given(node.at_once),
        _given(node.key),
        _given(node.passing),
        node.mappings,
        node.gathers,
        _given(node.writes),
        node.ensures,
        node.after,
    )
    below = [line for clause in clauses for line in statement(depth + 1, clause, *_clause(clause))]
    for line in in_order(node.choices, node.lines):
        below += transition(depth + 1, line)
    word, *rest = _kind(node.kind)
    return statement(depth, node, word, node.name.text, title(node.title), *rest, below=below)


def _given(clause: Any) -> tuple[Any, ...]:
    return () if clause is None else (clause,)


def _kind(kind: StateKind) -> tuple[str, ...]:
    """Return the first word of a state, and what stands behind its title."""
    match kind:
        case ActionKind(command):
            return "action", "invokes", command.text
        case DecideKind(first):
            return "decide", "first" if first else ""
        case WaitForEvents(events):
            return "wait", "for", names(events)
        case WaitForTime(time):
            return "wait", "for", flow(time)
        case ApprovalKind(role):
            return "approval", "by", role.text
        case ParallelKind(workflows):
            return "parallel", "runs", names(workflows)
        case ForeachKind(over, variable, workflow):
            return "foreach", "over", flow(over), "as", variable.text, "runs", workflow.text
    return ("state",)


def _clause(node: Any) -> tuple[Part, ...]:
    match node:
        case Timeout(duration):
            return "timeout", flow(duration)
        case Retries(number, backoff):
            waits = f"backoff {flow(backoff.first)}..{flow(backoff.longest)}" if backoff else ""
            return "retries", flow(number), waits
        case Attempts(number):
            return "attempts", flow(number)
        case Writes(fields):
            return "writes", _writes(fields)
        case Ensures(event, promise):
            if event is not None:
                return "ensures on", f"{event.text}:", condition(promise)
            return "ensures", condition(promise, flat=condition_at(ENSURES, promise))
        case After(duration, event, values):
            return "after", flow(duration), event.text, assignments(values)
        case Until(time):
            return "until", flow(time)
        case Expires(time):
            return "expires after", flow(time)
        case Join(rule, number):
            return "join", rule, "" if number is None else flow(number)
        case Passing(fields):
            return "passing", names(fields)
        case WithClause(values):
            return "with", assignments(values)
        case Gather(field, value):
            return "gather", f"{field.text} = {flow(value)}"
        case Key(value):
            return "key", flow(value)
        case AtOnce(number):
            return "at most", flow(number), "at once"
    raise TypeError(f"{type(node).__name__} is no clause of a state")


def _writes(fields: tuple[Any, ...]) -> str:
    if not fields:
        return "nothing"
    first, *rest = fields
    return ", ".join((name_at(WRITES, first), *(field.text for field in rest)))
