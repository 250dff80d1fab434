"""The formats by name."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import PurePath

from stateous.grammar.diagnostic import Diagnostic
from stateous.render.concise import concise
from stateous.render.full import full
from stateous.render.github import github
from stateous.render.gitlab import gitlab
from stateous.render.json import json
from stateous.render.junit import junit
from stateous.render.sarif import sarif

Renderer = Callable[[Sequence[Diagnostic]], str]

FOR_PEOPLE = frozenset({"full", "concise"})
"""The formats that somebody reads."""

DOCUMENTS = frozenset({"json", "gitlab", "junit", "sarif"})
"""The formats that are one document, below which nothing else may stand."""


def renderer(
    name: str,
    *,
    colour: bool = False,
    files: Sequence[str] = (),
    folder: PurePath | None = None,
) -> Renderer:
    """Return the renderer of a format.

    Only `full` has colours. `files` are the names of all files that were read. Formats that
    other machines read give paths from `folder` on.
    """
    renderers: Mapping[str, Renderer] = {
        "full": partial(full, colour=colour),
        "concise": concise,
        "json": json,
        "github": partial(github, folder=folder),
        "gitlab": partial(gitlab, folder=folder),
        "junit": partial(junit, files=files, folder=folder),
        "sarif": partial(sarif, folder=folder),
    }
    return renderers[name]
