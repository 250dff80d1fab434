"""Formatting changes how a file looks: never what it says, nor its comments."""

import re

from hypothesis import given
from hypothesis import strategies as st

from stateous.grammar.flow.formatter import format_flow
from stateous.grammar.flow.reader import read_flow
from stateous.grammar.parsed import Parsed
from stateous.grammar.printer.files import print_flow
from stateous.grammar.source import Source
from tests.laws.stages import often, program
from tests.valid_specs import valid_files

_COMMENTS = ("", "a remark", 'with "quotes" and `these`', "state x -> END", "# doubled")


@st.composite
def _decorated(draw: st.DrawFn) -> tuple[str, str]:
    """Return a file as it is printed, and the same with comments, blank lines and other spacing."""
    text = print_flow(draw(valid_files()))
    width = draw(st.sampled_from((1, 2, 3, 4)))
    first, stride = draw(st.integers(0, 6)), draw(st.sampled_from((1, 2, 3, 7)))
    kinds = draw(st.lists(st.integers(0, 5), min_size=4, max_size=7))
    comment = draw(st.sampled_from(_COMMENTS))
    below = draw(st.booleans())
    lines: list[str] = []
    for number, line in enumerate(text.splitlines()):
        bare = line.lstrip(" ")
        indent = " " * ((len(line) - len(bare)) // 2 * width)
        kind = kinds[number // stride % len(kinds)] if number >= first else 0
        if kind == 1:
            lines.append(f"{indent}# c{number}. {comment}")
        if kind == 2:
            lines += ["", "   "]
        if kind == 3 and bare:
            bare += f"{' ' * stride}# c{number}. {comment}"
        if kind == 4 and bare:
            bare += "  "
        if kind == 5:
            lines += (
                ["", f"# c{number}. {comment}"] if below else [f"{indent}#c{number}. {comment}"]
            )
        lines.append(f"{indent}{bare}")
    return text, "\n".join(lines) + draw(st.sampled_from(("", "\n", "\n\n# c-last. ")))


def _read(text: str) -> Parsed:
    parsed = read_flow(Source("spec.flow", text))
    assert [f"{d.code} {d.message}" for d in parsed.diagnostics] == [], text
    return parsed


def _comments(text: str) -> list[str]:
    found = re.findall(r"#\s?(c(?:\d+|-last)\..*)$", text, re.MULTILINE)
    return sorted(comment.rstrip() for comment in found)


@often(20)
@given(_decorated())
def test_formatting_keeps_the_meaning_and_every_comment(texts: tuple[str, str]) -> None:
    plain, decorated = texts
    written = format_flow(_read(decorated))
    assert written is not None
    assert _comments(written) == _comments(decorated), f"{decorated}\n-----\n{written}"
    assert format_flow(_read(written)) == written, written
    formatted = _read(written)
    assert formatted.tree == _read(plain).tree, written
    assert program(formatted) == program(_read(plain))
