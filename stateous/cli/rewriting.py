"""Changing a file that a spec was read from."""

import os
import stat
from pathlib import Path

from stateous.cli.atomic_write import write_atomically
from stateous.command_rules import NOT_WRITTEN, READ_ONLY
from stateous.grammar.diagnostic import Diagnostic, Rule
from stateous.grammar.source import Source

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def rewrite(source: Source, text: str, done: str, *, keep_mark: bool) -> Diagnostic | None:
    """Put `text` into the file that `source` was read from; return why it could not be `done`.

    A link is followed. Owner and permissions stay, and a byte order mark where it is to be
    kept. A file that may only be read is left as it is, and one that has changed since, too.
    """
    try:
        _rewrite(Path(source.name).resolve(), source, text, keep_mark)
    except _ReadOnlyError:
        help = "allow writing, or mend it yourself"
        return _left(source, READ_ONLY, done, "it may only be read", help)
    except (OSError, RuntimeError, UnicodeDecodeError, _ChangedError) as error:
        return _left(source, NOT_WRITTEN, done, _reason(error))
    return None


def _left(
    source: Source, rule: Rule, done: str, reason: str, help: str | None = None
) -> Diagnostic:
    """Report that a file is left as it is."""
    message = f"`{source.name}` could not be {done}: {reason}"
    return rule.at(source.span(0, 0), message, help=help)


def _reason(error: Exception) -> str:
    """Say why a file was not written; pathlib raises RuntimeError for a loop of links."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError):
        return "it is not in UTF-8"
    if isinstance(error, RuntimeError):
        return "its links lead in a circle"
    return "it changed after it was read"


class _ChangedError(Exception):
    """The file is not what was read."""


class _ReadOnlyError(Exception):
    """The file is not to be written."""


def _rewrite(path: Path, source: Source, text: str, keep_mark: bool) -> None:
    """Write the text; raise an error when the file is not to be written."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise _ChangedError  # only what is a regular file is ever read
    # The system lets some users write every file: what counts is what the file says.
    if not status.st_mode & stat.S_IWUSR or not os.access(path, os.W_OK):
        raise _ReadOnlyError
    before = path.read_bytes()
    if before.decode("utf-8-sig") != source.text:
        raise _ChangedError
    mark = BYTE_ORDER_MARK if keep_mark and before.startswith(BYTE_ORDER_MARK) else b""
    write_atomically(path, mark + text.encode(), status)
