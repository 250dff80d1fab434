"""The ends of a transition and its event, checked against the workflow that they belong to."""

from collections.abc import Iterable, Mapping

from stateous.grammar.diagnostic import Edit, Fix
from stateous.grammar.python.arguments import OWN_EVENTS, optional_text, refuse
from stateous.grammar.python.call_site import Argument
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.handles import End, Event, Fail, Owner, Start, State
from stateous.grammar.python.rules import (
    INTO_START,
    NO_EVENT,
    OTHER_WORKFLOW,
    OUT_OF_END,
    START_WITH_EVENT,
    UNKNOWN_EVENT,
    WRONG_ARGUMENT,
)
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import Name, Target, ToEnd, ToFail, ToState


def source(workflow: Owner, argument: Argument, value: object) -> str | None:
    """Return the name of the state that a transition leaves; None for START."""
    if isinstance(value, Start):
        return None
    if isinstance(value, End | Fail):
        word = "END" if isinstance(value, End) else "FAIL"
        help = "a token that has ended moves no further"
        raise refuse(OUT_OF_END, argument, f"no transition leaves {word}", help)
    return state(workflow, argument, value).text


def target(workflow: Owner, argument: Argument, value: object) -> Target:
    """Return where a transition leads."""
    match value:
        case Start():
            help = "to begin again, name the state that START leads to"
            raise refuse(INTO_START, argument, "no transition leads to START", help)
        case End():
            return ToEnd(span=argument.span)
        case Fail(reason=reason):
            return ToFail(optional_text(argument, reason, "a reason"), span=argument.span)
        case _:
            return ToState(state(workflow, argument, value), span=argument.span)


def state(workflow: Owner, argument: Argument, value: object) -> Name:
    """Return the name of a state of `workflow`, given by its handle."""
    if not isinstance(value, State):
        message = f"a state is what `state` returned, not {type(value).__name__}"
        raise refuse(WRONG_ARGUMENT, argument, message, _declared_states(workflow))
    _own(workflow, argument, value, workflow.states)
    return Name(value.name, span=argument.span)


def _declared_states(workflow: Owner) -> str:
    names = ", ".join(f"`{name}`" for name in workflow.states)
    return f"states of `{workflow.name}`: {names}" if names else "declare the state first"


def event(workflow: Owner, argument: Argument, value: object) -> Name:
    """Return the name of an event, given by its handle or by its name."""
    if isinstance(value, Event):
        _own(workflow, argument, value, workflow.events)
        return Name(value.name, span=argument.span)
    if not isinstance(value, str):
        message = f"an event is what `event` returned, or a name, not {type(value).__name__}"
        raise refuse(WRONG_ARGUMENT, argument, message)
    known = (*workflow.events, *OWN_EVENTS)
    if value not in known:
        raise _unknown_event(workflow, argument, value, known)
    return Name(value, span=argument.text)


def _unknown_event(
    workflow: Owner, argument: Argument, name: str, known: Iterable[str]
) -> DefinitionError:
    message = f"`{name}` is not an event of `{workflow.name}`"
    near = did_you_mean(name, known)
    if near is None:
        return refuse(UNKNOWN_EVENT, argument, message, "declare it with `event` first")
    fix = Fix(f"write `{near}`", (Edit(argument.text, near),))
    return refuse(UNKNOWN_EVENT, argument, message, f"did you mean `{near}`?", fix)


def event_of(
    workflow: Owner, argument: Argument, value: object, *, from_start: bool
) -> Name | None:
    """Return the event of a transition; None from START, which takes no event."""
    if from_start and value is not None:
        help = "a token leaves START at once: leave `on` out"
        raise refuse(START_WITH_EVENT, argument, "a transition from START has no event", help)
    if not from_start and value is None:
        help = "only a transition from START has none: add `on`"
        raise refuse(NO_EVENT, argument, "the transition has no event", help)
    return None if value is None else event(workflow, argument, value)


def _own(
    workflow: Owner,
    argument: Argument,
    handle: State | Event,
    declared: Mapping[str, State] | Mapping[str, Event],
) -> None:
    kind = "state" if isinstance(handle, State) else "event"
    if handle.workflow is not workflow:
        message = f"the {kind} `{handle.name}` belongs to `{handle.workflow.name}`"
        help = f"declare it in `{workflow.name}` too, and use what that returns"
        raise refuse(OTHER_WORKFLOW, argument, f"{message}, not to `{workflow.name}`", help)
    if handle.name not in declared:
        message = f"`{workflow.name}` has not declared the {kind} `{handle.name}`"
        raise refuse(WRONG_ARGUMENT, argument, message, f"use what `{kind}` returned")
