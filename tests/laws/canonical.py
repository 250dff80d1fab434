"""The IR without the order in which things were declared."""

from dataclasses import replace
from typing import TypeVar

from stateous.compiler import ir

T = TypeVar("T")


def _sorted(parts: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(sorted(parts, key=repr))


def without_order(program: ir.Program) -> ir.Program:
    """Return a program with each sort of declaration in one order.

    What stands in order on purpose stays so: fields, steps, effects, and the lines of a group.
    """
    return replace(
        program,
        workflows=_sorted(tuple(map(_workflow, program.workflows))),
        records=_sorted(program.records),
        commands=_sorted(program.commands),
        facts=_sorted(program.facts),
        roles=_sorted(program.roles),
        readmodels=_sorted(program.readmodels),
        machines=_sorted(tuple(map(_machine, program.machines))),
        specifications=_sorted(program.specifications),
    )


def _workflow(workflow: ir.Workflow) -> ir.Workflow:
    context = workflow.context
    if context is not None:
        # The fields of `into` and `gather` come in the order of events and states.
        context = replace(context, fields=_sorted(context.fields))
    return replace(
        workflow,
        context=context,
        events=_sorted(workflow.events),
        states=_sorted(workflow.states),
        transitions=tuple(
            sorted(workflow.transitions, key=lambda line: (line.source, line.event or ""))
        ),
        specifications=_sorted(workflow.specifications),
        triggers=_sorted(workflow.triggers),
        properties=_sorted(workflow.properties),
        facts=_sorted(workflow.facts),
    )


def _machine(machine: ir.Machine) -> ir.Machine:
    return replace(
        machine,
        states=_sorted(machine.states),
        transitions=tuple(sorted(machine.transitions, key=lambda t: (t.source, t.event))),
        specifications=_sorted(machine.specifications),
    )
