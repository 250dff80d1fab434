"""What the command prints: to whom, in colour or not, and what if nobody reads it."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO


class OutputError(Exception):
    """The standard output is there and cannot be written, as on a full disk."""


def say(text: str) -> None:
    """Print `text` on the standard output, as it is.

    A reader that has gone away (`stateous verify | head`) changes nothing: the rest is
    discarded, and the exit code is still the verdict. Raises OutputError when the output
    would be lost to somebody who waits for it.
    """
    _write(sys.stdout, text)


def remark(text: str) -> None:
    """Print a line for the person at the terminal, apart from the output."""
    with suppress(OutputError):  # there is nowhere left to say so
        _write(sys.stderr, f"{text}\n")


def prepare() -> None:
    """Make the streams able to print every text, if need be with backslash escapes.

    A stream that was closed (`>&-`), which Python shows as None, becomes one that discards.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
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
        _discard(stream)
    except OSError as error:
        _discard(stream)
        raise OutputError(error.strerror or str(error)) from error


def _discard(stream: TextIO) -> None:
    """Let the rest of a stream, also what it still holds, go nowhere."""
    with suppress(OSError):  # a stream of a test has no descriptor
        target = stream.fileno()
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, target)
        os.close(sink)
