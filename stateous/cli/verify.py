"""`stateous verify`: prove specs, or show the run that breaks them."""

from pathlib import Path

import click

from stateous.cli.options import (
    colour_option,
    format_option,
    max_findings_option,
    specs_argument,
    unknown_option,
)


@click.command("verify", short_help="Prove specs, or show the run that breaks them.")
@specs_argument
@format_option
@max_findings_option
@colour_option
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings, too.")
@unknown_option
@click.option("--fix", is_flag=True, help="Apply the safe fixes, and report what remains.")
def command(
    paths: tuple[Path, ...],
    format_name: str,
    max_findings: int | None,
    colour: str,
    strict: bool,
    unknown: str,
    fix: bool,
) -> int:
    """Prove every check of the specs at PATH, or show a run that breaks it.

    PATH is a spec (.flow, .flow.yaml, .py), or a folder: of its files, and of those in
    folders below it, every *.flow, *.flow.yaml and flow.py is a spec. The last line always
    counts what was checked.
    """
    from stateous.cli.report import Presentation
    from stateous.cli.verification import Request, run  # loads parser and solver

    presentation = Presentation(format_name, colour, max_findings)
    return run(Request(paths, presentation, strict, unknown == "error", fix))
