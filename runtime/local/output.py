"""What a host prints: answers to standard output, its log and its faults to standard error."""

import os
import sys
from contextlib import suppress


def answer(text: str) -> None:
    """Print an answer; once its reader is gone, discard it."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, sys.stdout.fileno())
        os.close(sink)


def say(line: str) -> None:
    """Print a line to standard error. Work goes on where nobody can read of it any more."""
    with suppress(OSError):
        print(printable(line), file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """Return a text without what could steer a terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
