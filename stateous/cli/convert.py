"""`stateous convert`: write a spec in another notation."""

from pathlib import Path

import click

from stateous.cli.options import GivenPath

NOTATIONS = ("flow", "yaml", "python")


@click.command("convert", short_help="Write a spec in another notation.")
@click.argument("path", metavar="FILE", type=GivenPath())
@click.option("--to", "notation", required=True, type=click.Choice(NOTATIONS), help="Into which.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=GivenPath(),
    help="Where to write; by default the standard output.",
)
@click.option("--force", is_flag=True, help="Replace the output file if there is one.")
def command(path: Path, notation: str, output: Path | None, force: bool) -> int:
    """Write the spec FILE in another notation, with the same meaning.

    Reading a Python spec runs it. A spec that cannot be read without an error is not
    converted, and comments are kept from .flow to .flow alone.
    """
    from stateous.cli.conversion import run  # loads the parser

    if output is not None and not force and (output.exists() or output.is_symlink()):
        raise click.UsageError(f"`{output}` is there already; `--force` replaces it")
    return run(path, notation, output)
