"""Reading what a user names as a file, where it may be a pipe, a device or far too large."""

import errno
import stat
from pathlib import Path

LARGEST = 10_000_000
"""The most bytes of a file that holds a context."""


def require_regular(path: Path) -> None:
    """Raise OSError unless `path` is a regular file: to open another kind may block or act."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is no regular file")


def read_text(path: Path, largest: int | None = None) -> str:
    """Return the text of a regular file of at most `largest` bytes.

    Raises OSError, and UnicodeDecodeError for what is not UTF-8.
    """
    require_regular(path)
    with path.open("rb") as file:
        found = file.read() if largest is None else file.read(largest + 1)
    if largest is not None and len(found) > largest:
        raise OSError(errno.EFBIG, f"it has more than {largest} bytes")
    return found.decode("utf-8")
