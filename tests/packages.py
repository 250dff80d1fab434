"""Generated packages in tests: from a spec to a folder, and contracts as modules."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from stateous.codegen import contract, package
from stateous.codegen.emit import Artifact
from stateous.compiler.check import check
from stateous.compiler.ir import Workflow
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.source import Source

ROOT = Path(__file__).parent.parent


def compiled(text: str) -> Workflow:
    """Return the one workflow of a `.flow` text, without its specifications."""
    result = check(read_flow(Source("test.flow", text)))
    assert result.program is not None, [found.message for found in result.diagnostics]
    return replace(result.program.workflows[0], specifications=())


def write(artifacts: Iterable[Artifact], folder: Path) -> None:
    """Write a package as the command does: files of the author stay as they are."""
    for artifact in artifacts:
        path = folder / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if artifact.owner == "generated" or not path.exists():
            path.write_text(artifact.text, encoding="utf-8")


def write_package(workflow: Workflow, folder: Path, routines: Mapping[str, str]) -> Path:
    """Write the package of a workflow with these routines (by file); return its host."""
    for name, text in routines.items():
        path = folder / "routines" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    write(package.emit(workflow, "test.flow"), folder)
    return folder / "host.py"


def contract_text(workflow: Workflow) -> str:
    """Return the contract of a workflow."""
    return contract.emit(workflow, "test.flow")["contract.py"]


def contract_module(workflow: Workflow) -> ModuleType:
    """Return the contract of a workflow, imported."""
    module = ModuleType("contract")
    exec(contract_text(workflow), module.__dict__)  # noqa: S102 - the text under test
    return module
