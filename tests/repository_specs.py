"""The specs of the repository: all of them, and those that the engine of this version runs."""

from functools import cache
from pathlib import Path

from stateous.cli.spec_files import find_specs
from stateous.compiler.beyond import beyond_core
from stateous.compiler.check import Compiled, check_path

FOLDER = Path(__file__).parent.parent / "specs"


@cache
def compiled_specs() -> dict[Path, Compiled]:
    """Return every spec, compiled, by its path."""
    return {path: check_path(path) for path in find_specs([FOLDER]).files}


def core_specs() -> list[Path]:
    """Return the specs that declare workflows of the core alone."""
    return [
        path
        for path, compiled in compiled_specs().items()
        if compiled.program is not None
        and compiled.program.workflows
        and not any(map(beyond_core, compiled.program.workflows))
    ]


def name_of(path: Path) -> str:
    """Return how a test calls a spec."""
    return path.relative_to(FOLDER).as_posix()
