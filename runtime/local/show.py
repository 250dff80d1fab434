"""What `show` prints: tokens and histories as tables, and as JSON."""

from collections.abc import Iterable, Mapping, Sequence

from stateous.compiler.types import Json
from stateous.compiler.values import json_text, times
from stateous.grammar.printable import printable
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.ledger import redacted
from stateous.runtime.kernel.token import Token
from stateous.runtime.local.ledger import Row


def token_table(tokens: Sequence[Token], waits: Mapping[str, str]) -> str:
    """Return a table of tokens; `waits` says by id what those wait for that wait for outside."""
    if not tokens:
        return "no tokens yet: start one with `start ID`"
    rows = [
        (t.id, t.status, t.state, f"{t.visit}", _time(t.entered_at), waits.get(t.id, ""))
        for t in tokens
    ]
    return _table(("token", "status", "state", "visit", "since", "waits for"), rows)


def token_page(
    definition: Definition, token: Token, rows: Iterable[Row], waits: str | None = None
) -> str:
    """Return a token with its context and its history; `waits` is what from outside it waits for."""
    said = f"waits for {waits}" if waits else token.reason
    head = f"{token.id} is {token.status} in {token.state} (visit {token.visit})"
    head += f": {said}" if said else ""
    context = [
        f"  {name} = {json_text.inline(value)}"
        for name, value in _context(definition, token).items()
    ]
    history = [
        (f"{row.number}", _time(row.at), row.kind, phrase(row.kind, row.data)) for row in rows
    ]
    table = _table(("#", "time", "kind", "what"), history)
    return "\n".join((printable(head), *map(printable, context), "", table))


def token_json(
    definition: Definition, token: Token, *, waits: bool, rows: Iterable[Row] | None = None
) -> dict[str, Json]:
    """Return a token as JSON, with its history when `rows` are given.

    `waits` is whether it waits for an event from outside.
    """
    found: dict[str, Json] = {
        "token": token.id,
        "workflow": token.workflow,
        "status": token.status,
        "state": token.state,
        "visit": token.visit,
        "attempt": token.attempt,
        "context": _context(definition, token),
        "counts": dict(token.counts),
        "entered_at": times.datetime_text(token.entered_at),
        "entered_by": token.entered_by,
        "reason": token.reason,
        "waits_for": list(definition.workflow.emits(token.state)) if waits else None,
    }
    if rows is not None:
        found["history"] = [_row_json(row) for row in rows]
    return found


def _context(definition: Definition, token: Token) -> dict[str, Json]:
    """Return the context without its secrets, its fields in the order of the spec."""
    values = redacted(definition, token.context)
    declared = {name: values[name] for name in definition.fields if name in values}
    return {**declared, **values}


def _row_json(row: Row) -> dict[str, Json]:
    at = times.datetime_text(row.at)
    return {"number": row.number, "at": at, "kind": row.kind, "data": dict(row.data)}


def phrase(kind: str, data: Mapping[str, Json]) -> str:
    """Return what a row of the ledger says, for a person."""
    match kind:
        case "started":
            return _fields(data["context"])
        case "entered":
            return f"{data['state']}, visit {data['visit']}"
        case "task_queued" | "task_claimed" | "task_cancelled":
            return f"{data['state']}, attempt {data['attempt']}"
        case "task_retrying":
            return f"{data['state']}, attempt {data['attempt']}{_why(data)}"
        case "task_done":
            return f"{data['state']}, attempt {data['attempt']}: {data['event']}"
        case "task_failed":
            return f"{data['state']}, attempt {data['attempt']}: {data['reason']}"
        case "timer_set":
            return f"{data['state']}, due {_due(data['due'])}"
        case "event_accepted":
            fields = _fields(data["payload"])
            return f"{data['event']}: {fields}" if fields else f"{data['event']}"
        case "event_rejected":
            return f"{data['event']}: {data['message']}"
        case "context_changed":
            return _fields(data["changes"])
        case "note":
            return f"{data['text']}"
        case "memory_set":
            return f"{data['key']} = {json_text.inline(data['value'])}"
        case _:
            return f"{data.get('reason') or data.get('state') or ''}"


def _why(data: Mapping[str, Json]) -> str:
    delay = data.get("delay")
    if isinstance(delay, int):
        return f", after {delay // times.SECOND}s"
    return f": {data.get('reason', '')}"


def _due(at: Json) -> str:
    return _time(at) if isinstance(at, int) else ""


def _fields(value: Json) -> str:
    if not isinstance(value, dict):
        return ""
    return ", ".join(f"{name} = {json_text.inline(inner)}" for name, inner in value.items())


def _time(at: int) -> str:
    return times.datetime_text(at // times.SECOND * times.SECOND)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = [[printable(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)
