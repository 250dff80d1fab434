"""YAML text as a tree of nodes with offsets: safe, bounded, and without types.

The tree is built from the parser's events, so that nothing is recursive and every limit is
kept while reading. Values have no types: `yes`, `1.0` and `08:00` are the texts that stand
in the file.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, StringMark
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from stateous.grammar.diagnostic import Diagnostic, Label
from stateous.grammar.source import Source, Span
from stateous.grammar.spelling import shown
from stateous.grammar.yaml import rules

MAX_DEPTH = 64
MAX_ALIASED = 10_000
"""The most nodes that all aliases of a file may stand for together."""

_BRACKETS = re.compile(r"(?:[\[{][ \t\r\n]*)" + f"{{{MAX_DEPTH + 1}}}")
_TAG = re.compile(r"!\S*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_PROPERTIES = re.compile(r"^(?:[&!]\S*\s+)+")
_LOOK = "look for escapes in quotes that YAML does not have"
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text. `style` is None for a plain one, else its quote, `|` or `>`.

    `in_flow` tells that it stands inside `[ ]` or `{ }` of YAML.
    """

    text: str
    span: Span
    style: str | None = None
    in_flow: bool = False

    @property
    def is_null(self) -> bool:
        """Tell whether nothing is said here."""
        return self.style is None and self.text in _NULLS


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: "tuple[Node, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Pairs:
    """A mapping; each key stands there once."""

    pairs: "tuple[tuple[Scalar, Node], ...]"
    span: Span

    def get(self, key: str) -> "Node | None":
        """Return what stands under a key."""
        return next((value for found, value in self.pairs if found.text == key), None)


Node = Scalar | Items | Pairs


@dataclass(slots=True)
class _Open:
    """A list or a mapping that is being read; in a mapping keys and values alternate."""

    event: NodeEvent
    children: list[Node] = field(default_factory=list)
    size: int = 1


class _Stop(Exception):
    """Raised where reading cannot go on; it carries what to report."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def compose(source: Source) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Return the one document of a text, and what is wrong with it as YAML. Never raises.

    The document is None where there is none, or where it could not be read.
    """
    composer = _Composer(source)
    try:
        for event in _events(source):
            composer.take(event)
    except _Stop as stop:
        return None, (*composer.diagnostics, stop.diagnostic)
    return composer.root, tuple(composer.diagnostics)


def _events(source: Source) -> Iterator[Event]:
    # The parser is slow to look ahead through brackets alone.
    deep = _BRACKETS.search(source.text)
    if deep is not None:
        raise _Stop(_too_deep(source.span(deep.end() - 1, deep.end())))
    try:
        parser: Any = YAML(typ="safe", pure=True)
        parser.version = (1, 2)
        yield from parser.parse(source.text)
    except MarkedYAMLError as error:
        raise _Stop(_syntax(error, source)) from error
    except ReaderError as error:
        place = source.span(error.position, error.position + 1)
        character = error.character
        code = character if isinstance(character, int) else ord(character[:1] or "\0")
        message = f"the character U+{code:04X} may not stand in a YAML file"
        raise _Stop(rules.SYNTAX.at(place, message, help="remove it")) from error
    except _Stop:
        raise
    except Exception as error:
        # A text may bring the parser to fail in ways of its own, such as a number too large.
        message = "not YAML: the parser gives up on this file"
        raise _Stop(rules.SYNTAX.at(source.span(0, 0), message, help=_LOOK)) from error


def _syntax(error: MarkedYAMLError, source: Source) -> Diagnostic:
    """Say where the text stops being YAML, in the parser's own words."""
    mark = error.problem_mark or error.context_mark
    start = min(mark.index, len(source.text)) if isinstance(mark, StringMark) else 0
    problem = " ".join(str(error.problem or "this is not YAML").split())
    begun = error.context_mark
    labels: tuple[Label, ...] = ()
    if isinstance(begun, StringMark) and begun.index < start and error.context:
        place = source.span(begun.index, begun.index + 1)
        labels = (Label(place, " ".join(str(error.context).split())),)
    labels = (*labels, *_read_before(source, start))
    place = source.span(start, min(start + 1, len(source.text)))
    message = f"not YAML: {shown_problem(problem)}"
    return rules.SYNTAX.at(place, message, labels=labels, help=_help(problem, source, start))


def _read_before(source: Source, start: int) -> Iterator[Label]:
    """Yield what the parser had read before it stopped, which may be what is wrong.

    That is the rest of its own line, or the line above: a `:` that is missing there shows
    only where the next line has one.
    """
    row = source.position(start).line
    left = source.line_span(row).start
    if left < start:
        yield Label(source.span(left, start), "this was read before it")
    for above in range(row - 1, 0, -1):
        line = source.line_span(above)
        if line.text and not line.text.startswith("#"):
            yield Label(line, "this line ends before it")
            return


def shown_problem(problem: str) -> str:
    """Return the parser's words, shortened."""
    return problem if len(problem) <= 120 else f"{problem[:120]}…"


def _help(problem: str, source: Source, start: int) -> str:
    row = source.line_text(source.position(start).line)
    if "\t" in row[: len(row) - len(row.lstrip())] or source.text[start : start + 1] == "\t":
        return "indent by spaces: YAML takes no tabs"
    if "mapping values are not allowed" in problem:
        return "put a text that holds `: ` in quotes as a whole"
    if "cannot start any token" in problem:
        return "put a text that begins with such a character in quotes"
    if "unexpected end" in problem or "expected ',' or" in problem:
        return "close the quote or the bracket"
    return "a line owns what is indented below it; `key: value`, or `- item`"


