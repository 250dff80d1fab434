"""A group of commands whose modules are imported only when they are called."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

import click

from stateous.cli.options import help_option
from stateous.cli.terminal import remark
from stateous.grammar.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A subcommand: the module that holds it as `command`, and its line in the list."""

    module: str
    summary: str


class LazyGroup(click.Group):
    """A group that lists its commands without importing them."""

    def __init__(
        self, subcommands: Mapping[str, Subcommand], help: str, params: list[click.Parameter]
    ) -> None:
        """Take the subcommands by name, in the order in which they are listed."""
        super().__init__(
            name="stateous",
            help=help,
            no_args_is_help=False,
            params=[*params, help_option()],
            context_settings={"help_option_names": ["-h", "--help"]},
        )
        self.subcommands = subcommands

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a call without any is a wrong one, answered with the help."""
        if not args and not ctx.resilient_parsing:
            remark(ctx.get_help())
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommands."""
        return list(self.subcommands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand; None when there is none of that name."""
        if cmd_name not in self.subcommands:
            return None
        command = import_module(self.subcommands[cmd_name].module).command
        assert isinstance(command, click.Command)
        if not any("--help" in param.opts for param in command.params):
            command.params.append(help_option())
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands from the table alone, so that `--help` is quick."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, sub.summary) for name, sub in self.subcommands.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand that `args` name; an unknown one is answered with the nearest."""
        name = args[0]
        if name not in self.subcommands and not name.startswith("-"):
            ctx.fail(f"there is no command `{name}`{_nearest(name, self.subcommands)}")
        return super().resolve_command(ctx, args)


def _nearest(name: str, names: Mapping[str, Subcommand]) -> str:
    """Return a question that names the nearest command, if one is near."""
    near = did_you_mean(name, names)
    return f"; did you mean `{near}`?" if near else ""
