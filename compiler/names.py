"""The first pass: what files declare, each name once and none that is reserved.

States and events belong to their workflow, the rest to the file and to those that use it.
Types, enums, contexts, commands, facts, roles and read models share one space of names,
workflows and state machines another. A state and an event may share a name, and so may a
type and a workflow: the place decides which is meant. An event may not have the name of a
fact, since both stand behind `on`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from stateous.compiler.rules.names import (
    DECLARED_TWICE,
    HIDES_OUTER,
    RESERVED_NAME,
    UNKNOWN_NAMES,
)
from stateous.compiler.rules.states import STATE_LACKS_OUTLET
from stateous.compiler.types import SCALARS
from stateous.compiler.typing.scope import Report
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label, Rule
from stateous.grammar.file_rules import USE_MANY, USE_MISSING, USE_PATH
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Span
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import (
    CommandDecl,
    ContextDecl,
    EnumDecl,
    FactDecl,
    File,
    MachineDecl,
    Name,
    ReadModelDecl,
    RoleDecl,
    SpecificationDecl,
    TypeDecl,
    WorkflowDecl,
)

RESERVED: Final = frozenset(
    {"START", "END", "FAIL", "STAY", "REFUSE", "timeout", "error", "joined"}
)
"""Words of the language that may not be declared as a workflow, state or event."""

BUILT_IN_TYPES: Final = frozenset({*SCALARS, "list", "map", "one"})
"""Names that mean a type before anything is declared."""

_UNKNOWN: Final = frozenset(rule.code for rule in UNKNOWN_NAMES)

_UNSURE: Final = _UNKNOWN | {STATE_LACKS_OUTLET.code}
"""What is not said of a name that stands on a line that could not be read."""

_LACKS_FILE: Final = frozenset({USE_PATH.code, USE_MISSING.code, USE_MANY.code})

_OF_THE_FILE: Final = frozenset(
    {"a command", "a fact", "a role", "a read model", "a state machine", "a workflow"}
)
"""What is declared at the top level, as messages name it."""

_FEW: Final = 9
"""How many names a message lists."""

_ARTICLES: Final = {"workflow": "a", "state": "a", "event": "an", "state machine": "a"}

NamedDecl = TypeDecl | EnumDecl | ContextDecl
"""A declaration that gives a type its name; a context does so with a body only."""


Decl = NamedDecl | CommandDecl | FactDecl | RoleDecl | ReadModelDecl
"""A declaration of the file whose name is in the space of types."""

Runs = WorkflowDecl | MachineDecl


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a file and of those that it uses.

    `twice` are names in the space of types with two declarations. `incomplete` tells that lines could not be
    read: nothing is said against what is missing.
    """

    types: Mapping[str, NamedDecl] = field(default_factory=dict)
    twice: AbstractSet[str] = frozenset()
    incomplete: bool = False
    commands: Mapping[str, CommandDecl] = field(default_factory=dict)
    facts: Mapping[str, FactDecl] = field(default_factory=dict)
    roles: Mapping[str, RoleDecl] = field(default_factory=dict)
    readmodels: Mapping[str, ReadModelDecl] = field(default_factory=dict)
    machines: Mapping[str, MachineDecl] = field(default_factory=dict)
    workflows: Mapping[str, WorkflowDecl] = field(default_factory=dict)

    def sorts_but(self, *sorts: str) -> Mapping[str, Iterable[str]]:
        """Return the names of each other sort, to tell a name of the wrong sort from a slip."""
        known: Mapping[str, Iterable[str]] = {
            "a type": self.types,
            "a command": self.commands,
            "a fact": self.facts,
            "a role": self.roles,
            "a read model": self.readmodels,
            "a state machine": self.machines,
            "a workflow": self.workflows,
        }
        return {sort: names for sort, names in known.items() if sort not in sorts}


