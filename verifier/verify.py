"""The one way into the verifier: a compiled file in, a verdict for each check out.

The stack, in order: the graph; Z3, for each group of guards; the specifications. Each
layer names itself in its verdicts. A later one takes the spec as the engine does: an
overlap or a gap refuses the event.
"""

from dataclasses import dataclass

from stateous.compiler.beyond import reads_beyond_core
from stateous.compiler.check import Compiled
from stateous.compiler.verdict import Verdict
from stateous.grammar.diagnostic import Diagnostic, in_order
from stateous.runtime.kernel.definition import Definition, prepare
from stateous.verifier.graph import Paths
from stateous.verifier.machines import machine_verdicts
from stateous.verifier.path_findings import report_paths
from stateous.verifier.properties import report_properties
from stateous.verifier.report import Report
from stateous.verifier.specifications import report_specifications


@dataclass(frozen=True)
class Verified:
    """A file, verified. `diagnostics` include those of the compiler, by file and place."""

    compiled: Compiled
    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...]


def verify(compiled: Compiled, *, specifications: bool = True) -> Verified:
    """Check all that can be checked of a compiled file; nothing of one that has errors.

    Specifications are run only when `specifications` asks for it.
    """
    if compiled.program is None:
        return Verified(compiled, (), compiled.diagnostics)
    # What runs do is asked for with the specifications; a command that only emits does not.
    reports = [
        _verified(Report(workflow, compiled.places, compiled.parsed.tree), specifications)
        for workflow in compiled.program.workflows
    ]
    machines = machine_verdicts(compiled.program, compiled.places)
    others = tuple(machines) if specifications else ()
    verdicts = (*(verdict for report in reports for verdict in report.verdicts), *others)
    found = [diagnostic for report in reports for diagnostic in report.diagnostics]
    found += [verdict.diagnostic for verdict in others if verdict.diagnostic is not None]
    return Verified(compiled, verdicts, in_order((*compiled.diagnostics, *found)))


def _verified(report: Report, specifications: bool) -> Report:
    workflow = report.workflow
    definition, paths = prepare(workflow), Paths(workflow)
    report_paths(paths, report)
    if any(line.guard is not None for line in workflow.transitions):
        _report_guards(definition, paths, report)
    if specifications:
        report_properties(report)
        report_specifications(definition, paths.unreachable, report)
    return report


def _report_guards(definition: Definition, paths: Paths, report: Report) -> None:
    # The solver takes a while to load, and a workflow without guards does without it.
    from stateous.verifier.encoding.solver import SolverFault
    from stateous.verifier.groups import examine, groups_of
    from stateous.verifier.guard_findings import report_fault, report_group, report_unasked

    for group, otherwise in groups_of(definition):
        reached = group.source not in paths.unreachable
        own = Report(report.workflow, report.places, report.tree)
        unasked = next(filter(None, map(reads_beyond_core, group.guards.values())), None)
        if unasked is not None:
            report_unasked(group, unasked, report)
            continue
        try:
            report_group(examine(group, otherwise), own, reached=reached)
        except SolverFault as fault:
            own = Report(report.workflow, report.places, report.tree)
            report_fault(group, fault, own)
        report.include(own)
