"""What a run of an author's file declares, noted as the calls are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.python.definition_error import DefinitionError
from stateous.grammar.python.rules import DECLARED_TWICE
from stateous.grammar.python.source_tree import current_run
from stateous.grammar.source import Span
from stateous.grammar.syntax import Name

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True)
class ModelUse:
    """A pydantic model, and the place where a declaration uses it."""

    model: type[BaseModel]
    span: Span


def enrol(declared: object, label: Name | None = None) -> None:
    """Note a declaration in the run that goes on; a file has each name of a kind once."""
    run = current_run()
    if run is None:
        return
    if label is not None:
        kind = str(getattr(declared, "declared_kind", ""))
        claim(kind, label)
    run.declared.append(declared)


def claim(kind: str, label: Name) -> None:
    """Take the name of a declaration of this kind; raises DefinitionError if it is taken."""
    run = current_run()
    if run is None:
        return
    first = run.names.setdefault((kind, label.text), label.span)
    if first is not label.span:
        raise DefinitionError(twice(kind, label, first, "file"))


def twice(kind: str, name: Name, first: Span, owner: str) -> Diagnostic:
    """Return that a name is declared twice in its owner: a file, a workflow, a state machine."""
    return DECLARED_TWICE.at(
        name.span,
        f"the {kind} `{name.text}` is declared twice",
        labels=[Label(first, "first declared here")],
        help=f"rename one, or remove it: a {owner} has each {kind} once",
    )
