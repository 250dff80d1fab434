"""The words of a graph file that its writer and its reader share."""

from stateous.compiler.types import Json
from stateous.compiler.values import times
from stateous.compiler.values.json_text import digest

PLAIN = 1
"""The format of workflows that use states, events, guards, `otherwise`, timeouts and retries."""

FULL = 2
"""The format of all others: the keys of `PLAIN` and more, and each guard as a typed tree."""

FAIL = "__fail__"
"""The target of a transition that fails the token; `ir.START` and `ir.END` are the others."""

STAY = "__stay__"
REFUSE = "__refuse__"
"""The targets of transitions that leave the token where it is."""

_UNITS = (("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1))

LONGEST = 3650 * 86_400
"""The longest duration that a spec may name, in seconds."""


def duration_text(seconds: int) -> str:
    """Return a duration in the largest unit that holds it whole: `90m`, `6h`, `36h`, `1d`."""
    unit, size = next((u, s) for u, s in _UNITS if seconds % s == 0)
    return f"{seconds // size}{unit}"


def seconds_of(text: str) -> int | None:
    """Return the seconds of `6h` or `1d12h`; None when it is no duration of 1s to 3650d."""
    if not text[:1].isdigit():
        return None
    try:
        seconds, rest = divmod(times.parse_duration(text), times.SECOND)
    except ValueError:
        return None
    return seconds if 1 <= seconds <= LONGEST and not rest else None


def checksum(graph: dict[str, Json]) -> str:
    """Return the hash of a graph: what two equal graph files have in common."""
    return digest(graph)


def structure(graph: dict[str, Json]) -> str:
    """Return the hash of a graph without its timeouts and retries.

    Tokens that started on a graph go on under any graph of the same structure.
    """
    return digest(_without_timing(graph))


def _without_timing(graph: dict[str, Json]) -> dict[str, Json]:
    states = graph.get("states")
    if not isinstance(states, dict):
        return graph
    return {**graph, "states": {name: _plain_state(state) for name, state in states.items()}}


def _plain_state(state: Json) -> Json:
    if not isinstance(state, dict):
        return state
    return {k: v for k, v in state.items() if k not in ("timeout", "retries", "backoff")}
