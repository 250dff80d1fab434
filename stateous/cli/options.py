"""Arguments and options that several subcommands share."""

import os
from importlib.metadata import version
from pathlib import Path

import click

from stateous.cli.terminal import say

FORMATS = ("full", "concise", "json", "github", "gitlab", "junit", "sarif")


class GivenPath(click.Path):
    """A path as it was typed. Whether it exists is for the command to say.

    An empty one is refused: it comes from an unset variable, and would mean the current
    folder.
    """

    def __init__(self) -> None:
        """Convert to `pathlib.Path`."""
        super().__init__(path_type=Path)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path; fail for an empty one."""
        if value == "":
            self.fail("the path is empty", param, ctx)
        return super().convert(value, param, ctx)


specs_argument = click.argument(
    "paths",
    metavar="PATH...",
    nargs=-1,
    required=True,
    type=GivenPath(),
)
"""Spec files, and folders that hold some."""

format_option = click.option(
    "--format",
    "format_name",
    type=click.Choice(FORMATS),
    default="full",
    show_default=True,
    help="How to print what was found.",
)

max_findings_option = click.option(
    "--max-findings",
    metavar="N",
    type=click.IntRange(min=0),
    help="How many findings to show of a file, 0 for all; by default 200, for programs 10000.",
)

unknown_option = click.option(
    "--unknown",
    type=click.Choice(("error", "warn")),
    default="error",
    show_default=True,
    help="What it means when a check has no answer; error exits with 3.",
)

colour_option = click.option(
    "--color",
    "colour",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    show_default=True,
    help="Whether to print colours; auto minds NO_COLOR.",
)


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the help of a command, and end it."""
    if value and not ctx.resilient_parsing:
        say(f"{ctx.get_help()}\n")
        ctx.exit()


def help_option() -> click.Option:
    """Return the option that prints a command's help as all else is printed.

    The one that click adds by itself ends otherwise when the output cannot be written.
    """
    return click.Option(
        ["-h", "--help"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_help,
        help="Show this message and exit.",
    )


def version_option(package: str) -> click.Option:
    """Return the option that prints the version of an installed package."""

    def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            say(f"{ctx.find_root().info_name} {version(package)}\n")
            ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Show the version and exit.",
    )
