"""The one way into the compiler: from what a reader gives to the IR and what is wrong with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from stateous.compiler import ir
from stateous.compiler.lower import Places, lower
from stateous.compiler.names import Names, declare, doubting
from stateous.compiler.records import resolve
from stateous.compiler.roles import check_roles
from stateous.compiler.signature import Signature, signature
from stateous.compiler.structure import inspect
from stateous.compiler.type_use import NamedTypes
from stateous.compiler.typing.scope import Report
from stateous.compiler.used import used_records
from stateous.grammar.diagnostic import Diagnostic, in_order
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Span


@dataclass(frozen=True)
class Compiled:
    """A file, compiled. `program` is None when any diagnostic is an error.

    `places` says where each part of the IR was written, by the ids of `ir.Place`;
    `diagnostics` include those of the reader.
    """

    parsed: Parsed
    program: ir.Program | None
    places: Mapping[ir.Place, Span]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_errors(self) -> bool:
        """Whether the file is refused."""
        return any(diagnostic.is_error for diagnostic in self.diagnostics)


@dataclass(frozen=True)
class Draft:
    """A file between two passes: what is settled so far.

    `signatures` go with the workflows of the tree, in order.
    """

    parsed: Parsed
    names: Names = field(default_factory=lambda: Names({}, frozenset(), False))
    types: NamedTypes = field(default_factory=dict)
    signatures: tuple[Signature, ...] = ()
    places: Mapping[ir.Place, Span] = field(default_factory=dict)
    program: ir.Program | None = None


def _declare(draft: Draft, report: Report) -> Draft:
    return replace(draft, names=declare(draft.parsed, report))


def _resolve_types(draft: Draft, report: Report) -> Draft:
    check_roles(draft.parsed.tree, draft.names, report)
    return replace(draft, types=resolve(draft.names, report))


def _resolve_workflows(draft: Draft, report: Report) -> Draft:
    workflows = draft.parsed.tree.workflows
    found = (signature(w, draft.names, draft.types, report) for w in workflows)
    return replace(draft, signatures=tuple(found))


def _inspect(draft: Draft, report: Report) -> Draft:
    inspect(draft.parsed.tree, draft.names, report)
    return draft


def _lower(draft: Draft, report: Report) -> Draft:
    places: Places = {}
    workflows = tuple(
        lower(workflow, own, draft.names, draft.types, report, places)
        for workflow, own in zip(draft.parsed.tree.workflows, draft.signatures, strict=True)
    )
    program = ir.Program(workflows, used_records(workflows, draft.types))
    return replace(draft, places=places, program=program)


PASSES: Final[tuple[Callable[[Draft, Report], Draft], ...]] = (
    _declare,
    _resolve_types,
    _resolve_workflows,
    _inspect,
    _lower,
)
"""What the compiler does, in order; each pass reports what it finds and leaves the rest to go on."""


def check(parsed: Parsed) -> Compiled:
    """Return the IR of a file that was read, or every independent fault of it."""
    found = list(parsed.diagnostics)
    report = doubting(found.append, parsed)
    draft = Draft(parsed)
    for run in PASSES:
        draft = run(draft, report)
    faulty = any(diagnostic.is_error for diagnostic in found)
    return Compiled(parsed, None if faulty else draft.program, draft.places, in_order(found))


def check_path(path: Path, name: str | None = None) -> Compiled:
    """Read the file at `path` and check it; `name` is how diagnostics call it."""
    # The reader loads the grammar, which a process that serves tokens does without.
    from stateous.grammar.reader import read

    return check(read(path, name))
