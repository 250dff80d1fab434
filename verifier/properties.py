"""Properties: what is known of each.

This version has no layer that proves one, so each is reported as unknown, with the reason.
"""

from stateous.compiler.ir import Property
from stateous.verifier.report import Report
from stateous.verifier.rules import UNDECIDED

METHOD = "none"


def report_properties(report: Report) -> None:
    """Report each property of a workflow."""
    for number, property_ in enumerate(report.workflow.properties):
        finding = UNDECIDED.at(
            report.span("property", number),
            f"it is not known whether {_named(property_)} holds in every run",
            notes=("this version proves no properties of runs",),
        )
        report.unknown("property", property_.name or property_.kind, METHOD, finding)


def _named(property_: Property) -> str:
    return f"`{property_.name}`" if property_.name is not None else f"this `{property_.kind}`"
