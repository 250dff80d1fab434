"""Exceptions of an author's Python file as diagnostics at the author's own lines."""

import traceback
from pathlib import Path
from types import TracebackType

from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.python.rules import PYTHON_RAISED, PYTHON_SYNTAX
from stateous.grammar.python.source_tree import PythonFile, is_under, python_file
from stateous.grammar.source import Span


def _syntax_place(error: SyntaxError, file: PythonFile) -> Span:
    """Return the place of a syntax error, whose columns count characters from 1."""
    if error.lineno is None or error.lineno > file.source.line_count:
        end = len(file.source.text)
        return Span(file.source, end, end, "none")
    line = file.line(error.lineno)
    if not error.offset:
        return line
    start = min(file.source.line_starts[error.lineno - 1] + error.offset - 1, line.end)
    one_line = error.end_lineno == error.lineno and (error.end_offset or 0) > error.offset
    length = (error.end_offset or 0) - error.offset if one_line else 1
    return Span(file.source, start, max(start, min(start + length, line.end)), "none")


def raised(error: BaseException, filename: str, folder: Path) -> Diagnostic:
    """Return that the author's file, `filename`, raised `error`.

    The place is the innermost line of that file; a label shows the innermost line of any
    other file under `folder`.
    """
    if isinstance(error, SyntaxError) and is_under(str(error.filename), folder):
        return _syntax_fault(error, filename, folder)
    places = _places(error.__traceback__, folder)
    own = [span for name, span in places if name == filename]
    span = own[-1] if own else python_file(filename).line(1)
    inner = places[-1][1] if places and places[-1][0] != filename else None
    labels = [] if inner is None else [Label(inner, "raised here")]
    return PYTHON_RAISED.at(span, f"the file raised {_named(error)}", labels=labels)


def _syntax_fault(error: SyntaxError, filename: str, folder: Path) -> Diagnostic:
    """Return what Python says of a file that it cannot read: the author's, or one it imports."""
    own = [span for name, span in _places(error.__traceback__, folder) if name == filename]
    labels = [Label(own[-1], "imported here")] if own else []
    span = _syntax_place(error, python_file(str(error.filename)))
    return PYTHON_SYNTAX.at(span, f"not Python: {_first_line(error.msg)}", labels=labels)


def _places(trace: TracebackType | None, folder: Path) -> list[tuple[str, Span]]:
    """Return the places in files under `folder` that a traceback goes through."""
    found = []
    while trace is not None:
        filename = trace.tb_frame.f_code.co_filename
        if is_under(filename, folder):
            found.append((filename, _place(trace, python_file(filename))))
        trace = trace.tb_next
    return found


def _place(trace: TracebackType, file: PythonFile) -> Span:
    code = trace.tb_frame.f_code
    line, end_line, column, end_column = file.instruction(code, trace.tb_lasti)
    if line is None or end_line is None or column is None or end_column is None:
        return file.line(trace.tb_lineno or 1)
    return file.span(line, column, end_line, end_column)


def _named(error: BaseException) -> str:
    """Return the kind of an exception and the first line of what it says."""
    return f"`{_first_line(''.join(traceback.format_exception_only(error)))}`"


def _first_line(message: str) -> str:
    return message.strip().partition("\n")[0].rstrip(" .:")
