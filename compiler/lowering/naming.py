"""Lists of names in a clause: each once."""

from collections.abc import Iterable, Iterator

from stateous.compiler.rules.names import NAMED_TWICE
from stateous.compiler.typing.scope import Report
from stateous.grammar.syntax import Name


def each_once(names: Iterable[Name], report: Report) -> Iterator[Name]:
    """Yield each name once, and report those that are repeated."""
    seen: set[str] = set()
    for name in names:
        if name.text in seen:
            what = f"`{name.text}` is named twice"
            report(NAMED_TWICE.at(name.span, what, help="once is enough"))
            continue
        seen.add(name.text)
        yield name
