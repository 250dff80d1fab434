"""Printing what a command found and did."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stateous.cli.summary import last_line, severity_line
from stateous.cli.terminal import remark, say, wants_colour
from stateous.grammar.diagnostic import Diagnostic
from stateous.render import limit
from stateous.render.formats import DOCUMENTS, FOR_PEOPLE, renderer
from stateous.render.style import Paint, paint
from stateous.verifier.verify import Verified


@dataclass(frozen=True, slots=True)
class Presentation:
    """How to print: the format, and when to use colours (`auto`, `always` or `never`).

    `max_findings` is how many findings of a file are shown, 0 for all; by default as many as
    the format has readers for.
    """

    format_name: str = "full"
    colour: str = "auto"
    max_findings: int | None = None

    @property
    def paint(self) -> Paint:
        """How to paint what stands below the report."""
        return paint(wants_colour(self.colour))

    @property
    def most(self) -> int:
        """How many findings of a file are shown; 0 for all."""
        if self.max_findings is not None:
            return self.max_findings
        return limit.FOR_PEOPLE if self.format_name in FOR_PEOPLE else limit.FOR_PROGRAMS


def print_report(
    presentation: Presentation,
    diagnostics: Sequence[Diagnostic],
    verified: Sequence[Verified],
    lines: Iterable[str],
    seconds: float,
) -> None:
    """Print the diagnostics, then `lines`, then the counts, which count also what is not shown.

    Below a report that is one document nothing else may stand, so there the rest goes to the
    standard error.
    """
    render = renderer(
        presentation.format_name,
        colour=wants_colour(presentation.colour),
        files=[one.compiled.parsed.source.name for one in verified],
        folder=_current_folder(),
    )
    say(render(limit.limited(diagnostics, presentation.most)))
    severities = severity_line(diagnostics, presentation.paint)
    text = "\n".join([*lines, *([severities] if severities else []), last_line(verified, seconds)])
    if presentation.format_name in DOCUMENTS:
        remark(text)
    else:
        say(f"{text}\n")


def _current_folder() -> Path | None:
    """Return the current folder; None where it was removed."""
    try:
        return Path.cwd()
    except OSError:
        return None
