"""What `stateous compile` does, once it is clear what it was asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from stateous.cli.checking import findings, tolerated, verify_files
from stateous.cli.exit_code import exit_code
from stateous.cli.output_folder import OutputFile, Written, write_files
from stateous.cli.report import Presentation, print_report
from stateous.cli.spec_files import find_specs
from stateous.codegen import graph_file
from stateous.command_rules import NAME_TAKEN
from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.source import Span
from stateous.verifier.verify import Verified

FOLDER = "build"
"""Where graph files go, beside their spec, when no folder is given."""


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A graph file to write: `name` in `folder`; `place` is where its workflow is declared."""

    folder: Path
    name: str
    text: str
    place: Span


def run(
    paths: Sequence[Path],
    output: Path | None,
    presentation: Presentation,
    *,
    unknown_is_error: bool = True,
) -> int:
    """Check the files, write their graph files, print a report, return the exit code.

    Nothing is written unless every file is right.
    """
    started = perf_counter()
    specs = find_specs(paths)
    verified = verify_files(specs.files, specifications=False)
    found = findings(verified, specs.diagnostics)
    if not unknown_is_error:
        found = tolerated(found)
    written = Written()
    if exit_code(found, unknown_is_error=unknown_is_error) == 0:
        files = [file for one in verified for file in _graph_files(one, output)]
        found = (*found, *_clashes(files))
        written = (
            _write(files) if exit_code(found, unknown_is_error=unknown_is_error) == 0 else written
        )
    found = (*found, *written.faults)
    print_report(presentation, found, verified, written.lines, perf_counter() - started)
    return exit_code(found, unknown_is_error=unknown_is_error)


def _graph_files(verified: Verified, output: Path | None) -> Iterator[GraphFile]:
    """Yield the graph files of one spec."""
    compiled = verified.compiled
    spec = Path(compiled.parsed.source.name)
    for workflow in compiled.program.workflows if compiled.program else ():
        place = compiled.places["workflow", workflow.name]
        for name, text in graph_file.emit(workflow).items():
            yield GraphFile(output or spec.parent / FOLDER, name, text, place)


def _clashes(files: Sequence[GraphFile]) -> list[Diagnostic]:
    """Report each file that would replace an earlier one; case does not tell files apart."""
    first: dict[tuple[Path, str], GraphFile] = {}
    clashes: list[Diagnostic] = []
    for file in files:
        other = first.setdefault((_resolved(file.folder), file.name.casefold()), file)
        if other is not file:
            message = f"`{file.folder / file.name}` would be written twice"
            label = Label(other.place, "the other workflow")
            clashes.append(NAME_TAKEN.at(file.place, message, labels=[label]))
    return clashes


def _resolved(folder: Path) -> Path:
    """Return a folder without links; one that leads nowhere as it is: writing will report it."""
    try:
        return folder.resolve()
    except (OSError, RuntimeError):
        return folder


def _write(files: Sequence[GraphFile]) -> Written:
    """Write the files, folder by folder."""
    by_folder: dict[Path, list[OutputFile]] = {}
    for file in files:
        by_folder.setdefault(file.folder, []).append(OutputFile(file.name, file.text))
    written = Written()
    for folder, outputs in by_folder.items():
        written = written.and_then(write_files(folder, outputs))
    return written
