"""The contract of an emitter, and the templates that emitters fill.

An emitter is a pure function `emit(workflow, …) -> {path: text}`: the paths are relative
to the output folder, with `/`; the same arguments give the same texts. What an author typed
reaches a template only through a filter that writes it as a literal, so it never becomes
code. An emitter expresses all that a workflow says that its target can know; it drops nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

import jinja2

from stateous.codegen import python_text
from stateous.compiler.values import json_text

Owner = Literal["generated", "user"]


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file of the output.

    A `generated` file is written anew each time; a `user` file only when it is absent,
    since from then on it belongs to its author.
    """

    path: str
    text: str
    owner: Owner = "generated"

    def __post_init__(self) -> None:
        """INVARIANT: the path stays inside the output folder."""
        if not _SAFE_PATH.fullmatch(self.path):
            raise ValueError(f"{self.path!r} is no path inside the output folder")


_SAFE_PATH = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_-]*/)*[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[a-z]+)?")


def artifacts(texts: Mapping[str, str], owner: Owner = "generated") -> tuple[Artifact, ...]:
    """Return what an emitter gave as artifacts of one owner."""
    return tuple(Artifact(path, text, owner) for path, text in texts.items())


def render(template: str, **values: object) -> str:
    """Return a template of this package, filled."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("stateous.codegen"),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    environment.filters = {
        "json": json_text.inline,
        "pretty_json": json_text.pretty,
        "text": python_text.quoted,
        "docstring": python_text.docstring,
        "comment": python_text.comment,
        "laid_out": python_text.laid_out,
    }
    return environment
