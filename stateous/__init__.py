"""Write a process down once; prove it; run it."""

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from stateous.grammar.python.clauses import After, Ensures
    from stateous.grammar.python.declarations import (
        Command,
        Enum,
        Fact,
        Record,
        Role,
        specification,
        use,
    )
    from stateous.grammar.python.definition_error import DefinitionError
    from stateous.grammar.python.effects import Call, Emit, Set
    from stateous.grammar.python.handles import END, FAIL, REFUSE, START, STAY, Event, State
    from stateous.grammar.python.markers import Input, Local, Secret
    from stateous.grammar.python.occasions import At, Enters, Every
    from stateous.grammar.python.read_model import ReadModel
    from stateous.grammar.python.state_machine import Invokes, Starts, StateMachine
    from stateous.grammar.python.values import Column, Value
    from stateous.grammar.python.waivers import Allow, Waived
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
    "REFUSE",
    "START",
    "STAY",
    "After",
    "Allow",
    "At",
    "Call",
    "Column",
    "Command",
    "Context",
    "DefinitionError",
    "Emit",
    "Ensures",
    "Enters",
    "Enum",
    "Event",
    "Every",
    "Fact",
    "Input",
    "Invokes",
    "Local",
    "Occurrence",
    "Outside",
    "ReadModel",
    "Record",
    "Role",
    "Secret",
    "Set",
    "Signal",
    "Starts",
    "State",
    "StateMachine",
    "StateRef",
    "Unique",
    "UniqueBy",
    "Value",
    "Waived",
    "Workflow",
    "on_state",
    "specification",
    "use",
]

# The module of each public name. Each is loaded when the name is first used, so that a
# process pays only for what it uses.
_HOMES: Final = {
    "END": "stateous.grammar.python.handles",
    "FAIL": "stateous.grammar.python.handles",
    "OUTSIDE": "stateous.runtime.local.routine",
    "REFUSE": "stateous.grammar.python.handles",
    "START": "stateous.grammar.python.handles",
    "STAY": "stateous.grammar.python.handles",
    "After": "stateous.grammar.python.clauses",
    "Allow": "stateous.grammar.python.waivers",
    "At": "stateous.grammar.python.occasions",
    "Call": "stateous.grammar.python.effects",
    "Column": "stateous.grammar.python.values",
    "Command": "stateous.grammar.python.declarations",
    "Context": "stateous.runtime.local.routine",
    "DefinitionError": "stateous.grammar.python.definition_error",
    "Emit": "stateous.grammar.python.effects",
    "Ensures": "stateous.grammar.python.clauses",
    "Enters": "stateous.grammar.python.occasions",
    "Enum": "stateous.grammar.python.declarations",
    "Event": "stateous.grammar.python.handles",
    "Every": "stateous.grammar.python.occasions",
    "Fact": "stateous.grammar.python.declarations",
    "Input": "stateous.grammar.python.markers",
    "Invokes": "stateous.grammar.python.state_machine",
    "Local": "stateous.grammar.python.markers",
    "Occurrence": "stateous.runtime.local.routine",
    "Outside": "stateous.runtime.local.routine",
    "ReadModel": "stateous.grammar.python.read_model",
    "Record": "stateous.grammar.python.declarations",
    "Role": "stateous.grammar.python.declarations",
    "Secret": "stateous.grammar.python.markers",
    "Set": "stateous.grammar.python.effects",
    "Signal": "stateous.runtime.local.routine",
    "Starts": "stateous.grammar.python.state_machine",
    "State": "stateous.grammar.python.handles",
    "StateMachine": "stateous.grammar.python.state_machine",
    "StateRef": "stateous.runtime.local.routine",
    "Unique": "stateous.runtime.local.constraints",
    "UniqueBy": "stateous.runtime.local.constraints",
    "Value": "stateous.grammar.python.values",
    "Waived": "stateous.grammar.python.waivers",
    "Workflow": "stateous.grammar.python.workflow",
    "on_state": "stateous.runtime.local.routine",
    "specification": "stateous.grammar.python.declarations",
    "use": "stateous.grammar.python.declarations",
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
