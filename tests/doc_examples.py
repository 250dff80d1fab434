"""The examples of pages: fenced texts of the three notations."""

import re
from dataclasses import dataclass
from pathlib import Path

from stateous.compiler.check import Compiled, check_path

DOCS = Path(__file__).parent.parent / "docs"

_FILES = {"flow": "example.flow", "python": "flow.py", "yaml": "example.flow.yaml"}
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_FENCED = re.compile(r"^```(flow|python|yaml)(?: (ST\d{4}))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A fenced text, the heading above it, and the code behind its notation, if it has one."""

    page: str
    heading: str
    notation: str
    code: str
    text: str

    def __str__(self) -> str:
        """How a report names the example."""
        return " ".join(filter(None, (self.page, self.heading, self.notation, self.code)))

    def compiled(self, folder: Path) -> Compiled:
        """Write the example into `folder` and return what the compiler makes of it."""
        path = folder / _FILES[self.notation]
        path.write_text(self.text, encoding="utf-8")
        return check_path(path, str(path))


def examples(page: Path) -> list[Example]:
    """Return the examples of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = list(_FENCED.finditer(text))
    inside = [range(fence.start(), fence.end()) for fence in found]
    headings = [
        (heading.start(), heading[1])
        for heading in _HEADING.finditer(text)
        if not any(heading.start() in fence for fence in inside)
    ]
    return [
        Example(
            page.stem,
            next((title for start, title in reversed(headings) if start < fence.start()), ""),
            fence[1],
            fence[2] or "",
            fence[3],
        )
        for fence in found
    ]
