"""`stateous fmt`: write `.flow` files in the one style."""

from pathlib import Path

import click

from stateous.cli.options import GivenPath


@click.command("fmt", short_help="Write .flow files in the one style.")
@click.argument("paths", metavar="[PATH... | -]", nargs=-1, type=GivenPath())
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def command(paths: tuple[Path, ...], check: bool, diff: bool) -> int:
    """Write the .flow files at PATH in the one style, with every comment.

    PATH is a file or a folder, by default the current folder; `-` reads the standard input
    and writes the standard output. A file with a syntax error is left as it is.
    """
    from stateous.cli.formatting import STANDARD_INPUT, run, run_on_input  # loads the parser

    if STANDARD_INPUT not in paths:
        return run(paths or (Path("."),), check=check, diff=diff)
    if len(paths) > 1:
        raise click.UsageError("`-` stands alone: the standard input is no file among others")
    return run_on_input(check=check, diff=diff)
