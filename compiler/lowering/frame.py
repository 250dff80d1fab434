"""A workflow on its way into the IR."""

from dataclasses import dataclass, replace

from stateous.compiler import ir
from stateous.compiler.signature import Signature
from stateous.compiler.typing.scope import Position, Report, Scope
from stateous.compiler.world import World
from stateous.grammar.source import Span
from stateous.grammar.syntax import WorkflowDecl

Places = dict[ir.Place, Span]
"""Where each part of the IR was written, by the ids that `ir.Place` describes."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A workflow on its way into the IR: `scope` holds what its START lines may read."""

    workflow: WorkflowDecl
    scope: Scope
    signature: Signature
    world: World
    places: Places

    @property
    def name(self) -> str:
        """The name of the workflow."""
        return self.workflow.name.text

    @property
    def report(self) -> Report:
        """Takes what is wrong."""
        return self.scope.report

    def put(self, span: Span, kind: str, *path: str | int) -> None:
        """Record where a part of the IR was written."""
        self.places[(kind, self.name, *path)] = span

    def at(self, position: Position) -> Scope:
        """Return the scope of another place of the workflow."""
        return replace(self.scope, position=position)
