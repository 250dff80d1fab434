"""What a host prints: answers to standard output, its log and its faults to standard error."""

import os
import sys
from typing import TextIO

from stateous.grammar.printable import printable
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.rules import ANSWER_LOST


def answer(text: str) -> None:
    """Print an answer; once its reader is gone, discard it. Raises Fault when it is lost."""
    try:
        print(text, flush=True)
    except OSError as error:
        _discard(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise Fault(ANSWER_LOST, f"the answer cannot be printed: {error}") from None


def _discard(stream: TextIO) -> None:
    """Let a stream lead nowhere: Python prints at its end what could not be printed."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, stream.fileno())
    os.close(sink)


def say(line: str) -> None:
    """Print a line to standard error. Work goes on where nobody can read of it any more."""
    try:
        print(printable(line), file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)
