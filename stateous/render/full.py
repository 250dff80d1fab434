"""The format for people: the source lines with their marks, an example, a run, a way out."""

from collections.abc import Sequence

from stateous.grammar.diagnostic import Diagnostic, Fix, Witness
from stateous.grammar.printable import printable
from stateous.render.excerpt import SEVERITY_ROLE, excerpt, last_line
from stateous.render.fix_diff import changes, diff_lines
from stateous.render.style import Paint, paint


def full(diagnostics: Sequence[Diagnostic], *, colour: bool = False) -> str:
    """Return every diagnostic as a block, with a blank line behind each."""
    painted = paint(colour)
    return "".join(f"{_block(diagnostic, painted)}\n\n" for diagnostic in diagnostics)


def _block(diagnostic: Diagnostic, paint: Paint) -> str:
    """Return the lines of one diagnostic."""
    gutter = len(str(_largest_line(diagnostic)))
    lines = [_head(diagnostic, paint), *excerpt(diagnostic, gutter, paint)]
    for title, text in remarks(diagnostic):
        lines += _remark(title, text, gutter, paint)
    if diagnostic.fix is not None:
        lines += _fix(diagnostic.fix, gutter, paint)
    lines += _remark("more", f"stateous explain {diagnostic.code}", gutter, paint)
    return "\n".join(lines)


def _largest_line(diagnostic: Diagnostic) -> int:
    """Return the largest line number that stands in the block's gutter."""
    fixed = [change.last for change in changes(diagnostic.fix)] if diagnostic.fix else []
    return max([last_line(diagnostic), *fixed])


def _head(diagnostic: Diagnostic, paint: Paint) -> str:
    """Return the first line: severity, code and message."""
    severity = f"{diagnostic.severity.value}[{diagnostic.code}]"
    message = paint(f": {printable(diagnostic.message)}", "strong")
    return paint(severity, SEVERITY_ROLE[diagnostic.severity]) + message


def remarks(diagnostic: Diagnostic) -> list[tuple[str, str]]:
    """Return what stands below the excerpt, each with its title."""
    witness = diagnostic.witness or Witness()
    remarks = [("example", _values(witness)), ("run", _run(witness))]
    remarks += [("note", note) for note in diagnostic.notes]
    if diagnostic.fix is None or diagnostic.fix.title != diagnostic.help:
        remarks.append(("help", diagnostic.help or ""))
    return [(title, text) for title, text in remarks if text]


def _values(witness: Witness) -> str:
    """Return the example's values, as an author would write them."""
    return ", ".join(f"{name} = {value}" for name, value in witness.values)


def _run(witness: Witness) -> str:
    """Return the steps of a run, numbered when there are several."""
    if len(witness.run) < 2:
        return "".join(witness.run)
    size = len(str(len(witness.run)))
    return "\n".join(f"{i:>{size}}. {printable(step)}" for i, step in enumerate(witness.run, 1))


def _remark(title: str, text: str, gutter: int, paint: Paint) -> list[str]:
    """Return a remark; its further lines stand below the first word of its text."""
    first, *others = [printable(line) for line in text.splitlines()]
    indent = " " * (gutter + len(f" = {title}: "))
    head = f"{' ' * gutter} {paint('=', 'gutter')} {paint(f'{title}:', 'strong')} {first}"
    return [head, *(f"{indent}{line}" for line in others)]


def _fix(fix: Fix, gutter: int, paint: Paint) -> list[str]:
    """Return the fix: what it does, whether `--fix` applies it, and its diff."""
    how = "safe: `--fix` applies it" if fix.safe else "unsafe: `--fix` leaves it to you"
    title = _remark("fix", f"{fix.title} ({how})", gutter, paint)
    return [*title, *diff_lines(fix, gutter, paint)]
