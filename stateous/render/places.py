"""How programs are told where something is: by paths that mean the same on another machine."""

import os
from pathlib import PurePath
from urllib.parse import quote


def relative(name: str, folder: PurePath | None) -> str:
    """Return a file's path from `folder` on, with `/`; one that does not lie below as it is."""
    path = PurePath(os.path.normpath(name))
    if folder is not None and path.is_absolute() and path.is_relative_to(folder):
        path = path.relative_to(folder)
    return path.as_posix()


def uri(path: str) -> str:
    """Return a path with `/` as a URI: a relative reference, or a whole one for a whole path."""
    quoted = quote(path, safe="/", errors="backslashreplace")
    return f"file://{quoted}" if quoted.startswith("/") else quoted
