"""The parser that `flow.lark` describes, made once and kept in the user's cache folder.

Making the tables takes about ten times as long as loading them, so they are kept in a
file. The file is only an aid: where it cannot be read or written, the tables are made
anew. It is a pickle, of which only plain data is read, and only from a file that the user
owns and that nobody else may write: what lies in a cache folder never runs.
"""

import hashlib
import io
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

import lark
from lark import Lark
from lark.exceptions import LarkError
from lark.lexer import PatternRE, PatternStr, TerminalDef
from platformdirs import user_cache_path

STARTS = (
    "file_line",
    "workflow_line",
    "state_line",
    "effect_line",
    "mapping_line",
    "anywhere_line",
    "field_line",
    "model_line",
    "fold_line",
    "machine_line",
    "machine_state_line",
    "member_line",
    "step_line",
    "case_line",
    "expr",
)
# What reading a file can raise that is missing, private to others, or of another make.
_UNUSABLE = (
    *(OSError, ValueError, TypeError, LookupError, AttributeError, ImportError, EOFError),
    *(AssertionError, MemoryError, pickle.PickleError, LarkError),
)
_LARGEST_CACHE = 8 * 1024 * 1024
# A keyword ends where a name would end, so that `when-ready` is a name too.
_WORD_END = "(?![A-Za-z0-9_]|-[A-Za-z0-9_])"
_KEYWORD_PRIORITY = 4


@cache
def parser() -> Lark:
    """Return the parser of the `.flow` notation; `STARTS` are its start rules."""
    grammar = grammar_text()
    path = _cache_file(grammar)
    kept = _load(path)
    if kept is not None:
        return kept
    made = make_parser(grammar)
    _keep(path, made)
    return made


def grammar_text() -> str:
    """Return the text of `flow.lark`."""
    return files("stateous.grammar.flow").joinpath("flow.lark").read_text(encoding="utf-8")


def make_parser(grammar: str, *, strict: bool = False) -> Lark:
    """Return a new parser of `grammar`; `strict` looks for conflicts, which takes longer."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_as_keyword,
        strict=strict,
    )


def keyword(terminal: TerminalDef) -> str | None:
    """Return the word that `terminal` stands for, or None where it is no keyword."""
    pattern = str(terminal.pattern.value)
    return pattern.removesuffix(_WORD_END) if pattern.endswith(_WORD_END) else None


def _as_keyword(terminal: TerminalDef) -> TerminalDef:
    """Give a terminal that is a word its end and the priority of keywords."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + _WORD_END)
        terminal.priority = _KEYWORD_PRIORITY
    return terminal


def _cache_file(grammar: str) -> Path:
    made_of = (grammar, *STARTS, _WORD_END, str(_KEYWORD_PRIORITY), lark.__version__, sys.version)
    digest = hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:16]
    folder = user_cache_path("stateous", appauthor=False)
    return folder / f"flow-lark{lark.__version__}-{digest}.tables"


class _Tables(pickle.Unpickler):
    """Reads plain data, and the one function that the parser's options name; nothing else."""

    def find_class(self, module: str, name: str) -> Callable[[TerminalDef], TerminalDef]:
        if (module, name) != (__name__, _as_keyword.__name__):
            raise pickle.UnpicklingError(f"tables hold no {module}.{name}")
        return _as_keyword


def _load(path: Path) -> Lark | None:
    try:
        # Neither a link nor a pipe: opening one could lead elsewhere, or never end.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
            status = os.fstat(file.fileno())
            if not _is_private(status) or status.st_size > _LARGEST_CACHE:
                return None
            digest, tables = file.readline().strip(), file.read()
        if hashlib.sha256(tables).hexdigest().encode() != digest:
            return None
        return Lark.load(_Tables(io.BytesIO(tables)).load())
    except _UNUSABLE:
        return None


def _is_private(status: os.stat_result) -> bool:
    """Tell whether this is a file that only the user can have written; Windows has no such modes."""
    if not stat.S_ISREG(status.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    others = stat.S_IWGRP | stat.S_IWOTH
    return status.st_uid == os.getuid() and not status.st_mode & others


def _keep(path: Path, made: Lark) -> None:
    tables = io.BytesIO()
    made.save(tables)
    digest = hashlib.sha256(tables.getvalue()).hexdigest().encode()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A file is renamed into place, so that a reader never sees half of one.
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(digest + b"\n" + tables.getvalue())
            os.replace(name, path)
        except OSError:
            os.unlink(name)
    except OSError:
        return
