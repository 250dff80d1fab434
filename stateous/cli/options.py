"""Arguments and options that several subcommands share."""

import os
from pathlib import Path

import click

FORMATS = ("full", "concise", "json", "github")


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

colour_option = click.option(
    "--color",
    "colour",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    show_default=True,
    help="Whether to print colours; auto minds NO_COLOR.",
)
