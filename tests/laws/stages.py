"""What the laws share: a tree through each notation, read and compiled, and how often."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

from stateous.compiler import ir
from stateous.compiler.check import Compiled, check
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.parsed import Parsed
from stateous.grammar.printer.files import print_flow
from stateous.grammar.python.reader import read_python
from stateous.grammar.python.writer import write_python
from stateous.grammar.source import Source
from stateous.grammar.syntax import File
from stateous.grammar.yaml.reader import read_yaml
from stateous.grammar.yaml.writer import write_yaml

TIMES = int(os.environ.get("STATEOUS_LAWS", "1"))
"""How many times the usual number of examples is tried."""


SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
"""What hypothesis would say of generators as large as these."""


def often(examples: int) -> settings:
    """Return the settings of a law with so many examples."""
    return settings(max_examples=examples * TIMES, deadline=None, suppress_health_check=SLOW)


def through_flow(tree: File) -> Parsed:
    """Return a tree as the `.flow` notation gives it back."""
    return read_flow(Source("spec.flow", print_flow(tree)))


def through_yaml(tree: File) -> Parsed:
    """Return a tree as the YAML notation gives it back."""
    return read_yaml(Source("spec.flow.yaml", write_yaml(tree)))


def through_python(tree: File, folder: Path) -> Parsed:
    """Return a tree as the Python notation gives it back."""
    path = folder / "flow.py"
    path.write_text(write_python(tree), encoding="utf-8")
    return read_python(path, "flow.py")


def said(compiled: Compiled) -> list[str]:
    """Return the errors of a file as people see them."""
    return [
        f"{d.code} {d.message} | {d.span.first.line}: {d.span.source.line_text(d.span.first.line)}"
        for d in compiled.diagnostics
        if d.is_error
    ]


def program(parsed: Parsed) -> ir.Program:
    """Return the IR of what compiles."""
    compiled = check(parsed)
    assert compiled.program is not None, "\n".join([*said(compiled), parsed.source.text])
    return compiled.program


def codes(parsed: Parsed) -> list[str]:
    """Return the codes of all that is said about a file."""
    return sorted(diagnostic.code for diagnostic in check(parsed).diagnostics)
