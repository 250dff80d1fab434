"""The whole package of a workflow: the graph, the contract, the host and the routines."""

from stateous.codegen import contract, graph_file, host, routines
from stateous.codegen.emit import Artifact, artifacts, render
from stateous.compiler.ir import Workflow


def emit(workflow: Workflow, origin: str) -> tuple[Artifact, ...]:
    """Return every file of the package, relative to its folder.

    `origin` is the name of the author's file, as the headers say it. The routines belong
    to the author: they are for a folder that does not have them yet.
    """
    build = {f"{host.BUILD}/{path}": text for path, text in graph_file.emit(workflow).items()}
    package = {f"{routines.FOLDER}/__init__.py": render("routines_package.py.jinja")}
    return (
        *artifacts(build),
        *artifacts(contract.emit(workflow, origin)),
        *artifacts(host.emit(workflow, origin)),
        *artifacts({**package, **routines.emit(workflow)}, "user"),
    )
