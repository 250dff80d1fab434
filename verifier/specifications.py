"""Specifications, run on the step function, each with its verdict."""

from stateous.compiler.beyond import beyond_core, step_beyond_core
from stateous.compiler.ir import GivenState, Specification
from stateous.compiler.values.spelling import quoted
from stateous.grammar.diagnostic import Witness
from stateous.runtime.kernel.definition import Definition
from stateous.runtime.kernel.simulate import run_specification
from stateous.verifier.report import Report
from stateous.verifier.rules import SPECIFICATION_FAILS, UNDECIDED, VACUOUS

METHOD = "run"


def report_specifications(
    definition: Definition, unreachable: tuple[str, ...], report: Report
) -> None:
    """Run each specification of a workflow and report how it went.

    One that begins in a state that no path leads to is vacuous, whatever it says.
    """
    for number, specification in enumerate(definition.workflow.specifications):
        vacuous = _vacuous_step(specification, unreachable)
        beyond = _not_run(definition, specification)
        if vacuous is not None:
            _report_vacuous(specification, (number, vacuous), report)
        elif beyond is not None:
            _report_not_run(specification, number, beyond, report)
        else:
            _report_run(definition, specification, number, report)


def _not_run(definition: Definition, specification: Specification) -> str | None:
    """Return why a specification cannot be run yet, in one phrase; None where it can."""
    for found in beyond_core(definition.workflow):
        return f"this version does not run `{found.what}`, which the workflow uses"
    if any(map(step_beyond_core, specification.steps)):
        return "this version does not run a step of it"
    return None


def _report_not_run(specification: Specification, number: int, reason: str, report: Report) -> None:
    finding = UNDECIDED.at(
        report.span("specification", number),
        f"it is not known whether the specification {quoted(specification.name)} holds",
        notes=(reason,),
    )
    report.unknown("specification", specification.name, METHOD, finding)


def _vacuous_step(specification: Specification, unreachable: tuple[str, ...]) -> int | None:
    for index, step in enumerate(specification.steps):
        if isinstance(step, GivenState) and step.state in unreachable:
            return index
    return None


def _report_vacuous(specification: Specification, place: tuple[int, int], report: Report) -> None:
    step = specification.steps[place[1]]
    assert isinstance(step, GivenState)
    finding = VACUOUS.at(
        report.span("step", *place),
        f"no path leads to `{step.state}`, so this specification is about nothing",
        help="begin in a state that can be reached, or lead a line to this one",
    )
    report.violated("specification", specification.name, "graph", finding)


def _report_run(
    definition: Definition, specification: Specification, number: int, report: Report
) -> None:
    run = run_specification(definition, specification)
    if run.passed or run.failing is None:
        report.proved("specification", specification.name, METHOD)
        return
    finding = SPECIFICATION_FAILS.at(
        report.span("step", number, run.failing),
        run.message or "this step fails",
        notes=(f"in the specification {quoted(specification.name)}", *run.notes),
        witness=Witness(run=run.run),
    )
    report.violated("specification", specification.name, METHOD, finding)
