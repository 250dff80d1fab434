"""Which transition an event takes: the only place where that is decided."""

from stateous.compiler.ir import START
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.refusal import Refused
from stateous.runtime.kernel.scope import Scope


def choose(definition: Definition, source: str, event: str | None, scope: Scope) -> int:
    """Return the id of the one line of `source` on `event` that holds.

    `source` is START and `event` None where a token starts. Raises Refused when no line or more
    than one holds.
    """
    place = "START" if source == START else f"`{source}`"
    group = definition.groups.get((source, event))
    if group is None:
        raise Refused("no_transition", f"{place} has no line on `{event}`")
    holding = tuple(index for index, holds in group.guarded if holds(scope)) or group.otherwise
    if len(holding) == 1:
        return holding[0]
    where = place if event is None else f"{place} on `{event}`"
    if not holding:
        raise Refused("no_transition", f"no guard of {where} holds")
    shown = " and ".join(_guard(definition, index) for index in holding)
    raise Refused("guards_overlap", f"{len(holding)} lines of {where} hold: {shown}")


def _guard(definition: Definition, index: int) -> str:
    line = definition.workflow.transitions[index]
    if line.text is not None:
        return f"`when {line.text}`"
    return "`otherwise`" if line.otherwise else "one without a guard"
