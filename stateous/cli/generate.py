"""`stateous generate`: write everything that runs a workflow."""

from pathlib import Path

import click

from stateous.cli.options import (
    GivenPath,
    colour_option,
    format_option,
    max_findings_option,
)


@click.command("generate", short_help="Write the graph, the contract and a host.")
@click.argument("path", metavar="FILE", type=GivenPath())
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    required=True,
    type=GivenPath(),
    help="Where to write.",
)
@click.option("--workflow", metavar="NAME", help="Which workflow, where FILE has several.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 when a file differs.")
@format_option
@max_findings_option
@colour_option
def command(
    path: Path,
    output: Path,
    workflow: str | None,
    check: bool,
    format_name: str,
    max_findings: int | None,
    colour: str,
) -> int:
    """Write the files that run the workflow of FILE into FOLDER.

    These are the graph file, the contract for routines, a host that runs tokens, and a
    routine to fill in for each state. Routines are written only where there are none yet:
    they are yours. FILE is checked first, as `compile` checks it.
    """
    from stateous.cli.generation import Request, run  # loads parser and solver
    from stateous.cli.report import Presentation

    presentation = Presentation(format_name, colour, max_findings)
    return run(Request(path, output, workflow, check, presentation))
