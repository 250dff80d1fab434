"""What holds for every input, whatever it is: the front end takes it, and what it says is sound."""

import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import process_time

from stateous.cli.fixes import edited, fixes_of, without_overlaps
from stateous.compiler.check import Compiled, check
from stateous.grammar.diagnostic import Diagnostic, Fix
from stateous.grammar.flow.formatter import format_flow
from stateous.grammar.flow.layout_rules import (
    BLOCK_UNDER_LINE,
    FIRST_LINE,
    MISPLACED,
    STRAY_INDENTATION,
)
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.parsed import Parsed
from stateous.grammar.reader import read
from stateous.grammar.source import Source
from stateous.grammar.uses import with_used
from stateous.grammar.yaml.reader import read_yaml
from stateous.render.formats import DOCUMENTS, FOR_PEOPLE, renderer
from stateous.rule_table import RULES
from tests.fuzz.inputs import RANDOM, Input
from tests.fuzz.reach import Reach, reach_of

SLOW = 1.0
"""The most seconds of processor time that an input may take."""

FORMATS = (*sorted(FOR_PEOPLE), *sorted(DOCUMENTS), "github")
_MOST_ROUNDS = 6
_OF_COLUMNS = frozenset(
    rule.code for rule in (STRAY_INDENTATION, FIRST_LINE, BLOCK_UNDER_LINE, MISPLACED)
)
_CODES = frozenset(rule.code for rule in RULES)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an input: seconds of processor time, what is wrong, and the reach of its edit."""

    seconds: float
    faults: tuple[str, ...]
    reach: Reach | None = None


def outcome(one: Input) -> Outcome:
    """Read, compile, render, fix and format an input. Raises nothing."""
    started = process_time()
    try:
        compiled = compile_text(one.name, one.text)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return Outcome(process_time() - started, (_told(error),))
    seconds = process_time() - started
    faults = [f"takes {seconds:.1f} s"] if seconds > SLOW else []
    for of_aspect in (_of_diagnostics, _of_renderings, _of_fixes, _of_format):
        try:
            faults += of_aspect(compiled)
        except Exception as error:  # noqa: BLE001
            faults.append(_told(error))
    reach = reach_of(one.edit, compiled.diagnostics) if one.edit else None
    return Outcome(seconds, tuple(faults), reach)


def compile_text(name: str, text: str) -> Compiled:
    """Read a text in the notation that its name tells, with the files it uses, and check it."""
    return check(_read(name, text))


def _read(name: str, text: str) -> Parsed:
    read_text = read_yaml if name.endswith("yaml") else read_flow
    return with_used(read_text(Source(name, text)), Path(name), _used)


@cache
def _used(path: Path, name: str) -> Parsed:
    return read(path, name)


def _told(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames[-3:]))
    return f"raises {type(error).__name__}: {str(error)[:120]} at {places}"


def _of_diagnostics(compiled: Compiled) -> Iterator[str]:
    sources = {id(parsed.source) for parsed in (compiled.parsed, *compiled.parsed.used)}
    for found in compiled.diagnostics:
        if found.code not in _CODES:
            yield f"{found.code} has no rule"
        if "\n" in found.message or len(found.message) > 400:
            yield f"{found.code}: a message of several lines, or too long"
        edits = found.fix.edits if found.fix else ()
        labels = (label.span for label in found.labels)
        for span in (found.span, *labels, *(edit.span for edit in edits)):
            if id(span.source) not in sources:
                yield f"{found.code}: a place in another file"
            if not 0 <= span.start <= span.end <= len(span.source.text):
                yield f"{found.code}: the place {span.start}..{span.end} is none"
    if compiled.program is None and not compiled.has_errors:
        yield "no program and no error"


def _of_renderings(compiled: Compiled) -> Iterator[str]:
    for name in FORMATS:
        if not compiled.diagnostics:
            continue
        if not renderer(name)(compiled.diagnostics).strip():
            yield f"{name}: nothing is said"


def _of_fixes(compiled: Compiled) -> Iterator[str]:
    """Apply all safe fixes until none is left: there are no more errors than before.

    A line whose characters are mended is read at its column, which may then be wrong.
    """
    source = compiled.parsed.source
    first, diagnostics = _errors(compiled.parsed.diagnostics), compiled.diagnostics
    said: set[str] = set()
    for _ in range(_MOST_ROUNDS):
        fixes = _safe_fixes(diagnostics, source)
        if not fixes:
            break
        said.update(fix.title[:30] for fix in fixes)
        mended = edited(source.text, [edit for fix in fixes for edit in fix.edits])
        if mended == source.text:
            yield f"a safe fix changes nothing: {sorted(said)}"
            return
        parsed = _read(source.name, mended)
        source, diagnostics = parsed.source, parsed.diagnostics
    after = _errors(diagnostics)
    if said and after > first and not Path(source.name).name.startswith(RANDOM):
        yield f"safe fixes lead to more errors: {sorted(said)}"


def _safe_fixes(diagnostics: Iterable[Diagnostic], source: Source) -> tuple[Fix, ...]:
    fixes = fixes_of(diagnostics, safe=True)
    return without_overlaps(fix for fix in fixes if fix.edits[0].span.source is source)


def _errors(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(found.is_error and found.code not in _OF_COLUMNS for found in diagnostics)


def _of_format(compiled: Compiled) -> Iterator[str]:
    parsed = compiled.parsed
    if parsed.source.name.endswith("yaml"):
        return
    text = format_flow(parsed)
    if (text is None) != any(found.is_error for found in parsed.diagnostics):
        yield "formatting does not go by the errors"
    if text is None:
        return
    again = read_flow(Source(parsed.source.name, text))
    if again.tree != parsed.tree:
        yield "formatting changes the tree"
    elif format_flow(again) != text:
        yield "formatting twice differs from once"
