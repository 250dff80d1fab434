"""The `then` steps of a specification: whether they hold, and what is said when they do not."""

from stateous.compiler.guards import Count, Ended, Expr, InState, Read, Visited, parts
from stateous.compiler.ir import ThenCompleted, ThenCondition, ThenFailed, ThenRefused
from stateous.compiler.values.spelling import quoted
from stateous.runtime.kernel import phrases
from stateous.runtime.kernel.evaluate import condition, count_key
from stateous.runtime.kernel.reading import follow
from stateous.runtime.kernel.redaction import SECRET, context_record, secret_at, spelled
from stateous.runtime.kernel.scope import scope_of
from stateous.runtime.kernel.simulation import Simulation
from stateous.runtime.kernel.token import Refusal, Token

Then = ThenCompleted | ThenFailed | ThenRefused | ThenCondition


def unmet(simulation: Simulation, then: Then) -> str | None:
    """Return a phrase that says how an expectation is not met; None when it is."""
    if isinstance(then, ThenRefused):
        return _unmet_refusal(simulation, then)
    token = simulation.token
    if token is None:
        return "there is no token: its start was refused"
    match then:
        case ThenCompleted():
            return None if token.status == "completed" else _but("it to be completed", token)
        case ThenFailed():
            return _unmet_failure(token, then)
        case ThenCondition():
            return _unmet_condition(simulation, token, then)


def refused(what: str, refusal: Refusal) -> str:
    """Return a phrase that says that `what` was refused, and why."""
    return f"{what} was refused ({refusal.code}): {refusal.message}"


def _unmet_refusal(simulation: Simulation, then: ThenRefused) -> str | None:
    refusal = simulation.refusal
    expected = "a refusal" if then.reason is None else f"a refusal for `{then.reason}`"
    if refusal is None:
        last = simulation.run[-1]
        token = simulation.token
        return f"expected {expected}, but `{last}` was accepted" + (
            f": the token {phrases.whereabouts(token)}" if token else ""
        )
    if then.reason in (None, refusal.code, refusal.message):
        return None
    return f"expected {expected}, but {refused('it', refusal)}"


def _unmet_failure(token: Token, then: ThenFailed) -> str | None:
    if token.status == "failed" and then.reason in (None, token.reason):
        return None
    wanted = "" if then.reason is None else f" with {quoted(then.reason)}"
    return _but(f"it to fail{wanted}", token)


def _unmet_condition(simulation: Simulation, token: Token, then: ThenCondition) -> str | None:
    holds = condition(then.condition)(scope_of(token, simulation.now))
    if holds and then.visit in (None, token.visit):
        return None
    visit = "" if then.visit is None else f", visit {then.visit}"
    found = ", ".join(_found(simulation, token, then.condition))
    return f"expected `{then.text}{visit}`, but {found}"


def _but(wanted: str, token: Token) -> str:
    return f"expected {wanted}, but the token {phrases.whereabouts(token)}"


def _found(simulation: Simulation, token: Token, expr: Expr) -> list[str]:
    """Return what the parts of a condition really are, each once."""
    found: dict[str, None] = {}
    for part in parts(expr):
        match part:
            case Count(event=event, state=state):
                key = count_key(event, state)
                found[f"`count({key})` is {token.counts.get(key, 0)}"] = None
            case Read(root="ctx"):
                found[_read(simulation, token, part)] = None
            case InState() | Visited() | Ended():
                found[f"the token {phrases.whereabouts(token)}"] = None
            case _:
                pass
    return list(found) or [f"the token {phrases.whereabouts(token)}"]


def _read(simulation: Simulation, token: Token, read: Read) -> str:
    name = ".".join(("ctx", *read.path))
    if secret_at(context_record(simulation.definition.workflow), read.path):
        return f"`{name}` is {SECRET}"
    value = follow(dict(token.context), read.path)
    return f"`{name}` is {spelled(read.type, value)}"
