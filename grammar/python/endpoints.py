"""The ends of a transition and its event, checked against the workflow that they belong to."""

from collections.abc import Collection, Mapping

from stateous.grammar.diagnostic import Edit, Fix
from stateous.grammar.python.arguments import optional_text, reference, refuse
from stateous.grammar.python.call_site import Argument
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.handles import (
    End,
    Event,
    Fail,
    Owner,
    Refuse,
    Start,
    State,
    Stay,
)
from stateous.grammar.python.rules import (
    INTO_START,
    NO_EVENT,
    OTHER_WORKFLOW,
    OUT_OF_END,
    START_WITH_EVENT,
    UNKNOWN_EVENT,
    WRONG_ARGUMENT,
)
from stateous.grammar.python.values import Column
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import Name, Target, ToEnd, ToFail, ToRefuse, ToState, ToStay


def source(workflow: Owner, argument: Argument, value: object) -> str | None:
    """Return the name of the state that a transition leaves; None for START."""
    if isinstance(value, Start):
        return None
    if isinstance(value, End | Fail | Stay | Refuse):
        word = type(value).__name__.upper()
        help = "name the state that the transition leaves"
        if isinstance(value, End | Fail):
            help = "a token that has ended moves no further"
        raise refuse(OUT_OF_END, argument, f"no transition leaves {word}", help)
    return state(workflow, argument, value).text


def target(workflow: Owner, argument: Argument, value: object) -> Target:
    """Return where a transition leads."""
    match value:
        case Start():
            help = "to begin again, name the state that START leads to"
            raise refuse(INTO_START, argument, "no transition leads to START", help)
        case End(label=label):
            return ToEnd(optional_text(argument, label, "a label"), span=argument.span)
        case Fail(reason=reason):
            return ToFail(optional_text(argument, reason, "a reason"), span=argument.span)
        case Stay():
            return ToStay(span=argument.span)
        case Refuse(reason=None):
            message, help = "`REFUSE` has no reason", 'write it, as in `REFUSE("too late")`'
            raise refuse(WRONG_ARGUMENT, argument, message, help)
        case Refuse(reason=reason):
            why = optional_text(argument, reason, "a reason")
            return ToRefuse(why or "", span=argument.span)
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


def placed_state(owner: Owner | None, argument: Argument, value: object) -> Name:
    """Return the name of a state in a specification, or a column of its table.

    Outside a workflow or a state machine, `owner` None, a state of any goes, and its name.
    """
    if isinstance(value, Column):
        return value.named(argument)
    if owner is None:
        return any_state(argument, value)
    return state(owner, argument, value)


def any_state(argument: Argument, value: object) -> Name:
    """Return the name of a state of whatever workflow or state machine."""
    if isinstance(value, Column):
        return value.named(argument)
    return reference(argument, value, "state")


def event(
    owner: Owner | None, argument: Argument, value: object, outlets: Collection[str] = ()
) -> Name:
    """Return the name of an event, given by its handle or by its name, or a column.

    `outlets` are further names that may stand here.
    """
    if isinstance(value, Column):
        return value.named(argument)
    if owner is None or owner.event_names is None:
        return any_event(argument, value)
    if isinstance(value, Event):
        _own(owner, argument, value, owner.events)
        return Name(value.name, span=argument.span)
    if not isinstance(value, str):
        if getattr(value, "declared_kind", None) == "fact":
            return reference(argument, value, "fact")
        message = f"an event is what `event` returned, or a name, not {type(value).__name__}"
        raise refuse(WRONG_ARGUMENT, argument, message)
    known = (*owner.event_names, *outlets)
    if value not in known:
        raise _unknown_event(owner, argument, value, known)
    return Name(value, span=argument.text)


def any_event(argument: Argument, value: object) -> Name:
    """Return the name of an event or a fact, wherever it is declared."""
    if isinstance(value, Column):
        return value.named(argument)
    return reference(argument, value, "event", "fact")


def _unknown_event(
    workflow: Owner, argument: Argument, name: str, known: Collection[str]
) -> DefinitionError:
    message = f"`{name}` is not an event of `{workflow.name}`"
    near = did_you_mean(name, known)
    if near is None:
        return refuse(UNKNOWN_EVENT, argument, message, "declare it with `event` first")
    fix = Fix(f"write `{near}`", (Edit(argument.text, near),))
    return refuse(UNKNOWN_EVENT, argument, message, f"did you mean `{near}`?", fix)


def event_of(
    workflow: Owner,
    argument: Argument,
    value: object,
    *,
    from_start: bool,
    outlets: Collection[str] = (),
) -> Name | None:
    """Return the event of a transition; None from START, which takes no event."""
    if from_start and value is not None:
        help = "a token leaves START at once: leave `on` out"
        raise refuse(START_WITH_EVENT, argument, "a transition from START has no event", help)
    if not from_start and value is None:
        help = "only a transition from START has none: add `on`"
        raise refuse(NO_EVENT, argument, "the transition has no event", help)
    return None if value is None else event(workflow, argument, value, outlets)


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
