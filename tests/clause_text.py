"""The clauses of the language (`clauses/*.txt`, see the page there) as texts to compile."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from stateous.compiler.check import Compiled, check_path
from stateous.compiler.types import Json

FOLDER = Path(__file__).parent / "clauses"
FIRST = "spec.flow"

_MARK = re.compile(r"[ ]*#! (?P<codes>ST\d{4}(?: ST\d{4})*)$")
_STEP = re.compile(r"\.?(?P<name>[a-z_]+)|\[(?P<index>\d+)\]")
_FACT = re.compile(r"ir: (?P<path>\S+) == (?P<value>.+)")


@dataclass(frozen=True)
class Clause:
    """One clause: the files that show it, what is said about the first, and parts of the IR."""

    title: str
    group: str
    files: Mapping[str, str]
    said: tuple[tuple[int, str], ...]
    facts: tuple[tuple[str, Json], ...] = ()

    def __str__(self) -> str:
        """How a report names the clause."""
        return f"{self.group}: {self.title}"

    def compiled(self, folder: Path) -> Compiled:
        """Write the files into `folder` and return what the compiler makes of the first."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="")
        return check_path(folder / FIRST, FIRST)


@dataclass
class _Block:
    title: str
    lines: list[str] = field(default_factory=list)


def clauses() -> list[Clause]:
    """Return every clause, file by file."""
    return [clause for path in sorted(FOLDER.glob("*.txt")) for clause in _read(path)]


def said(compiled: Compiled) -> tuple[tuple[int, str], ...]:
    """Return the line (from 1) and the code of each diagnostic, in order of lines."""
    return tuple(
        sorted((d.span.source.position(d.span.start).line, d.code) for d in compiled.diagnostics)
    )


def part(root: object, path: str) -> Json:
    """Return the part of the IR at `path` (`workflows[0].name`) as JSON; tuples are lists."""
    value = root
    for step in _STEP.finditer(path):
        if step["name"]:
            value = getattr(value, step["name"])
        else:
            assert isinstance(value, Sequence)
            value = value[int(step["index"])]
    return _json(value)


def _json(value: object) -> Json:
    if isinstance(value, Mapping):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_json(item) for item in value]
    assert value is None or isinstance(value, str | int | bool), value
    return value


def _read(path: Path) -> Iterator[Clause]:
    frames: dict[str, list[str]] = {}
    for block in _blocks(path.read_text(encoding="utf-8")):
        kind, title = block.title.split(" ", 1)
        if kind == "=:":
            frames[title] = block.lines
        else:
            yield _clause(replace(block, title=title), path.stem, frames)


def _blocks(text: str) -> Iterator[_Block]:
    block: _Block | None = None
    for line in text.split("\n"):
        if line.startswith(("== ", "=: ")):
            if block is not None:
                yield _trimmed(block)
            block = _Block(line)
        elif block is not None:
            block.lines.append(line)
    if block is not None:
        yield _trimmed(block)


def _trimmed(block: _Block) -> _Block:
    while block.lines and not block.lines[-1]:
        block.lines.pop()
    return block


def _clause(block: _Block, group: str, frames: Mapping[str, list[str]]) -> Clause:
    lines = list(block.lines)
    facts: list[tuple[str, Json]] = []
    while lines and (found := _FACT.fullmatch(lines[-1])):
        facts.insert(0, (found["path"], json.loads(found["value"])))
        lines.pop()
    if lines and lines[0].startswith(":: "):
        lines = list(_framed(frames[lines[0][3:]], lines[1:]))
    files: dict[str, list[str]] = {FIRST: []}
    marks: list[tuple[int, str]] = []
    name = FIRST
    for line in lines:
        if line.startswith("%% "):
            name = line[3:]
            files[name] = []
            continue
        mark = _MARK.search(line)
        files[name].append(line[: mark.start()] if mark else line)
        if mark:
            marks += [(len(files[name]), code) for code in mark["codes"].split()]
    texts = {name: "\n".join(lines) + "\n" for name, lines in files.items()}
    return Clause(block.title, group, texts, tuple(sorted(marks)), tuple(facts))


def _framed(frame: list[str], lines: list[str]) -> Iterator[str]:
    """Put `lines` in place of the `...` of a frame, as deep as it stands."""
    for line in frame:
        if line.strip() == "...":
            indent = line[: line.index(".")]
            yield from (f"{indent}{own}" if own else own for own in lines)
        else:
            yield line
