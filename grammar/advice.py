"""How a line is written in the notation of the author's file, for the help of diagnostics."""

from stateous.grammar.source import Span


def clause(place: Span, word: str, value: str) -> str:
    """Return a clause of a state such as `timeout 6h`, as it is written in the file of `place`."""
    match _notation(place):
        case "python":
            return f'{word.replace(" ", "_")}="{value}"'
        case "yaml":
            return f"{word.removesuffix(' after')}: {value}"
    return f"{word} {value}"


def given(place: Span, word: str, field: str, value: str) -> str:
    """Return a clause that gives a field, such as `with f = 1`, in the notation of `place`."""
    match _notation(place):
        case "python":
            return f'{"with_" if word == "with" else word}={{"{field}": "{value}"}}'
        case "yaml":
            return f"{word}: {{{field}: {value}}}"
    return f"{word} {field} = {value}"


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
    notation = _notation(place)
    if notation == "python":
        on = "" if event is None else f', on="{event}"'
        guard = f', when="{when}"' if when else ", otherwise=True" if otherwise else ""
        return f"flow.transition({state or 'START'}, {target}{on}{guard})"
    if notation == "yaml":
        guarded = f"when: {when}, to: {target}" if when else f"otherwise: {target}"
        short = target if when is None and not otherwise else f"{{{guarded}}}"
        if event is None:
            return f"start: {short}" if state is None else f"- {guarded}"
        return f"{event}: {short}"
    start = ("on", event) if event is not None else ("START",) if state is None else ()
    guards = ("when", when) if when else ("otherwise",) if otherwise else ()
    return " ".join((*start, *guards, "->", target))


def _notation(place: Span) -> str:
    name = place.source.name
    if name.endswith((".yaml", ".yml")):
        return "yaml"
    return "python" if name.endswith(".py") else "flow"
