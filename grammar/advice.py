"""How an author writes a line in the notation of the file, for the help of diagnostics."""

from stateous.grammar.source import Span


def transition(
    place: Span,
    state: str | None,
    event: str | None,
    target: str,
    *,
    when: str | None = None,
    otherwise: bool = False,
) -> str:
    """Return a line that leads to `target`, as it is written in the file of `place`.

    `state` is None for START; `event` is None for a line of START or of a `decide`. At most one
    of `when` and `otherwise` is given.
    """
    name = place.source.name
    if name.endswith(".py"):
        on = "" if event is None else f', on="{event}"'
        guard = f', when="{when}"' if when else ", otherwise=True" if otherwise else ""
        return f"flow.transition({state or 'START'}, {target}{on}{guard})"
    if name.endswith((".yaml", ".yml")):
        guarded = f"when: {when}, to: {target}" if when else f"otherwise: {target}"
        short = target if when is None and not otherwise else f"{{{guarded}}}"
        if event is None:
            return f"start: {short}" if state is None else f"- {guarded}"
        return f"{event}: {short}"
    start = ("on", event) if event is not None else ("START",) if state is None else ()
    guards = ("when", when) if when else ("otherwise",) if otherwise else ()
    return " ".join((*start, *guards, "->", target))
