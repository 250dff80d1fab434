"""Declarations that nothing names, shown where a name of their sort is not known.

Whoever renames a declaration and not its uses is told of the uses; this leads back.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Final

from stateous.compiler.rules import names as rules
from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.source import Source, Span
from stateous.grammar.syntax import File, Name, NamedType

_MOST_SHOWN: Final = 2
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")


def with_unused(
    diagnostics: Iterable[Diagnostic], trees: Mapping[Source, File]
) -> Iterator[Diagnostic]:
    """Yield diagnostics; one on an unknown name shows declarations of its sort without a use.

    None are shown where a fix is known, or where there are too many to choose from. `trees`
    holds the file of each source.
    """
    unused: dict[Source, Mapping[str, Sequence[Name]]] = {}
    for found in diagnostics:
        source = found.span.source
        if found.fix is not None or found.code not in _SORTS or source not in trees:
            yield found
            continue
        if source not in unused:
            unused[source] = _unused(source, trees[source])
        meant = [name for sort in _SORTS[found.code] for name in unused[source].get(sort, ())]
        if not 0 < len(meant) <= _MOST_SHOWN:
            yield found
            continue
        labels = [Label(name.span, "this is declared, and nothing names it") for name in meant]
        yield replace(found, labels=(*found.labels, *labels))


_SORTS: Final[Mapping[str, Sequence[str]]] = {
    rules.UNKNOWN_EVENT.code: ("event",),
    rules.UNKNOWN_STATE.code: ("state",),
    rules.UNKNOWN_TYPE.code: ("type",),
    rules.UNKNOWN_FIELD.code: ("field",),
    rules.UNKNOWN_MEMBER.code: ("member",),
    rules.UNKNOWN_NAME.code: ("member", "field"),
    rules.UNKNOWN_COMMAND.code: ("command",),
    rules.UNKNOWN_FACT.code: ("fact",),
    rules.UNKNOWN_ROLE.code: ("role",),
    rules.UNKNOWN_READMODEL.code: ("read model",),
    rules.UNKNOWN_MACHINE.code: ("machine",),
    rules.UNKNOWN_WORKFLOW.code: ("workflow",),
}


def _unused(source: Source, tree: File) -> Mapping[str, Sequence[Name]]:
    """Return the declared names, by sort, that stand nowhere else in the file."""
    times = Counter(_WORD.findall(source.text))
    typed = set(_types_named(tree))
    unused: dict[str, list[Name]] = {}
    for sort, name in _declared(tree):
        if (name.text not in typed) if sort == "type" else times[name.text] <= 1:
            unused.setdefault(sort, []).append(name)
    return unused


def _types_named(tree: File) -> Iterator[str]:
    """Yield the names that stand where a type does."""
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, NamedType):
            yield node.name.text
        elif isinstance(node, tuple):
            waiting.extend(node)
        elif is_dataclass(node) and not isinstance(node, Span):
            waiting.extend(getattr(node, field.name) for field in fields(node))


def _declared(tree: File) -> Iterator[tuple[str, Name]]:
    contexts = [w.context for w in tree.workflows if w.context and w.context.fields is not None]
    yield from (("type", declaration.name) for declaration in tree.types)
    yield from (("type", declaration.name) for declaration in tree.enums)
    yield from (("command", declaration.name) for declaration in tree.commands)
    yield from (("fact", declaration.name) for declaration in tree.facts)
    yield from (("role", declaration.name) for declaration in tree.roles)
    yield from (("read model", declaration.name) for declaration in tree.readmodels)
    yield from (("machine", declaration.name) for declaration in tree.machines)
    yield from (("workflow", declaration.name) for declaration in tree.workflows)
    for enum in tree.enums:
        yield from (("member", member) for member in enum.members)
    for members in (
        *(declaration.fields for declaration in tree.types),
        *(context.fields or () for context in contexts),
        *(declaration.fields for declaration in tree.commands),
        *(declaration.fields for declaration in tree.facts),
        *(declaration.fields for declaration in tree.readmodels),
    ):
        yield from (("field", field.name) for field in members)
    for workflow in tree.workflows:
        yield from (("event", event.name) for event in workflow.events)
        yield from (("state", state.name) for state in workflow.states)
    for machine in tree.machines:
        yield from (("state", state.name) for state in machine.states)
