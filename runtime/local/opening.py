"""Opening the database of a host: the right file, for the right graph."""

import os
from contextlib import suppress
from pathlib import Path

from stateous.compiler.graph.format import structure
from stateous.compiler.graph.reader import Graph
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.rules import DATABASE_UNAVAILABLE, GRAPH_CHANGED, NOT_A_DATABASE
from stateous.runtime.local.store import Store

FOLDER = ".stateous"
"""The folder of the databases in a host's folder; version control leaves it out."""


def database_path(folder: Path, graph: Path, given: Path | None, *, writes: bool) -> Path:
    """Return the path of the database: the one given, or the usual one beside the host.

    It is the path of the file itself and not of a link, so that there is one lock for it.
    A command that only reads (not `writes`) leaves the usual folder as it is.
    Raises Fault.
    """
    try:
        return (given or _usual(folder, writes=writes) / f"{graph.stem}.db").resolve()
    except (OSError, RuntimeError) as error:
        raise Fault(DATABASE_UNAVAILABLE, f"there is no place for the database: {error}") from None


def _usual(folder: Path, *, writes: bool) -> Path:
    home = folder / FOLDER
    if home.is_symlink():
        help_ = "make it a folder, or choose a file with `--database`"
        raise Fault(DATABASE_UNAVAILABLE, f"`{FOLDER}` is a link, and no folder", help_)
    home.mkdir(exist_ok=True)
    if writes:
        _ignore(home / ".gitignore")
    return home


def _ignore(path: Path) -> None:
    """Write the file unless something has its name: a link is not followed, a pipe not opened."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    with suppress(FileExistsError), os.fdopen(os.open(path, flags, 0o666), "w") as file:
        file.write("*\n")


def bind(store: Store, graph: Graph) -> None:
    """Tie the database to the graph; raise Fault when its tokens belong to another.

    From then on the store refuses changes once another process has tied it to another.
    """
    workflow, current = graph.workflow.name, structure(graph.document)
    with store.change() as change:
        owner, known = change.fact("workflow"), change.fact("structure")
        if owner not in (None, workflow):
            raise Fault(
                NOT_A_DATABASE,
                f"the database holds tokens of `{owner}`, not of `{workflow}`",
                "choose another file with `--database`",
            )
        if known not in (None, current) and change.has_active():
            raise Fault(
                GRAPH_CHANGED,
                f"the graph of `{workflow}` changed under tokens that have not ended",
                "let them end on the old graph, or choose another file with `--database`",
            )
        if (owner, known) != (workflow, current):
            change.keep_fact("workflow", workflow)
            change.keep_fact("structure", current)
    store.tie(current)
