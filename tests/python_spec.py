"""Specs in the Python notation as files, for tests of how they are read."""

from dataclasses import dataclass
from pathlib import Path

from stateous.grammar.diagnostic import Diagnostic
from stateous.grammar.parsed import Parsed
from stateous.grammar.python.reader import read_python
from stateous.grammar.syntax import FieldDecl, WorkflowDecl

PRELUDE = """\
from stateous import END, FAIL, START, Workflow

flow = Workflow("parcel")
packing = flow.state("packing")
packed = flow.event("packed")
lost = flow.event("lost")
flow.transition(START, packing)
flow.transition(packing, END, on=packed)
"""
"""A sound file; what a test adds stands from line 9 on."""

MODELS = """\
import re
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from typing import Annotated, Any, Callable, Generic, Literal, TypeVar
from uuid import UUID, uuid4

from pydantic import UUID4, AfterValidator, AliasChoices, AliasPath, BaseModel, BeforeValidator
from pydantic import ConfigDict, Field, HttpUrl, Json, NaiveDatetime, PastDate, PlainValidator
from pydantic import RootModel, SecretStr, WrapValidator, computed_field, conlist, conset, constr
from pydantic import model_validator
from pydantic import Secret as SecretOf
from typing_extensions import NotRequired, TypeAliasType, TypedDict
from stateous import END, START, Input, Local, Secret, Unique, UniqueBy, Workflow
"""
"""The imports that models in tests need."""


def read(folder: Path, text: str, **siblings: str) -> Parsed:
    """Return what is read from `flow.py` with this text, in a folder with sibling modules."""
    for module, sibling in siblings.items():
        (folder / f"{module}.py").write_text(sibling, encoding="utf-8")
    path = folder / "flow.py"
    path.write_text(text, encoding="utf-8")
    return read_python(path, "flow.py")


def workflow(folder: Path, text: str, **siblings: str) -> WorkflowDecl:
    """Return the only workflow of a text without faults."""
    parsed = read(folder, text, **siblings)
    assert parsed.diagnostics == ()
    (only,) = parsed.tree.workflows
    return only


@dataclass(frozen=True)
class Said:
    """A diagnostic as people see it: its code, where it stands, and the text there."""

    code: str
    line: int
    column: int
    text: str


def said(diagnostic: Diagnostic) -> Said:
    """Return what people see of a diagnostic."""
    first = diagnostic.span.first
    return Said(diagnostic.code, first.line, first.column, diagnostic.span.text)


def only(parsed: Parsed) -> Diagnostic:
    """Return the one diagnostic of what was read."""
    (diagnostic,) = parsed.diagnostics
    return diagnostic


def context_fields(folder: Path, fields: str, *, before: str = "") -> dict[str, FieldDecl]:
    """Return the fields of a context model with these lines, by name."""
    body = "\n".join(f"    {line}" for line in fields.strip().splitlines())
    text = f"{MODELS}\n{before}\nclass Context(BaseModel):\n{body}\n\n"
    parsed = read(folder, text + 'flow = Workflow("parcel", context=Context)\n')
    assert parsed.diagnostics == ()
    (found,) = parsed.tree.workflows
    assert found.context is not None and found.context.fields is not None
    return {field.name.text: field for field in found.context.fields}
