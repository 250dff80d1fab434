"""`stateous compile`: check specs and write their graph files."""

from pathlib import Path

import click

from stateous.cli.options import (
    GivenPath,
    colour_option,
    format_option,
    max_findings_option,
    specs_argument,
    unknown_option,
)


@click.command("compile", short_help="Check specs and write their graph files.")
@specs_argument
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    type=GivenPath(),
    help="Where to write, for all files; by default `build` beside each spec.",
)
@format_option
@max_findings_option
@unknown_option
@colour_option
def command(
    paths: tuple[Path, ...],
    output: Path | None,
    format_name: str,
    max_findings: int | None,
    unknown: str,
    colour: str,
) -> int:
    """Check the specs at PATH and write a graph file for each workflow.

    Guards and the graph are proved as `verify` proves them; specifications are not run, and
    properties of runs are not asked about.
    When anything is wrong, or stays unknown, no file is written; `--unknown warn` lets
    what stays unknown pass.
    """
    from stateous.cli.compilation import run  # loads parser and solver
    from stateous.cli.report import Presentation

    presentation = Presentation(format_name, colour, max_findings)
    return run(paths, output, presentation, unknown_is_error=unknown == "error")
