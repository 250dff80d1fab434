"""The outlets that a state opens by itself, told from the syntax tree."""

from stateous.grammar.syntax import (
    ActionKind,
    ApprovalKind,
    DecideKind,
    ForeachKind,
    ParallelKind,
    StateDecl,
    TaskKind,
    WaitForEvents,
    WaitForTime,
)


def outlets_of(state: StateDecl) -> tuple[str, ...]:
    """Return what `ir.State.outlets` will say: the outlets besides declared events.

    A wait for events is left by each of them under its own name.
    """
    timeout = ("timeout",) if state.timeout is not None else ()
    match state.kind:
        case TaskKind():
            return (*timeout, "error")
        case ActionKind():
            return ("next", "refused", "failed")
        case DecideKind():
            return ()
        case WaitForEvents(events=events):
            names = tuple(dict.fromkeys(event.text for event in events))
            return (*names, *(("expired",) if state.until is not None else ()))
        case WaitForTime():
            return ("elapsed",)
        case ApprovalKind():
            return ("approved", "rejected", *(("expired",) if state.expires is not None else ()))
        case ParallelKind():
            return ("joined", *timeout)
        case ForeachKind():
            return ("joined", "completed", "partial", *timeout)


def counted_outlets(state: StateDecl) -> tuple[str, ...]:
    """Return the outlets that `count(state.outlet)` takes: none of a state with a task."""
    return () if isinstance(state.kind, TaskKind) else outlets_of(state)
