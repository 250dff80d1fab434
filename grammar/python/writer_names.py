"""The variables of a written Python file, and the names that it imports."""

import builtins
import keyword
import re

from stateous.grammar.python.source_text import Code, Group, call, text
from stateous.grammar.syntax import Name

PUBLIC = (
    *("After", "Allow", "At", "Call", "Column", "Command", "END", "Emit", "Ensures", "Enters"),
    *("Enum", "Every", "FAIL", "Fact", "Invokes", "REFUSE", "ReadModel", "Record", "Role"),
    *("START", "STAY", "Set", "Starts", "StateMachine", "Value", "Waived", "Workflow"),
    *("specification", "use"),
)
_TAKEN = frozenset((*PUBLIC, *keyword.kwlist, *keyword.softkwlist, *dir(builtins)))


class Names:
    """Which variable holds which declaration."""

    def __init__(self) -> None:
        """Begin with none."""
        self._variables: dict[tuple[str, str, str], str] = {}
        self._used: set[str] = set()
        self._imported: set[str] = set()

    def take(self, kind: str, name: str, owner: str = "") -> str:
        """Return a new variable for a declaration: its name, or the nearest that is free.

        `owner` is the variable of what it belongs to.
        """
        plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
        variable = plain if self._is_free(plain) else f"{owner}_{plain}" if owner else f"{plain}_"
        number = 2
        while not self._is_free(variable):
            variable = f"{plain}_{number}"
            number += 1
        self._used.add(variable)
        self._variables.setdefault((kind, owner, name), variable)
        return variable

    def find(self, kind: str, name: str, owner: str = "") -> str | None:
        """Return the variable of a declaration, if one holds it so far."""
        return self._variables.get((kind, owner, name))

    def reference(self, name: Name, *kinds: str, owner: str = "") -> Code:
        """Return what stands for a declaration: its variable, a column, or its name."""
        if name.column:
            return self.column(name.text)
        for kind in kinds:
            place = owner if kind in ("state", "event") else ""
            variable = self.find(kind, name.text, place)
            if variable is not None:
                return variable
        return text(name.text)

    def column(self, name: str) -> Code:
        """Return a column of a table."""
        return self.call("Column", text(name))

    def call(self, function: str, *arguments: Code) -> Group:
        """Return a call of something that the library gives."""
        return call(self.public(function), *arguments)

    def public(self, name: str) -> str:
        """Return a name of the library, and note that it is imported."""
        self._imported.add(name)
        return name

    def imports(self) -> Group | str:
        """Return the statement that imports what is used."""
        kinds = sorted(self._imported, key=lambda n: (not n.isupper(), n.islower(), n))
        flat = f"from stateous import {', '.join(kinds)}"
        if len(flat) <= 100:
            return flat
        return Group("from stateous import (", tuple(kinds), ")")

    def _is_free(self, name: str) -> bool:
        return name not in _TAKEN and name not in self._used
