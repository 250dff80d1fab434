"""Running an author's Python file so that nothing of it stays behind in the process."""

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import RLock
from types import ModuleType

_PREFIX = "stateous_flow_"
_INSTALLED = frozenset({"site-packages", "dist-packages"})
_one_at_a_time = RLock()


@contextlib.contextmanager
def importing_from(folder: Path) -> Iterator[None]:
    """Make `folder` the first place to import from, for as long as the block runs.

    Meanwhile no byte code is written, and what is printed goes to the standard error. Then
    the modules that were imported from under the folder are forgotten, so that the next
    run reads them anew, and the search path is as it was.
    """
    with _one_at_a_time:
        search, path, no_bytecode = sys.path, list(sys.path), sys.dont_write_bytecode
        hidden = _namesakes(folder)
        for name in hidden:
            del sys.modules[name]
        before = set(sys.modules)
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = True
        importlib.invalidate_caches()
        try:
            with _output_to_standard_error():
                yield
        finally:
            sys.path = search
            sys.path[:] = path
            sys.dont_write_bytecode = no_bytecode
            own = [name for name in set(sys.modules) - before if _is_under(folder, name)]
            for name in own:
                del sys.modules[name]
            sys.modules.update(hidden)


def run(text: str, filename: str) -> ModuleType:
    """Run Python text as a new module, inside `importing_from`, and return the module.

    Raises whatever the text does, and SyntaxError or ValueError when it is no Python.
    """
    code = compile(text, filename, "exec", dont_inherit=True)
    module = ModuleType(_PREFIX + Path(filename).stem)
    module.__file__ = filename
    # Models look up the names in their annotations in the module, by its name.
    sys.modules[module.__name__] = module
    search, path = sys.path, list(sys.path)
    try:
        exec(code, module.__dict__)  # noqa: S102 - reading a flow.py runs it
    finally:
        _keep_search_path(search, path)
    return module


def _keep_search_path(search: list[str], path: list[str]) -> None:
    """Put back what the text took from the search path, before what it added to it."""
    now: object = sys.path
    added = [entry for entry in now if entry not in path] if isinstance(now, list) else []
    search[:] = [*path, *added]
    sys.path = search


@contextlib.contextmanager
def _output_to_standard_error() -> Iterator[None]:
    """Send what is printed to the standard error, also from other processes and libraries."""
    _flush()
    try:
        saved = os.dup(1)
    except OSError:
        saved = None  # there is no standard output
    try:
        _duplicate_standard_error()
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        _flush()
        if saved is None:
            os.close(1)
        else:
            os.dup2(saved, 1)
            os.close(saved)


def _duplicate_standard_error() -> None:
    """Make the standard output the standard error, or nothing where that is closed."""
    try:
        os.dup2(2, 1)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != 1:
            os.dup2(nowhere, 1)
            os.close(nowhere)


def _flush() -> None:
    """Write out what the standard output still holds, if it can be."""
    for stream in (sys.stdout, sys.__stdout__):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()  # type: ignore[union-attr]


def _namesakes(folder: Path) -> dict[str, ModuleType]:
    """Return the loaded modules that would stand in for files of the folder."""
    names = _importable(folder) - {*sys.stdlib_module_names, "__main__", "stateous"}
    found = {n: m for n, m in sys.modules.items() if n.partition(".")[0] in names}
    return {
        name: module
        for name, module in found.items()
        if not _is_under(folder, name) and not _is_installed(module)
    }


def _importable(folder: Path) -> set[str]:
    """Return the top-level names that a folder may give to an import."""
    try:
        return {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    except OSError:
        return set()


def _is_under(folder: Path, name: str) -> bool:
    module = sys.modules.get(name)
    if name.partition(".")[0] == "stateous" or module is None or _is_installed(module):
        return False
    file = _file(module)
    return file is not None and file.is_relative_to(folder)


def _is_installed(module: ModuleType) -> bool:
    file = _file(module)
    return file is not None and not _INSTALLED.isdisjoint(file.parts)


def _file(module: ModuleType) -> Path | None:
    """Return the file of a module, or the folder of a package that has none."""
    names = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
    name = next((name for name in names if isinstance(name, str)), None)
    return None if name is None else Path(name).resolve()
