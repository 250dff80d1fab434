"""Records inside records: in which order to resolve them, and which contain themselves."""

from collections import deque
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from stateous.compiler.names import place_of
from stateous.compiler.rules.types import RECURSIVE_TYPE
from stateous.compiler.type_use import names_in
from stateous.compiler.types import SCALARS
from stateous.compiler.typing.scope import Report
from stateous.grammar.diagnostic import Label
from stateous.grammar.syntax import ContextDecl, Name, TypeDecl

RecordDecl = TypeDecl | ContextDecl
"""A declaration with fields."""

Uses = Mapping[str, Mapping[str, Name]]
"""For each record, the records that its fields name, with the place of the first mention."""


def uses_of(records: Mapping[str, RecordDecl]) -> Uses:
    """Return which records each record is made of."""
    return {name: _mentions(record, records) for name, record in records.items()}


def _mentions(record: RecordDecl, records: Mapping[str, RecordDecl]) -> Mapping[str, Name]:
    found: dict[str, Name] = {}
    for field in record.fields or ():
        for name in names_in(field.type):
            if name.text in records and name.text not in SCALARS:
                found.setdefault(name.text, name)
    return found


def in_order(uses: Uses, cyclic: AbstractSet[str]) -> Iterable[str]:
    """Return the records, each behind those that it is made of."""
    acyclic = {name: [n for n in inner if n not in cyclic] for name, inner in uses.items()}
    return TopologicalSorter(acyclic).static_order()


def report_cycles(records: Mapping[str, RecordDecl], uses: Uses, report: Report) -> frozenset[str]:
    """Report each knot of records that hold each other, once; return the records in knots."""
    try:
        TopologicalSorter(uses).prepare()
    except CycleError:
        return _report_knots(records, uses, report)
    return frozenset()


def _report_knots(records: Mapping[str, RecordDecl], uses: Uses, report: Report) -> frozenset[str]:
    inside = {name: _reachable(name, uses) for name in uses}
    cyclic = frozenset(name for name in uses if name in inside[name])
    reported: set[str] = set()
    for name in sorted(cyclic, key=lambda name: place_of(records[name].name.span)):
        if name not in reported:
            reported |= {other for other in inside[name] if name in inside[other]}
            _report_cycle(_shortest_cycle(name, uses), uses, report)
    return cyclic


def _reachable(start: str, uses: Uses) -> AbstractSet[str]:
    found: set[str] = set()
    pending = [start]
    while pending:
        new = [name for name in uses[pending.pop()] if name not in found]
        found.update(new)
        pending.extend(new)
    return found


def _shortest_cycle(start: str, uses: Uses) -> tuple[str, ...]:
    """Return a shortest way from `start` back to itself; `start` is in a cycle."""
    ways: deque[tuple[str, ...]] = deque([(start,)])
    seen: set[str] = set()
    while True:
        way = ways.popleft()
        for name in uses[way[-1]]:
            if name == start:
                return (*way, name)
            if name not in seen:
                seen.add(name)
                ways.append((*way, name))


def _report_cycle(cycle: tuple[str, ...], uses: Uses, report: Report) -> None:
    mentions = [uses[outer][inner] for outer, inner in pairwise(cycle)]
    shown = " → ".join(f"`{name}`" for name in cycle)
    report(
        RECURSIVE_TYPE.at(
            mentions[0].span,
            f"type `{cycle[0]}` contains itself: {shown}",
            labels=tuple(Label(name.span, "and this inside it") for name in mentions[1:]),
            help="keep a name or a number of the inner value instead of the value",
        )
    )
