"""Opening the database of a host: the right file, for the right graph."""

from pathlib import Path

from stateous.compiler.graph.format import structure
from stateous.compiler.graph.reader import Graph
from stateous.runtime.local.fault import Fault
from stateous.runtime.local.rules import GRAPH_CHANGED, NOT_A_DATABASE
from stateous.runtime.local.store import Store

FOLDER = ".stateous"
"""The folder of the databases in a host's folder; version control leaves it out."""


def database_path(folder: Path, graph: Path, given: Path | None) -> Path:
    """Return the path of the database: the one given, or the usual one beside the host."""
    if given is not None:
        return given
    home = folder / FOLDER
    home.mkdir(exist_ok=True)
    (home / ".gitignore").write_text("*\n", encoding="utf-8")
    return home / f"{graph.stem}.db"


def bind(store: Store, graph: Graph) -> None:
    """Tie the database to the graph; raise Fault when its tokens belong to another."""
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
