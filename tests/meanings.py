"""The table of meanings (`meanings.txt`) as typed guards with values and answers."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from stateous.compiler.guards import Expr
from stateous.compiler.ir import Workflow
from stateous.compiler.types import Json, RecordType
from stateous.compiler.values.door import admit_record, to_microseconds
from tests.spec_text import workflow

TABLE = Path(__file__).parent / "meanings.txt"

TYPES = """\
enum Level
  low
  mid
  high
type Line
  sku: text
  price: decimal?
  tags: list of text = []
type Owner
  name: text
  line: Line?
"""

_COUNT = re.compile(r"count\((\w+)\)")


@dataclass(frozen=True)
class Meaning:
    """One line of the table: a guard over the fields of its block, values, and the answer."""

    title: str
    text: str
    guard: Expr
    context: RecordType
    payload_type: RecordType | None
    ctx: Mapping[str, Json]
    payload: Json
    counts: Mapping[str, int]
    visit: int
    attempt: int
    now: int
    holds: bool

    def __str__(self) -> str:
        """The name of the line in a report."""
        return f"{self.title}: {self.text}"


def meanings() -> list[Meaning]:
    """Return every line of the table."""
    _, *blocks = TABLE.read_text(encoding="utf-8").split("\n== ")
    return [meaning for block in blocks for meaning in _block(block.strip().splitlines())]


def _block(lines: list[str]) -> Iterator[Meaning]:
    title, *rest = lines
    fields = dict.fromkeys(("ctx", "payload"), "")
    rows: list[list[str]] = []
    for line in rest:
        head, _, tail = line.partition(" ")
        if head in fields:
            fields[head] = tail
        else:
            rows.append(line.rsplit(" | ", 2))
    spec = workflow(_spec(fields["ctx"], fields["payload"], [guard for _, guard, _ in rows]))
    guards = (transition.guard for transition in spec.transitions[1:])
    for (values, text, answer), guard in zip(rows, guards, strict=False):
        assert guard is not None and answer in ("true", "false")
        yield _meaning(title, text, guard, spec, values, answer == "true")


def _spec(ctx: str, payload: str, conditions: list[str]) -> str:
    """Return a spec whose first lines on `e` have these guards."""
    given = f"type Data\n{_fields(payload, 2)}" if payload else ""
    return (
        f"{TYPES}{given}workflow w\n  context Ctx\n{_fields(ctx, 4)}"
        f"  event e{': Data' if payload else ''}\n  event other\n  START -> s\n  state s\n"
        + "    timeout 1h\n"
        + "".join(f"    on e when {condition} -> END\n" for condition in conditions)
        + "    on other -> END\n    on timeout -> END\n    on error -> END\n"
    )


def _fields(text: str, indent: int) -> str:
    return "".join(f"{' ' * indent}{field.strip()}\n" for field in text.split(";"))


def _meaning(
    title: str, text: str, guard: Expr, spec: Workflow, values: str, holds: bool
) -> Meaning:
    given = json.loads(values, parse_float=Decimal)
    counts = {m[1]: given.pop(key) for key in list(given) if (m := _COUNT.fullmatch(key))}
    clocks = {key: given.pop(key, default) for key, default in _CLOCKS.items()}
    payload_type = spec.event_by_name["e"].payload
    names = {field.name for field in payload_type.fields} if payload_type else set()
    payload = {key: given.pop(key) for key in list(given) if key in names}
    assert spec.context is not None
    return Meaning(
        title=title,
        text=text,
        guard=guard,
        context=spec.context,
        payload_type=payload_type,
        ctx=admit_record(spec.context, given, where="ctx"),
        payload=admit_record(payload_type, payload, where="payload") if payload_type else None,
        counts=counts,
        visit=clocks["visit"],
        attempt=clocks["attempt"],
        now=to_microseconds("datetime", clocks["now"]),
        holds=holds,
    )


_CLOCKS = {"visit": 1, "attempt": 1, "now": "2026-01-01T00:00:00Z"}
