"""The way into a generated host: its command line, and how faults end it."""

import sqlite3
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from stateous.compiler.graph.json_node import GraphFault
from stateous.grammar.diagnostic import Kind
from stateous.runtime.kernel.definition import prepare
from stateous.runtime.local.arguments import parser
from stateous.runtime.local.commands import COMMANDS, READING, Host
from stateous.runtime.local.database import fault_of
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.folder import load_graph
from stateous.runtime.local.opening import bind, database_path
from stateous.runtime.local.output import say
from stateous.runtime.local.rules import DATABASE_DAMAGED
from stateous.runtime.local.store import Store

_EXIT_CODES = {Kind.FINDING: 1, Kind.REFUSAL: 2}
"""1 for a step that was refused and a ledger that is broken, 2 for what could not begin."""


def main(folder: Path, graph: Path, argv: Sequence[str] | None = None) -> int:
    """Run one command of the host whose package lies in `folder`; return the exit code.

    `graph` is its graph file, `argv` the arguments of the command line.
    """
    arguments = parser(graph.stem).parse_args(argv)
    try:
        _command(folder, graph, arguments)
    except GraphFault as fault:
        where = f", at {fault.pointer}" if fault.pointer else ""
        help_ = "generate the package again"
        return _explain(Fault(fault.rule, f"{graph.name}: {fault.message}{where}", help_))
    except Fault as fault:
        return _explain(fault)
    except sqlite3.Error as error:
        return _explain(fault_of(error))
    except UnicodeDecodeError as error:
        return _explain(Fault(DATABASE_DAMAGED, f"the database holds no text: {error.reason}"))
    return 0


def _command(folder: Path, path: Path, arguments: Namespace) -> None:
    graph = load_graph(path)
    definition = prepare(graph.workflow)
    writes = arguments.command not in READING
    database = database_path(folder, path, arguments.database, writes=writes)
    store = Store(database)
    try:
        bind(store, graph)
        COMMANDS[arguments.command](Host(folder, graph, definition, database, store, arguments))
    finally:
        store.close()


def _explain(fault: Fault) -> int:
    """Say what stopped the command; return its exit code."""
    say(f"error[{fault.code}]: {fault.message}")
    if fault.help is not None:
        say(f"  help: {fault.help}")
    return _EXIT_CODES[fault.rule.kind]
