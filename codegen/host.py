"""The emitter of `host.py`: a process that runs the tokens of one workflow in its folder."""

from stateous.codegen.emit import render
from stateous.codegen.graph_file import path_of
from stateous.codegen.python_text import call, quoted, sequel
from stateous.compiler.ir import Workflow

BUILD = "build"
"""The folder of the graph file, inside the output folder."""


def emit(workflow: Workflow, origin: str) -> dict[str, str]:
    """Return `host.py`; `origin` is the name of the author's file, as the header says it."""
    text = render(
        "host.py.jinja",
        workflow=workflow.name,
        origin=origin,
        graph=sequel("GRAPH = ", call("FOLDER.joinpath", quoted(BUILD), quoted(path_of(workflow)))),
    )
    return {"host.py": text}
