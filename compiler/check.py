"""The one way into the compiler: from what a reader gives to the IR and what is wrong with it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from stateous.compiler import ir
from stateous.compiler.children import with_gathers
from stateous.compiler.lowering import (
    Places,
    file_specifications,
    lower,
    machine_specifications,
)
from stateous.compiler.machines import lower_machine
from stateous.compiler.names import Names, declare, doubting, without_echoes
from stateous.compiler.readmodels import lower_readmodel, readmodel_record
from stateous.compiler.records import record_of, resolve
from stateous.compiler.renamed import with_unused
from stateous.compiler.roles import check_roles
from stateous.compiler.signature import Signature, signature
from stateous.compiler.structure import inspect
from stateous.compiler.typing.scope import Report
from stateous.compiler.used import used_records
from stateous.compiler.waivers import Waiver, collect
from stateous.compiler.world import World, command_of
from stateous.grammar.diagnostic import Diagnostic, in_order
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Span
from stateous.grammar.syntax import MachineDecl
from stateous.grammar.uses import at_their_use


@dataclass(frozen=True)
class Compiled:
    """A file, compiled. `program` is None when any diagnostic is an error.

    `places` says where each part of the IR was written, by the ids of `ir.Place`;
    `diagnostics` include those of the reader. `waivers` are the `allow` lines of the file; nothing
    is waived yet.
    """

    parsed: Parsed
    program: ir.Program | None
    places: Mapping[ir.Place, Span]
    diagnostics: tuple[Diagnostic, ...]
    waivers: tuple[Waiver, ...] = ()

    @property
    def has_errors(self) -> bool:
        """Whether the file is refused."""
        return any(diagnostic.is_error for diagnostic in self.diagnostics)


@dataclass(frozen=True)
class Draft:
    """Files between two passes: what is settled so far.

    `files` are those that the file uses, then the file itself. `signatures` go with the
    workflows of each file's tree, in order.
    """

    files: tuple[Parsed, ...]
    world: World = field(default_factory=lambda: World(Names()))
    signatures: tuple[tuple[Signature, ...], ...] = ()
    places: Mapping[ir.Place, Span] = field(default_factory=dict)
    programs: tuple[ir.Program, ...] = ()


def _declare(draft: Draft, report: Report) -> Draft:
    return replace(draft, world=World(declare(draft.files, report)))


def _resolve_types(draft: Draft, report: Report) -> Draft:
    names = draft.world.names
    check_roles((parsed.tree for parsed in draft.files), names, report)
    return replace(draft, world=replace(draft.world, types=resolve(names, report)))


def _resolve_data(draft: Draft, report: Report) -> Draft:
    """Settle the records of commands, facts and read models."""
    world, names, types = draft.world, draft.world.names, draft.world.types
    commands = {n: command_of(d, types, names, report) for n, d in names.commands.items()}
    facts = {n: record_of(d, types, names, report) for n, d in names.facts.items()}
    world = replace(world, commands=commands, facts=facts)
    models = {
        name: readmodel_record(declaration, world, types, names, report)
        for name, declaration in names.readmodels.items()
    }
    return replace(draft, world=replace(world, readmodels=models))


def _resolve_workflows(draft: Draft, report: Report) -> Draft:
    world = draft.world
    found = tuple(
        tuple(signature(w, world.names, world.types, report) for w in parsed.tree.workflows)
        for parsed in draft.files
    )
    by_name = {
        workflow.name.text: own
        for parsed, signatures in zip(draft.files, found, strict=True)
        for workflow, own in zip(parsed.tree.workflows, signatures, strict=True)
    }
    world = with_gathers(replace(world, signatures=by_name), report)
    latest = tuple(
        tuple(
            world.signatures[workflow.name.text] if by_name[workflow.name.text] is own else own
            for workflow, own in zip(parsed.tree.workflows, signatures, strict=True)
        )
        for parsed, signatures in zip(draft.files, found, strict=True)
    )
    return replace(draft, world=world, signatures=latest)


def _inspect(draft: Draft, report: Report) -> Draft:
    for parsed in draft.files:
        used = parsed is not draft.files[-1]
        inspect(parsed.tree, draft.world.names, report, used=used)
    return draft


def _lower(draft: Draft, report: Report) -> Draft:
    places: Places = {}
    programs = tuple(
        _program(parsed, signatures, draft.world, report, places)
        for parsed, signatures in zip(draft.files, draft.signatures, strict=True)
    )
    return replace(draft, places=places, programs=programs)


def _program(
    parsed: Parsed,
    signatures: Iterable[Signature],
    world: World,
    report: Report,
    places: Places,
) -> ir.Program:
    tree = parsed.tree
    workflows = tuple(
        lower(workflow, own, world, report, places)
        for workflow, own in zip(tree.workflows, signatures, strict=True)
    )
    for sort, declarations in (("command", tree.commands), ("fact", tree.facts)):
        for declaration in declarations:
            places[(sort, declaration.name.text)] = declaration.name.span
    commands = tuple(world.commands[d.name.text] for d in tree.commands)
    facts = tuple(ir.Fact(d.name.text, d.title, world.facts[d.name.text]) for d in tree.facts)
    models = tuple(lower_readmodel(d, world, report, places) for d in tree.readmodels)
    outside = (*(c.record for c in commands), *(f.record for f in facts))
    return ir.Program(
        workflows,
        used_records(workflows, (*outside, *(m.record for m in models)), world.types),
        commands=commands,
        facts=facts,
        roles=tuple(ir.Role(d.name.text, d.title) for d in tree.roles),
        readmodels=models,
        machines=tuple(_machine(d, world, report, places) for d in tree.machines),
        specifications=file_specifications(tree, world, report, places),
    )


def _machine(declaration: MachineDecl, world: World, report: Report, places: Places) -> ir.Machine:
    machine = lower_machine(declaration, world, report, places)
    found = machine_specifications(declaration, world, report, places)
    return replace(machine, specifications=found)


PASSES: Final[tuple[Callable[[Draft, Report], Draft], ...]] = (
    _declare,
    _resolve_types,
    _resolve_data,
    _resolve_workflows,
    _inspect,
    _lower,
)
"""What the compiler does, in order; each pass reports what it finds and leaves the rest to go on."""


def check(parsed: Parsed) -> Compiled:
    """Return the IR of a file that was read, or every independent fault of it.

    What is wrong with a file that it uses is said once, at the `use` that leads there.
    """
    files = (*parsed.used, parsed)
    found = [diagnostic for file in files for diagnostic in file.diagnostics]
    report = doubting(found.append, files)
    draft = Draft(files)
    for run in PASSES:
        draft = run(draft, report)
    waivers = collect(parsed.tree, report)
    trees = {file.source: file.tree for file in files}
    said = tuple(with_unused(without_echoes(in_order(at_their_use(found, parsed))), trees))
    faulty = any(diagnostic.is_error for diagnostic in said)
    return Compiled(parsed, None if faulty else _whole(draft), draft.places, said, waivers)


def _whole(draft: Draft) -> ir.Program:
    *used, own = draft.programs
    return replace(own, used=tuple(used))


def check_path(path: Path, name: str | None = None) -> Compiled:
    """Read the file at `path` and check it; `name` is how diagnostics call it."""
    # The reader loads the grammar, which a process that serves tokens does without.
    from stateous.grammar.reader import read

    return check(read(path, name))
