"""Files that a file uses: found from its folder, each read once, whoever else uses them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from os.path import normpath
from pathlib import Path, PurePath

from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.file_rules import (
    NO_SUCH_FILE,
    NOT_A_FILE,
    UNREADABLE_FILE,
    USE_FAULTY,
    USE_MANY,
    USE_MISSING,
    USE_PATH,
)
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Source
from stateous.grammar.syntax import Use

MOST_USED = 500
"""The most files that a file may use, directly or through others."""

Read = Callable[[Path, str], Parsed]
"""Reads the file at a path, which diagnostics call by the name; no other file with it."""

_UNREAD = frozenset({NO_SUCH_FILE.code, NOT_A_FILE.code, UNREADABLE_FILE.code})
_ENDINGS = (".flow", ".flow.yaml")


def with_used(parsed: Parsed, path: Path, read: Read) -> Parsed:
    """Return the file with those that it uses, and what is wrong with its `use` lines."""
    if not parsed.tree.uses:
        return parsed
    found: list[Diagnostic] = []
    used: list[Parsed] = []
    by: list[Use] = []
    seen = {_identity(path)}
    pending = deque((use, use, path, parsed.source.name) for use in parsed.tree.uses)
    while pending:
        use, own, user, name = pending.popleft()
        fault = _path_fault(use, user)
        if fault is not None:
            found.append(fault)
            continue
        target = user.parent / use.path.value
        if _identity(target) in seen:
            continue
        seen.add(_identity(target))
        if len(used) == MOST_USED:
            what = f"more than {MOST_USED} files are used"
            found.append(USE_MANY.at(own.path.span, what, help="split the spec in two"))
            break
        called = normpath(PurePath(name).parent / use.path.value)
        other = read(target, called)
        missing = _missing(other, use)
        if missing is not None:
            found.append(missing)
            continue
        used.append(other)
        by.append(own)
        pending.extend((inner, own, target, called) for inner in other.tree.uses)
    diagnostics = (*parsed.diagnostics, *_of(parsed.source, found))
    inner = tuple(_with(other, found) for other in used)
    return replace(parsed, diagnostics=diagnostics, used=inner, used_by=tuple(by))


def at_their_use(diagnostics: Iterable[Diagnostic], parsed: Parsed) -> Iterator[Diagnostic]:
    """Yield what is said about a file, and one error for each file it uses that has any.

    That error stands at the `use` that leads there, and shows the first error of the file.
    """
    foreign: dict[Source, list[Diagnostic]] = {other.source: [] for other in parsed.used}
    for diagnostic in diagnostics:
        own = foreign.get(diagnostic.span.source)
        if own is None:
            yield diagnostic
        elif diagnostic.is_error:
            own.append(diagnostic)
    said: set[int] = set()
    for other, use in zip(parsed.used, parsed.used_by, strict=True):
        errors = foreign[other.source]
        if errors and id(use) not in said:
            said.add(id(use))
            yield _faulty(use, other, errors)


def _faulty(use: Use, other: Parsed, errors: Iterable[Diagnostic]) -> Diagnostic:
    first = min(errors, key=lambda error: (error.span.start, error.span.end))
    name = other.source.name
    return USE_FAULTY.at(
        use.path.span,
        f"`{name}` has errors",
        labels=(Label(first.span, f"{first.code}: {first.message}"),),
        help="check that file by itself to see all of them",
    )


def _of(source: Source, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(diagnostic for diagnostic in found if diagnostic.span.source is source)


def _with(other: Parsed, found: Iterable[Diagnostic]) -> Parsed:
    return replace(other, diagnostics=(*other.diagnostics, *_of(other.source, found)))


def _identity(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return path.absolute()


def _path_fault(use: Use, user: Path) -> Diagnostic | None:
    """Return why the path may not stand behind `use`."""
    path, span = use.path.value, use.path.span
    if PurePath(path).is_absolute():
        what = "the path of a file that is used is relative"
        return USE_PATH.at(span, what, help="write it from the folder of this file")
    if path.endswith(".py") and user.suffix != ".py":
        what = "a file in the Python notation runs when it is read, so only another one may use it"
        return USE_PATH.at(span, what, help="use a `.flow` or `.flow.yaml` file")
    if not path.endswith((*_ENDINGS, ".py")) or "\\" in path or "\0" in path:
        what = f"`{path}` is no path of a spec"
        help_ = "it ends in `.flow` or `.flow.yaml`, with `/` between folders"
        return USE_PATH.at(span, what, help=help_)
    return None


def _missing(other: Parsed, use: Use) -> Diagnostic | None:
    """Return that a file could not be read at all."""
    for diagnostic in other.diagnostics:
        if diagnostic.code in _UNREAD:
            return USE_MISSING.at(use.path.span, diagnostic.message, help=diagnostic.help)
    return None
