"""What `stateous convert` does, once it is clear what it was asked."""

import io
import re
import sys
import tokenize
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path

from stateous.cli.atomic_write import write_atomically
from stateous.cli.exit_code import exit_code
from stateous.cli.plural import count
from stateous.cli.spec_files import SUFFIX
from stateous.cli.terminal import remark, say
from stateous.command_rules import NOT_WRITTEN
from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.parsed import Parsed
from stateous.grammar.printable import printable
from stateous.grammar.reader import read
from stateous.grammar.source import Source
from stateous.grammar.syntax import File
from stateous.render.formats import renderer

_PYTHON_SUFFIX = ".py"
_TEXTS = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
_COMMENT = re.compile(rf"{_TEXTS}|(?P<comment>#[^\n]*)")
# In YAML a comment stands apart from what is before it.
_COMMENT_IN_YAML = re.compile(rf"{_TEXTS}|(?P<comment>(?<!\S)#[^\n]*)")


def run(path: Path, notation: str, output: Path | None) -> int:
    """Convert a file, to the standard output or a file; return the exit code."""
    with redirect_stdout(sys.stderr):  # what a Python spec prints is no part of the output
        parsed = read(path, str(path))
    errors = [found for found in parsed.diagnostics if found.is_error]
    if errors:
        return _refuse(errors)
    text, left_out = _converted(parsed, notation)
    if output is None:
        say(text)
    elif (fault := _write(output, text)) is not None:
        return _refuse([fault])
    if left_out:
        remark(f"note: {count(left_out, 'comment')} of `{printable(str(path))}` left out")
    return 0


def _refuse(faults: list[Diagnostic]) -> int:
    remark(renderer("full")(faults).rstrip("\n"))
    return exit_code(faults)


def _converted(parsed: Parsed, notation: str) -> tuple[str, int]:
    """Return the text in another notation, and how many comments it lacks."""
    if notation == "flow" and parsed.source.name.endswith(SUFFIX):
        from stateous.grammar.flow.formatter import format_flow

        return format_flow(parsed) or "", 0
    return _WRITERS[notation](parsed.tree), _comments(parsed.source)


def _write_flow(tree: File) -> str:
    from stateous.grammar.printer import print_flow

    return print_flow(tree)


def _write_yaml(tree: File) -> str:
    from stateous.grammar.yaml.writer import write_yaml

    return write_yaml(tree)


def _write_python(tree: File) -> str:
    from stateous.grammar.python.writer import write_python

    return write_python(tree)


_WRITERS: Mapping[str, Callable[[File], str]] = {
    "flow": _write_flow,
    "yaml": _write_yaml,
    "python": _write_python,
}


def _comments(source: Source) -> int:
    """Return how many comments there are in a file of any notation."""
    if source.name.endswith(_PYTHON_SUFFIX):
        tokens = tokenize.generate_tokens(io.StringIO(source.text).readline)
        return sum(token.type == tokenize.COMMENT for token in tokens)
    pattern = _COMMENT if source.name.endswith(SUFFIX) else _COMMENT_IN_YAML
    return sum(match["comment"] is not None for match in pattern.finditer(source.text))


def _write(output: Path, text: str) -> Diagnostic | None:
    """Write the file; return why it could not be. What is no file is never replaced."""
    try:
        if output.exists() and not output.is_file():
            raise OSError("it is not a regular file")
        write_atomically(output, text.encode())
    except OSError as error:
        reason = error.strerror or str(error)
        place = Source(str(output), "").span(0, 0)
        return NOT_WRITTEN.at(place, f"`{output}` could not be written: {reason}")
    return None
