"""Write a process down once; prove it; run it."""

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from stateous.grammar.python.definition_error import DefinitionError
    from stateous.grammar.python.handles import END, FAIL, START, Event, State
    from stateous.grammar.python.markers import Input, Local, Secret
    from stateous.grammar.python.workflow import Workflow
    from stateous.runtime.local.constraints import Unique, UniqueBy
    from stateous.runtime.local.routine import (
        OUTSIDE,
        Context,
        Occurrence,
        Outside,
        Signal,
        StateRef,
        on_state,
    )

__all__ = [
    "END",
    "FAIL",
    "OUTSIDE",
    "START",
    "Context",
    "DefinitionError",
    "Event",
    "Input",
    "Local",
    "Occurrence",
    "Outside",
    "Secret",
    "Signal",
    "State",
    "StateRef",
    "Unique",
    "UniqueBy",
    "Workflow",
    "on_state",
]

# The module of each public name. Each is loaded when the name is first used, so that a
# process pays only for what it uses.
_HOMES: Final = {
    "END": "stateous.grammar.python.handles",
    "FAIL": "stateous.grammar.python.handles",
    "OUTSIDE": "stateous.runtime.local.routine",
    "START": "stateous.grammar.python.handles",
    "Context": "stateous.runtime.local.routine",
    "DefinitionError": "stateous.grammar.python.definition_error",
    "Event": "stateous.grammar.python.handles",
    "Input": "stateous.grammar.python.markers",
    "Local": "stateous.grammar.python.markers",
    "Occurrence": "stateous.runtime.local.routine",
    "Outside": "stateous.runtime.local.routine",
    "Secret": "stateous.grammar.python.markers",
    "Signal": "stateous.runtime.local.routine",
    "State": "stateous.grammar.python.handles",
    "StateRef": "stateous.runtime.local.routine",
    "Unique": "stateous.runtime.local.constraints",
    "UniqueBy": "stateous.runtime.local.constraints",
    "Workflow": "stateous.grammar.python.workflow",
    "on_state": "stateous.runtime.local.routine",
}


def __getattr__(name: str) -> object:
    """Return a public name, loading its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'stateous' has no attribute {name!r}")
    found = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
