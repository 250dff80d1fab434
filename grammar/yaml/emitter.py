"""What the forms of the YAML notation share while one file is read."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from stateous.grammar.diagnostic import Diagnostic, Edit, Fix, Rule
from stateous.grammar.flow import layout_messages
from stateous.grammar.flow.characters import items_of
from stateous.grammar.flow.guard_reader import read_expression
from stateous.grammar.flow.words import words_in
from stateous.grammar.source import Source, Span
from stateous.grammar.spelling import shown
from stateous.grammar.suggest import did_you_mean
from stateous.grammar.yaml import rules
from stateous.grammar.yaml.flow_text import FlowText, Part, literal
from stateous.grammar.yaml.nodes import Items, Node, Pairs, Scalar
from stateous.grammar.yaml.placing import moved
from stateous.grammar.yaml.scalars import ScalarPlace

Piece = str | Part
Pieces = tuple[Piece, ...]
Given = Mapping[str, tuple[Scalar, Node]]
"""What stands under the keys of a mapping: the key itself, and its value."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_TEXTS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_QUOTES = re.compile(r"[\"\\\s]")
_STEP = re.compile(r"(?:given|when|then|set|emit|invariant|never|always|eventually)\b")


class Emitter:
    """Collects the lines of `.flow` that a YAML file says, and what is wrong with it."""

    def __init__(self) -> None:
        self.flow = FlowText()
        self.diagnostics: list[Diagnostic] = []
        self.doubtful: set[str] = set()

    def report(self, rule: Rule, span: Span, message: str, help: str | None = None) -> None:
        """Note something wrong."""
        self.diagnostics.append(rule.at(span, message, help=help))

    # ------------------------------------------------------------------ structure

    def wrong(self, node: Node, wanted: str) -> None:
        """Report that a node is of the wrong kind; what it holds is left out."""
        self.doubt(node)
        found = {Scalar: "a text", Items: "a list", Pairs: "a mapping"}[type(node)]
        if isinstance(node, Scalar) and node.is_null:
            found = "nothing"
        help = None
        if isinstance(node, Pairs) and any(_STEP.match(key.text) for key, _ in node.pairs):
            help = "put a text that holds `: ` in quotes as a whole"
        self.report(rules.WRONG_KIND, node.span, f"{wanted} belongs here, not {found}", help)

    def scalar(self, node: Node, wanted: str) -> Scalar | None:
        """Return a text that says something, or report that there is none."""
        if isinstance(node, Scalar) and not node.is_null:
            return node
        self.wrong(node, wanted)
        return None

    def keys(self, node: Pairs, known: Iterable[str], of: str) -> Given:
        """Return what stands under the known keys of a mapping; report the others."""
        allowed = tuple(known)
        found: dict[str, tuple[Scalar, Node]] = {}
        there = {key.text for key, _ in node.pairs}
        free = tuple(word for word in allowed if word not in there)
        for key, value in node.pairs:
            if key.text in allowed:
                found[key.text] = (key, value)
            else:
                self._unknown(key, allowed, free, of)
                self.doubt(value)
        return found

    def _unknown(
        self, key: Scalar, allowed: tuple[str, ...], free: tuple[str, ...], of: str
    ) -> None:
        meant = did_you_mean(key.text, free)
        span = ScalarPlace(key).span(0, len(key.text))
        listed = ", ".join(f"`{word}`" for word in allowed)
        help = f"did you mean `{meant}`?" if meant else f"the keys are {listed}"
        if _STEP.match(key.text) and " " in key.text:
            help = "put a text that holds `: ` in quotes as a whole"
        fix = Fix(f"write `{meant}`", (Edit(span, meant),)) if meant else None
        message = f"`{shown(key.text)}` is no key of {of}"
        self.diagnostics.append(rules.UNKNOWN_KEY.at(span, message, help=help, fix=fix))

    def missing(self, node: Node, message: str, help: str | None = None) -> None:
        """Report that a key is missing; what the mapping holds is left out."""
        self.doubt(node)
        self.report(rules.MISSING_KEY, _first_line(node.span), message, help)

    def report_misplaced(self, key: Scalar, message: str) -> None:
        """Report a key that has no meaning beside the others."""
        self.report(rules.CONFLICTING_KEYS, key.span, message, "remove it")

    def one_of(self, given: Given, *words: str) -> str | None:
        """Return the one of these keys that is given; report any further one."""
        there = [word for word in given if word in words]
        for other in there[1:]:
            message = f"`{other}` cannot stand beside `{there[0]}`"
            self.report(rules.CONFLICTING_KEYS, given[other][0].span, message, "keep one of them")
        return there[0] if there else None

    def flag(self, given: Given, word: str) -> bool:
        """Tell whether a key is `true`."""
        if word not in given:
            return False
        node = given[word][1]
        if isinstance(node, Scalar) and node.text in ("true", "false"):
            return node.text == "true"
        self.wrong(node, "`true` or `false`")
        return False

    def doubt(self, node: Node) -> None:
        """Note the words of what is left out: a name there may be declared nowhere else."""
        waiting = [node]
        while waiting:
            found = waiting.pop()
            if isinstance(found, Scalar):
                self.doubtful.update(words_in(found.text))
            elif isinstance(found, Items):
                waiting.extend(found.items)
            else:
                for key, value in found.pairs:
                    self.doubtful.update(words_in(key.text))
                    waiting.append(value)

    # --------------------------------------------------------------------- pieces

    def name(self, node: Node, wanted: str = "a name") -> Pieces | None:
        """Return a name, in backquotes so that it is no keyword."""
        scalar = self.scalar(node, wanted)
        if scalar is None:
            return None
        text = scalar.text.strip()
        if len(text) > 2 and text[0] == text[-1] == "`":
            text = text[1:-1]
        if not text or any(c in "`<" or not c.isprintable() for c in text):
            self.wrong(scalar, "a name")
            return None
        part = Part(text, ScalarPlace(scalar), scalar.text.index(text))
        return "`", part, "`"

    def path(self, scalar: Scalar) -> Pieces | None:
        """Return the path of a field."""
        place, start, pieces = ScalarPlace(scalar), 0, list[Piece]()
        for word in scalar.text.split("."):
            if not word or any(c in "`<" or not c.isprintable() for c in word):
                self.wrong(scalar, "the name of a field")
                return None
            pieces += [".", "`"] if pieces else ["`"]
            pieces += [Part(word, place, start), "`"]
            start += len(word) + 1
        return tuple(pieces)

    def text(self, node: Node, wanted: str = "a text") -> Pieces | None:
        """Return a text in quotes of `.flow`; nothing at all is the empty text if quoted."""
        if isinstance(node, Scalar) and not node.is_null:
            self._hidden(node)
            return (literal(node),)
        self.wrong(node, wanted)
        return None

    def _hidden(self, scalar: Scalar) -> None:
        """Report characters that make a text look other than it is, where they are not escapes."""
        if scalar.text.isprintable():
            return
        quoted = Source("text", f'"{_QUOTES.sub("_", scalar.text)}"')
        for item in items_of(quoted, 0, len(quoted.text)):
            written = ScalarPlace(scalar).span(item.span.start - 1, item.span.end - 1)
            if item.diagnostic and written.text == item.span.text:
                control = replace(item.diagnostic, span=written, fix=None)
                self.diagnostics.append(control)

    def words(self, node: Node, wanted: str = "a text") -> Pieces | None:
        """Return a text that is a part of a line of `.flow`, on one line."""
        scalar = self.scalar(node, wanted)
        return None if scalar is None else self._line_part(scalar, 0)

    def words_from(self, scalar: Scalar, start: int) -> Pieces | None:
        """Return what stands in a text from an offset on."""
        return self._line_part(scalar, start)

    def role_words(self, scalar: Scalar, end: int) -> Pieces:
        """Return the words that stand in a text up to an offset, one space between them."""
        place, pieces = ScalarPlace(scalar), list[Piece]()
        for word in re.finditer(r"[a-z]+", scalar.text[:end]):
            pieces += [" ", Part(word.group(), place, word.start())]
        return tuple(pieces[1:])

    def _line_part(self, scalar: Scalar, start: int) -> Pieces | None:
        place = ScalarPlace(scalar)
        inner = Source("text", scalar.text)
        blanked, faults = _blanked(inner)
        if faults:
            self.doubt(scalar)
            self.diagnostics += moved(tuple(faults), place.span)
            return None
        text = blanked[start:]
        first = len(text) - len(text.lstrip())
        if not text.strip():
            self.wrong(scalar, "a text")
            return None
        return (Part(text.strip(), place, start + first),)

    def expression(self, node: Node, *, states_allowed: bool = False) -> Pieces | None:
        """Return an expression, which is read here: what it says can reach no further."""
        scalar = self.scalar(node, "a condition or a value")
        if scalar is None:
            return None
        place = ScalarPlace(scalar)
        expr, faults = read_expression(scalar.text, place.span, states_allowed=states_allowed)
        self.diagnostics += faults
        if expr is None or faults:
            self.doubt(scalar)
            return None
        return self._line_part(scalar, 0)

    def names(self, node: Node) -> Pieces | None:
        """Return names with commas between them, from a list, or from a text that holds some."""
        if not isinstance(node, Items):
            return self.words(node, "a name or a list of names")
        pieces: list[Piece] = []
        for item in node.items:
            name = self.name(item)
            if name is None:
                return None
            pieces += [", ", *name] if pieces else name
        return tuple(pieces)

    def assignments(self, node: Node, wanted: str = "a mapping of fields") -> Pieces | None:
        """Return `path = value` for each pair, or a text that holds these."""
        if not isinstance(node, Pairs):
            return self.words(node, wanted)
        pieces: list[Piece] = []
        for key, value in node.pairs:
            path, expr = self.path(key), self.expression(value)
            if path is None or expr is None:
                return None
            pieces += [*((", ",) if pieces else ()), *path, " = ", *expr]
        if not pieces:
            self.wrong(node, wanted)
            return None
        return tuple(pieces)

    # ----------------------------------------------------------------------- lines

    def allow(self, depth: int, given: Given) -> None:
        """Add the waivers of a mapping, which stand above its line."""
        if "allow" not in given:
            return
        node = given["allow"][1]
        for item in node.items if isinstance(node, Items) else (node,):
            pieces = self._waiver(item)
            if pieces:
                self.flow.line(depth, item.span, "allow ", *pieces)

    def _waiver(self, node: Node) -> Pieces | None:
        if not isinstance(node, Pairs):
            return self.words(node, 'a waiver: `CODE "reason"`')
        given = self.keys(node, ("code", "reason", "until"), "a waiver")
        if "code" not in given or "reason" not in given:
            self.missing(node, "a waiver has a `code` and a `reason`")
            return None
        code, reason = self.words(given["code"][1]), self.text(given["reason"][1])
        if code is None or reason is None:
            return None
        until = self.text(given["until"][1]) if "until" in given else ()
        return (*code, " ", *reason, *((" until ", *until) if until else ()))


