"""Replacing a file as a whole."""

import os
import stat
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, content: bytes, like: os.stat_result | None = None) -> None:
    """Put `content` in the place of `path`; the folders above it are made.

    A reader sees the old file or the new one, and a link at `path` is replaced, not
    followed. Permissions are those of `like`, and the owner too as far as the system lets;
    by default those of any new file. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # The name is chosen before the file is made: an interrupt at any moment leaves no file.
    temporary = path.parent / f".{path.name[:40]}.{os.urandom(8).hex()}"
    try:
        with open(temporary, "xb", opener=_open_private) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _adopt(temporary, like)
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


def _adopt(path: Path, like: os.stat_result | None) -> None:
    """Give a file the permissions of another, or those of any new file."""
    if like is None:
        os.chmod(path, _new_file_mode())
        return
    with suppress(OSError, AttributeError):  # only some may give a file away, and not everywhere
        os.chown(path, like.st_uid, like.st_gid)
    os.chmod(path, stat.S_IMODE(like.st_mode))  # last: a change of owner takes bits away


def _new_file_mode() -> int:
    """Return the permissions of a new file under the process's mask."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
