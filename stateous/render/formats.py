"""The formats by name."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from stateous.grammar.diagnostic import Diagnostic
from stateous.render.concise import concise
from stateous.render.full import full
from stateous.render.github import github
from stateous.render.json import json

Renderer = Callable[[Sequence[Diagnostic]], str]

_PLAIN: Mapping[str, Renderer] = {
    "full": full,
    "concise": concise,
    "json": json,
    "github": github,
}


def renderer(name: str, *, colour: bool = False) -> Renderer:
    """Return the renderer of a format; only `full` has colours."""
    if name == "full":
        return partial(full, colour=colour)
    return _PLAIN[name]
