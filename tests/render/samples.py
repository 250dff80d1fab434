"""Three diagnostics that together have everything that a diagnostic may have."""

from textwrap import dedent

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Label, Severity, Witness
from stateous.grammar.source import Source, Span

SPEC = Source(
    "specs/sdlc.flow",
    dedent("""\
        workflow sdlc
          state testing
            on passed -> END
            on failed when count(failed) < 3 -> coding
            on failed when count(failed) < 5 -> END
            on timeout -> FAIL "the tests hang"
    """),
)


def at(text: str) -> Span:
    """Return the place of a text in the spec."""
    start = SPEC.text.index(text)
    return SPEC.span(start, start + len(text))


FIRST, SECOND = at("count(failed) < 3"), at("count(failed) < 5")

OVERLAP = Diagnostic(
    code="ST9001",
    severity=Severity.ERROR,
    message="two guards on `failed` can both hold",
    span=SECOND,
    labels=(Label(SECOND, "also holds"), Label(FIRST, "this guard")),
    notes=("the engine would refuse the event",),
    help="write `otherwise` in place of the second guard",
    fix=Fix("write `otherwise`", (Edit(at("when count(failed) < 5"), "otherwise"),), True),
    witness=Witness(
        values=(("count(failed)", "2"), ("payload.total", "3")),
        run=("start", "`done` to `testing`", "`failed` to `coding`"),
    ),
)
UNUSED = Diagnostic("ST9002", Severity.WARNING, "`passed` is never used", at("passed"))
WHOLE = Diagnostic("ST9003", Severity.NOTE, "100 %\nempty", Source("a,b:c.flow", "").span(0, 0))
