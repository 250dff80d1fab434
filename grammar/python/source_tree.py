"""Python files as text with a syntax tree, and places in them.

Python counts columns in UTF-8 bytes; spans count code points. A `PythonRun` holds the files of
one run of an author's file; without one, each file is kept until it changes.
"""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from stat import S_ISREG
from types import CodeType

from stateous.grammar.source import Edits, Source, Span

Instruction = tuple[int | None, int | None, int | None, int | None]
"""A line, an end line, a column and an end column; None where Python was told not to keep them."""

LARGEST = 10_000_000
"""The most bytes of a file that is read for the places in it."""

PLAIN_TEXT = re.compile(r"([rRuU]?)(\"\"\"|'''|\"|')(.*)\2", re.DOTALL)


def decoded(data: bytes) -> str:
    """Return Python source text without its byte order mark, line ends as they stand.

    Raises SyntaxError or UnicodeDecodeError when the encoding is unknown or not kept.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise
    except (LookupError, UnicodeError) as error:
        raise SyntaxError(f"`{encoding}` is no encoding of text") from error


@dataclass(frozen=True)
class PythonFile:
    """A Python file: its text, and the places of the nodes of its syntax tree."""

    source: Source

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree; empty when the text is no Python."""
        try:
            return ast.parse(self.source.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.Module([], [])

    @cached_property
    def call_at(self) -> dict[tuple[int, int], ast.Call]:
        """The calls by the line and column behind their closing bracket."""
        calls = (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))
        return {(node.end_lineno or 0, node.end_col_offset or 0): node for node in calls}

    @cached_property
    def classes(self) -> dict[str, list[ast.ClassDef]]:
        """The class statements by name, in order."""
        found: dict[str, list[ast.ClassDef]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
        return found

    @cached_property
    def _instructions(self) -> dict[int, tuple[CodeType, tuple[Instruction, ...]]]:
        """The places of the instructions of code objects, by the ids of those.

        Code objects hash by their value, slowly, and give their places from the first on.
        """
        return {}

    def instruction(self, code: CodeType, offset: int) -> Instruction:
        """Return the place of the instruction at a byte offset of `code`, in Python's counting."""
        if id(code) not in self._instructions:
            self._instructions[id(code)] = (code, tuple(code.co_positions()))
        return self._instructions[id(code)][1][offset // 2]

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line (from 1) and a column in UTF-8 bytes (from 0)."""
        starts = self.source.line_starts
        start = starts[min(max(line, 1), len(starts)) - 1]
        end = starts[line] if 0 < line < len(starts) else len(self.source.text)
        before = self.source.text[start:end].encode(errors="surrogatepass")[:column]
        return start + len(before.decode(errors="ignore"))

    def span(
        self, line: int, column: int, end_line: int, end_column: int, edits: Edits = "none"
    ) -> Span:
        """Return the place between two positions in Python's own counting."""
        start = self.offset(line, column)
        end = max(start, self.offset(end_line, end_column))
        return Span(self.source, start, end, edits)

    def place(self, node: ast.expr | ast.stmt | ast.keyword) -> Span:
        """Return the place of a node."""
        end_line, end_column = node.end_lineno, node.end_col_offset
        if end_line is None or end_column is None:
            return self.line(node.lineno)
        return self.span(node.lineno, node.col_offset, end_line, end_column)

    def line(self, line: int) -> Span:
        """Return the place of a line (from 1), without its indentation."""
        line = min(max(line, 1), max(self.source.line_count, 1))
        span = self.source.line_span(line)
        return Span(self.source, span.start, span.end, "none")

    def inside(self, node: ast.expr) -> Span | None:
        """Return the place of the characters of a text literal, without its quotes.

        None when they are not written there one for one: escapes, several pieces, no literal.
        """
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            return None
        span = self.place(node)
        match = PLAIN_TEXT.fullmatch(span.text)
        if match is None or match[3] != node.value:
            return None
        return Span(self.source, span.start + match.start(3), span.start + match.end(3), "plain")


@lru_cache(maxsize=64)
def _unchanged(filename: str, _modified: int, _size: int) -> PythonFile:
    """Return the file; the arguments that only tell whether it changed are for the cache."""
    return PythonFile(Source(filename, decoded(Path(filename).read_bytes())))


def _read(filename: str) -> PythonFile:
    """Return the file of that name, with an empty text when it cannot be read."""
    try:
        stat = Path(filename).stat()
        if not S_ISREG(stat.st_mode) or stat.st_size > LARGEST:
            return PythonFile(Source(filename, ""))
        return _unchanged(filename, stat.st_mtime_ns, stat.st_size)
    except (OSError, SyntaxError, ValueError):
        return PythonFile(Source(filename, ""))


def is_under(filename: str, folder: Path) -> bool:
    """Tell whether a code object's file name is one below `folder`, and not installed there."""
    path = Path(filename)
    own = path.is_absolute() and path.is_relative_to(folder)
    return own and not {"..", "site-packages"} & set(path.parts)


@dataclass
class PythonRun:
    """One run of an author's file: the files seen so far, and what was declared, in order.

    `named` turns the file name in a code object into the name that diagnostics show. `author`
    is the author's file; places lie in it, or in files below its folder. `names` has the place
    of each name that was declared, by its kind; workflows are not in `declared`.
    """

    named: Callable[[str], str] = str
    files: dict[str, PythonFile] = field(default_factory=dict)
    declared: list[object] = field(default_factory=list)
    names: dict[tuple[str, str], Span] = field(default_factory=dict)
    author: Path | None = None

    def owns(self, filename: str) -> bool:
        """Tell whether a code object of that file name may give a place."""
        return self.author is None or is_under(filename, self.author.parent)

    def file(self, filename: str) -> PythonFile:
        """Return the file that code objects call `filename`."""
        if filename not in self.files:
            text = _read(filename).source.text
            self.files[filename] = PythonFile(Source(self.named(filename), text))
        return self.files[filename]


_current: ContextVar[PythonRun | None] = ContextVar("python run", default=None)


def current_run() -> PythonRun | None:
    """Return the run that goes on, if one does."""
    return _current.get()


@contextmanager
def during(run: PythonRun) -> Iterator[PythonRun]:
    """Make `run` the current one."""
    token = _current.set(run)
    try:
        yield run
    finally:
        _current.reset(token)


def python_file(filename: str) -> PythonFile:
    """Return the file that code objects call `filename`."""
    run = current_run()
    return _read(filename) if run is None else run.file(filename)