def place(key: Scalar | None, node: Node) -> Span:
    """Return where an entry stands: with its value if that is a text, else its first line."""
    if key is None:
        return _sealed(_first_line(node.span))
    if isinstance(node, Scalar) and key.span.start <= node.span.start and not _rows(node.span):
        return _sealed(key.span.to(node.span))
    return _sealed(key.span)


def _rows(span: Span) -> int:
    return span.text.count("\n")


def _first_line(span: Span) -> Span:
    end = span.source.text.find("\n", span.start, span.end)
    text = span.source.text[span.start : span.end if end < 0 else end].rstrip()
    return Span(span.source, span.start, span.start + len(text))


def _sealed(span: Span) -> Span:
    """Return a place that no edit may change: what it stands for is not written there."""
    return Span(span.source, span.start, span.end, "none")


def without_texts(text: str) -> str:
    """Return a part of a line without the texts in quotes that it holds."""
    return _TEXTS.sub("", text)


def _blanked(inner: Source) -> tuple[str, list[Diagnostic]]:
    """Return a text on one line, without comments, and what is wrong with its characters."""
    characters = list(inner.text)
    faults: list[Diagnostic] = []
    brackets: list[Span] = []
    for number in range(1, len(inner.line_starts) + 1):
        for item in items_of(inner, *inner.line_bounds(number)):
            if item.diagnostic:
                faults.append(item.diagnostic)
            elif item.kind == "comment":
                for index in range(item.span.start, item.span.end):
                    characters[index] = " "
            elif item.span.text in _CLOSING:
                brackets.append(item.span)
            else:
                opened = brackets.pop() if brackets else None
                if not opened or _CLOSING[opened.text] != item.span.text:
                    faults.append(layout_messages.stray_bracket(item.span, opened))
                    return "", faults
    if brackets:
        faults.append(layout_messages.unclosed_bracket(brackets[-1], None))
    return "".join(" " if c in "\r\n" else c for c in characters), faults
