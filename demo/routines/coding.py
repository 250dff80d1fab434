"""The routine of `coding`: it applies the next patch of the ticket, where an agent would write it.

The patches of a ticket lie in the folder `patches` beside its checkout: `0001.patch` for the
first visit, and so on. A ticket without a next patch is stuck.
"""

from pathlib import Path

from contract import Ticket, events, outcomes, states
from routines._unified_diff import apply_patch

from stateous import Context, on_state


@on_state(states.coding)
def coding(ctx: Context[Ticket]) -> outcomes.coding:
    """Apply one patch; return `done`, or `stuck` when there is none."""
    checkout = Path(ctx.model.repo)
    patch = checkout.parent / "patches" / f"{ctx.visit:04}.patch"
    if not patch.exists():
        ctx.note(f"there is no {patch.name}")
        return events.stuck()
    changed = apply_patch(checkout, patch.read_text(encoding="utf-8"))
    ctx["summary"] = f"{patch.name} changes {', '.join(changed)}"
    ctx.note(f"applied {patch.name}")
    return events.done()
