"""Replacing a file as a whole."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, content: bytes, mode: int | None = None) -> None:
    """Put `content` in the place of `path`; the folders above it are made.

    A reader sees the old file or the new one, and a link at `path` is replaced, not
    followed. `mode` are the permissions (by default those of any new file). Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _new_file_mode() if mode is None else mode)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _new_file_mode() -> int:
    """Return the permissions of a new file under the process's mask."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
