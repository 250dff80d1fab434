"""Printing what a command found and did."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stateous.cli.summary import last_line, severity_line
from stateous.cli.terminal import remark, say, wants_colour
from stateous.grammar.diagnostic import Diagnostic
from stateous.render.formats import renderer
from stateous.render.style import Paint, paint
from stateous.verifier.verify import Verified


@dataclass(frozen=True, slots=True)
class Presentation:
    """How to print: the format, and when to use colours (`auto`, `always` or `never`)."""

    format_name: str = "full"
    colour: str = "auto"

    @property
    def paint(self) -> Paint:
        """How to paint what stands below the report."""
        return paint(wants_colour(self.colour))


def print_report(
    presentation: Presentation,
    diagnostics: Sequence[Diagnostic],
    verified: Sequence[Verified],
    lines: Iterable[str],
    seconds: float,
) -> None:
    """Print the diagnostics, then `lines`, then the counts.

    Below a report for programs nothing else may stand, so there the rest goes to the
    standard error.
    """
    coloured = wants_colour(presentation.colour)
    say(renderer(presentation.format_name, colour=coloured)(diagnostics))
    severities = severity_line(diagnostics, presentation.paint)
    text = "\n".join([*lines, *([severities] if severities else []), last_line(verified, seconds)])
    if presentation.format_name == "json":
        remark(text)
    else:
        say(f"{text}\n")
