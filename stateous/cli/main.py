"""The way into the `stateous` command, and the way out of it: exit codes, and faults."""

import gc
import os
from collections.abc import Mapping, Sequence

import click

from stateous.cli.lazy_group import LazyGroup, Subcommand
from stateous.cli.terminal import prepare, remark

INTERRUPTED = 130
USAGE = 2
FAULT = 4
FAULT_CODE = "ST9999"
GARBAGE_THRESHOLD = 100_000

SUBCOMMANDS: Mapping[str, Subcommand] = {
    "verify": Subcommand("stateous.cli.verify", "Prove specs, or show the run that breaks them."),
    "compile": Subcommand("stateous.cli.compile", "Check specs and write their graph files."),
    "generate": Subcommand("stateous.cli.generate", "Write the graph, the contract and a host."),
    "explain": Subcommand("stateous.cli.explain", "Explain a code that a report printed."),
}

_HELP = """Write a long process down once; prove it; run it.

Exit codes: 0 all proved, 1 something is violated, 2 the input or the call is wrong,
3 something stays unknown, 4 a fault of stateous itself."""

stateous = click.version_option(package_name="stateous", message="%(prog)s %(version)s")(
    LazyGroup(SUBCOMMANDS, _HELP)
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments` (by default the process's own); return the exit code."""
    prepare()
    # A command makes many objects, most of them for good, and ends soon: looking for
    # garbage as often as a server does is a tenth of its time.
    gc.set_threshold(GARBAGE_THRESHOLD)
    try:
        code = stateous.main(arguments, prog_name="stateous", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:
        _report_fault(error)
        return FAULT
    return code if isinstance(code, int) else 0


def _report_fault(error: Exception) -> None:
    """Say that the fault is ours; with the traceback only where it was asked for."""
    remark(f"error[{FAULT_CODE}]: stateous met a fault of its own: {type(error).__name__}")
    for note in getattr(error, "__notes__", ()):
        remark(f"  = note: {note}")
    if os.environ.get("STATEOUS_DEBUG") == "1":
        import traceback  # slow to import, and hardly ever needed

        remark("".join(traceback.format_exception(error)))
    else:
        remark("  = help: run it again with STATEOUS_DEBUG=1, and report what it then prints")
