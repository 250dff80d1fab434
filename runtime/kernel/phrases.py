"""What happens to a token, in phrases for a person, values as the author would write them."""

from collections.abc import Mapping

from stateous.compiler.ir import WhenEvent, Workflow
from stateous.compiler.types import Json, RecordType
from stateous.compiler.values.door import Breach, admit
from stateous.compiler.values.spelling import quoted, shortened, untyped
from stateous.compiler.values.times import SECOND, duration_text, duration_words
from stateous.runtime.kernel.redaction import SECRET, context_record, redactor, spelled
from stateous.runtime.kernel.token import Token


def started(workflow: Workflow, context: Mapping[str, Json], state: str | None) -> str:
    """Return `start repo = "acme/api"`, or `start in coding, repo = …` with a given state."""
    values = assigned(context_record(workflow), context)
    if state is None:
        return _with("start", values)
    return f"start in {state}, {values}" if values else f"start in {state}"


def arrived(workflow: Workflow, when: WhenEvent) -> str:
    """Return `report failed passed = 1 with summary = "red"`, or `fire` for one from outside."""
    event = workflow.event_by_name.get(when.event)
    payload = assigned(event.payload if event else None, when.payload)
    phrase = _with(f"{'fire' if when.fired else 'report'} {when.event}", payload)
    writes = assigned(context_record(workflow), when.writes)
    return f"{phrase} with {writes}" if writes else phrase


def attempt_failed(state: str, reason: str) -> str:
    """Return `coding fails "no disk"`."""
    return f"{state} fails {quoted(reason)}"


def timed_out(state: str) -> str:
    """Return `coding times out`."""
    return f"{state} times out"


def passed(seconds: int) -> str:
    """Return `6h pass`."""
    size = seconds * SECOND
    return f"{duration_words(size) or duration_text(size)} pass"


def whereabouts(token: Token) -> str:
    """Return where the token is, or how it ended, as `is in testing, visit 1` with backquotes."""
    match token.status:
        case "completed":
            return "has completed"
        case "failed":
            return f"has failed ({token.reason})"
        case "cancelled":
            return "was cancelled"
        case _:
            return f"is in `{token.state}`, visit {token.visit}"


def assigned(record: RecordType | None, values: Mapping[str, Json]) -> str:
    """Return `passed = 1, failed = 2`; the values of secret fields are not shown."""
    return ", ".join(f"{name} = {_value(record, name, value)}" for name, value in values.items())


def counted(counts: Mapping[str, int]) -> str:
    """Return `count(done) = 1, count(failed) = 2`."""
    return ", ".join(f"count({event}) = {number}" for event, number in counts.items())


def _with(words: str, values: str) -> str:
    return f"{words} {values}" if values else words


def _value(record: RecordType | None, name: str, value: Json) -> str:
    field = record.field(name) if record else None
    if field is None:
        return shortened(untyped(value))
    if field.secret:
        return SECRET
    try:
        return shortened(spelled(field.slot.type, admit(field.slot, value)))
    except Breach:
        # Of a value that breaks its type, nobody can say where its secrets are.
        return SECRET if redactor(field.slot.type) else shortened(untyped(value))
