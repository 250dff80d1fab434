"""What a join asks of its branches: `branches.all(…)`, `any`, `count`, and `first` in a `set`."""

from stateous.compiler import guards
from stateous.compiler.rules.expressions import BRANCH_OF_FIRST
from stateous.compiler.rules.names import NAME_OUT_OF_PLACE
from stateous.compiler.types import Slot
from stateous.compiler.typing.kinds import INT, JSON
from stateous.compiler.typing.reading import follow
from stateous.compiler.typing.scope import UNKNOWN_CHILDREN, Scope
from stateous.compiler.typing.typed import Typed, holding
from stateous.grammar.syntax import Branches, Name


def may_ask(expr: Branches, scope: Scope) -> bool:
    """Tell whether branches may be asked here; report it if not."""
    if scope.may_read("branches"):
        return True
    # On a line for a `joined` that nothing opens, the line itself is what is wrong.
    if scope.event != "joined" or scope.position == "branch":
        what = "`branches` cannot be read here"
        help_ = "`branches` may be read on `joined` only"
        scope.report(NAME_OUT_OF_PLACE.at(expr.span, what, help=help_))
    return False


def asked(expr: Branches, condition: guards.Expr, scope: Scope) -> Typed | None:
    """Return a question to all branches, whose condition is typed."""
    match expr.kind:
        case "any" | "all" as kind:
            return holding(guards.BranchTest(kind, condition))
        case "count":
            return Typed(guards.BranchCount(condition), INT)
        case "first":
            _report_first(expr, scope)
            return None


def of_first(
    expr: Branches, names: tuple[Name, ...], condition: guards.Expr, scope: Scope
) -> Typed | None:
    """Return `branches.first(condition).payload.f`, which only the right of a `set` reads."""
    if expr.kind != "first" or names[0].text != "payload" or len(names) == 1 or not scope.sets:
        _report_first(expr, scope)
        return None
    branching = scope.branching or UNKNOWN_CHILDREN
    any_key = branching.open_payload and branching.payload.field(names[1].text) is None
    end = follow(Slot(JSON if any_key else branching.payload, nullable=True), names[1:], scope)
    if end is None:
        return None
    path = tuple(name.text for name in names)
    return Typed(guards.BranchFirst(condition, path, end[0]), end[0])


def _report_first(expr: Branches, scope: Scope) -> None:
    if expr.kind != "first":
        what = f"`branches.{expr.kind}(…)` has no fields"
        help_ = "it is a condition: join it with others by `and`"
        if expr.kind == "count":
            help_ = "it is a number: compare it"
    elif scope.sets:
        what = "a branch is no value by itself"
        help_ = "read a field of its payload: `branches.first(…).payload.f`"
    else:
        what = "`branches.first` may be read on the right of a `set` only"
        help_ = "ask in a guard by `branches.any(…)`, and keep the value by `set`"
    scope.report(BRANCH_OF_FIRST.at(expr.span, what, help=help_))
