"""The one way in for spec files: the notation is told by the end of the file's name."""

from pathlib import Path
from stat import S_ISDIR, S_ISREG

from stateous.grammar.diagnostic import Diagnostic, Rule
from stateous.grammar.file_rules import (
    FILE_TOO_LARGE,
    LINE_TOO_LONG,
    NO_SUCH_FILE,
    NOT_A_FILE,
    NOT_UTF8,
    UNKNOWN_NOTATION,
    UNREADABLE_FILE,
)
from stateous.grammar.parsed import Parsed
from stateous.grammar.source import Source
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.syntax import File
from stateous.grammar.uses import with_used

LARGEST = 8 * 1024 * 1024
"""The most bytes of a spec file."""

LONGEST_LINE = 1024 * 1024
"""The most characters of a line of a spec file."""

YAML_SUFFIXES = (".flow.yaml", ".flow.yml")
"""The ends of the names of files in the YAML notation."""

SUFFIXES = (".flow", ".py", *YAML_SUFFIXES)
"""The ends of the names of spec files: in text, in Python, and in YAML."""


class _Unread(Exception):
    """A file that cannot be read; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic

    @property
    def parsed(self) -> Parsed:
        """What a reader returns for such a file."""
        empty = File((), (), (), span=self.diagnostic.span)
        return Parsed(self.diagnostic.span.source, empty, (self.diagnostic,))


def read(path: Path, name: str | None = None) -> Parsed:
    """Read a spec file, which diagnostics call `name`; without one, by its path.

    Reading a Python file runs it. Whatever is wrong with the file is a diagnostic.
    """
    return with_used(_alone(path, str(path) if name is None else name), path, _alone)


def _alone(path: Path, name: str) -> Parsed:
    """Read a file without those that it uses."""
    try:
        return _read(path, name)
    except _Unread as unread:
        return unread.parsed


def read_text(data: bytes, name: str) -> Parsed:
    """Read the text notation from bytes that stand in no file, which diagnostics call `name`."""
    from stateous.grammar.flow.reader import read_flow

    try:
        _require_bearable(len(data), name)
        _require_bearable_lines(data, name)
        return read_flow(Source(name, _text(data, name)))
    except _Unread as unread:
        return unread.parsed


def _read(path: Path, name: str) -> Parsed:
    data = _bytes(path, name)
    _require_bearable_lines(data, name)
    # Each reader is loaded only for a file of its notation.
    if path.suffix == ".flow":
        from stateous.grammar.flow.reader import read_flow

        return read_flow(Source(name, _text(data, name)))
    if path.name.endswith(YAML_SUFFIXES):
        from stateous.grammar.yaml.reader import read_yaml

        return read_yaml(Source(name, _text(data, name)))
    if path.suffix == ".py":
        from stateous.grammar.python.reader import read_python

        try:
            return read_python(path, name)
        except (UnicodeDecodeError, SyntaxError) as error:
            raise _not_text(data, name, str(error)) from error
    near = did_you_mean(path.suffix, SUFFIXES)
    help = (
        f"did you mean `{path.stem}{near}`?" if near else "name it `.flow`, `.flow.yaml` or `.py`"
    )
    raise _unread(UNKNOWN_NOTATION, name, f"`{name}` is in no notation that is known", help)


def _bytes(path: Path, name: str) -> bytes:
    """Return what is in a regular file of bearable size."""
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            what = "a folder" if S_ISDIR(status.st_mode) else "not a regular file"
            raise _unread(NOT_A_FILE, name, f"`{name}` is {what}", "give the path of a file")
        _require_bearable(status.st_size, name)
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        message = f"there is no file `{name}`"
        raise _unread(NO_SUCH_FILE, name, message, _nearest(path)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _unread(UNREADABLE_FILE, name, f"`{name}` cannot be read: {reason}") from error
    _require_bearable(len(data), name)  # a file may grow, or not know its size
    return data


def _require_bearable(size: int, name: str) -> None:
    """Raise that a file is too large."""
    if size > LARGEST:
        message = f"`{name}` has {size:,} bytes, and a spec has at most {LARGEST:,}"
        raise _unread(FILE_TOO_LARGE, name, message, "let a routine read data; a spec holds none")


def _require_bearable_lines(data: bytes, name: str) -> None:
    """Raise that a line is too long. The diagnostic is of the file: nobody reads such a line."""
    if len(data) <= LONGEST_LINE:
        return
    for number, line in enumerate(data.split(b"\n"), 1):
        # A character has at least one byte, so few lines have to be decoded.
        if len(line) > LONGEST_LINE and len(line.decode(errors="replace")) > LONGEST_LINE:
            message = f"line {number:,} of `{name}` is longer than {LONGEST_LINE:,} characters"
            raise _unread(LINE_TOO_LONG, name, message, "let a line end where its statement ends")


def _nearest(path: Path) -> str | None:
    """Return the question whether a file of nearly the same name is meant."""
    try:
        near = did_you_mean(path.name, sorted(entry.name for entry in path.parent.iterdir()))
    except OSError:
        return None
    return None if near is None else f"did you mean `{near}`?"


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_text(data, name, str(error)) from error


def _not_text(data: bytes, name: str, reason: str) -> _Unread:
    """Return that a file is not text, at the first byte that is not UTF-8 if there is one."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        source = Source(name, data.decode(errors="replace"))
        start = len(data[: error.start].decode())
        byte = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        message = f"`{name}` is not in UTF-8: {byte}"
        help = "save the file as UTF-8"
        return _Unread(NOT_UTF8.at(source.span(start, start + 1), message, help=help))
    return _unread(NOT_UTF8, name, f"`{name}` cannot be decoded: {reason}", "save it as UTF-8")


def _unread(rule: Rule, name: str, message: str, help: str | None = None) -> _Unread:
    return _Unread(rule.at(Source(name, "").span(0, 0), message, help=help))
