"""Where the author's file calls a method of ours, and where each argument stands."""

import ast
import sys
from dataclasses import dataclass
from functools import cached_property
from types import FrameType

from stateous.grammar.python.source_tree import PythonFile, PythonRun, current_run, python_file
from stateous.grammar.source import Span


@dataclass(frozen=True)
class Argument:
    """An argument: the expression that was written, if there is one, and its place."""

    file: PythonFile
    node: ast.expr | None
    span: Span

    @cached_property
    def text(self) -> Span:
        """The place of its characters when it is a plain text, else its own place."""
        inside = None if self.node is None else self.file.inside(self.node)
        return inside or self.span

    def at(self, start: int, end: int) -> Span:
        """Return the place of the characters `start` up to `end` of the text that it gives.

        It is exact in a literal of one piece without escapes, else the whole argument.
        """
        if self.text.edits != "plain":
            return self.span
        first = self.text.start
        last = min(first + end, self.text.end)
        return Span(self.text.source, min(first + start, last), last, "plain")

    def part(self, start: int, end: int) -> "Argument":
        """Return the characters `start` up to `end` of its text as an argument of their own."""
        return Argument(self.file, None, self.at(start, end))

    def item(self, index: int) -> "Argument":
        """Return the place of an item of a list or tuple."""
        if isinstance(self.node, ast.List | ast.Tuple):
            before = self.node.elts[: index + 1]
            if len(before) == index + 1 and not any(isinstance(n, ast.Starred) for n in before):
                return self._of(before[index])
        return Argument(self.file, None, self.span)

    def entry(self, key: object) -> tuple["Argument", "Argument"]:
        """Return the places of a key of a dictionary, and of its value."""
        if isinstance(self.node, ast.Dict):
            for name, value in zip(self.node.keys, self.node.values, strict=True):
                if isinstance(name, ast.Constant) and name.value == key:
                    return self._of(name), self._of(value)
        nowhere = Argument(self.file, None, self.span)
        return nowhere, nowhere

    def _of(self, node: ast.expr) -> "Argument":
        return Argument(self.file, node, self.file.place(node))


@dataclass(frozen=True)
class CallSite:
    """A call in the author's file.

    `node` is None when the call cannot be told from its line, as in a file that is not there.
    """

    file: PythonFile
    node: ast.Call | None
    span: Span

    def argument(self, name: str, index: int | None = None) -> Argument:
        """Return the argument given by name, or at a position; else the call stands for it."""
        if self.node is not None:
            node = _keyword(self.node, name) or _positional(self.node, index)
            if node is not None:
                return Argument(self.file, node, self.file.place(node))
        return Argument(self.file, None, self.span)


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _positional(call: ast.Call, index: int | None) -> ast.expr | None:
    if index is None or index >= len(call.args):
        return None
    starred = any(isinstance(node, ast.Starred) for node in call.args[: index + 1])
    return None if starred else call.args[index]


def call_site() -> CallSite:
    """Return the place of the innermost call that left the author's own code."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_ours(frame) and frame.f_back is not None:
        frame = frame.f_back
    assert frame is not None
    run = current_run()
    if run is None or run.owns(frame.f_code.co_filename):
        return _site(frame)
    return _around(frame, run)


def _around(frame: FrameType | None, run: PythonRun) -> CallSite:
    """Return the nearest line of the author's own that led to a call in somebody else's code."""
    while frame is not None:
        if run.owns(frame.f_code.co_filename):
            file = python_file(frame.f_code.co_filename)
            return CallSite(file, None, file.line(frame.f_lineno or 1))
        frame = frame.f_back
    file = python_file(str(run.author))
    return CallSite(file, None, file.line(1))


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("stateous.grammar.")


def _site(frame: FrameType) -> CallSite:
    file = python_file(frame.f_code.co_filename)
    _, end_line, _, end_column = file.instruction(frame.f_code, frame.f_lasti)
    node = file.call_at.get((end_line or 0, end_column or 0))
    if node is None:
        return CallSite(file, None, file.line(frame.f_lineno or 1))
    return CallSite(file, node, _place(file, node))


def _place(file: PythonFile, node: ast.Call) -> Span:
    """Return the place of a call; in a chain of calls, from its own method's name on."""
    whole = file.place(node)
    function = node.func
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Call):
        return whole
    name_end = file.offset(function.end_lineno or 0, function.end_col_offset or 0)
    return Span(file.source, name_end - len(function.attr), whole.end, "none")
