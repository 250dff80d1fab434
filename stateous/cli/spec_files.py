"""Which files the command reads: those that it is given, and the specs in folders."""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from stateous.command_rules import NO_SPECS, NO_SUCH_PATH
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.reader import YAML_SUFFIXES
from stateous.grammar.source import Source, Span
from stateous.grammar.suggest import did_you_mean

SUFFIX = ".flow"
PYTHON_NAME = "flow.py"
_PASSED_OVER = frozenset({"node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class SpecFiles:
    """The files to read, each once, in the order given; and what is wrong with the paths."""

    files: tuple[Path, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def place_of(path: Path) -> Span:
    """Return the place of a file as a whole, for what concerns none of its lines."""
    return Source(str(path), "").span(0, 0)


def find_specs(paths: Sequence[Path]) -> SpecFiles:
    """Return the files that `paths` name or hold."""
    files: dict[Path, Path] = {}
    diagnostics: list[Diagnostic] = []
    for path in paths:
        found, faults = _look(path)
        diagnostics += faults
        for file in found:
            files.setdefault(_resolved(file), file)
    return SpecFiles(tuple(files.values()), tuple(diagnostics))


def _resolved(file: Path) -> Path:
    """Return a path without links; as it is where there are none to follow any more.

    That is so in a current folder that was removed.
    """
    try:
        return file.resolve()
    except (OSError, RuntimeError):
        return file


def _look(path: Path) -> tuple[list[Path], list[Diagnostic]]:
    """Return the specs at one path, or what is wrong with it."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        return [], [_unreadable(path, error)]
    if stat.S_ISREG(mode):
        return [path], []
    if stat.S_ISDIR(mode):
        return _look_in_folder(path)
    return [], [NO_SUCH_PATH.at(place_of(path), f"`{path}` is neither a file nor a folder")]


def _look_in_folder(folder: Path) -> tuple[list[Path], list[Diagnostic]]:
    """Return the specs in a folder and below it; a folder without any is a fault."""
    errors: list[OSError] = []
    found: list[Path] = []
    faults: list[Diagnostic] = []
    for path in _walk(folder, errors.append):
        files, wrong = _look(path)
        found += files
        faults += wrong
    faults += [_unreadable(Path(error.filename or folder), error) for error in errors]
    if not found and not faults:
        known = f"`*{SUFFIX}`, a file `*{YAML_SUFFIXES[0]}`"
        help = f"a spec is a file {known}, or a Python file named `{PYTHON_NAME}`"
        faults = [NO_SPECS.at(place_of(folder), f"no specs found in `{folder}`", help=help)]
    return found, faults


def _walk(folder: Path, on_error: Callable[[OSError], object]) -> Iterator[Path]:
    """Yield what is named like a spec below a folder, in order of name.

    Links to folders are not followed. What is yielded need not be readable, nor a file.
    """
    for name, folders, files in os.walk(folder, onerror=on_error):
        here = Path(name)
        folders[:] = sorted(f for f in folders if not _passed_over(here / f))
        for file in sorted(files):
            path = here / file
            named = path.suffix == SUFFIX or file.endswith(YAML_SUFFIXES)
            if named or file == PYTHON_NAME:
                yield path


def _passed_over(folder: Path) -> bool:
    """Tell whether a folder holds no specs of the author's own."""
    hidden = folder.name.startswith(".") or folder.name in _PASSED_OVER
    return hidden or os.path.exists(folder / "pyvenv.cfg")


def _unreadable(path: Path, error: OSError | ValueError) -> Diagnostic:
    """Say why a path leads nowhere, and which name in its folder is near."""
    if isinstance(error, FileNotFoundError) and os.path.islink(path):
        message, help = f"`{path}` is a link that leads nowhere", None
    elif isinstance(error, FileNotFoundError):
        message, help = f"`{path}` does not exist", _nearest(path)
    else:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message, help = f"`{path}` cannot be read: {reason}", None
    return NO_SUCH_PATH.at(place_of(path), message, help=help)


def _nearest(path: Path) -> str | None:
    """Ask whether a file of a similar name was meant."""
    try:
        names = [entry.name for entry in path.parent.iterdir() if entry.name != path.name]
    except OSError:
        return None
    near = did_you_mean(path.name, names)
    return f"did you mean `{path.parent / near}`?" if near else None
