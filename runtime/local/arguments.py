"""The arguments of a host's command line."""

import argparse
from pathlib import Path


def parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of the host of the workflow `name`; `command` names what was asked."""
    top = argparse.ArgumentParser(description=f"Tokens of {name}, kept in a SQLite database.")
    top.add_argument("--database", type=Path, metavar="FILE", help="another database file")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _run(commands.add_parser("run", help="do the work that is due, until it is stopped"))
    _start(commands.add_parser("start", help="start a token"))
    _fire(commands.add_parser("fire", help="let an event happen to a token, from outside"))
    _show(commands.add_parser("show", help="show the tokens, or one with its history"))
    commands.add_parser("check", help="compare each token with its ledger")
    return top


def _run(run: argparse.ArgumentParser) -> None:
    run.add_argument(
        "--until-idle", action="store_true", help="end when only outside events could go on"
    )
    run.add_argument(
        "--poll",
        type=_seconds,
        default=0.2,
        metavar="SECONDS",
        help="how often to look for what other processes did (0.2)",
    )
    run.add_argument(
        "--at-once",
        type=_number,
        default=4,
        metavar="N",
        help="how many routines may run at once (4)",
    )


def _start(start: argparse.ArgumentParser) -> None:
    start.add_argument("id", metavar="ID")
    context = start.add_mutually_exclusive_group()
    context.add_argument("--context", metavar="JSON", help="its context")
    context.add_argument(
        "--context-file", type=Path, metavar="FILE", help="a file that holds its context"
    )


def _fire(fire: argparse.ArgumentParser) -> None:
    fire.add_argument("id", metavar="ID")
    fire.add_argument("event", metavar="EVENT")
    fire.add_argument("--payload", metavar="JSON", help="what the event carries")


def _show(show: argparse.ArgumentParser) -> None:
    show.add_argument("id", metavar="ID", nargs="?")
    form = show.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument(
        "--graph", action="store_true", help="as a Mermaid diagram, the token's path marked"
    )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0.001 <= seconds <= 3600:
        raise argparse.ArgumentTypeError("a number of seconds from 0.001 to 3600 is wanted")
    return seconds


def _number(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1000:
        raise argparse.ArgumentTypeError("a number from 1 to 1000 is wanted")
    return number
