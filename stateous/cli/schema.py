"""`stateous schema`: the JSON Schema of the YAML notation."""

import click

from stateous.cli.terminal import say
from stateous.grammar.yaml import shipped_schema


@click.command("schema", short_help="Print the JSON Schema of specs in YAML.")
def command() -> int:
    """Print the JSON Schema (2020-12) of specs in YAML, for an editor.

    It completes keys and marks wrong ones while a `.flow.yaml` is written.
    """
    say(shipped_schema())
    return 0
