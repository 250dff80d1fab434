"""The page of a rule: as Markdown for the manual, as plain text for the terminal."""

import textwrap
from collections.abc import Iterable

from stateous.grammar.diagnostic import Kind, Rule, Severity

WIDTH = 80
_FENCE = "```"

_EXITS = {
    Kind.REFUSAL: "the input or the call is wrong: exit code 2",
    Kind.FINDING: "a proof or a run shows it: exit code 1",
    Kind.UNKNOWN: "the check has no answer: exit code 3",
    Kind.INTERNAL: "a fault of stateous itself: exit code 4",
}


def weight(rule: Rule) -> str:
    """Return how much a rule weighs, and which exit code it leads to."""
    if rule.kind is Kind.UNKNOWN:
        return _EXITS[rule.kind]
    if rule.severity is Severity.WARNING:
        return "warning: exit code 0, or 1 under `--strict`"
    if rule.severity is Severity.NOTE:
        return "note: exit code 0"
    return f"error; {_EXITS[rule.kind]}"


def page(rule: Rule, level: int = 1) -> str:
    """Return the page as Markdown; its headings begin at `level`."""
    blocks = [
        f"{'#' * level} {rule.code}: {rule.name}",
        f"*{weight(rule)}*",
        rule.summary,
        textwrap.dedent(rule.explanation).strip(),
    ]
    if rule.example is not None:
        blocks.append(f"{'#' * (level + 1)} Example")
        blocks.append(f"{_FENCE}{rule.notation}\n{rule.example.strip()}\n{_FENCE}")
    return "\n\n".join(blocks) + "\n"


def manual(rules: Iterable[Rule]) -> str:
    """Return the manual's page of all rules, as Markdown."""
    listed = tuple(rules)
    rows = [f"| [{r.code}](#{_anchor(r)}) | `{r.name}` | {r.summary} |" for r in listed]
    head = [
        "# Rules",
        "",
        "Made by `make docs` from the rule table. `stateous explain CODE` prints one of them.",
        "",
        "| code | name | finds |",
        "| --- | --- | --- |",
        *rows,
        "",
    ]
    return "\n".join(head) + "\n" + "\n".join(page(rule, 2) for rule in listed)


def plain_text(markdown: str) -> str:
    """Return Markdown as a terminal shows it: paragraphs filled, code indented."""
    return "\n".join(_laid_out(markdown.splitlines()))


def _anchor(rule: Rule) -> str:
    """Return the fragment under which the heading of a rule can be reached."""
    return f"{rule.code}-{rule.name}".lower()


def _laid_out(lines: Iterable[str]) -> list[str]:
    """Lay out line by line: what stands between fences is code, the rest is prose."""
    out: list[str] = []
    prose: list[str] = []
    in_code = False
    for line in lines:
        if line.startswith(_FENCE):
            out += _filled(prose)
            prose, in_code = [], not in_code
        elif in_code:
            out.append(f"    {line}".rstrip())
        elif line.strip() and not _begins_item(line):
            prose.append(line)
        else:
            out += _filled(prose)
            prose = [line] if line.strip() else []
            out += [] if line.strip() else [""]
    return out + _filled(prose)


def _begins_item(line: str) -> bool:
    """Tell whether a line begins something of its own: an item of a list, a heading."""
    return line.lstrip().startswith(("- ", "* ", "#"))


def _filled(prose: list[str]) -> list[str]:
    """Return one paragraph, item or heading, filled to the width of the page."""
    if not prose:
        return []
    text = " ".join(line.strip() for line in prose)
    if text.startswith("#"):
        title = text.lstrip("# ")
        return [title, "-" * len(title)]
    if text.startswith("*") and text.endswith("*"):
        text = text.strip("*")
    behind = "  " if text.startswith(("- ", "* ")) else ""
    return textwrap.wrap(
        text, WIDTH, subsequent_indent=behind, break_long_words=False, break_on_hyphens=False
    )
