"""What the command prints: to whom, in colour or not, and what if nobody reads it."""

import os
import sys
from collections.abc import Mapping
from typing import TextIO


def say(text: str) -> None:
    """Print `text` on the standard output, as it is.

    A reader that has gone away (`stateous verify | head`) changes nothing: the rest is
    discarded, and the exit code is still the verdict.
    """
    _write(sys.stdout, text)


def remark(text: str) -> None:
    """Print a line for the person at the terminal, apart from the output."""
    _write(sys.stderr, f"{text}\n")


def prepare() -> None:
    """Make the streams able to print every text, if need be with backslash escapes."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def wants_colour(choice: str, environment: Mapping[str, str] | None = None) -> bool:
    """Tell whether to print colours: `always`, `never`, or `auto`.

    `auto` means only on a terminal that can show them, and not under NO_COLOR
    (https://no-color.org: any value but the empty one).
    """
    if choice != "auto":
        return choice == "always"
    given = os.environ if environment is None else environment
    if given.get("NO_COLOR") or given.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def _write(stream: TextIO, text: str) -> None:
    """Write and flush; discard everything once the reader is gone."""
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, stream.fileno())
        os.close(sink)
