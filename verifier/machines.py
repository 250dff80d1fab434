"""State machines, and specifications that belong to no workflow: what is known of them.

This version runs neither, so each guard and each specification is reported as unknown.
"""

from collections.abc import Iterator, Mapping

from stateous.compiler.ir import Machine, Place, Program, Specification
from stateous.compiler.values.spelling import quoted
from stateous.compiler.verdict import Answer, Verdict
from stateous.grammar.source import Span
from stateous.verifier.rules import UNDECIDED

METHOD = "none"
FILE = "(file)"
"""How verdicts name what belongs to no workflow and no machine."""


def machine_verdicts(program: Program, places: Mapping[Place, Span]) -> Iterator[Verdict]:
    """Yield a verdict for the guards of each machine and each specification outside workflows."""
    for machine in program.machines:
        yield from _of_guards(machine, places)
        for number, specification in enumerate(machine.specifications):
            place = places[("machine specification", machine.name, number)]
            yield _not_run(machine.name, specification, place)
    for number, specification in enumerate(program.specifications):
        yield _not_run(FILE, specification, places[("file specification", number)])


def _of_guards(machine: Machine, places: Mapping[Place, Span]) -> Iterator[Verdict]:
    groups: dict[tuple[str, str], list[int]] = {}
    for index, line in enumerate(machine.transitions):
        groups.setdefault((line.source, line.event), []).append(index)
    for ids in groups.values():
        guarded = [index for index in ids if machine.transitions[index].guard is not None]
        if len(ids) < 2 or not guarded:
            continue  # one line alone collides with none, and a machine has no gaps
        index, line = guarded[0], machine.transitions[guarded[0]]
        where = f"`{line.source}` on `{line.event}`"
        finding = UNDECIDED.at(
            places[("machine guard", machine.name, index)],
            f"it is not known whether the guards of {where} are sound",
            notes=("this version proves nothing about the guards of a state machine",),
        )
        subject = f"{line.source} on {line.event}"
        yield Verdict(
            "exclusive", machine.name, subject, Answer.UNKNOWN, METHOD, diagnostic=finding
        )


def _not_run(name: str, specification: Specification, place: Span) -> Verdict:
    finding = UNDECIDED.at(
        place,
        f"it is not known whether the specification {quoted(specification.name)} holds",
        notes=("this version runs specifications of workflows alone",),
    )
    return Verdict(
        "specification", name, specification.name, Answer.UNKNOWN, METHOD, diagnostic=finding
    )
