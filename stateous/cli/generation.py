"""What `stateous generate` does, once it is clear what it was asked."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import click

from stateous.cli.checking import findings, verify_files
from stateous.cli.exit_code import exit_code
from stateous.cli.output_folder import OutputFile, Written, differences, write_files
from stateous.cli.report import Presentation, print_report
from stateous.cli.spec_files import find_specs
from stateous.codegen import package
from stateous.command_rules import NOT_GENERATED
from stateous.compiler.beyond import beyond_core
from stateous.compiler.ir import Workflow
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.suggest import did_you_mean
from stateous.verifier.verify import Verified


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for on the command line."""

    path: Path
    output: Path
    workflow: str | None
    check: bool
    presentation: Presentation


def run(request: Request) -> int:
    """Check the file, write or compare what it yields, and return the exit code."""
    started = perf_counter()
    specs = find_specs([request.path])
    verified = verify_files(specs.files, specifications=False)
    found = findings(verified, specs.diagnostics)
    chosen = _chosen(request, verified) if exit_code(found) == 0 else None
    if chosen is not None:
        found = (*found, *_not_run(chosen))
    written = _generate(request, chosen) if chosen and exit_code(found) == 0 else Written()
    found = (*found, *written.faults)
    taken = perf_counter() - started
    print_report(request.presentation, found, verified, written.lines, taken)
    return exit_code(found)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The workflow to generate from, and the stages of its file."""

    workflow: Workflow
    verified: Verified

    @property
    def spec(self) -> Path:
        """The file that declares it."""
        return Path(self.verified.compiled.parsed.source.name)


def _not_run(chosen: Chosen) -> list[Diagnostic]:
    """Report each construct that the host does not run."""
    return [
        NOT_GENERATED.at(
            chosen.verified.compiled.places[beyond.place],
            f"the generated host does not run `{beyond.what}` yet",
            help="`stateous verify` and `stateous compile` know it",
        )
        for beyond in beyond_core(chosen.workflow)
    ]


def _generate(request: Request, chosen: Chosen) -> Written:
    """Write or compare the files of the chosen workflow."""
    files = [
        OutputFile(artifact.path, artifact.text, kept=artifact.owner == "user")
        for artifact in package.emit(chosen.workflow, chosen.spec.name)
    ]
    return (differences if request.check else write_files)(request.output, files)


def _chosen(request: Request, verified: Iterable[Verified]) -> Chosen:
    """Return the workflow that was asked for, and its spec. Raises a usage error."""
    declared = {
        workflow.name: Chosen(workflow, one)
        for one in verified
        for workflow in (one.compiled.program.workflows if one.compiled.program else ())
    }
    if not declared:
        raise click.UsageError(f"`{request.path}` declares no workflow")
    if request.workflow is None and len(declared) > 1:
        names = ", ".join(declared)
        raise click.UsageError(f"`{request.path}` has several workflows ({names}): --workflow NAME")
    name = request.workflow or next(iter(declared))
    if name not in declared:
        near = did_you_mean(name, declared)
        hint = f"; did you mean `{near}`?" if near else ""
        raise click.UsageError(f"`{request.path}` declares no workflow `{name}`{hint}")
    return declared[name]