def declare(files: Iterable[Parsed], report: Report) -> Names:
    """Return the names that files declare together, and report those that may not be.

    What a later file declares again is reported there.
    """
    files = tuple(files)
    trees = [parsed.tree for parsed in files]
    shared = tuple(decl for tree in trees for decl in _in_order(_declarations(tree)))
    twice = _once_of(shared, _sort_of, report)
    types = [decl for decl in shared if isinstance(decl, TypeDecl | EnumDecl | ContextDecl)]
    for name in (decl.name for decl in types):
        if name.text in BUILT_IN_TYPES:
            what = f"`{name.text}` is a type of the language"
            report(HIDES_OUTER.at(name.span, what, help="choose another name"))
    for decl in shared:
        _declare_members(decl, report)
    facts = {decl.name.text: decl for decl in shared if isinstance(decl, FactDecl)}
    runs = tuple(run for tree in trees for run in _in_order(_running(tree)))
    _once_of(runs, _sort_of, report)
    for run in runs:
        _not_reserved([run.name], _sort_of(run), report)
        _declare_inside(run, facts, report)
    for parsed in files:
        _specifications_once(parsed.tree.specifications, report)
    return Names(
        types={decl.name.text: decl for decl in types},
        twice=twice,
        incomplete=any(found.is_error for parsed in files for found in parsed.diagnostics),
        commands={decl.name.text: decl for decl in shared if isinstance(decl, CommandDecl)},
        facts=facts,
        roles={decl.name.text: decl for decl in shared if isinstance(decl, RoleDecl)},
        readmodels={decl.name.text: decl for decl in shared if isinstance(decl, ReadModelDecl)},
        machines={run.name.text: run for run in runs if isinstance(run, MachineDecl)},
        workflows={run.name.text: run for run in runs if isinstance(run, WorkflowDecl)},
    )


_Named = TypeVar("_Named", bound=Decl | Runs)


def _in_order(declarations: Iterable[_Named]) -> list[_Named]:
    return sorted(declarations, key=lambda declaration: place_of(declaration.name.span))


def _running(tree: File) -> Iterator[Runs]:
    yield from tree.workflows
    yield from tree.machines


def _declarations(tree: File) -> Iterator[Decl]:
    yield from tree.enums
    yield from tree.types
    for workflow in tree.workflows:
        if workflow.context is not None and workflow.context.fields is not None:
            yield workflow.context
    yield from tree.commands
    yield from tree.facts
    yield from tree.roles
    yield from tree.readmodels


_SORTS: Final[Mapping[type, str]] = {
    EnumDecl: "type",
    TypeDecl: "type",
    ContextDecl: "type",
    CommandDecl: "command",
    FactDecl: "fact",
    RoleDecl: "role",
    ReadModelDecl: "read model",
    WorkflowDecl: "workflow",
    MachineDecl: "state machine",
}


def _sort_of(declaration: Decl | Runs) -> str:
    return _SORTS[type(declaration)]


def _once_of(
    declarations: Iterable[_Named], sort_of: Callable[[_Named], str], report: Report
) -> frozenset[str]:
    """Report each declaration whose name an earlier one has; return those names."""
    first: dict[str, _Named] = {}
    twice = set()
    for declaration in declarations:
        name = declaration.name
        other = first.setdefault(name.text, declaration)
        if other is declaration:
            continue
        twice.add(name.text)
        one, another = sort_of(other), sort_of(declaration)
        found = _repetition(name, other.name, another)
        if one != another:
            message = f"`{name.text}` is declared twice, as a {one} and as a {another}"
            found = replace(found, message=message)
        report(found)
    return frozenset(twice)


def once(names: Iterable[Name], sort: str, report: Report) -> frozenset[str]:
    """Report each name that an earlier one repeats; return those names."""
    first: dict[str, Name] = {}
    twice = set()
    for name in sorted(names, key=lambda name: place_of(name.span)):
        if name.text in first:
            twice.add(name.text)
            report(_repetition(name, first[name.text], sort))
        first.setdefault(name.text, name)
    return frozenset(twice)


def repeated(names: Iterable[str]) -> frozenset[str]:
    """Return the names that stand there more than once."""
    return frozenset(name for name, number in Counter(names).items() if number > 1)


def doubting(report: Report, files: Iterable[Parsed]) -> Report:
    """Return `report` for files that may not have been read as a whole.

    A name on a line that could not be read may be declared there, so it is not called
    unknown, and none is where a file that is used is missing; what a reader has refused is
    not refused again.
    """
    files = tuple(files)
    errors = [found for parsed in files for found in parsed.diagnostics if found.is_error]
    refused = {place_of(found.span) for found in errors}
    doubtful = frozenset[str]().union(*(parsed.doubtful for parsed in files))
    missing = any(found.code in _LACKS_FILE for found in errors)
    if not refused and not doubtful:
        return report

    def report_unless_doubtful(diagnostic: Diagnostic) -> None:
        name = diagnostic.span.text.strip("`'\"")
        unsure = diagnostic.code in _UNSURE and (missing or name in doubtful)
        if not unsure and place_of(diagnostic.span) not in refused:
            report(diagnostic)

    return report_unless_doubtful


