"""The first pass: what a file declares, each name once and none that is reserved.

States and events belong to their workflow, types and workflows to the file. A state and an
event may share a name, and so may a type and a workflow: the place decides which is meant.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from stateous.compiler.rules.names import (
    DECLARED_TWICE,
    HIDES_OUTER,
    RESERVED_NAME,
    UNKNOWN_NAMES,
)
from stateous.compiler.types import SCALARS
from stateous.compiler.typing.scope import Report
from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label, Rule
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Span
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import (
    ContextDecl,
    EnumDecl,
    FieldDecl,
    Name,
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

_FEW: Final = 9
"""How many names a message lists."""

_ARTICLES: Final = {"workflow": "a", "state": "a", "event": "an"}

NamedDecl = TypeDecl | EnumDecl | ContextDecl
"""A declaration that gives a type its name; a context does so with a body only."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a file.

    `twice` are names of types that have two declarations. `incomplete` tells that lines
    could not be read: nothing is said against what is missing.
    """

    types: Mapping[str, NamedDecl]
    twice: AbstractSet[str]
    incomplete: bool


def declare(parsed: Parsed, report: Report) -> Names:
    """Return the names that the file declares, and report those that may not be."""
    declarations = tuple(_type_declarations(parsed))
    names = [declaration.name for declaration in declarations]
    twice = once(names, "type", report)
    for name in names:
        if name.text in BUILT_IN_TYPES:
            what = f"`{name.text}` is a type of the language"
            report(HIDES_OUTER.at(name.span, what, help="choose another name"))
    for declaration in declarations:
        _declare_members(declaration, report)
    _declare_workflows(parsed.tree.workflows, report)
    return Names(
        types={declaration.name.text: declaration for declaration in declarations},
        twice=twice,
        incomplete=any(diagnostic.is_error for diagnostic in parsed.diagnostics),
    )


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


def doubting(report: Report, parsed: Parsed) -> Report:
    """Return `report` for a file that may not have been read as a whole.

    A name on a line that could not be read may be declared there, so it is not called
    unknown; and what the reader has refused is not refused again.
    """
    refused = {place_of(found.span) for found in parsed.diagnostics if found.is_error}
    if not refused and not parsed.doubtful:
        return report

    def report_unless_doubtful(diagnostic: Diagnostic) -> None:
        name = diagnostic.span.text.strip("`'\"")
        unsure = diagnostic.code in _UNKNOWN and name in parsed.doubtful
        if not unsure and place_of(diagnostic.span) not in refused:
            report(diagnostic)

    return report_unless_doubtful


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
        return rule.at(name.span, message, help=_listed(choices))
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


def _type_declarations(parsed: Parsed) -> Iterator[NamedDecl]:
    yield from parsed.tree.enums
    yield from parsed.tree.types
    for workflow in parsed.tree.workflows:
        if workflow.context is not None and workflow.context.fields is not None:
            yield workflow.context


def _declare_members(declaration: NamedDecl, report: Report) -> None:
    if isinstance(declaration, EnumDecl):
        once(declaration.members, "member", report)
    else:
        once(_field_names(declaration.fields or ()), "field", report)


def _field_names(fields: Iterable[FieldDecl]) -> tuple[Name, ...]:
    return tuple(field.name for field in fields)


def _declare_workflows(workflows: tuple[WorkflowDecl, ...], report: Report) -> None:
    names = [workflow.name for workflow in workflows]
    once(names, "workflow", report)
    _not_reserved(names, "workflow", report)
    for workflow in workflows:
        states = [state.name for state in workflow.states]
        events = [event.name for event in workflow.events]
        named = [specification.name for specification in workflow.specifications]
        once([Name(name.value, span=name.span) for name in named], "specification", report)
        for sort, declared in (("state", states), ("event", events)):
            once(declared, sort, report)
            _not_reserved(declared, sort, report)


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