def _too_deep(span: Span) -> Diagnostic:
    help = "no spec needs that: is it data?"
    return rules.TOO_DEEP.at(span, f"this nests deeper than {MAX_DEPTH}", help=help)


class _Composer:
    """Makes nodes of events."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self.root: Node | None = None
        self._open: list[_Open] = []
        self._flows = 0
        self._anchors: dict[str, tuple[Node, int] | None] = {}
        self._aliased = 0
        self._documents = 0

    def take(self, event: Event) -> None:
        """Take one event; raises `_Stop` where a limit is passed."""
        if isinstance(event, DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                help = "a file is one document: remove the line `---`, or make two files"
                self._stop(rules.SEVERAL_DOCUMENTS, event, "a second document begins here", help)
        elif isinstance(event, AliasEvent):
            self._alias(event)
        elif isinstance(event, CollectionEndEvent):
            self._close(event)
        elif isinstance(event, NodeEvent):
            self._begin(event)

    def _span(self, event: Event) -> Span:
        start, end = event.start_mark.index, event.end_mark.index
        return self.source.span(start, max(start, end))

    def _stop(self, rule: Any, event: Event, message: str, help: str) -> None:
        raise _Stop(rule.at(self._span(event), message, help=help))

    def _begin(self, event: NodeEvent) -> None:
        if getattr(event, "tag", None) is not None:
            self._refuse_tag(self._span(event))
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        if isinstance(event, ScalarEvent):
            self._add(self._scalar(event), 1, event)
            return
        if len(self._open) >= MAX_DEPTH:
            raise _Stop(_too_deep(self._span(event)))
        self._flows += bool(getattr(event, "flow_style", False))
        self._open.append(_Open(event))

    def _refuse_tag(self, span: Span) -> None:
        found = _TAG.search(self.source.text, span.start)
        place = self.source.span(*found.span()) if found else span
        message = f"the tag `{shown(place.text)}` may not stand here"
        help = "remove it: a spec says types in its own words"
        self.diagnostics.append(rules.TAG.at(place, message, help=help))

    def _scalar(self, event: ScalarEvent) -> Scalar:
        text, span = event.value, self._span(event)
        if span.start == span.end:
            span = self._empty(span)
        if event.anchor is not None or getattr(event, "tag", None) is not None:
            # The mark is that of the anchor or the tag.
            before = len(span.text) - len(_PROPERTIES.sub("", span.text))
            span = self.source.span(span.start + before, span.end)
        if _SURROGATE.search(text):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            if "\ufffd" in text:
                message = "half of a surrogate pair is no character"
                self.diagnostics.append(rules.SYNTAX.at(span, message))
        return Scalar(text, span, event.style or None, self._flows > 0)

    def _empty(self, span: Span) -> Span:
        """Return where nothing stands: directly behind its `:` or `-`, not where the next begins."""
        children = self._open[-1].children if self._open else []
        text = self.source.text
        if self._open and isinstance(self._open[-1].event, MappingStartEvent):
            if len(children) % 2 == 0:
                return span  # a key: it is missing before its `:`
            at = text.find(":", children[-1].span.end, span.start) + 1
        else:
            at = len(text[: span.start].rstrip())
        return self.source.span(at, at) if at else span

    def _close(self, event: CollectionEndEvent) -> None:
        opened = self._open.pop()
        begin = opened.event
        self._flows -= bool(getattr(begin, "flow_style", False))
        flows = bool(getattr(begin, "flow_style", False))
        start = begin.start_mark.index
        # A block ends where the next thing begins: its last child tells where it really ends.
        last = opened.children[-1].span.end if opened.children else start
        span = self.source.span(start, event.end_mark.index if flows else last)
        node: Node
        if isinstance(begin, SequenceStartEvent):
            node = Items(tuple(opened.children), span)
        else:
            node = Pairs(self._pairs(opened.children), span)
        self._add(node, opened.size, begin)

    def _pairs(self, children: list[Node]) -> tuple[tuple[Scalar, Node], ...]:
        found: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                message = "a key is a word, not a list or a mapping"
                help = "put a text that begins with `{` or `[` in quotes"
                self.diagnostics.append(rules.WRONG_KIND.at(key.span, message, help=help))
            elif key.text in found:
                message = f"the key `{shown(key.text)}` stands here a second time"
                first = Label(found[key.text][0].span, "first here")
                help = "say both in one place: neither would win"
                duplicate = rules.DUPLICATE_KEY.at(key.span, message, labels=(first,), help=help)
                self.diagnostics.append(duplicate)
            elif key.text == "<<" and key.style is None:
                message = "merge keys are not part of YAML 1.2"
                help = "write the keys out"
                self.diagnostics.append(rules.ALIAS.at(key.span, message, help=help))
            else:
                found[key.text] = (key, value)
        return tuple(found.values())

    def _alias(self, event: AliasEvent) -> None:
        name = event.anchor
        known = self._anchors.get(name)
        if known is None:
            inside = name in self._anchors
            message = (
                f"`*{shown(name)}` stands inside what it repeats"
                if inside
                else f"there is no anchor `&{shown(name)}` above"
            )
            self._stop(rules.ALIAS, event, message, "write out what is meant")
        assert known is not None
        node, size = known
        self._aliased += size
        if self._aliased > MAX_ALIASED:
            message = f"the aliases of this file stand for more than {MAX_ALIASED:,} nodes"
            self._stop(rules.ALIAS, event, message, "write out what is meant")
        self._add(node, size, None)

    def _add(self, node: Node, size: int, event: NodeEvent | None) -> None:
        if event is not None and event.anchor is not None:
            self._anchors[event.anchor] = (node, size)
        if self._open:
            above = self._open[-1]
            above.size += size
            above.children.append(node)
        else:
            self.root = node
