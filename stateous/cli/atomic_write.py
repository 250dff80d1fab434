"""Replacing a file as a whole."""

import os
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, content: bytes, mode: int | None = None) -> None:
    """Put `content` in the place of `path`; the folders above it are made.

    A reader sees the old file or the new one, and a link at `path` is replaced, not
    followed. `mode` are the permissions (by default those of any new file). Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # The name is chosen before the file is made: an interrupt at any moment leaves no file.
    temporary = path.parent / f".{path.name[:40]}.{os.urandom(8).hex()}"
    try:
        with open(temporary, "xb", opener=_open_private) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _new_file_mode() if mode is None else mode)
        os.replace(temporary, path)
    except FileExistsError:
        raise  # somebody else's
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _open_private(path: str, flags: int) -> int:
    """Open a file that nobody else may read yet."""
    return os.open(path, flags, 0o600)


def _new_file_mode() -> int:
    """Return the permissions of a new file under the process's mask."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