def without_echoes(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield diagnostics in order, one for each unknown name, however often it is used.

    A misspelt declaration makes each use of it unknown: the first says how many follow.
    """
    found = tuple(diagnostics)
    uses: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for diagnostic in found:
        if diagnostic.code in _UNKNOWN:
            uses.setdefault(_echo(diagnostic), []).append(diagnostic)
    for diagnostic in found:
        echoes = uses.get(_echo(diagnostic), [diagnostic])
        if echoes[0] is diagnostic:
            yield diagnostic if len(echoes) == 1 else _with_uses(echoes)


def _echo(diagnostic: Diagnostic) -> tuple[str, str, str]:
    return diagnostic.span.source.name, diagnostic.code, diagnostic.message


def _with_uses(uses: Sequence[Diagnostic]) -> Diagnostic:
    """Return the first of several, whose fix mends each."""
    first, more = uses[0], len(uses) - 1
    places = "once more" if more == 1 else f"{more} more times"
    fixes = [use.fix for use in uses if use.fix is not None]
    fix = first.fix
    if fix is not None:
        edits = (edit for other in fixes for edit in other.edits if other.title == fix.title)
        fix = replace(fix, edits=tuple(dict.fromkeys(edits)))
    notes = (*first.notes, f"the same stands {places} in this file")
    return replace(first, notes=notes, fix=fix)


def unknown(
    rule: Rule,
    name: Name,
    what: str,
    candidates: Iterable[str],
    *,
    known_as: Mapping[str, Iterable[str]] | None = None,
) -> Diagnostic:
    """Return that `name` is not `what` (`an event of `sdlc``), with the nearest candidate.

    `known_as` maps other sorts of thing (`a state`) to their names, so that a name of the wrong sort
    is told from a misspelt one.
    """
    choices = tuple(candidates)
    message = f"`{name.text}` is not {what}"
    for sort, others in (known_as or {}).items():
        if name.text in others:
            return rule.at(name.span, f"{message}, but {sort}", help=_listed(choices))
    near = did_you_mean(name.text, choices)
    if near is None:
        help_ = _listed(choices)
        if not choices and what in _OF_THE_FILE:
            help_ = f"the file declares none: declare {what} `{name.text}` at the top level"
        return rule.at(name.span, message, help=help_)
    return rule.at(name.span, message, help=f"did you mean `{near}`?", fix=respelt(name, near))


def _listed(choices: tuple[str, ...]) -> str | None:
    """Return the names that could stand there, when they are few."""
    if not 0 < len(choices) <= _FEW:
        return None
    return "known here: " + ", ".join(f"`{choice}`" for choice in choices)


def respelt(name: Name, text: str) -> Fix | None:
    """Return the fix that writes `text` for `name`; None where the name is spelt in another way."""
    if name.span.text != name.text:
        return None
    return Fix(f"write `{text}`", (Edit(name.span, text),))


def _declare_members(declaration: Decl, report: Report) -> None:
    match declaration:
        case EnumDecl(members=members):
            once(members, "member", report)
        case RoleDecl():
            return
        case _:
            once((field.name for field in declaration.fields or ()), "field", report)


def _declare_inside(run: Runs, facts: Mapping[str, FactDecl], report: Report) -> None:
    states = [state.name for state in run.states]
    once(states, "state", report)
    _not_reserved(states, "state", report)
    _specifications_once(run.specifications, report)
    if isinstance(run, MachineDecl):
        return
    events = [event.name for event in run.events]
    once(events, "event", report)
    _not_reserved(events, "event", report)
    once((p.name for p in run.properties if p.name is not None), "property", report)
    for event in events:
        if event.text in facts:
            report(
                HIDES_OUTER.at(
                    event.span,
                    f"event `{event.text}` hides the fact of that name",
                    labels=(Label(facts[event.text].name.span, "the fact is declared here"),),
                    help="choose another name for the event, or use the fact itself",
                )
            )


def _specifications_once(specifications: Iterable[SpecificationDecl], report: Report) -> None:
    names = [specification.name for specification in specifications]
    once([Name(name.value, span=name.span) for name in names], "specification", report)


def place_of(span: Span) -> tuple[str, int, int]:
    """Return what orders places, and tells them apart."""
    return span.source.name, span.start, span.end


def _repetition(name: Name, first: Name, sort: str) -> Diagnostic:
    return DECLARED_TWICE.at(
        name.span,
        f"{sort} `{name.text}` is declared twice",
        label="declared again here",
        labels=(Label(first.span, "first declared here"),),
        help="rename or remove one of the two",
    )


def _not_reserved(names: Iterable[Name], sort: str, report: Report) -> None:
    for name in names:
        if name.text in RESERVED:
            report(
                RESERVED_NAME.at(
                    name.span,
                    f"`{name.text}` is a word of the language and cannot name {_ARTICLES[sort]} {sort}",
                    help="choose another name",
                )
            )
