"""Small specs as text, for tests of what a guard or a declaration means."""

from collections.abc import Mapping

from stateous.compiler import ir
from stateous.compiler.check import Compiled, check
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source

_TYPES = """\
enum Level
  low
  mid
  high
enum Size
  small
  big
type Line
  sku: text
  price: number
  level: Level?
type Owner
  name: text
  mail: text?
"""
_FIELDS = {
    "n": "int",
    "m": "int?",
    "x": "number",
    "d": "decimal",
    "s": "text",
    "t": "text?",
    "b": "bool",
    "c": "bool?",
    "day": "date",
    "at": "datetime",
    "span": "duration",
    "id": "uuid",
    "j": "json",
    "level": "Level",
    "other": "one of high, low, mid",
    "size": "Size",
    "state": 'one of open, "in work"',
    "tags": "list of text",
    "days": "list of date",
    "prices": "list of decimal",
    "levels": "list of Level",
    "pairs": "list of list of int",
    "lines": "list of Line",
    "notes": "map of text",
    "owner": "Owner",
    "deputy": "Owner?",
}


def checked(text: str) -> Compiled:
    """Return what the compiler makes of a text."""
    return check(read_flow(Source("spec.flow", text)))


def codes(text: str) -> list[str]:
    """Return the codes of everything that is said about a text, in order."""
    return [diagnostic.code for diagnostic in checked(text).diagnostics]


def workflow(text: str) -> ir.Workflow:
    """Return the only workflow of a text without faults."""
    compiled = checked(text)
    assert compiled.diagnostics == ()
    assert compiled.program is not None
    (only,) = compiled.program.workflows
    return only


def routing(
    condition: str,
    *,
    context: Mapping[str, str] | None = None,
    payload: Mapping[str, str] | None = None,
    types: str = "",
) -> str:
    """Return a spec whose state `s` leaves on event `e` when `condition` holds.

    `context` and `payload` map fields to types as text has them; `types` are declarations
    that stand before the workflow. An event `other` is declared too.
    """
    fields = "".join(f"    {name}: {type_}\n" for name, type_ in (context or {}).items())
    given = "".join(f"  {name}: {type_}\n" for name, type_ in (payload or {}).items())
    return (
        types
        + (f"type Data\n{given}" if given else "")
        + "workflow w\n"
        + (f"  context Ctx\n{fields}" if fields else "")
        + f"  event e{': Data' if given else ''}\n  event other\n"
        + "  START -> s\n  state s\n"
        + f"    on e when {condition} -> END\n    on e otherwise -> s\n    on other -> s\n"
    )


def every_kind(condition: str) -> str:
    """Return a spec with fields of every kind, whose state leaves when `condition` holds."""
    return routing(condition, context=_FIELDS, payload={"n": "int", "s": "text?"}, types=_TYPES)
