"""The way into the `stateous` command, and the way out of it: exit codes, and faults."""

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NoReturn

import click

from stateous.cli.lazy_group import LazyGroup, Subcommand
from stateous.cli.options import version_option
from stateous.cli.terminal import OutputError, prepare, remark
from stateous.grammar.printable import printable

INTERRUPTED = 130
USAGE = 2
FAULT = 4
FAULT_CODE = "ST9999"
GARBAGE_THRESHOLD = 100_000

SUBCOMMANDS: Mapping[str, Subcommand] = {
    "verify": Subcommand("stateous.cli.verify", "Prove specs, or show the run that breaks them."),
    "compile": Subcommand("stateous.cli.compile", "Check specs and write their graph files."),
    "generate": Subcommand("stateous.cli.generate", "Write the graph, the contract and a host."),
    "fmt": Subcommand("stateous.cli.fmt", "Write .flow files in the one style."),
    "convert": Subcommand("stateous.cli.convert", "Write a spec in another notation."),
    "schema": Subcommand("stateous.cli.schema", "Print the JSON Schema of specs in YAML."),
    "explain": Subcommand("stateous.cli.explain", "Explain a code that a report printed."),
}

_HELP = """Write a long process down once; prove it; run it.

Exit codes: 0 all proved, 1 something is violated, 2 the input or the call is wrong,
3 something stays unknown, 4 a fault of stateous itself."""

stateous = LazyGroup(SUBCOMMANDS, _HELP, [version_option("stateous")])


def run() -> NoReturn:
    """Be the `stateous` process: run the command, and leave with its exit code.

    Taking everything apart again, the solver above all, is a sixth of a short command's time
    and changes nothing: what was printed is flushed, and files are closed where they are written.
    """
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments` (by default the process's own); return the exit code."""
    prepare()
    # A command makes many objects, most of them for good, and ends soon: looking for
    # garbage as often as a server does is a tenth of its time.
    gc.set_threshold(GARBAGE_THRESHOLD)
    try:
        code = stateous.main(arguments, prog_name="stateous", standalone_mode=False)
    except click.ClickException as error:
        _report_usage(error)
        return USAGE
    except OutputError as error:
        remark(f"error: the output could not be written: {error}")
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:
        _report_fault(error)
        return FAULT
    return code if isinstance(code, int) else 0


def _report_usage(error: click.ClickException) -> None:
    """Say what is wrong with the call; what was typed cannot forge lines of it."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        remark(context.get_usage())
        remark(f"Try '{context.command_path} {context.help_option_names[-1]}' for help.\n")
    remark(f"Error: {printable(error.format_message())}")


def _report_fault(error: Exception) -> None:
    """Say that the fault is ours; with the traceback only where it was asked for."""
    remark(f"error[{FAULT_CODE}]: stateous met a fault of its own: {type(error).__name__}")
    for note in getattr(error, "__notes__", ()):
        remark(f"  = note: {printable(note)}")
    if os.environ.get("STATEOUS_DEBUG") == "1":
        import traceback  # slow to import, and hardly ever needed

        remark("".join(traceback.format_exception(error)))
    else:
        remark("  = help: run it again with STATEOUS_DEBUG=1, and report what it then prints")
