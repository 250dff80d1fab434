"""`stateous explain`: the page of a code."""

import click

from stateous.cli.terminal import say
from stateous.rule_page import page, plain_text
from stateous.rule_table import RULES, find, nearest


@click.command("explain", short_help="Explain a code that a report printed.")
@click.argument("code", required=False)
@click.option("--list", "listed", is_flag=True, help="List every code, a line each.")
def command(code: str | None, listed: bool) -> int:
    """Explain CODE: what it means, why it matters, and what to write instead.

    CODE is what a report prints in brackets, such as ST5001; the name of a rule will do,
    too.
    """
    if listed:
        say("".join(f"{rule.code}  {rule.name:<{_NAMES}}  {rule.summary}\n" for rule in RULES))
        return 0
    if code is None:
        raise click.UsageError("give a code, or --list")
    rule = find(code)
    if rule is None:
        near = nearest(code)
        hint = f"; did you mean `{near}`?" if near else "; `stateous explain --list` has them all"
        raise click.UsageError(f"there is no rule `{code}`{hint}")
    say(f"{plain_text(page(rule))}\n")
    return 0


_NAMES = max(len(rule.name) for rule in RULES)
